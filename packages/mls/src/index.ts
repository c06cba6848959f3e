export { type ChangeBatch, createFeed, type Feed, type FeedParts } from './feed.ts';
export { FeedError } from './feed-error.ts';
export { type FeedSettings, parseFeedSettings } from './feed-settings.ts';
export { normalizeListing } from './normalize/listing.ts';
