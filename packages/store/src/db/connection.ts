import { MINUTE_MS } from '@maru/listing';
import pg from 'pg';
import { CircuitBreaker } from './circuit-breaker.ts';
import { DatabaseUnavailable } from './database-errors.ts';

/** … unless the address says otherwise, as PostgreSQL's own programs read it: `?connect_timeout=30` (seconds). */
const CONNECT_TIMEOUT_MS = 5_000;

/** How long a statement may take. A reader's caller is waiting for a page; a writer has a batch to finish. */
const TIMEOUTS = {
  // The driver's own clock, for a server that hangs without a word, runs a little longer than the server's.
  reader: { statement_timeout: 15_000, query_timeout: 20_000 },
  writer: { statement_timeout: 5 * MINUTE_MS, query_timeout: 6 * MINUTE_MS },
};

/** Called when something begins to wait for the database; what it returns is called when that ends. */
export type OnWait = () => () => void;

const NO_WAIT: OnWait = () => () => undefined;

/** A pool with the circuit breaker of its store. `withClient` and all that is made of it obey the breaker; the pool's own methods do not. */
class GuardedPool extends pg.Pool {
  readonly breaker: CircuitBreaker;
  readonly onWait: OnWait;
  /** Whether what runs fails when the breaker opens: somebody waits for it. A batch goes on. */
  readonly isForReaders: boolean;

  constructor(config: pg.PoolConfig, breaker: CircuitBreaker, isForReaders: boolean, onWait: OnWait) {
    super(config);
    this.breaker = breaker;
    this.onWait = onWait;
    this.isForReaders = isForReaders;
  }
}

/**
 * A pool that survives its database: broken connections are thrown away when they are noticed, new ones are
 * made when asked for, and an error on an idle one is logged instead of ending the process.
 */
export function createPool(
  databaseUrl: string,
  log: (line: string) => void,
  options: { max: number; for: keyof typeof TIMEOUTS; breaker: CircuitBreaker; onWait?: OnWait },
): pg.Pool {
  const isForReaders = options.for === 'reader';
  const config = {
    ...clientConfig(databaseUrl),
    ...TIMEOUTS[options.for],
    max: options.max,
    idleTimeoutMillis: 30_000,
    ...(isForReaders ? { onConnect: prepareReader } : {}),
  };
  const pool = new GuardedPool(config, options.breaker, isForReaders, options.onWait ?? NO_WAIT);
  pool.on('error', (error) => {
    log(`database: an idle connection broke (${error.message})`);
    options.breaker.suspect();
  });
  // Between check-out and release the client's own 'error' has no listener in pg's pool.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Probed without an answer for half of the time that a connection may take, 2.5 s by default, a database counts as hung. Less
 * opened the breaker for a healthy database on a saturated machine.
 */
const PATIENCE = 1 / 2;

/** The circuit breaker for the pools of one store. It probes on a new connection each time. */
export function createBreaker(databaseUrl: string, log: (line: string) => void): CircuitBreaker {
  const config = clientConfig(databaseUrl);
  const connectTimeout = connectTimeoutOf(databaseUrl);
  const probe = async () => {
    const client = new pg.Client({ ...config, query_timeout: connectTimeout });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
    } catch (error) {
      throw nameLostConnection(error);
    } finally {
      // Not awaited: a server that hangs may never acknowledge the termination.
      client.end().catch(() => undefined);
    }
  };
  return new CircuitBreaker({ probe, patience: connectTimeout * PATIENCE, log });
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
    idle_in_transaction_session_timeout: 5 * MINUTE_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** Milliseconds that a connection may be waited for, be it one of the server's or a free one of the pool. */
export function connectTimeoutOf(databaseUrl: string): number {
  const said = URL.canParse(databaseUrl) ? new URL(databaseUrl).searchParams.get('connect_timeout') : null;
  return said !== null && /^[1-9]\d{0,3}$/.test(said) ? Number(said) * 1_000 : CONNECT_TIMEOUT_MS;
}

/**
 * Runs `work` on one connection; what the driver says without a code about a lost connection gets its name.
 * @throws DatabaseUnavailable at once while the breaker of the pool is open
 */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  if (!(pool instanceof GuardedPool)) return await useClient(pool, work);
  const onEnd = pool.onWait();
  try {
    return pool.isForReaders
      ? await pool.breaker.run((signal) => useClient(pool, work, signal))
      : await pool.breaker.observe(() => useClient(pool, work));
  } finally {
    onEnd();
  }
}

async function useClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await connect(pool);
  if (signal?.aborted) {
    // Nothing was sent on the connection: it is as good as before.
    client.release();
    throw signal.reason;
  }
  let isReleased = false;
  const release = (broken?: Error) => {
    if (isReleased) return;
    isReleased = true;
    client.release(broken);
  };
  // The pool then destroys the connection, and with it what waits on it.
  const onAbort = () => release(new DatabaseUnavailable('the connection was given up'));
  let broken: Error | undefined;
  try {
    signal?.addEventListener('abort', onAbort, { once: true });
    return await work(client);
  } catch (error) {
    const named = nameLostConnection(error);
    // An error without a SQLSTATE came from the connection, not from the server: do not reuse it.
    if (named instanceof Error && !/^[0-9A-Z]{5}$/.test((named as { code?: string }).code ?? '')) {
      broken = named;
    }
    throw named;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    release(broken);
  }
}

/**
 * Waits for a result of the pool's database that another caller asked for: reported to `onWait` like a query, since only the
 * caller that asked does so by its own.
 */
export async function joinShared<T>(pool: pg.Pool, shared: Promise<T>): Promise<T> {
  const onEnd = pool instanceof GuardedPool ? pool.onWait() : NO_WAIT();
  try {
    return await shared;
  } finally {
    onEnd();
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
      for (const hook of commitHooks.get(client) ?? []) hook(pool);
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      commitHooks.delete(client);
    }
  });
}

type CommitHook = (pool: pg.Pool) => void;
const commitHooks = new WeakMap<pg.ClientBase, CommitHook[]>();

/**
 * Calls `hook` with the pool once the current `withTransaction` or `withWrite` of `client` has committed, before its promise
 * resolves; not after a rollback. A hook must not throw.
 */
export function afterCommit(client: pg.ClientBase, hook: CommitHook): void {
  commitHooks.set(client, [...(commitHooks.get(client) ?? []), hook]);
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
