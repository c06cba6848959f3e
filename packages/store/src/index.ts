export type {
  Account,
  Accounts,
  NewAccount,
  Profile,
  ProfileEdit,
  StoredCommute,
  StoredConsent,
  StoredIdentity,
} from './accounts.ts';
export type {
  AdminDesk,
  CaseLedgerRow,
  CaseListing,
  FailedJob,
  FailedLetter,
  FeedRow,
  HomeCase,
  JobQueue,
  QuarantinedPage,
  ReportRow,
} from './admin-desk.ts';
export type { Agent, AgentHomes, AgentPosition, AgentQuestion } from './agents.ts';
export {
  ALERT_KINDS,
  type AlertEvent,
  type AlertKind,
  type AlertLetter,
  type WaitingAlert,
  type WatchedSearch,
} from './alerts.ts';
export type { AuditEntry, AuditLog, AuditRow } from './audit-log.ts';
export {
  BackupError,
  type BackupReport,
  backupStore,
  type OldBackups,
  removeBackupsBeside,
  restoreStore,
} from './backup.ts';
export { CAMPAIGN_STEPS, type Campaign, type CampaignCount, type CampaignStep } from './campaigns.ts';
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
export type { ContactNumbers, ResponseTime } from './contact-numbers.ts';
export type {
  ConsentRecord,
  Contact,
  ContactBox,
  ContactChange,
  ContactRecipient,
  ContactReply,
  NewContact,
} from './contacts.ts';
export { DatabaseUnavailable, isOfRows, isUnavailable } from './database-errors.ts';
export type { VisibilityChange } from './dataset-visibility.ts';
export { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
export type { FeedLease } from './feed-lease.ts';
export type { SalesQuestion, SoldHome } from './find-sales.ts';
export type { HomeDetail, HomeMedia, LedgerRow, ListingCredit } from './home-detail.ts';
export type { OnceKey } from './idempotency.ts';
export type { KeyWalk } from './key-walk.ts';
export type { KeywordQuestion } from './keyword-search.ts';
export { LEDGER_KINDS, type LedgerKind } from './ledger.ts';
export type { Letter } from './letters.ts';
export type { FollowedReport, ListingReport } from './listing-reports.ts';
export type { Market, MarketMonth, Median, Supply, SupplyOfChild } from './market.ts';
export type { MarketTime } from './market-time.ts';
export { forgetUserIn } from './people.ts';
export {
  type CoveringArea,
  type DrawnArea,
  EmptyLayer,
  foldName,
  type HomeGround,
  type KeptLayer,
  type LayerRows,
  type NewLayer,
  type NewPlaceArea,
  type NewSchool,
  PlaceData,
  type PlaceName,
  type ZonePiece,
} from './place-data.ts';
export type { DatasetContents } from './purge-dataset.ts';
export type { QuarantinedRow } from './quarantine.ts';
export type {
  NewVideo,
  RealtorVideo,
  VideoChange,
  VideoOwner,
  VideoPosition,
  VideoState,
} from './realtor-videos.ts';
export type { Realtor, RealtorProfile } from './realtors.ts';
export type { Review, ReviewFinding, ReviewKind } from './reviews.ts';
export { ROLES, type Role } from './role.ts';
export {
  type AlertSettings,
  DEFAULT_ZONE,
  FREQUENCIES,
  type Frequency,
  HOMES,
  type KeptBefore,
  type SavedHome,
  type SavedSearch,
  type SavedThings,
} from './saved.ts';
export type { OpenSession, RefreshOutcome, SessionRow, Sessions } from './sessions.ts';
export type { NewShortlist, Shortlist, ShortlistPerson, ShortlistRow } from './shortlists.ts';
export type { ProvenIdentity, SignInAttempt, SignInOutcome, SignIns } from './sign-ins.ts';
export type { SigningKeys, StoredKey } from './signing-keys.ts';
export type { SiteRevision, SiteSetting, SiteSettingHistoryRow } from './site-settings.ts';
export type { SitemapHome, SitemapPlace } from './sitemap-rows.ts';
export { createSqlEngine } from './sql-engine.ts';
export { type FeedActivity, Store, type StoredMedia } from './store.ts';
export type { TakeDown } from './take-downs.ts';
export type { Upload } from './uploads.ts';
export type { WordChange, WordHistoryRow } from './word-changes.ts';
