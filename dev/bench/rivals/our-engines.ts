import type { SearchEngine } from '@maru/listing';
import { type Rival, withoutCards } from './rival.ts';

/** One of ours, which answers with the cards of the page. */
export function asRival(name: string, engine: SearchEngine, close = async () => {}): Rival {
  return { name, answer: async (request) => withoutCards(await engine.search(request)), close };
}
