import type pg from 'pg';
import { withClient } from './connection.ts';
import { upsertRow } from './rows.ts';
import { sql } from './sql.ts';

/** Result of the last key walk of a feed; the keys it missed have a first strike (rule F46). */
export interface KeyWalk {
  walkedAt: Date;
  /** Number of listings in the feed and in the store. */
  theirs: number;
  ours: number;
  /** Since when walks are rejected as too short; null while they are accepted. */
  shrinkingSince: Date | null;
  missing: string[];
  /** Start of the last accepted walk, which confirmed all listings but `missing` (rule R1); null before the first. */
  believedAt: Date | null;
}

export async function loadKeyWalk(pool: pg.Pool, dataset: string): Promise<KeyWalk | undefined> {
  return await sql<KeyWalk>`
    select walked_at as "walkedAt", theirs, ours, shrinking_since as "shrinkingSince", missing,
      believed_at as "believedAt"
    from key_walk where dataset = ${dataset}`.row(pool);
}

/** Keeps for keys that are about to be missing when a walk confirmed them last. */
export async function keepConfirmation(
  pool: pg.Pool,
  dataset: string,
  keys: readonly string[],
  at: Date,
): Promise<void> {
  await pool.query(sql`
    update listing set last_seen_at = greatest(last_seen_at, ${at})
    where dataset = ${dataset} and listing_key = any(${keys})`);
}

export async function saveKeyWalk(pool: pg.Pool, dataset: string, walk: KeyWalk): Promise<void> {
  await withClient(pool, (client) => upsertRow(client, 'key_walk', ['dataset'], { dataset, ...walk }));
}
