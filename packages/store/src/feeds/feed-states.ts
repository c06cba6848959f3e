import type { FeedProvider } from '@maru/listing';
import { MINUTE_MS } from '@maru/listing/time';
import type pg from 'pg';
import { query, withWrite } from '../db/connection.ts';
import { lockDataset } from '../db/locks.ts';
import { insertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import type { DatasetSettings, FeedOutcome, FeedState } from '../listings/change-set.ts';
import { recordChanges } from './dataset-visibility.ts';
import { saveDatasetIn } from './datasets.ts';

export interface FeedActivity {
  dataset: string;
  homes: number;
  listings: number;
  added: number;
  removed: number;
  quarantined: number;
}

const KEYS_A_PAGE = 10_000;
const FEED_STATES = sql`
  select f.dataset, f.provider, cursor, sequence, initial_load_done as "initialLoadDone",
    last_success_at as "lastSuccessAt", last_error as "lastError", last_error_at as "lastErrorAt",
    failing_since as "failingSince", coalesce(d.hidden_since, d.stale_since) as "hiddenSince",
    shrinking_since as "shrinkingSince"
  from feed_state f left join dataset d on d.dataset = f.dataset left join key_walk k on k.dataset = f.dataset
  where purged_at is null`;

/** Saves a dataset's provider and display rules; affected homes are shown or hidden immediately. */
export async function saveDataset(pool: pg.Pool, settings: DatasetSettings): Promise<void> {
  await withWrite(pool, async (client) => {
    const { dataset, provider } = settings;
    await lockDataset(client, dataset);
    const log = await saveDatasetIn(client, settings);
    await insertRow(
      client,
      'feed_state',
      { dataset, provider },
      'on conflict (dataset) do update set provider = excluded.provider, purged_at = null',
    );
    await recordChanges(client, dataset, log);
  });
}

export async function listDatasets(pool: pg.Pool): Promise<DatasetSettings[]> {
  return await query(pool, 'select dataset, provider, rules from dataset order by dataset collate "C"');
}

/** The feed's cursor and state; `undefined` before its first batch. */
export async function loadFeedState(pool: pg.Pool, dataset: string): Promise<FeedState | undefined> {
  return await sql<FeedState>`${FEED_STATES} and f.dataset = ${dataset}`.row(pool);
}

export async function listFeedStates(pool: pg.Pool): Promise<FeedState[]> {
  return await sql<FeedState>`${FEED_STATES} order by f.dataset collate "C"`.all(pool);
}

/** Records a poll that wrote nothing or failed. */
export async function recordFeedState(
  pool: pg.Pool,
  dataset: string,
  provider: FeedProvider,
  outcome: FeedOutcome,
): Promise<void> {
  if (outcome.kind === 'success') {
    await sql`
      insert into feed_state as old (dataset, provider, last_success_at, initial_load_done, cursor)
      values (${dataset}, ${provider}, ${outcome.at}, ${outcome.initialLoadDone ?? false}, ${outcome.cursor ?? null})
      on conflict (dataset) do update set
        last_success_at = greatest(old.last_success_at, excluded.last_success_at), failing_since = null,
        initial_load_done = old.initial_load_done or excluded.initial_load_done,
        cursor = coalesce(excluded.cursor, old.cursor), purged_at = null`.all(pool);
  } else {
    await sql`
      insert into feed_state as old (dataset, provider, last_error, last_error_at, failing_since)
      values (${dataset}, ${provider}, ${outcome.message}, ${outcome.at}, ${outcome.at})
      on conflict (dataset) do update set last_error = excluded.last_error,
        last_error_at = excluded.last_error_at,
        failing_since = coalesce(old.failing_since, excluded.failing_since), purged_at = null`.all(pool);
  }
}

/** Pages of the keys of all listings that the feed had when last seen, for reconciliation. */
export async function* listKeys(pool: pg.Pool, dataset: string): AsyncGenerator<string[], void, undefined> {
  let last: string | null = null;
  for (;;) {
    const keys: string[] = await sql`
      select listing_key from listing
      where dataset = ${dataset} and retired_at is null and (${last}::text is null or listing_key > ${last})
      order by listing_key limit ${KEYS_A_PAGE}`.column(pool);
    if (keys.length === 0) return;
    yield keys;
    last = keys.at(-1)!;
  }
}

/**
 * Listings with a timestamp after `now`, whose corrections no change stream reports (rule F26); least recently checked
 * first.
 */
export async function listFutureKeys(
  pool: pg.Pool,
  dataset: string,
  now: Date,
  limit = 50,
): Promise<string[]> {
  return await sql`
    select listing_key from listing
    where dataset = ${dataset} and retired_at is null and stamped_at > ${new Date(now.getTime() + 10 * MINUTE_MS)}
    order by last_seen_at, listing_key limit ${limit}`.column(pool);
}

/** Current size and recent changes of each dataset. */
export async function loadFeedActivity(pool: pg.Pool, since: Date): Promise<FeedActivity[]> {
  return await sql<FeedActivity>`
    select d.dataset,
      (select count(*) from home h where h.dataset = d.dataset) as homes,
      (select count(*) from listing l where l.dataset = d.dataset and l.retired_at is null) as listings,
      (select count(*) from listing_history h where h.dataset = d.dataset and h.seen_time > ${since}
         and h.kind in ('new', 'back_on_market')) as added,
      (select count(*) from listing_history h where h.dataset = d.dataset and h.seen_time > ${since}
         and h.kind = 'withdrawn' and h.voided_at is null) as removed,
      (select count(*) from quarantine q where q.dataset = d.dataset) as quarantined
    from dataset d order by d.dataset collate "C"`.all(pool);
}
