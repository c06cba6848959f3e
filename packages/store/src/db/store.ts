import { setTimeout as sleep } from 'node:timers/promises';
import type { DisplayRules, FeedProvider, HomeCard, PlaceKind, SearchType } from '@maru/listing';
import { MINUTE_MS } from '@maru/listing';
import type pg from 'pg';
import { lockDataset } from '../feeds/dataset-lock.ts';
import {
  setHidden,
  sweepStaleness,
  tellChanges,
  type VisibilityChange,
} from '../feeds/dataset-visibility.ts';
import { saveDatasetIn } from '../feeds/datasets.ts';
import { type FeedLease, takeLeaseOf } from '../feeds/feed-lease.ts';
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
  openSnapshotOf,
  type ReadChanges,
  readChangesOf,
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
import { Letters } from '../people/letters.ts';
import { People } from '../people/people.ts';
import { RealtorVideos } from '../people/realtor-videos.ts';
import { Realtors } from '../people/realtors.ts';
import { refreshAgentsIn, refreshPeopleIn } from '../people/refresh-agents.ts';
import { Reviews } from '../people/reviews.ts';
import { onRevocationOf, type Revocation } from '../people/revocations.ts';
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
import { Secrets } from './secrets.ts';

/** Where the picture with a public id comes from. */
export interface StoredMedia {
  mediaId: string;
  dataset: string;
  provider: FeedProvider;
  listingKey: string;
  homeId: string;
  /** The provider's original. */
  mediaUrl: string;
  mediaCategory: string;
  imageWidth: number | null;
  imageHeight: number | null;
}

/** What happened in a dataset lately. */
export interface FeedActivity {
  dataset: string;
  /** Homes that are shown now, over both search types. */
  homes: number;
  /** Listings that the feed has now. */
  listings: number;
  /** Since the asked time: listings that came or came back, and that left. */
  added: number;
  removed: number;
  quarantined: number;
}

const KEYS_A_PAGE = 10_000;

export interface StoreOptions {
  databaseUrl: string;
  log?: (line: string) => void;
  /** Of a sign-in session, whatever the refreshes (ms); 180 days when absent. */
  sessionMaxAge?: number;
  /** Told of each wait for the database, in the async context of the caller. */
  onWait?: OnWait;
}

/**
 * The truth, in PostgreSQL. Everything else that the product holds can be thrown away and rebuilt from here.
 * Its methods throw what the database throws; `isUnavailable` tells "away, try later" from a fault.
 */
export class Store {
  readonly #breaker: CircuitBreaker;
  readonly #pool: pg.Pool;
  /** For batches and snapshots, which may take long. */
  readonly #writers: pg.Pool;
  /** For cancelling: the pool itself may be full of what is to be cancelled. */
  readonly #control: pg.Pool;
  readonly #listener: ChangeListener;
  readonly #keywords: KeywordSearch;
  readonly #databaseUrl: string;
  /** Who signs in, their devices, what they did. */
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly signIns: SignIns;
  readonly signingKeys: SigningKeys;
  readonly audit: AuditLog;
  /** Agents and realtors, who wrote to them, and the letters of that. */
  readonly agents: Agents;
  readonly realtors: Realtors;
  readonly agentLinks: AgentLinks;
  readonly contacts: Contacts;
  readonly videos: RealtorVideos;
  readonly uploads: Uploads;
  readonly reports: ListingReports;
  readonly reviews: Reviews;
  readonly letters: Letters;
  readonly people: People;
  readonly secrets: Secrets;
  /** What people keep, and what they are told of it. */
  readonly saved: Saved;
  readonly alerts: Alerts;
  readonly sitemapRows: SitemapRows;
  /** Lists that families vote on. */
  readonly shortlists: Shortlists;
  readonly retention: Retention;
  readonly clockCheck: ClockCheck;
  /** Schools, boundaries, zones that the owner has imported. */
  readonly placeData: PlaceData;
  /** What the owner changes: words, settings of the site, campaigns, homes taken down, and the desk to see it all. */
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
    this.letters = new Letters(this.#pool);
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

  /** Connects and brings the schema forward; safe when several processes do so at once. */
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
   * Whether queries are tried at all: false while the circuit breaker is open, and every method then throws `DatabaseUnavailable`
   * at once. Costs nothing to ask.
   */
  get isAvailable(): boolean {
    return !this.#breaker.isOpen;
  }

  /** Whether the database answers within two seconds; never throws. */
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
   * The pool, for the parts of this package that stand beside the class (the SQL engine, testing). Nobody else
   * can name its type: `pg` is at home here only.
   */
  get pool(): pg.Pool {
    return this.#pool;
  }

  /** Stops what the server process with this id is running; never throws. */
  async cancelStatement(processId: number): Promise<void> {
    await query(this.#control, 'select pg_cancel_backend($1)', [processId]).catch(() => undefined);
  }

  /**
   * Writes what a feed brought in one transaction and numbers the changes: `sequence` is the dataset's last
   * number afterwards, `changed` how many listings changed. The same batch twice changes nothing. One writer a
   * dataset: a second one waits.
   */
  async applyChanges(batch: ChangeSet): Promise<{ sequence: number; changed: number }> {
    return await withWrite(this.#writers, (client) => applyChangesIn(client, batch));
  }

  /** Saves a dataset's provider and display rules; homes that a rule shows or hides change at once. */
  async saveDataset(settings: DatasetSettings): Promise<void> {
    await withWrite(this.#writers, async (client) => {
      const { dataset, provider } = settings;
      await lockDataset(client, dataset);
      const log = (await saveDatasetIn(client, settings)).map((one) => ({ ...one, entries: [] }));
      await client.query(
        `insert into feed_state (dataset, provider) values ($1, $2)
         on conflict (dataset) do update set provider = excluded.provider, purged_at = null`,
        [dataset, provider],
      );
      await tellChanges(client, dataset, log);
    });
  }

  /**
   * Hides all homes of a dataset, at once on pages and batch by batch in search: its licence is lost. Homes that
   * another dataset has too are shown by that one's listing. Answers of how many listings the homes changed; 0 when
   * it is hidden for that reason already, or (`unlessHidden`) for any.
   */
  async hideDataset(dataset: string, reason: string, how: { unlessHidden?: true } = {}): Promise<number> {
    return await setHidden(this.#writers, dataset, reason, how.unlessHidden ? null : undefined);
  }

  /**
   * Undoes `hideDataset`, with a `reason` only what was hidden for that one: a feed that answers again does not show what the
   * owner has hidden. A dataset whose feed is stale stays hidden.
   */
  async showDataset(dataset: string, reason?: string): Promise<number> {
    return await setHidden(this.#writers, dataset, null, reason);
  }

  /**
   * Hides the homes of feeds that have been away for longer than their `display.maxStaleHours`, and shows those of
   * feeds that are back. To be called each minute, and when a feed succeeds again. Answers what changed.
   */
  async applyStaleness(now: Date): Promise<VisibilityChange[]> {
    return await sweepStaleness(this.#writers, now);
  }

  /**
   * Makes the cards of listings anew that another version of this code has made, so that what is stored answers the
   * questions of today. To be called at start by whoever writes; answers at once when there is nothing to do, else how
   * many were made, 2,000 at a time, each told as a change.
   */
  async refreshCards(now: Date, signal?: AbortSignal): Promise<number> {
    return await refreshCardsIn(this.#writers, now, signal);
  }

  /** Gives homes the districts and schools of boundaries that were imported since; how many changed. To be called each minute. */
  async refreshSchoolAreas(signal?: AbortSignal): Promise<number> {
    return await refreshSchoolAreasIn(this.#writers, signal);
  }

  /** Brings the agents after the listings that have changed; answers how many were written. To be called every few seconds. */
  async refreshAgents(signal?: AbortSignal): Promise<number> {
    return await refreshAgentsIn(this.#writers, signal);
  }

  /** The same after what the feeds say of agents and offices themselves. To be called each minute. */
  async refreshPeople(signal?: AbortSignal): Promise<number> {
    return await refreshPeopleIn(this.#writers, signal);
  }

  /** Makes the market's months anew where that is due; answers whether it did. To be called often: a look costs little. */
  async refreshMarket(now: Date): Promise<boolean> {
    return await refreshMarketIn(this.#writers, now);
  }

  /** What is offered in a place now, and what was offered and sold there month by month. One statement. */
  async findMarket(
    place: { id: string; kind: PlaceKind },
    searchType: SearchType,
    now: number,
  ): Promise<Market> {
    return await findMarketIn(this.#pool, place, searchType, now);
  }

  /**
   * Homes that were sold near a position or in a place, as far as licences show them, nearest first; and whether the
   * home itself bars automated values, with the supply of a place where that is wanted. One statement.
   */
  async findSales(
    question: SalesQuestion,
  ): Promise<{ sales: SoldHome[]; barsValuation: boolean; supply: Supply[] }> {
    return await findSalesIn(this.#pool, question);
  }

  /** Flags remarks of listings that somebody must look at; answers how many are new. To be called each hour. */
  async scanRemarks(now: Date, signal?: AbortSignal): Promise<number> {
    return await scanRemarksIn(this.#writers, now, signal);
  }

  /** Deletes changes of before `before` that every reader has had (`pruneChangesIn`); answers how many. To be called each hour. */
  async pruneChanges(before: Date, now: Date): Promise<number> {
    return await pruneChangesIn(this.#writers, before, now);
  }

  /** Forgets what calls with an `Idempotency-Key` have made, after a day. */
  async forgetOnceKeys(now: Date): Promise<void> {
    await withWrite(this.#pool, (client) => sweepOnceKeysIn(client, now));
  }

  /** How much of a dataset there is. */
  async countDataset(dataset: string): Promise<DatasetContents> {
    return await countDatasetIn(this.#writers, dataset);
  }

  /**
   * Ends a dataset's licence: deletes all of it and answers how much that was. `onMedia` is given the public ids of
   * its pictures, a batch at a time, to delete the files; a batch's rows go only afterwards, so that a purge that was
   * killed can be started again. Readers of the changes forget its homes as they forget any other.
   */
  async purgeDataset(
    dataset: string,
    onMedia: (mediaIds: string[]) => Promise<void> = async () => undefined,
  ): Promise<DatasetContents> {
    return await purgeDatasetIn(this.#writers, dataset, onMedia);
  }

  /** The right to read the dataset's feed; `undefined` when another process has it. */
  async takeLease(dataset: string, signal?: AbortSignal): Promise<FeedLease | undefined> {
    return await takeLeaseOf(this.#databaseUrl, dataset, signal);
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

  /** How far the dataset's feed has come; `undefined` before its first batch. */
  async loadCursor(dataset: string): Promise<FeedState | undefined> {
    const rows = await query<FeedState>(this.#pool, `${FEED_STATES} and f.dataset = $1`, [dataset]);
    return rows[0];
  }

  async feedStates(): Promise<FeedState[]> {
    return await query<FeedState>(this.#pool, `${FEED_STATES} order by f.dataset collate "C"`);
  }

  /** Stamps a turn of the feed that brought nothing to write, or failed. */
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

  /** The keys of all listings that the feed still had when last seen, in pages, for key reconciliation. */
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
   * The homes whose public remarks have all words of `q` (phrases in quotes; with - before it: not) and none of
   * `not`: for `keyword` of a search. Undefined when neither has a word in it: then nothing was asked. By `parseKeyword`
   * of @maru/listing, which also marks the hits (`headlineOf`).
   */
  async findByKeyword(question: KeywordQuestion): Promise<ReadonlySet<string> | undefined> {
    return await this.#keywords.find(question);
  }

  /**
   * Listings whose stamp lies ahead of `now`, those looked at longest ago first: what their provider corrects back to
   * an older instant is never told again by its changes (rule F26).
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

  /** All homes out of one moment, with the numbers to go on from: how an index starts. */
  async openSnapshot(): Promise<Snapshot> {
    return await openSnapshotOf(this.#writers);
  }

  /** What changed after these numbers, at most `limit` changes a dataset: how an index goes on. */
  async readChanges(after: ReadonlyMap<string, number>, limit: number): Promise<ReadChanges> {
    return await readChangesOf(this.#pool, after, limit);
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
   * Calls `listener` soon after a commit, and after each reconnection. Only a wake-up: what changed is read
   * with `readChanges`. Answers the function that ends it.
   */
  onChange(listener: () => void): () => void {
    return this.#listener.subscribe(listener);
  }

  /**
   * Calls `listener` for each session that this process ends and each role that it changes: after the commit and before the
   * promise of the call that did it resolves. Returns the function that unsubscribes.
   */
  onRevocation(listener: (revocation: Revocation) => void): () => void {
    const stops = [this.#pool, this.#writers].map((pool) => onRevocationOf(pool, listener));
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Calls `listener` soon after a session has ended or a role has changed on any node, and after each reconnection. */
  onSessionChange(listener: () => void): () => void {
    return this.#listener.subscribe(listener, SESSION_CHANNEL);
  }

  /** Calls `listener` soon after the owner has changed something of the site, and after each reconnection. */
  onSiteChange(listener: () => void): () => void {
    return this.#listener.subscribe(listener, SITE_CHANNEL);
  }

  /**
   * All that the page of a home says; `undefined` when it is not (or no longer) shown. Its `homeId` is another one
   * than was asked for when the home turned out to be one with an older one: the page then is `homePath(card)`.
   */
  async loadHome(homeId: string, searchType?: SearchType): Promise<HomeDetail | undefined> {
    return await withTransaction(this.#pool, 'isolation level repeatable read read only', (client) =>
      findHomeIn(client, homeId, { searchType }),
    );
  }

  /** The ledger's row of this permanent id (`LedgerRow.id`) with its home; `undefined` when it may not be shown. */
  async findLedgerRow(id: string): Promise<{ row: LedgerRow; home: HomeCard } | undefined> {
    return await withTransaction(this.#pool, 'isolation level repeatable read read only', (client) =>
      findLedgerRowIn(client, id),
    );
  }

  /** Whether the id was ever given to a home: a home that is gone is told from one that never was. */
  async wasHome(homeId: string): Promise<boolean> {
    const rows = await query(this.#pool, 'select 1 from known_home where home_id = $1', [homeId]);
    return rows.length > 0;
  }

  /** The original of a picture; `undefined` when its listing is not shown. */
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

  /** Which of these public ids of pictures belong to a listing, shown or not. */
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

  /** The newest unreadable records of a dataset. */
  async listQuarantine(dataset: string, limit = 100): Promise<QuarantinedRow[]> {
    return await listQuarantineIn(this.#pool, dataset, limit);
  }

  /** Whether some quarantined record was not yet read by this version of the reading code. */
  async needsReplay(dataset: string, version: string): Promise<boolean> {
    return await needsReplayIn(this.#pool, dataset, version);
  }

  /**
   * Reads the quarantined records again: `read` answers the listing, or why it still cannot be read. The feed's
   * cursor and its state stay as they are, and a record that has been overtaken changes nothing. `onlyKey`: the one record.
   */
  async replayQuarantine(
    dataset: string,
    version: string,
    read: (raw: unknown) => PlacedListing | string,
    onlyKey?: string,
  ): Promise<{ replayed: number; left: number }> {
    return await replayQuarantineIn(this.#writers, dataset, version, read, onlyKey);
  }

  /** What each dataset has now, and what has come and gone since. */
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

  /** The connections that answer readers: how many there are, free ones, and who waits for one. */
  poolState(): { total: number; idle: number; waiting: number } {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { total, idle, waiting };
  }

  /** How many homes are shown, over both search types. */
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
