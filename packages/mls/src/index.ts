export { createFeed } from './create-feed.ts';
export type {
  ChangeBatch,
  Feed,
  FeedAnswer,
  FeedAttribution,
  FeedParts,
  FeedQuestion,
  FeedRange,
} from './feed.ts';
export { FeedError } from './feed-error.ts';
export { type FeedSettings, findIdleRules, parseFeedSettings } from './feed-settings.ts';
export { NORMALIZER_VERSION, normalizeListing } from './normalize/listing.ts';
export { type Oddity, OddityCounts, type OddityKind } from './normalize/oddities.ts';
export { normalizeRaw } from './normalize-raw.ts';
