import type { Feed, FeedParts } from './feed.ts';
import { FeedError } from './feed-error.ts';
import type { FeedSettings } from './feed-settings.ts';

export function createResoWebApi(settings: FeedSettings, _parts: FeedParts): Feed {
  const fault = () => new FeedError('not yet', { retryable: false, request: 'none' });
  return {
    dataset: settings.dataset,
    provider: settings.provider,
    async *changes() {
      throw fault();
    },
    async *keys() {
      throw fault();
    },
    async findListing() {
      throw fault();
    },
  };
}
