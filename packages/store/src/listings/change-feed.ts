import { type HomeCard, type HomeChanges, type HomeKey, SEARCH_TYPES } from '@maru/listing';
import type pg from 'pg';
import { nameLostConnection, query, withClient } from '../db/connection.ts';
import { copyHomes } from './copy-homes.ts';
import { cardOfRow, type HomeRow } from './home-card.ts';

/** All homes at one moment, and the numbers that `readChanges` goes on from. */
export interface Snapshot {
  /** Last sequence number per dataset. */
  sequences: Map<string, number>;
  /** How many homes there are, for the progress line. */
  count: number;
  /** In pages of a few thousand, in no particular order; ends the snapshot when it is read or left. */
  homes: AsyncIterable<HomeCard[]>;
  /** Only needed when `homes` is never read. */
  close(): Promise<void>;
}

export interface ReadChanges {
  changes: HomeChanges;
  /** What to give `readChanges` next. */
  sequences: Map<string, number>;
  /** There is more to read at once. */
  more: boolean;
  /**
   * Datasets whose numbers are not without holes: changes were lost (a restore, a hand in the table), and nobody can say
   * of which homes. Only a new snapshot helps.
   */
  gaps: readonly string[];
}

/** A dataset that has just been hidden has homes until all of them have been refreshed. */
const IS_SHOWN = 'not exists (select from dataset d where d.dataset = h.dataset and d.is_hidden)';

/** Reads every home out of one snapshot of the database, with the sequences of that same snapshot. */
export async function openSnapshotOf(pool: pg.Pool): Promise<Snapshot> {
  const waiting = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<{ client: pg.PoolClient; start: Omit<Snapshot, 'homes' | 'close'> }>();
  const ended = withClient(pool, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const sequences = await client.query<{ dataset: string; sequence: number }>(
      'select dataset, sequence from feed_state',
    );
    const count = await client.query<{ count: number }>('select count(*) from home');
    // Who reads the homes may take his time: the statement lasts as long as that.
    await client.query('set local statement_timeout = 0');
    opened.resolve({
      client,
      start: { sequences: sequenceMap(sequences.rows), count: count.rows[0]?.count ?? 0 },
    });
    await waiting.promise;
    await client.query('rollback');
  });
  ended.catch(opened.reject);
  const { client, start } = await opened.promise;
  const close = async () => {
    waiting.resolve();
    await ended.catch(() => undefined);
  };
  async function* homes() {
    let isWhole = false;
    try {
      yield* copyHomes(client, `home h where ${IS_SHOWN}`);
      isWhole = true;
    } catch (error) {
      throw nameLostConnection(error);
    } finally {
      // A statement that is left in its middle takes its connection with it.
      if (!isWhole) waiting.reject(new Error('the snapshot was left before its end'));
      await close();
    }
  }
  return { ...start, homes: homes(), close };
}

/**
 * What has changed after these numbers, at most `limit` changes a dataset. The homes are as they are now, which
 * may be newer than the change; that newer change is then told again, which does no harm. Every home that a
 * change touched is told for both search types: as a card, or as a removal where it has none. A hole in the numbers
 * is told as one (`gaps`).
 */
export async function readChangesOf(
  pool: pg.Pool,
  after: ReadonlyMap<string, number>,
  limit: number,
): Promise<ReadChanges> {
  const found = await query<ChangeRow>(
    pool,
    `with behind as (
       select f.dataset, f.sequence as newest, coalesce(a.sequence, 0) as taken
       from feed_state f
       left join unnest($1::text[], $2::bigint[]) as a(dataset, sequence) on a.dataset = f.dataset
       where f.sequence > coalesce(a.sequence, 0)
     )
     select b.dataset, c.sequence, c.home_ids as "homeIds", null::bigint as newest
     from behind b
     cross join lateral (
       select lc.sequence, lc.home_ids from listing_change lc
       where lc.dataset = b.dataset and lc.sequence > b.taken
       order by lc.sequence limit $3
     ) c
     union all
     select b.dataset, null, null, b.newest from behind b
     order by 1, 2`,
    [[...after.keys()], [...after.values()], limit],
  );
  const { changed, sequences, counts, gaps } = walkNumbers(found, after, limit);
  const homeIds = [...new Set(changed.flatMap((row) => row.homeIds))];
  const upserts: HomeCard[] = [];
  const removals: HomeKey[] = [];
  if (homeIds.length > 0) {
    const rows = await query<HomeRow>(
      pool,
      `select h.* from home h where h.home_id = any($1) and ${IS_SHOWN}`,
      [homeIds],
    );
    upserts.push(...rows.map(cardOfRow));
    const shown = new Set(upserts.map((card) => `${card.homeId} ${card.searchType}`));
    for (const homeId of homeIds) {
      for (const searchType of SEARCH_TYPES) {
        if (!shown.has(`${homeId} ${searchType}`)) removals.push({ homeId, searchType });
      }
    }
  }
  return {
    changes: { upserts, removals },
    sequences,
    more: [...counts.values()].some((count) => count >= limit),
    gaps,
  };
}

/** A change; behind those of its dataset a row with the dataset's last number, all of one moment. */
type ChangeRow =
  | { dataset: string; sequence: number; homeIds: string[]; newest: null }
  | { dataset: string; sequence: null; homeIds: null; newest: number };

interface NumberWalk {
  changed: { homeIds: string[] }[];
  sequences: Map<string, number>;
  counts: Map<string, number>;
  gaps: string[];
}

/** Follows the numbers of each dataset: each is the one before and one more, up to the newest or the limit. */
function walkNumbers(
  rows: readonly ChangeRow[],
  after: ReadonlyMap<string, number>,
  limit: number,
): NumberWalk {
  const sequences = new Map(after);
  const counts = new Map<string, number>();
  const gaps = new Set<string>();
  const changed: { homeIds: string[] }[] = [];
  for (const { dataset, sequence, homeIds, newest } of rows) {
    if (newest !== null) {
      if ((counts.get(dataset) ?? 0) < limit && sequences.get(dataset) !== newest) gaps.add(dataset);
      continue;
    }
    if (sequence !== (sequences.get(dataset) ?? 0) + 1) gaps.add(dataset);
    sequences.set(dataset, sequence);
    counts.set(dataset, (counts.get(dataset) ?? 0) + 1);
    changed.push({ homeIds });
  }
  return { changed, sequences, counts, gaps: [...gaps] };
}

export function sequenceMap(rows: { dataset: string; sequence: number }[]): Map<string, number> {
  return new Map(rows.map((row) => [row.dataset, row.sequence]));
}
