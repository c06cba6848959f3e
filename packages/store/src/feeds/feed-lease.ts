import pg from 'pg';
import { clientConfig } from '../db/connection.ts';
import { DatabaseUnavailable, isUnavailable } from '../db/database-errors.ts';
import { sql } from '../db/sql.ts';

export interface FeedLease {
  /** Aborted when the lease is lost, because its connection broke. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Takes the lease of a dataset's feed; `undefined` when another process holds it. It is bound to its own connection, so
 * a killed process loses it immediately. Concurrent writes are prevented by the transaction lock and `expectedCursor`
 * (rule F56). @throws DatabaseUnavailable
 */
export async function takeFeedLease(databaseUrl: string, dataset: string): Promise<FeedLease | undefined> {
  const client = new pg.Client({ ...clientConfig(databaseUrl), application_name: `maru feed ${dataset}` });
  const lost = new AbortController();
  const lose = () => lost.abort(new DatabaseUnavailable(`feed lease of ${dataset} lost`));
  client.on('error', lose);
  client.on('end', lose);
  const release = async () => {
    client.off('end', lose);
    await client.end().catch(() => undefined);
  };
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(sql`
      select pg_try_advisory_lock(hashtextextended('maru:feed:' || ${dataset}, 0)) as taken`);
    if (rows[0]?.taken) return { lost: lost.signal, release };
  } catch (error) {
    await release();
    if (isUnavailable(error)) throw error;
    throw new DatabaseUnavailable(`feed lease of ${dataset} could not be taken`, { cause: error });
  }
  await release();
  return undefined;
}
