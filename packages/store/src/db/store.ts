import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedProvider, HomeCard, SearchType } from '@maru/listing';
import type { DisplayRules } from '@maru/listing/display';
import type { PlaceKind } from '@maru/listing/places';
import { MINUTE_MS } from '@maru/listing/time';
import type pg from 'pg';
import { lockDataset } from '../db/locks.ts';
import {
  setHidden,
  sweepStaleness,
  tellChanges,
  type VisibilityChange,
} from '../feeds/dataset-visibility.ts';
import { saveDatasetIn } from '../feeds/datasets.ts';
import { type FeedLease, takeFeedLease } from '../feeds/feed-lease.ts';
import { countDatasetIn, type DatasetContents, purgeDatasetIn } from '../feeds/purge-dataset.ts';
import {
  countQuarantineIn,
  listQuarantineIn,
  needsReplayIn,
  type QuarantinedRow,
  replayQuarantineIn,
} from '../feeds/quarantine.ts';
import { applyChangesIn } from '../listings/apply-changes.ts';
import {
  openSnapshotIn,
  type ReadChanges,
  readChangesIn,
  type Snapshot,
  sequenceMap,
} from '../listings/change-feed.ts';
import type {
  ChangeSet,
  DatasetSettings,
  FeedOutcome,
  FeedState,
  PlacedListing,
} from '../listings/change-set.ts';
import { findHomeIn, findLedgerRowIn, type HomeDetail, type LedgerRow } from '../listings/home-detail.ts';
import { ListingReports } from '../listings/listing-reports.ts';
import { pruneChangesIn } from '../listings/prune-changes.ts';
import { refreshCardsIn } from '../listings/refresh-cards.ts';
import { scanRemarksIn } from '../listings/remark-scan.ts';
import { TakeDowns } from '../listings/take-downs.ts';
import { findSalesIn, type SalesQuestion, type SoldHome } from '../market/find-sales.ts';
import { findMarketIn, type Market, type Supply } from '../market/market.ts';
import { refreshMarketIn } from '../market/refresh-market.ts';
import { Accounts } from '../people/accounts.ts';
import { AgentLinks } from '../people/agent-links.ts';
import { Agents } from '../people/agents.ts';
import { Alerts } from '../people/alerts.ts';
import { Contacts } from '../people/contacts.ts';
import { Emails } from '../people/emails.ts';
import { People } from '../people/people.ts';
import { RealtorVideos } from '../people/realtor-videos.ts';
import { Realtors } from '../people/realtors.ts';
import { refreshAgentsIn, refreshPeopleIn } from '../people/refresh-agents.ts';
import { Reviews } from '../people/reviews.ts';
import { type Revocation, subscribeToRevocations } from '../people/revocations.ts';
import { Saved } from '../people/saved.ts';
import { SESSION_CHANNEL, Sessions } from '../people/sessions.ts';
import { Shortlists } from '../people/shortlists.ts';
import { SignIns } from '../people/sign-ins.ts';
import { SigningKeys } from '../people/signing-keys.ts';
import { Uploads } from '../people/uploads.ts';
import { PlaceData } from '../places/place-data.ts';
import { refreshSchoolAreasIn } from '../places/refresh-school-areas.ts';
import { type KeywordQuestion, KeywordSearch } from '../search/keyword-search.ts';
import { SitemapRows } from '../search/sitemap-rows.ts';
import { AdminDesk } from '../site/admin-desk.ts';
import { AuditLog } from '../site/audit-log.ts';
import { Campaigns } from '../site/campaigns.ts';
import { SITE_CHANNEL } from '../site/site-channel.ts';
import { SiteSettings } from '../site/site-settings.ts';
import { WordChanges } from '../site/word-changes.ts';
import { ChangeListener } from './change-listener.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { ClockCheck } from './clock-check.ts';
import {
  createBreaker,
  createPool,
  type OnWait,
  query,
  withClient,
  withTransaction,
  withWrite,
} from './connection.ts';
import { sweepOnceKeysIn } from './idempotency.ts';
import { type KeyWalk, loadKeyWalkIn, saveKeyWalkIn } from './key-walk.ts';
import { migrate } from './migrate.ts';
import { Retention } from './retention.ts';
import { insertRow } from './rows.ts';
import { Secrets } from './secrets.ts';

/** Source of the picture with a public id. */
export interface StoredMedia {
  mediaId: string;
  dataset: string;
  provider: FeedProvider;
  listingKey: string;
  homeId: string;
  /** The provider's URL. */
  mediaUrl: string;
  mediaCategory: string;
  imageWidth: number | null;
  imageHeight: number | null;
}

/** Recent activity of a dataset. */
export interface FeedActivity {
  dataset: string;
  /** Homes shown now, over both search types. */
  homes: number;
  /** Listings in the feed now. */
  listings: number;
  /** Listings added or returned, and removed, since the given time. */
  added: number;
  removed: number;
  quarantined: number;
}

const KEYS_A_PAGE = 10_000;

export interface StoreOptions {
  databaseUrl: string;
  log?: (line: string) => void;
  /** Lifetime of a session in ms, regardless of refreshes; default 180 days. */
  sessionMaxAge?: number;
  /** Called for each wait for the database, in the caller's async context. */
  onWait?: OnWait;
}

/**
 * The system of record, in PostgreSQL; all other state can be rebuilt from it. Methods throw database errors;
 * `isUnavailable` identifies those worth a retry.
 */
export class Store {
  readonly #breaker: CircuitBreaker;
  readonly #pool: pg.Pool;
  /** For batches and snapshots, which may take long. */
  readonly #writers: pg.Pool;
  /** For cancelling statements when the other pools are exhausted. */
  readonly #control: pg.Pool;
  readonly #listener: ChangeListener;
  readonly #keywords: KeywordSearch;
  readonly #databaseUrl: string;
  /** Accounts, sessions and their activity. */
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly signIns: SignIns;
  readonly signingKeys: SigningKeys;
  readonly audit: AuditLog;
  /** Agents, realtors, contacts and emails. */
  readonly agents: Agents;
  readonly realtors: Realtors;
  readonly agentLinks: AgentLinks;
  readonly contacts: Contacts;
  readonly videos: RealtorVideos;
  readonly uploads: Uploads;
  readonly reports: ListingReports;
  readonly reviews: Reviews;
  readonly emails: Emails;
  readonly people: People;
  readonly secrets: Secrets;
  /** Saved homes and searches, and their alerts. */
  readonly saved: Saved;
  readonly alerts: Alerts;
  readonly sitemapRows: SitemapRows;
  /** Shared lists with votes. */
  readonly shortlists: Shortlists;
  readonly retention: Retention;
  readonly clockCheck: ClockCheck;
  /** Imported schools, boundaries and zones. */
  readonly placeData: PlaceData;
  /** Administration: messages, site settings, campaigns, take-downs and the admin desk. */
  readonly wordChanges: WordChanges;
  readonly siteSettings: SiteSettings;
  readonly campaigns: Campaigns;
  readonly takeDowns: TakeDowns;
  readonly desk: AdminDesk;

  private constructor({ databaseUrl, log = () => undefined, sessionMaxAge, onWait }: StoreOptions) {
    this.#databaseUrl = databaseUrl;
    const breaker = createBreaker(databaseUrl, log);
    this.#breaker = breaker;
    const shared = { breaker, ...(onWait === undefined ? {} : { onWait }) };
    this.#pool = createPool(databaseUrl, log, { ...shared, max: 10, for: 'reader' });
    this.#writers = createPool(databaseUrl, log, { ...shared, max: 4, for: 'writer' });
    this.#control = createPool(databaseUrl, log, { ...shared, max: 1, for: 'reader' });
    this.#listener = new ChangeListener(databaseUrl, log);
    this.#keywords = new KeywordSearch(this.#pool);
    this.accounts = new Accounts(this.#pool);
    this.sessions = new Sessions(this.#pool, { maxAge: sessionMaxAge });
    this.signIns = new SignIns(this.#pool, { sessionMaxAge });
    this.signingKeys = new SigningKeys(this.#pool);
    this.audit = new AuditLog(this.#pool);
    this.agents = new Agents(this.#pool);
    this.realtors = new Realtors(this.#pool);
    this.agentLinks = new AgentLinks(this.#pool);
    this.contacts = new Contacts(this.#pool);
    this.videos = new RealtorVideos(this.#pool);
    this.uploads = new Uploads(this.#pool);
    this.reports = new ListingReports(this.#pool);
    this.reviews = new Reviews(this.#pool);
    this.emails = new Emails(this.#pool);
    this.people = new People(this.#pool);
    this.secrets = new Secrets(this.#pool);
    this.saved = new Saved(this.#pool);
    this.sitemapRows = new SitemapRows(this.#pool);
    this.alerts = new Alerts(this.#writers);
    this.shortlists = new Shortlists(this.#pool);
    this.retention = new Retention(this.#pool);
    this.clockCheck = new ClockCheck(this.#pool);
    this.placeData = new PlaceData(this.#pool, this.#writers);
    this.wordChanges = new WordChanges(this.#pool);
    this.siteSettings = new SiteSettings(this.#pool);
    this.campaigns = new Campaigns(this.#pool);
    this.takeDowns = new TakeDowns(this.#pool, this.#writers);
    this.desk = new AdminDesk(this.#pool);
  }

  /** Connects and migrates the schema; safe to call in several processes at once. */
  static async open(options: StoreOptions): Promise<Store> {
    await migrate(options.databaseUrl, options.log ?? (() => undefined));
    return new Store(options);
  }

  /** Waits for running statements. */
  async close(): Promise<void> {
    this.#breaker.end();
    await this.#listener.close();
    await this.#pool.end();
    await this.#writers.end();
    await this.#control.end();
  }

  /**
   * False while the circuit breaker is open; every method then throws `DatabaseUnavailable` immediately. Free of cost.
   */
  get isAvailable(): boolean {
    return !this.#breaker.isOpen;
  }

  /** Whether the database responds within two seconds; never throws. */
  async ping(): Promise<boolean> {
    const answer = query(this.#pool, 'select 1').then(
      () => true,
      () => false,
    );
    const patience = new AbortController();
    const late = sleep(2_000, false, { signal: patience.signal }).catch(() => false);
    try {
      return await Promise.race([answer, late]);
    } finally {
      patience.abort();
    }
  }

  /**
   * The pool, for parts of this package outside the class (SQL engine, tests). Other packages do not depend on `pg`.
   */
  get pool(): pg.Pool {
    return this.#pool;
  }

  /** Cancels the running statement of a server process; never throws. */
  async cancelStatement(processId: number): Promise<void> {
    await query(this.#control, 'select pg_cancel_backend($1)', [processId]).catch(() => undefined);
  }

  /**
   * Writes a batch of a feed in one transaction. `sequence` is the dataset's last sequence number afterwards, `changed`
   * the number of changed listings. Idempotent. Writers of one dataset are serialized.
   */
  async applyChanges(batch: ChangeSet): Promise<{ sequence: number; changed: number }> {
    return await withWrite(this.#writers, (client) => applyChangesIn(client, batch));
  }

  /** Saves a dataset's provider and display rules; affected homes are shown or hidden immediately. */
  async saveDataset(settings: DatasetSettings): Promise<void> {
    await withWrite(this.#writers, async (client) => {
      const { dataset, provider } = settings;
      await lockDataset(client, dataset);
      const log = await saveDatasetIn(client, settings);
      await insertRow(
        client,
        'feed_state',
        { dataset, provider },
        'on conflict (dataset) do update set provider = excluded.provider, purged_at = null',
      );
      await tellChanges(client, dataset, log);
    });
  }

  /**
   * Hides all homes of a dataset, because its license was revoked: immediately on pages, in batches in search. Homes
   * that another dataset has too are shown by that listing. Returns the number of affected listings; 0 when it is
   * hidden for the same reason already, or with `unlessHidden` for any reason.
   */
  async hideDataset(dataset: string, reason: string, how: { unlessHidden?: true } = {}): Promise<number> {
    return await setHidden(this.#writers, dataset, reason, how.unlessHidden ? null : undefined);
  }

  /**
   * Undoes `hideDataset`; with `reason`, only if hidden for that reason, so that a recovered feed does not show what
   * the owner has hidden. A stale dataset stays hidden.
   */
  async showDataset(dataset: string, reason?: string): Promise<number> {
    return await setHidden(this.#writers, dataset, null, reason);
  }

  /**
   * Hides the homes of feeds without a success for more than their `display.maxStaleHours` and shows those of recovered
   * feeds. Call it every minute and after a recovery. Returns what changed.
   */
  async applyStaleness(now: Date): Promise<VisibilityChange[]> {
    return await sweepStaleness(this.#writers, now);
  }

  /**
   * Rebuilds cards written by another version of the code. Call it on startup in a writing process. Returns the number
   * of rebuilt cards, 2,000 per transaction, each recorded as a change; immediate when there is nothing to do.
   */
  async refreshCards(now: Date, signal?: AbortSignal): Promise<number> {
    return await refreshCardsIn(this.#writers, now, signal);
  }

  /**
   * Assigns homes the districts and schools of newly imported boundaries; returns the number changed. Call it every
   * minute.
   */
  async refreshSchoolAreas(signal?: AbortSignal): Promise<number> {
    return await refreshSchoolAreasIn(this.#writers, signal);
  }

  /** Updates agents from changed listings; returns the number written. Call it every few seconds. */
  async refreshAgents(signal?: AbortSignal): Promise<number> {
    return await refreshAgentsIn(this.#writers, signal);
  }

  /** Updates agents from the feeds' members and offices. Call it every minute. */
  async refreshPeople(signal?: AbortSignal): Promise<number> {
    return await refreshPeopleIn(this.#writers, signal);
  }

  /** Recomputes the monthly market figures when due; returns whether it did. Cheap to call often. */
  async refreshMarket(now: Date): Promise<boolean> {
    return await refreshMarketIn(this.#writers, now);
  }

  /** Current supply of a place, and monthly supply and sales. One statement. */
  async findMarket(
    place: { id: string; kind: PlaceKind },
    searchType: SearchType,
    now: number,
  ): Promise<Market> {
    return await findMarketIn(this.#pool, place, searchType, now);
  }

  /**
   * Sold homes near a position or in a place, nearest first, as far as licenses allow; also whether the home bars
   * automated valuations, and on request the supply of a place. One statement.
   */
  async findSales(
    question: SalesQuestion,
  ): Promise<{ sales: SoldHome[]; barsValuation: boolean; supply: Supply[] }> {
    return await findSalesIn(this.#pool, question);
  }

  /** Flags listing remarks for review; returns the number of new findings. Call it hourly. */
  async scanRemarks(now: Date, signal?: AbortSignal): Promise<number> {
    return await scanRemarksIn(this.#writers, now, signal);
  }

  /**
   * Deletes changes from before `before` that every reader has processed (`pruneChangesIn`); returns their number. Call
   * it hourly.
   */
  async pruneChanges(before: Date, now: Date): Promise<number> {
    return await pruneChangesIn(this.#writers, before, now);
  }

  /** Deletes expired idempotency keys. */
  async forgetOnceKeys(now: Date): Promise<void> {
    await withWrite(this.#pool, (client) => sweepOnceKeysIn(client, now));
  }

  /** Counts the rows of a dataset. */
  async countDataset(dataset: string): Promise<DatasetContents> {
    return await countDatasetIn(this.#writers, dataset);
  }

  /**
   * Deletes a dataset at the end of its license and returns what it contained. `onMedia` receives the public ids of its
   * pictures in batches, to delete the files; a batch's rows are deleted afterwards, so that an interrupted purge can
   * be repeated. Readers of changes see removed homes as usual.
   */
  async purgeDataset(
    dataset: string,
    onMedia: (mediaIds: string[]) => Promise<void> = async () => undefined,
  ): Promise<DatasetContents> {
    return await purgeDatasetIn(this.#writers, dataset, onMedia);
  }

  /** Takes the lease of a dataset's feed; `undefined` when another process holds it. */
  async takeLease(dataset: string, signal?: AbortSignal): Promise<FeedLease | undefined> {
    return await takeFeedLease(this.#databaseUrl, dataset, signal);
  }

  async loadKeyWalk(dataset: string): Promise<KeyWalk | undefined> {
    return await loadKeyWalkIn(this.#pool, dataset);
  }

  async saveKeyWalk(dataset: string, walk: KeyWalk): Promise<void> {
    await saveKeyWalkIn(this.#pool, dataset, walk);
  }

  async datasets(): Promise<DatasetSettings[]> {
    return await query<DatasetSettings & { rules: DisplayRules }>(
      this.#pool,
      'select dataset, provider, rules from dataset order by dataset collate "C"',
    );
  }

  /** The feed's cursor and state; `undefined` before its first batch. */
  async loadCursor(dataset: string): Promise<FeedState | undefined> {
    const rows = await query<FeedState>(this.#pool, `${FEED_STATES} and f.dataset = $1`, [dataset]);
    return rows[0];
  }

  async feedStates(): Promise<FeedState[]> {
    return await query<FeedState>(this.#pool, `${FEED_STATES} order by f.dataset collate "C"`);
  }

  /** Records a poll that wrote nothing or failed. */
  async recordFeedState(dataset: string, provider: FeedProvider, outcome: FeedOutcome): Promise<void> {
    if (outcome.kind === 'success') {
      await query(
        this.#pool,
        `insert into feed_state as old (dataset, provider, last_success_at, initial_load_done, cursor)
         values ($1, $2, $3, $4, $5)
         on conflict (dataset) do update set
           last_success_at = greatest(old.last_success_at, excluded.last_success_at), failing_since = null,
           initial_load_done = old.initial_load_done or excluded.initial_load_done,
           cursor = coalesce(excluded.cursor, old.cursor), purged_at = null`,
        [dataset, provider, outcome.at, outcome.initialLoadDone ?? false, outcome.cursor ?? null],
      );
    } else {
      await query(
        this.#pool,
        `insert into feed_state as old (dataset, provider, last_error, last_error_at, failing_since)
         values ($1, $2, $3, $4, $4)
         on conflict (dataset) do update set last_error = excluded.last_error,
           last_error_at = excluded.last_error_at,
           failing_since = coalesce(old.failing_since, excluded.failing_since), purged_at = null`,
        [dataset, provider, outcome.message, outcome.at],
      );
    }
  }

  /** Pages of the keys of all listings that the feed had when last seen, for reconciliation. */
  async *listKeys(dataset: string): AsyncGenerator<string[], void, undefined> {
    let last: string | null = null;
    for (;;) {
      const rows: { listing_key: string }[] = await query<{ listing_key: string }>(
        this.#pool,
        `select listing_key from listing
         where dataset = $1 and retired_at is null and ($2::text is null or listing_key > $2)
         order by listing_key limit $3`,
        [dataset, last, KEYS_A_PAGE],
      );
      if (rows.length === 0) return;
      yield rows.map((row) => row.listing_key);
      last = rows.at(-1)!.listing_key;
    }
  }

  /**
   * Homes whose public remarks match `q` (words, quoted phrases, - for exclusion) and contain none of `not`: the
   * `keyword` of a search. Undefined when neither contains a word. Uses `parseKeyword` of @maru/listing, which also
   * marks matches (`findHighlights`).
   */
  async findByKeyword(question: KeywordQuestion): Promise<ReadonlySet<string> | undefined> {
    return await this.#keywords.find(question);
  }

  /**
   * Listings with a timestamp after `now`, least recently checked first. When a provider corrects such a timestamp to
   * an earlier one, its change stream does not report it (rule F26).
   */
  async listFutureKeys(dataset: string, now: Date, limit = 50): Promise<string[]> {
    const rows = await query<{ listing_key: string }>(
      this.#pool,
      `select listing_key from listing
       where dataset = $1 and retired_at is null and stamped_at > $2
       order by last_seen_at, listing_key limit $3`,
      [dataset, new Date(now.getTime() + 10 * MINUTE_MS), limit],
    );
    return rows.map((row) => row.listing_key);
  }

  /** All homes in one database snapshot with its sequence numbers, to build an index. */
  async openSnapshot(): Promise<Snapshot> {
    return await openSnapshotIn(this.#writers);
  }

  /** Changes after these sequence numbers, at most `limit` per dataset, to update an index. */
  async readChanges(after: ReadonlyMap<string, number>, limit: number): Promise<ReadChanges> {
    return await readChangesIn(this.#pool, after, limit);
  }

  /** Last sequence number per dataset. */
  async newestSequences(): Promise<Map<string, number>> {
    return sequenceMap(
      await query<{ dataset: string; sequence: number }>(
        this.#pool,
        'select dataset, sequence from feed_state',
      ),
    );
  }

  /**
   * Calls `listener` soon after a commit and after each reconnection. Read what changed with `readChanges`. Returns the
   * function that unsubscribes.
   */
  onChange(listener: () => void): () => void {
    return this.#listener.subscribe(listener);
  }

  /**
   * Calls `listener` for each session that this process ends and each role that it changes: after the commit and before the
   * promise of the call that did it resolves. Returns the function that unsubscribes.
   */
  onRevocation(listener: (revocation: Revocation) => void): () => void {
    const stops = [this.#pool, this.#writers].map((pool) => subscribeToRevocations(pool, listener));
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Calls `listener` soon after a session ended or a role changed on any node, and after each reconnection. */
  onSessionChange(listener: () => void): () => void {
    return this.#listener.subscribe(listener, SESSION_CHANNEL);
  }

  /** Calls `listener` soon after a change of the site's content, and after each reconnection. */
  onSiteChange(listener: () => void): () => void {
    return this.#listener.subscribe(listener, SITE_CHANNEL);
  }

  /**
   * All data of a home's page; `undefined` when it is not shown. `homeId` differs from the requested id when the home
   * was merged into an older one; its page is `homePath(card)`.
   */
  async loadHome(homeId: string, searchType?: SearchType): Promise<HomeDetail | undefined> {
    return await withTransaction(this.#pool, 'isolation level repeatable read read only', (client) =>
      findHomeIn(client, homeId, { searchType }),
    );
  }

  /** The ledger row with this permanent id (`LedgerRow.id`) and its home; `undefined` when it may not be displayed. */
  async findLedgerRow(id: string): Promise<{ row: LedgerRow; home: HomeCard } | undefined> {
    return await withTransaction(this.#pool, 'isolation level repeatable read read only', (client) =>
      findLedgerRowIn(client, id),
    );
  }

  /** Whether the id ever belonged to a home, to tell 410 from 404. */
  async wasHome(homeId: string): Promise<boolean> {
    const rows = await query(this.#pool, 'select 1 from known_home where home_id = $1', [homeId]);
    return rows.length > 0;
  }

  /** Source of a picture; `undefined` when its listing is not shown. */
  async findMedia(mediaId: string): Promise<StoredMedia | undefined> {
    const rows = await query<StoredMedia>(
      this.#pool,
      `select m.media_id as "mediaId", m.dataset, d.provider, m.listing_key as "listingKey",
         coalesce(k.merged_into, l.home_id) as "homeId", m.media_url as "mediaUrl", m.media_category as "mediaCategory",
         m.image_width as "imageWidth", m.image_height as "imageHeight"
       from media m
       join listing l on l.dataset = m.dataset and l.listing_key = m.listing_key
       join dataset d on d.dataset = m.dataset
       left join known_home k on k.home_id = l.home_id
       where m.media_id = $1 and not d.is_hidden and l.displayable and l.retired_at is null
         and (l.standard_status <> 'Closed' or (d.rules ->> 'allowSold')::boolean)`,
      [mediaId],
    );
    return rows[0];
  }

  /** The ids that belong to a listing, shown or not. */
  async findKnownMedia(mediaIds: readonly string[]): Promise<Set<string>> {
    const rows = await query<{ media_id: string }>(
      this.#pool,
      'select media_id from media where media_id = any($1)',
      [mediaIds],
    );
    return new Set(rows.map((row) => row.media_id));
  }

  async countQuarantine(dataset: string): Promise<number> {
    return await countQuarantineIn(this.#pool, dataset);
  }

  /** The latest unreadable records of a dataset. */
  async listQuarantine(dataset: string, limit = 100): Promise<QuarantinedRow[]> {
    return await listQuarantineIn(this.#pool, dataset, limit);
  }

  /** Whether a quarantined record has not been tried by this version of the normalizer. */
  async needsReplay(dataset: string, version: string): Promise<boolean> {
    return await needsReplayIn(this.#pool, dataset, version);
  }

  /**
   * Retries quarantined records: `read` returns the listing, or why it is still unreadable. The feed's cursor and state
   * stay unchanged, and outdated records change nothing. `onlyKey`: retries one record.
   */
  async replayQuarantine(
    dataset: string,
    version: string,
    read: (raw: unknown) => PlacedListing | string,
    onlyKey?: string,
  ): Promise<{ replayed: number; left: number }> {
    return await replayQuarantineIn(this.#writers, dataset, version, read, onlyKey);
  }

  /** Current size and recent changes of each dataset. */
  async feedActivity(since: Date): Promise<FeedActivity[]> {
    return await query<FeedActivity>(
      this.#pool,
      `select d.dataset,
         (select count(*) from home h where h.dataset = d.dataset) as homes,
         (select count(*) from listing l where l.dataset = d.dataset and l.retired_at is null) as listings,
         (select count(*) from listing_history h where h.dataset = d.dataset and h.seen_time > $1
            and h.kind in ('new', 'back_on_market')) as added,
         (select count(*) from listing_history h where h.dataset = d.dataset and h.seen_time > $1
            and h.kind = 'withdrawn' and h.voided_at is null) as removed,
         (select count(*) from quarantine q where q.dataset = d.dataset) as quarantined
       from dataset d order by d.dataset collate "C"`,
      [since],
    );
  }

  /** State of the reader pool: total and idle connections, and waiting callers. */
  poolState(): { total: number; idle: number; waiting: number } {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { total, idle, waiting };
  }

  /** Number of shown homes, over both search types. */
  async countHomes(): Promise<number> {
    return await withClient(this.#pool, async (client) => {
      const { rows } = await client.query<{ count: number }>('select count(*) from home');
      return rows[0]?.count ?? 0;
    });
  }
}

const FEED_STATES = `
  select f.dataset, f.provider, cursor, sequence, initial_load_done as "initialLoadDone",
    last_success_at as "lastSuccessAt", last_error as "lastError", last_error_at as "lastErrorAt",
    failing_since as "failingSince", coalesce(d.hidden_since, d.stale_since) as "hiddenSince",
    shrinking_since as "shrinkingSince"
  from feed_state f left join dataset d on d.dataset = f.dataset left join key_walk k on k.dataset = f.dataset
  where purged_at is null`;
