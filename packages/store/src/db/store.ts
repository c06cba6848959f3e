import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchType } from '@maru/listing';
import type { SearchQuery } from '@maru/listing/search';
import type pg from 'pg';
import { applyStaleness, hideDataset, showDataset } from '../feeds/dataset-visibility.ts';
import { takeFeedLease } from '../feeds/feed-lease.ts';
import {
  listDatasets,
  listFeedStates,
  listFutureKeys,
  listKeys,
  loadFeedActivity,
  loadFeedState,
  recordFeedState,
  saveDataset,
} from '../feeds/feed-states.ts';
import { countDataset, purgeDataset } from '../feeds/purge-dataset.ts';
import { countQuarantine, listQuarantine, needsReplay, replayQuarantine } from '../feeds/quarantine.ts';
import { applyChangesIn } from '../listings/apply-changes.ts';
import { loadSequences, openSnapshot, readChanges } from '../listings/change-feed.ts';
import type { ChangeSet } from '../listings/change-set.ts';
import { findHomeIn, type HomeDetail } from '../listings/home-detail.ts';
import { countHomes, wasHome } from '../listings/home-groups.ts';
import { ListingReports } from '../listings/listing-reports.ts';
import { findKnownMedia, findMedia } from '../listings/media-id.ts';
import { pruneChanges } from '../listings/prune-changes.ts';
import { refreshCards } from '../listings/refresh-cards.ts';
import { scanRemarks } from '../listings/remark-scan.ts';
import { TakeDowns } from '../listings/take-downs.ts';
import { findSales } from '../market/find-sales.ts';
import { findMarket } from '../market/market.ts';
import { refreshMarket } from '../market/refresh-market.ts';
import { Accounts } from '../people/accounts.ts';
import { AgentLinks } from '../people/agent-links.ts';
import { Agents } from '../people/agents.ts';
import { Alerts } from '../people/alerts.ts';
import { Contacts } from '../people/contacts.ts';
import { Emails } from '../people/emails.ts';
import { People } from '../people/people.ts';
import { RealtorVideos } from '../people/realtor-videos.ts';
import { Realtors } from '../people/realtors.ts';
import { refreshAgents, refreshPeople } from '../people/refresh-agents.ts';
import { Reviews } from '../people/reviews.ts';
import { Saved } from '../people/saved.ts';
import { type Revocation, SESSION_CHANNEL, Sessions, subscribeToRevocations } from '../people/sessions.ts';
import { Shortlists } from '../people/shortlists.ts';
import { SignIns } from '../people/sign-ins.ts';
import { SigningKeys } from '../people/signing-keys.ts';
import { Uploads } from '../people/uploads.ts';
import { PlaceData } from '../places/place-data.ts';
import { refreshPlaceAreas } from '../places/refresh-place-areas.ts';
import { findChangedHomes } from '../search/changed-homes.ts';
import { type KeywordQuestion, KeywordSearch } from '../search/keyword-search.ts';
import { SitemapRows } from '../search/sitemap-rows.ts';
import { AdminDesk } from '../site/admin-desk.ts';
import { AuditLog } from '../site/audit-log.ts';
import { Campaigns } from '../site/campaigns.ts';
import { Corrections } from '../site/corrections.ts';
import { SITE_CHANNEL } from '../site/site-channel.ts';
import { SiteSettings } from '../site/site-settings.ts';
import { WordChanges } from '../site/word-changes.ts';
import { ChangeListener } from './change-listener.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { ClockCheck } from './clock-check.ts';
import { createBreaker, createPool, type OnWait, query, withSnapshot, withWrite } from './connection.ts';
import { sweepOnceKeys } from './idempotency.ts';
import { keepConfirmation, loadKeyWalk, saveKeyWalk } from './key-walk.ts';
import { migrate } from './migrate.ts';
import { succeeds } from './process-lock.ts';
import { Retention } from './retention.ts';
import { Secrets } from './secrets.ts';
import { sql } from './sql.ts';

export interface StoreOptions {
  databaseUrl: string;
  log?: (line: string) => void;
  /** Lifetime of a session in ms, regardless of refreshes; default 180 days. */
  sessionMaxAge?: number;
  onWait?: OnWait;
}

/** The connections of a store: its pools, their circuit breaker, and the listener for notifications. */
class StoreConnections {
  /** For parts of this package and its tests; other packages do not depend on `pg`. */
  readonly pool: pg.Pool;
  protected readonly writers: pg.Pool;
  /** For cancelling statements when the other pools are exhausted. */
  readonly #control: pg.Pool;
  readonly #breaker: CircuitBreaker;
  protected readonly listener: ChangeListener;
  protected readonly options: StoreOptions;

  protected constructor(options: StoreOptions) {
    const { databaseUrl, log = () => undefined, onWait } = options;
    this.options = options;
    this.#breaker = createBreaker(databaseUrl, log);
    const shared = { breaker: this.#breaker, ...(onWait === undefined ? {} : { onWait }) };
    this.pool = createPool(databaseUrl, log, { ...shared, max: 10, for: 'reader' });
    this.writers = createPool(databaseUrl, log, { ...shared, max: 4, for: 'writer' });
    this.#control = createPool(databaseUrl, log, { ...shared, max: 1, for: 'reader' });
    this.listener = new ChangeListener(databaseUrl, log);
  }

  async close(): Promise<void> {
    this.#breaker.end();
    await this.listener.close();
    await this.pool.end();
    await this.writers.end();
    await this.#control.end();
  }

  /** False while the circuit breaker is open: every method then throws `DatabaseUnavailable` immediately. */
  get isAvailable(): boolean {
    return !this.#breaker.isOpen;
  }

  /** Whether the database responds within two seconds; never throws. */
  async ping(): Promise<boolean> {
    const answer = succeeds(query(this.pool, 'select 1'));
    const patience = new AbortController();
    const late = sleep(2_000, false, { signal: patience.signal }).catch(() => false);
    try {
      return await Promise.race([answer, late]);
    } finally {
      patience.abort();
    }
  }

  async cancelStatement(processId: number): Promise<void> {
    await sql`select pg_cancel_backend(${processId})`.all(this.#control).catch(() => undefined);
  }

  poolState(): { total: number; idle: number; waiting: number } {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.pool;
    return { total, idle, waiting };
  }

  /** Bind a function of this package to the pool of readers, or of writers. */
  protected reads<Args extends unknown[], Result>(work: (pool: pg.Pool, ...args: Args) => Result) {
    return (...args: Args): Result => work(this.pool, ...args);
  }

  protected writes<Args extends unknown[], Result>(work: (pool: pg.Pool, ...args: Args) => Result) {
    return (...args: Args): Result => work(this.writers, ...args);
  }
}

/**
 * The system of record, in PostgreSQL. Methods throw database errors (`isUnavailable`). Bound functions have the
 * comments.
 */
export class Store extends StoreConnections {
  readonly accounts = new Accounts(this.pool);
  readonly sessions = new Sessions(this.pool, { maxAge: this.options.sessionMaxAge });
  readonly signIns = new SignIns(this.pool, { sessionMaxAge: this.options.sessionMaxAge });
  readonly signingKeys = new SigningKeys(this.pool);
  readonly audit = new AuditLog(this.pool);
  readonly agents = new Agents(this.pool);
  readonly realtors = new Realtors(this.pool);
  readonly agentLinks = new AgentLinks(this.pool);
  readonly contacts = new Contacts(this.pool);
  readonly videos = new RealtorVideos(this.pool);
  readonly uploads = new Uploads(this.pool);
  readonly reports = new ListingReports(this.pool);
  readonly reviews = new Reviews(this.pool);
  readonly emails = new Emails(this.pool);
  readonly people = new People(this.pool);
  readonly secrets = new Secrets(this.pool);
  readonly saved = new Saved(this.pool);
  readonly alerts = new Alerts(this.writers);
  readonly sitemapRows = new SitemapRows(this.pool);
  readonly shortlists = new Shortlists(this.pool);
  readonly retention = new Retention(this.pool);
  readonly clockCheck = new ClockCheck(this.pool);
  readonly placeData = new PlaceData(this.pool, this.writers);
  readonly wordChanges = new WordChanges(this.pool);
  readonly siteSettings = new SiteSettings(this.pool);
  readonly campaigns = new Campaigns(this.pool);
  readonly takeDowns = new TakeDowns(this.pool, this.writers);
  readonly corrections = new Corrections(this.pool, this.writers);
  readonly desk = new AdminDesk(this.pool);
  readonly #keywords = new KeywordSearch(this.pool);

  readonly saveDataset = this.writes(saveDataset);
  readonly datasets = this.reads(listDatasets);
  readonly hideDataset = this.writes(hideDataset);
  readonly showDataset = this.writes(showDataset);
  readonly applyStaleness = this.writes(applyStaleness);
  readonly countDataset = this.writes(countDataset);
  readonly purgeDataset = this.writes(purgeDataset);
  readonly loadCursor = this.reads(loadFeedState);
  readonly feedStates = this.reads(listFeedStates);
  readonly recordFeedState = this.reads(recordFeedState);
  readonly feedActivity = this.reads(loadFeedActivity);
  readonly loadKeyWalk = this.reads(loadKeyWalk);
  readonly saveKeyWalk = this.reads(saveKeyWalk);
  readonly keepConfirmation = this.reads(keepConfirmation);
  readonly listKeys = this.reads(listKeys);
  readonly listFutureKeys = this.reads(listFutureKeys);
  readonly countQuarantine = this.reads(countQuarantine);
  readonly listQuarantine = this.reads(listQuarantine);
  readonly needsReplay = this.reads(needsReplay);
  readonly replayQuarantine = this.writes(replayQuarantine);

  readonly refreshCards = this.writes(refreshCards);
  readonly refreshPlaceAreas = this.writes(refreshPlaceAreas);
  readonly refreshAgents = this.writes(refreshAgents);
  readonly refreshPeople = this.writes(refreshPeople);
  readonly refreshMarket = this.writes(refreshMarket);
  readonly scanRemarks = this.writes(scanRemarks);
  readonly pruneChanges = this.writes(pruneChanges);
  readonly forgetOnceKeys = this.reads(sweepOnceKeys);

  readonly openSnapshot = this.writes(openSnapshot);
  readonly readChanges = this.reads(readChanges);
  readonly newestSequences = this.reads(loadSequences);
  readonly findMarket = this.reads(findMarket);
  readonly findSales = this.reads(findSales);
  readonly wasHome = this.reads(wasHome);
  readonly countHomes = this.reads(countHomes);
  readonly findMedia = this.reads(findMedia);
  readonly findKnownMedia = this.reads(findKnownMedia);

  /** Connects and migrates the schema; safe to call in several processes at once. */
  static async open(options: StoreOptions): Promise<Store> {
    await migrate(options.databaseUrl, options.log ?? (() => undefined));
    return new Store(options);
  }

  /**
   * Writes a batch in one transaction; returns the last sequence number and the number of changed listings. Idempotent.
   */
  async applyChanges(batch: ChangeSet): Promise<{ sequence: number; changed: number }> {
    return await withWrite(this.writers, (client) => applyChangesIn(client, batch));
  }

  /** Takes the lease of a dataset's feed; `undefined` when another process holds it. */
  async takeLease(dataset: string) {
    return await takeFeedLease(this.options.databaseUrl, dataset);
  }

  async findByKeyword(question: KeywordQuestion): Promise<ReadonlySet<string> | undefined> {
    return await this.#keywords.find(question);
  }

  async findChangedHomes(since: NonNullable<SearchQuery['since']>, searchType: SearchType) {
    return await findChangedHomes(this.pool, since, searchType);
  }

  /**
   * Undefined when the home is not shown. `homeId` differs from the requested id when it was merged into an older home.
   */
  async loadHome(homeId: string, searchType?: SearchType): Promise<HomeDetail | undefined> {
    return await withSnapshot(this.pool, (client) => findHomeIn(client, homeId, searchType));
  }

  /** Calls `listener` soon after a commit and after each reconnection; returns the function that unsubscribes. */
  onChange(listener: () => void): () => void {
    return this.listener.subscribe(listener);
  }

  /**
   * For each session ended and role changed by this process: after the commit, before the call that did it resolves.
   */
  onRevocation(listener: (revocation: Revocation) => void): () => void {
    const stops = [this.pool, this.writers].map((pool) => subscribeToRevocations(pool, listener));
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Calls `listener` soon after a session ended or a role changed on any node, and after each reconnection. */
  onSessionChange(listener: () => void): () => void {
    return this.listener.subscribe(listener, SESSION_CHANNEL);
  }

  /** Calls `listener` soon after a change of the site's content, and after each reconnection. */
  onSiteChange(listener: () => void): () => void {
    return this.listener.subscribe(listener, SITE_CHANNEL);
  }
}
