export {
  BackupError,
  type BackupReport,
  backupStore,
  type OldBackups,
  removeBackupsBeside,
  restoreStore,
} from './db/backup.ts';
export { CLOCK_JUMP_MS, type ClockNote, isClockPlausible, trustedFrom } from './db/clock-check.ts';
export { DatabaseUnavailable, isOfRows, isUnavailable } from './db/database-errors.ts';
export { type EmbeddedDatabase, startEmbedded } from './db/embedded.ts';
export type { OnceKey } from './db/idempotency.ts';
export type { KeyWalk } from './db/key-walk.ts';
export { type FeedActivity, Store, type StoredMedia } from './db/store.ts';
export type { VisibilityChange } from './feeds/dataset-visibility.ts';
export type { FeedLease } from './feeds/feed-lease.ts';
export type { DatasetContents } from './feeds/purge-dataset.ts';
export type { QuarantinedRow } from './feeds/quarantine.ts';
export type { ReadChanges, Snapshot } from './listings/change-feed.ts';
export {
  type ChangeSet,
  type DatasetSettings,
  type FeedOutcome,
  type FeedState,
  type PlacedListing,
  type QuarantinedRecord,
  StaleCursor,
} from './listings/change-set.ts';
export type { HomeDetail, HomeMedia, LedgerRow, ListingCredit } from './listings/home-detail.ts';
export type { FollowedReport, ListingReport } from './listings/listing-reports.ts';
export type { TakeDown } from './listings/take-downs.ts';
export type { SalesQuestion, SoldHome } from './market/find-sales.ts';
export type { Market, MarketMonth, Median, Supply, SupplyOfChild } from './market/market.ts';
export type { MarketTime } from './market/market-time.ts';
export type {
  Account,
  Accounts,
  NewAccount,
  Profile,
  ProfileEdit,
  StoredCommute,
  StoredConsent,
} from './people/accounts.ts';
export {
  type AgentEmail,
  type LinkCandidate,
  type LinkProof,
  MOST_ATTEMPTS,
  MOST_CODES,
  MOST_NOTICES,
  type SameLicenseProfile,
} from './people/agent-links.ts';
export type { Agent, AgentHomes, AgentPosition, AgentQuestion } from './people/agents.ts';
export type {
  AlertEmail,
  AlertEvent,
  AlertKind,
  WaitingAlert,
  WatchedSearch,
} from './people/alerts.ts';
export type { ContactNumbers, ResponseTime } from './people/contact-numbers.ts';
export type {
  ConsentRecord,
  Contact,
  ContactBox,
  ContactChange,
  ContactRecipient,
  ContactReply,
  NewContact,
} from './people/contacts.ts';
export { MOST_BUNDLED, MOST_RECEIVED, MOST_UNASKED } from './people/email-limits.ts';
export type { Email } from './people/emails.ts';
export { forgetUserIn } from './people/people.ts';
export { EXPORTED_COLLECTIONS } from './people/personal-export.ts';
export type {
  NewVideo,
  RealtorVideo,
  VideoChange,
  VideoOwner,
  VideoPosition,
  VideoState,
} from './people/realtor-videos.ts';
export {
  type LicenseLimit,
  MOST_LICENSE_CHANGES,
  type Realtor,
  type RealtorProfile,
} from './people/realtors.ts';
export type { Review, ReviewFinding, ReviewKind } from './people/reviews.ts';
export type { Revocation } from './people/revocations.ts';
export {
  type AlertSettings,
  DEFAULT_ZONE,
  HOMES,
  type KeptBefore,
  type SavedHome,
  type SavedSearch,
  type SavedThings,
} from './people/saved.ts';
export type { OpenSession, RefreshOutcome, SessionRow, Sessions } from './people/sessions.ts';
export type { NewShortlist, Shortlist, ShortlistPerson, ShortlistRow } from './people/shortlists.ts';
export type { ProvenIdentity, SignInAttempt, SignInOutcome, SignIns } from './people/sign-ins.ts';
export type { SigningKeys, StoredKey } from './people/signing-keys.ts';
export type { Upload } from './people/uploads.ts';
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
  type PlaceName,
  type ZonePiece,
} from './places/place-data.ts';
export type { KeywordQuestion } from './search/keyword-search.ts';
export type { SitemapHome, SitemapPlace } from './search/sitemap-rows.ts';
export { createSqlEngine } from './search/sql-engine.ts';
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
} from './site/admin-desk.ts';
export type { AuditEntry, AuditLog, AuditRow } from './site/audit-log.ts';
export type { Campaign, CampaignCount, CampaignStep } from './site/campaigns.ts';
export type { SiteRevision, SiteSetting, SiteSettingHistoryRow } from './site/site-settings.ts';
export type { WordChange, WordHistoryRow } from './site/word-changes.ts';
