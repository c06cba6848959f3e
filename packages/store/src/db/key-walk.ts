import type pg from 'pg';
import { queryRow, withClient } from './connection.ts';
import { upsertRow } from './rows.ts';

/** Result of the last key walk of a feed; the keys it missed have a first strike (rule F46). */
export interface KeyWalk {
  walkedAt: Date;
  /** Number of listings in the feed and in the store. */
  theirs: number;
  ours: number;
  /** Since when walks are rejected as too short; null while they are accepted. */
  shrinkingSince: Date | null;
  missing: string[];
}

export async function loadKeyWalk(pool: pg.Pool, dataset: string): Promise<KeyWalk | undefined> {
  return await queryRow(
    pool,
    `select walked_at as "walkedAt", theirs, ours, shrinking_since as "shrinkingSince", missing
     from key_walk where dataset = $1`,
    [dataset],
  );
}

export async function saveKeyWalk(pool: pg.Pool, dataset: string, walk: KeyWalk): Promise<void> {
  await withClient(pool, (client) => upsertRow(client, 'key_walk', ['dataset'], { dataset, ...walk }));
}
