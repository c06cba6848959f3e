export {
  BackupError,
  type BackupReport,
  backupStore,
  removeBackupsBeside,
  restoreStore,
} from './db/backup.ts';
export { CLOCK_JUMP_MS, isClockPlausible, trustedFrom } from './db/clock-check.ts';
export { DatabaseUnavailable, isRowError, isUnavailable } from './db/database-errors.ts';
export { type EmbeddedDatabase, startEmbedded } from './db/embedded.ts';
export type { OnceKey } from './db/idempotency.ts';
export type { KeyWalk } from './db/key-walk.ts';
export { Store } from './db/store.ts';
export type { FeedActivity } from './feeds/feed-states.ts';
export { type ChangeSet, type FeedState, type PlacedListing, StaleCursor } from './listings/change-set.ts';
export type { HomeDetail, LedgerRow } from './listings/home-detail.ts';
export type { TakeDown } from './listings/take-downs.ts';
export type { SoldHome } from './market/find-sales.ts';
export type { Market, Supply } from './market/market.ts';
export type { Account, NewAccount, Profile, ProfileEdit, StoredConsent } from './people/accounts.ts';
export {
  type AgentEmail,
  type LinkCandidate,
  MAX_ATTEMPTS,
  MAX_CODES,
  MAX_NOTICES,
} from './people/agent-links.ts';
export type { Agent } from './people/agents.ts';
export type { AlertEmail, AlertEvent, AlertSource, WaitingAlert } from './people/alerts.ts';
export type { ResponseTime } from './people/contact-numbers.ts';
export type { ConsentRecord, Contact, ContactBox, ContactRecipient, NewContact } from './people/contacts.ts';
export { MAX_BUNDLED, MAX_RECEIVED, MAX_UNSOLICITED } from './people/email-limits.ts';
export type { Email } from './people/emails.ts';
export { forgetUserIn } from './people/people.ts';
export { EXPORTED_COLLECTIONS } from './people/personal-export.ts';
export type { NewVideo, RealtorVideo, VideoOwner, VideoPosition } from './people/realtor-videos.ts';
export { MAX_LICENSE_CHANGES, type Realtor, type RealtorProfile } from './people/realtors.ts';
export type { ReviewFinding } from './people/reviews.ts';
export {
  type AlertSettings,
  DEFAULT_ZONE,
  HOMES,
  type SavedSearch,
  type SavedThings,
} from './people/saved.ts';
export type { OpenSession, Revocation } from './people/sessions.ts';
export type { Shortlist, ShortlistRow } from './people/shortlists.ts';
export type { ProvenIdentity } from './people/sign-ins.ts';
export type { SigningKeys, StoredKey } from './people/signing-keys.ts';
export type { Upload } from './people/uploads.ts';
export {
  type CoveringArea,
  EmptyLayer,
  foldName,
  type HomeGround,
  type NewLayer,
  type NewPlaceArea,
  type NewRollRow,
  type NewSchool,
  type PlaceName,
} from './places/place-data.ts';
export { TooCommonWords } from './search/keyword-search.ts';
export type { SitemapPlace } from './search/sitemap-rows.ts';
export { createSqlEngine } from './search/sql-engine.ts';
export type { CaseListing, FeedRow, HomeCase, QuarantinedPage, ReportRow } from './site/admin-desk.ts';
export type { AuditEntry } from './site/audit-log.ts';
export type { CampaignCount, CampaignStep } from './site/campaigns.ts';
export type { Correction } from './site/correction-rows.ts';
export type { SiteSetting, SiteSettingHistoryRow } from './site/site-settings.ts';
export type { WordChange } from './site/word-changes.ts';
