import type { Feed, FeedParts } from './feed.ts';
import { FeedError } from './feed-error.ts';
import type { FeedSettings } from './feed-settings.ts';
import { createResoWebApi } from './reso-web-api.ts';

/**
 * The feed of one dataset.
 * @throws FeedError when the provider is not one that this version reads.
 */
export function createFeed(settings: FeedSettings, parts: FeedParts = {}): Feed {
  if (settings.provider !== 'reso') {
    throw new FeedError(`provider "${settings.provider}" is not read by this version`, {
      retryable: false,
      request: 'none',
    });
  }
  return createResoWebApi(settings, parts);
}
