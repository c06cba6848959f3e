export type { Account, Accounts, NewAccount, Role } from './accounts.ts';
export type { AuditEntry, AuditLog, AuditRow } from './audit-log.ts';
export type { ReadChanges, Snapshot } from './change-feed.ts';
export {
  type ChangeSet,
  type DatasetSettings,
  type FeedOutcome,
  type FeedState,
  type PlacedListing,
  type QuarantinedRecord,
  StaleCursor,
} from './change-set.ts';
export { DatabaseUnavailable, isOfRows, isUnavailable } from './database-errors.ts';
export type { VisibilityChange } from './dataset-visibility.ts';
export { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
export type { FeedLease } from './feed-lease.ts';
export type { HomeDetail, HomeMedia, LedgerRow, ListingCredit } from './home-detail.ts';
export type { KeyWalk } from './key-walk.ts';
export type { KeywordQuestion } from './keyword-search.ts';
export { LEDGER_KINDS, type LedgerKind } from './ledger.ts';
export type { MarketTime } from './market-time.ts';
export type { DatasetContents } from './purge-dataset.ts';
export type { QuarantinedRow } from './quarantine.ts';
export type { OpenSession, Sessions } from './sessions.ts';
export type { SigningKeys, StoredKey } from './signing-keys.ts';
export { createSqlEngine } from './sql-engine.ts';
export { type FeedActivity, Store, type StoredMedia } from './store.ts';
