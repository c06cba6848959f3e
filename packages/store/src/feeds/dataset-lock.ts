import type { PoolClient } from 'pg';

/**
 * Holds the dataset for this transaction: one writer at a time is what makes its change sequence gapless in
 * commit order. The lock ends with the transaction, also when the process is killed.
 */
export async function lockDataset(client: PoolClient, dataset: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('maru:dataset:' || $1, 0))`, [dataset]);
}
