import { createBridgeFeed } from './bridge/bridge-feed.ts';
import type { Feed, FeedParts } from './feed.ts';
import { FeedError } from './feed-error.ts';
import type { FeedSettings } from './feed-settings.ts';
import { createResoWebApi } from './reso-web-api.ts';
import { createSlipstream } from './slipstream/slipstream-feed.ts';

export function createFeed(settings: FeedSettings, parts: FeedParts = {}): Feed {
  switch (settings.provider) {
    case 'bridge':
      return createBridgeFeed(settings, parts);
    case 'slipstream':
      return createSlipstream(settings, parts);
    case 'reso':
      return createResoWebApi(settings, parts);
    default:
      throw new FeedError(`unknown provider "${settings.provider as string}"`, {
        retryable: false,
        request: 'none',
      });
  }
}
