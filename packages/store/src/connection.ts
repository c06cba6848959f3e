import pg from 'pg';
import { DatabaseUnavailable } from './database-errors.ts';

/** … unless the address says otherwise, as PostgreSQL's own programs read it: `?connect_timeout=30` (seconds). */
const CONNECT_TIMEOUT_MS = 5_000;

/** How long a statement may take. A reader's caller is waiting for a page; a writer has a batch to finish. */
const TIMEOUTS = {
  // The driver's own clock, for a server that hangs without a word, runs a little longer than the server's.
  reader: { statement_timeout: 15_000, query_timeout: 20_000 },
  writer: { statement_timeout: 5 * 60_000, query_timeout: 6 * 60_000 },
};

/**
 * A pool that survives its database: broken connections are thrown away when they are noticed, new ones are
 * made when asked for, and an error on an idle one is logged instead of ending the process.
 */
export function createPool(
  databaseUrl: string,
  log: (line: string) => void,
  options: { max: number; for: keyof typeof TIMEOUTS },
): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(databaseUrl),
    ...TIMEOUTS[options.for],
    max: options.max,
    idleTimeoutMillis: 30_000,
    ...(options.for === 'reader' ? { onConnect: prepareReader } : {}),
  });
  pool.on('error', (error) => log(`database: an idle connection broke (${error.message})`));
  // Between check-out and release the client's own 'error' has no listener in pg's pool.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * A search of the whole country keeps its homes in memory while its parts are counted, and is over before a compiler
 * of PostgreSQL has read the statement.
 */
async function prepareReader(client: pg.ClientBase): Promise<void> {
  await client.query(`set work_mem = '32MB'; set jit = off`);
}

/** What every connection has, in a pool or alone. */
export function clientConfig(databaseUrl: string): pg.ClientConfig {
  return {
    connectionString: databaseUrl,
    application_name: 'maru',
    connectionTimeoutMillis: connectTimeoutOf(databaseUrl),
    idle_in_transaction_session_timeout: 5 * 60_000,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** Milliseconds that a connection may be waited for, be it one of the server's or a free one of the pool. */
export function connectTimeoutOf(databaseUrl: string): number {
  const said = URL.canParse(databaseUrl) ? new URL(databaseUrl).searchParams.get('connect_timeout') : null;
  return said !== null && /^[1-9]\d{0,3}$/.test(said) ? Number(said) * 1_000 : CONNECT_TIMEOUT_MS;
}

/** Runs `work` on one connection; what the driver says without a code about a lost connection gets its name. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    const named = nameLostConnection(error);
    // An error without a SQLSTATE came from the connection, not from the server: do not reuse it.
    if (named instanceof Error && !/^[0-9A-Z]{5}$/.test((named as { code?: string }).code ?? '')) {
      broken = named;
    }
    throw named;
  } finally {
    client.release(broken);
  }
}

/** Runs `work` in a transaction; any error rolls back. `mode` is what follows BEGIN. */
export async function withTransaction<T>(
  pool: pg.Pool,
  mode: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return await withClient(pool, async (client) => {
    await client.query(`begin ${mode}`);
    try {
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  });
}

const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS = 5;

/**
 * A write in a transaction, again from its beginning when it met another one in a circle of locks: two writers that
 * merge homes may, and PostgreSQL then ends one of them.
 */
export async function withWrite<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withTransaction(pool, '', work);
    } catch (error) {
      if (attempt >= ATTEMPTS || (error as { code?: unknown }).code !== DEADLOCK_DETECTED) throw error;
    }
  }
}

/** One statement on any connection of the pool. */
export async function query<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return await withClient(pool, async (client) => (await client.query<Row>(text, values)).rows);
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw nameLostConnection(error);
  }
}

/** pg 8 tells of a lost or timed-out connection by plain errors without a code; these are all of its texts. */
const LOST_CONNECTION = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout expired',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]);

/** The same error, or one that says that the database is away. */
export function nameLostConnection(error: unknown): unknown {
  if (error instanceof Error && LOST_CONNECTION.has(error.message)) {
    return new DatabaseUnavailable(error.message, { cause: error });
  }
  return error;
}

const INT8 = 20;
/** Counts and sequences stay far below 2^53; numbers are easier to carry than text. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === INT8 && format !== 'binary'
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser;
