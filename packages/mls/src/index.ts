export { createFeed } from './create-feed.ts';
export type { ChangeBatch, Feed, FeedParts } from './feed.ts';
export { FeedError } from './feed-error.ts';
export { type FeedSettings, parseFeedSettings } from './feed-settings.ts';
export { NORMALIZER_VERSION, normalizeListing } from './normalize/listing.ts';
export { type Oddity, OddityCounts, type OddityKind } from './normalize/oddities.ts';
