import type pg from 'pg';
import { sql } from './sql.ts';

/** Takes the advisory lock of this name until the transaction ends, also when the process is killed. */
export async function lockByName(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Serializes the writers of a dataset, so that its change sequence is gapless and in commit order. */
export async function lockDataset(client: pg.ClientBase, dataset: string): Promise<void> {
  await lockByName(client, `maru:dataset:${dataset}`);
}
