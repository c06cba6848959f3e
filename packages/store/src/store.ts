import { setTimeout as sleep } from 'node:timers/promises';
import type { DisplayRules, Provider, SearchType } from '@maru/listing';
import type pg from 'pg';
import { applyChangesIn, lockHomes, refreshHomes, writeLog } from './apply-changes.ts';
import {
  openSnapshotOf,
  type ReadChanges,
  readChangesOf,
  type Snapshot,
  sequenceMap,
} from './change-feed.ts';
import { ChangeListener } from './change-listener.ts';
import type { ChangeSet, DatasetSettings, FeedOutcome, FeedState } from './change-set.ts';
import { createPool, query, withClient, withTransaction } from './connection.ts';
import { lockDataset } from './dataset-lock.ts';
import { saveDatasetIn } from './datasets.ts';
import { findHomeIn, type HomeDetail } from './home-detail.ts';
import { migrate } from './migrate.ts';

/** Where the picture with a public id comes from. */
export interface StoredMedia {
  mediaId: string;
  dataset: string;
  provider: Provider;
  listingKey: string;
  homeId: string;
  /** The provider's original. */
  mediaUrl: string;
  mediaCategory: string;
  imageWidth: number | null;
  imageHeight: number | null;
}

/** A record that could not be read, as the admin sees it. */
export interface QuarantinedRow {
  dataset: string;
  listingKey: string | null;
  reason: string;
  raw: unknown;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

const KEYS_A_PAGE = 10_000;

/**
 * The truth, in PostgreSQL. Everything else that the product holds can be thrown away and rebuilt from here.
 * Its methods throw what the database throws; `isUnavailable` tells "away, try later" from a fault.
 */
export class Store {
  readonly #pool: pg.Pool;
  /** For batches and snapshots, which may take long. */
  readonly #writers: pg.Pool;
  /** For cancelling: the pool itself may be full of what is to be cancelled. */
  readonly #control: pg.Pool;
  readonly #listener: ChangeListener;

  private constructor(databaseUrl: string, log: (line: string) => void) {
    this.#pool = createPool(databaseUrl, log, { max: 10, for: 'reader' });
    this.#writers = createPool(databaseUrl, log, { max: 4, for: 'writer' });
    this.#control = createPool(databaseUrl, log, { max: 1, for: 'reader' });
    this.#listener = new ChangeListener(databaseUrl, log);
  }

  /** Connects and brings the schema forward; safe when several processes do so at once. */
  static async open(options: { databaseUrl: string; log?: (line: string) => void }): Promise<Store> {
    const { databaseUrl, log = () => undefined } = options;
    await migrate(databaseUrl, log);
    return new Store(databaseUrl, log);
  }

  /** Waits for running statements. */
  async close(): Promise<void> {
    await this.#listener.close();
    await this.#pool.end();
    await this.#writers.end();
    await this.#control.end();
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
    return await withTransaction(this.#writers, '', (client) => applyChangesIn(client, batch));
  }

  /** Saves a dataset's provider and display rules; homes that a rule shows or hides change at once. */
  async saveDataset(settings: DatasetSettings): Promise<void> {
    await withTransaction(this.#writers, '', async (client) => {
      const { dataset, provider } = settings;
      await lockDataset(client, dataset);
      const log = (await saveDatasetIn(client, settings)).map((one) => ({ ...one, entries: [] }));
      const { rows } = await client.query<{ sequence: number }>(
        `insert into feed_state as old (dataset, provider, sequence) values ($1, $2, $3)
         on conflict (dataset) do update
           set provider = excluded.provider, sequence = old.sequence + excluded.sequence
         returning sequence`,
        [dataset, provider, log.length],
      );
      if (log.length === 0) return;
      const homes = [...new Set(log.flatMap((one) => one.homeIds))];
      await lockHomes(client, homes);
      await writeLog(client, dataset, log, (rows[0]?.sequence ?? log.length) - log.length, new Date());
      await refreshHomes(client, homes);
      await client.query(`select pg_notify('maru_change', $1)`, [dataset]);
    });
  }

  async datasets(): Promise<DatasetSettings[]> {
    return await query<DatasetSettings & { rules: DisplayRules }>(
      this.#pool,
      'select dataset, provider, rules from dataset order by dataset collate "C"',
    );
  }

  /** How far the dataset's feed has come; `undefined` before its first batch. */
  async loadCursor(dataset: string): Promise<FeedState | undefined> {
    const rows = await query<FeedState>(this.#pool, `${FEED_STATES} where dataset = $1`, [dataset]);
    return rows[0];
  }

  async feedStates(): Promise<FeedState[]> {
    return await query<FeedState>(this.#pool, `${FEED_STATES} order by dataset collate "C"`);
  }

  /** Stamps a turn of the feed that brought nothing to write, or failed. */
  async recordFeedState(dataset: string, provider: Provider, outcome: FeedOutcome): Promise<void> {
    if (outcome.kind === 'success') {
      await query(
        this.#pool,
        `insert into feed_state as old (dataset, provider, last_success_at, initial_load_done, cursor)
         values ($1, $2, $3, $4, $5)
         on conflict (dataset) do update set
           last_success_at = greatest(old.last_success_at, excluded.last_success_at), failing_since = null,
           initial_load_done = old.initial_load_done or excluded.initial_load_done,
           cursor = coalesce(excluded.cursor, old.cursor)`,
        [dataset, provider, outcome.at, outcome.initialLoadDone ?? false, outcome.cursor ?? null],
      );
    } else {
      await query(
        this.#pool,
        `insert into feed_state as old (dataset, provider, last_error, last_error_at, failing_since)
         values ($1, $2, $3, $4, $4)
         on conflict (dataset) do update set last_error = excluded.last_error,
           last_error_at = excluded.last_error_at,
           failing_since = coalesce(old.failing_since, excluded.failing_since)`,
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

  /** All that the page of a home says; `undefined` when it is not (or no longer) shown. */
  async loadHome(homeId: string, searchType?: SearchType): Promise<HomeDetail | undefined> {
    return await withTransaction(this.#pool, 'isolation level repeatable read read only', (client) =>
      findHomeIn(client, homeId, searchType),
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
         l.home_id as "homeId", m.media_url as "mediaUrl", m.media_category as "mediaCategory",
         m.image_width as "imageWidth", m.image_height as "imageHeight"
       from media m
       join listing l on l.dataset = m.dataset and l.listing_key = m.listing_key
       join dataset d on d.dataset = m.dataset
       where m.media_id = $1 and l.displayable and l.retired_at is null
         and (l.standard_status <> 'Closed' or (d.rules ->> 'allowSold')::boolean)`,
      [mediaId],
    );
    return rows[0];
  }

  async countQuarantine(dataset: string): Promise<number> {
    const rows = await query<{ count: number }>(
      this.#pool,
      'select count(*) from quarantine where dataset = $1',
      [dataset],
    );
    return rows[0]?.count ?? 0;
  }

  /** The newest unreadable records of a dataset. */
  async listQuarantine(dataset: string, limit = 100): Promise<QuarantinedRow[]> {
    return await query<QuarantinedRow>(
      this.#pool,
      `select dataset, listing_key as "listingKey", reason, raw, first_seen_at as "firstSeenAt",
         last_seen_at as "lastSeenAt"
       from quarantine where dataset = $1 order by last_seen_at desc, quarantine_key collate "C" limit $2`,
      [dataset, limit],
    );
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
  select dataset, provider, cursor, sequence, initial_load_done as "initialLoadDone",
    last_success_at as "lastSuccessAt", last_error as "lastError", last_error_at as "lastErrorAt",
    failing_since as "failingSince"
  from feed_state`;
