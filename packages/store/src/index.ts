export type { ReadChanges, Snapshot } from './change-feed.ts';
export type {
  ChangeSet,
  DatasetSettings,
  FeedOutcome,
  FeedState,
  PlacedListing,
  QuarantinedRecord,
} from './change-set.ts';
export { DatabaseUnavailable, isUnavailable } from './database-errors.ts';
export { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
export type { HomeDetail, HomeMedia, LedgerRow, ListingCredit } from './home-detail.ts';
export { LEDGER_KINDS, type LedgerKind } from './ledger.ts';
export { createSqlEngine } from './sql-engine.ts';
export { type QuarantinedRow, Store, type StoredMedia } from './store.ts';
