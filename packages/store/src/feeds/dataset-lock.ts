import type { PoolClient } from 'pg';

/**
 * Locks the dataset for this transaction. A single writer makes its change sequence gapless and in commit order. The
 * lock ends with the transaction, also when the process is killed.
 */
export async function lockDataset(client: PoolClient, dataset: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('maru:dataset:' || $1, 0))`, [dataset]);
}
