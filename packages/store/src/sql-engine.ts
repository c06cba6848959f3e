import type { SearchEngine } from '@maru/listing';
import type { Store } from './store.ts';

export function createSqlEngine(_store: Store, _options: { now?: () => number } = {}): SearchEngine {
  return {
    search: () => Promise.reject(new Error('not yet')),
    version: () => '',
  };
}
