import { type HomeCard, type HomeKey, SEARCH_TYPES } from '@maru/listing';
import type { HomeChanges } from '@maru/listing/search';
import type pg from 'pg';
import { nameLostConnection, query, type Source, withClient } from '../db/connection.ts';
import { sql } from '../db/sql.ts';
import { copyHomes } from './copy-homes.ts';
import { type HomeRow, toHomeCard } from './home-card.ts';

export interface Snapshot {
  sequences: Map<string, number>;
  count: number;
  /** Pages of a few thousand, unordered. Ends the snapshot when consumed or abandoned. */
  homes: AsyncIterable<HomeCard[]>;
  /** Needed only when `homes` is never iterated. */
  close(): Promise<void>;
}

export interface ReadChanges {
  changes: HomeChanges;
  sequences: Map<string, number>;
  more: boolean;
  /** Datasets with missing sequence numbers: changes were lost (restore, manual edit), so only a new snapshot helps. */
  gaps: readonly string[];
}

/** A dataset that was just hidden still has homes until all are refreshed. */
const IS_SHOWN = sql`not exists (select from dataset d where d.dataset = h.dataset and d.is_hidden)`;

/** Opens a snapshot of every home with the sequence numbers of the same moment. */
export async function openSnapshot(pool: pg.Pool): Promise<Snapshot> {
  const waiting = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<{ client: pg.PoolClient; start: Omit<Snapshot, 'homes' | 'close'> }>();
  const ended = withClient(pool, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const sequences = await loadSequences(client);
    const count = await client.query<{ count: number }>('select count(*) from home');
    // The consumer may be slow, and the statement lasts as long.
    await client.query('set local statement_timeout = 0');
    opened.resolve({ client, start: { sequences, count: count.rows[0]?.count ?? 0 } });
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
      // Abandoning the statement closes its connection.
      if (!isWhole) waiting.reject(new Error('snapshot abandoned before its end'));
      await close();
    }
  }
  return { ...start, homes: homes(), close };
}

/**
 * Changes after these sequence numbers, at most `limit` per dataset. Homes are read in their current state, so later
 * changes may be delivered again. Each home is returned for both search types, as a card or as a removal.
 */
export async function readChanges(
  pool: pg.Pool,
  after: ReadonlyMap<string, number>,
  limit: number,
): Promise<ReadChanges> {
  const found = await sql<ChangeRow>`
    with behind as (
      select f.dataset, f.sequence as newest, coalesce(a.sequence, 0) as taken
      from feed_state f
      left join unnest(${[...after.keys()]}::text[], ${[...after.values()]}::bigint[]) as a(dataset, sequence)
        on a.dataset = f.dataset
      where f.sequence > coalesce(a.sequence, 0)
    )
    select b.dataset, c.sequence, c.home_ids as "homeIds", null::bigint as newest
    from behind b
    cross join lateral (
      select lc.sequence, lc.home_ids from listing_change lc
      where lc.dataset = b.dataset and lc.sequence > b.taken
      order by lc.sequence limit ${limit}
    ) c
    union all
    select b.dataset, null, null, b.newest from behind b
    order by 1, 2`.all(pool);
  const { changed, sequences, counts, gaps } = walkNumbers(found, after, limit);
  const homeIds = [...new Set(changed.flatMap((row) => row.homeIds))];
  const upserts: HomeCard[] = [];
  const removals: HomeKey[] = [];
  if (homeIds.length > 0) {
    const rows = await sql<HomeRow>`
      select h.* from home h where h.home_id = any(${homeIds}) and ${IS_SHOWN}`.all(pool);
    upserts.push(...rows.map(toHomeCard));
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

type ChangeRow =
  | { dataset: string; sequence: number; homeIds: string[]; newest: null }
  | { dataset: string; sequence: null; homeIds: null; newest: number };

interface NumberWalk {
  changed: { homeIds: string[] }[];
  sequences: Map<string, number>;
  counts: Map<string, number>;
  gaps: string[];
}

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

/** Last sequence number per dataset. */
export async function loadSequences(source: Source): Promise<Map<string, number>> {
  const rows = await query<{ dataset: string; sequence: number }>(
    source,
    'select dataset, sequence from feed_state',
  );
  return new Map(rows.map((row) => [row.dataset, row.sequence]));
}
