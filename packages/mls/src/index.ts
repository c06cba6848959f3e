export { createFeed } from './create-feed.ts';
export type { ChangeBatch, Feed, FeedParts } from './feed.ts';
export { FeedError } from './feed-error.ts';
export { type FeedSettings, parseFeedSettings } from './feed-settings.ts';
export { normalizeListing } from './normalize/listing.ts';
