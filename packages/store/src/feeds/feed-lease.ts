import pg from 'pg';
import { clientConfig } from '../db/connection.ts';
import { DatabaseUnavailable, isUnavailable } from '../db/database-errors.ts';

/** The right to read one dataset's feed: at most one process has it. */
export interface FeedLease {
  /** Aborted when the lease is lost, because its connection broke. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Takes the lease of a dataset's feed, or `undefined` when another process has it. It lives as long as a connection
 * of its own, so a process that is killed loses it at once. It only spares the provider a second reader; what keeps
 * two writers apart is the transaction's lock and `expectedCursor` (rule F56).
 * @throws DatabaseUnavailable
 */
export async function takeLeaseOf(
  databaseUrl: string,
  dataset: string,
  signal?: AbortSignal,
): Promise<FeedLease | undefined> {
  signal?.throwIfAborted();
  const client = new pg.Client({ ...clientConfig(databaseUrl), application_name: `maru feed ${dataset}` });
  const lost = new AbortController();
  const lose = () => lost.abort(new DatabaseUnavailable(`the lease of ${dataset} was lost`));
  client.on('error', lose);
  client.on('end', lose);
  const release = async () => {
    client.off('end', lose);
    await client.end().catch(() => undefined);
  };
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('maru:feed:' || $1, 0)) as taken`,
      [dataset],
    );
    if (rows[0]?.taken && !signal?.aborted) return { lost: lost.signal, release };
  } catch (error) {
    await release();
    if (isUnavailable(error)) throw error;
    throw new DatabaseUnavailable(`the lease of ${dataset} could not be asked for`, { cause: error });
  }
  await release();
  return undefined;
}
