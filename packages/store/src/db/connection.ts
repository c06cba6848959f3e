import { MINUTE_MS } from '@maru/listing/time';
import pg from 'pg';
import { CircuitBreaker } from './circuit-breaker.ts';
import { DatabaseUnavailable } from './database-errors.ts';

/** Default connection timeout in ms; a URL may override it like libpq: `?connect_timeout=30` (seconds). */
const CONNECT_TIMEOUT_MS = 5_000;

const TIMEOUTS = {
  // The client-side timeout, for a server that hangs, is longer than the server's.
  reader: { statement_timeout: 15_000, query_timeout: 20_000 },
  writer: { statement_timeout: 5 * MINUTE_MS, query_timeout: 6 * MINUTE_MS },
};

/** Called when a wait for the database begins; the returned function is called when it ends. */
export type OnWait = () => () => void;

const NO_WAIT: OnWait = () => () => undefined;

/** `withClient` and everything built on it respect the breaker; the pool's own methods do not. */
class GuardedPool extends pg.Pool {
  readonly breaker: CircuitBreaker;
  readonly onWait: OnWait;
  /** Whether queries fail when the breaker opens. Readers do, since a caller is waiting; batches continue. */
  readonly isForReaders: boolean;

  constructor(config: pg.PoolConfig, breaker: CircuitBreaker, isForReaders: boolean, onWait: OnWait) {
    super(config);
    this.breaker = breaker;
    this.onWait = onWait;
    this.isForReaders = isForReaders;
  }
}

/** Broken connections are discarded, new ones are opened on demand, and errors of idle connections are logged. */
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
    log(`database: idle connection lost (${error.message})`);
    options.breaker.suspect();
  });
  // Between check-out and release pg's pool has no 'error' listener on the client.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Part of the connection timeout after which an unanswered probe means a hanging database; less fails on a busy
 * machine.
 */
const PATIENCE = 1 / 2;

export function createBreaker(databaseUrl: string, log: (line: string) => void): CircuitBreaker {
  const config = clientConfig(databaseUrl);
  const connectTimeout = readConnectTimeout(databaseUrl);
  const probe = async () => {
    const client = new pg.Client({ ...config, query_timeout: connectTimeout });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
    } catch (error) {
      throw nameLostConnection(error);
    } finally {
      // Not awaited: a hanging server may never acknowledge the termination.
      client.end().catch(() => undefined);
    }
  };
  return new CircuitBreaker({ probe, patience: connectTimeout * PATIENCE, log });
}

/** Nationwide searches materialize their homes in memory, and JIT compilation would take longer than the statement. */
async function prepareReader(client: pg.ClientBase): Promise<void> {
  await client.query(`set work_mem = '32MB'; set jit = off`);
}

export function clientConfig(databaseUrl: string): pg.ClientConfig {
  return {
    connectionString: databaseUrl,
    application_name: 'maru',
    connectionTimeoutMillis: readConnectTimeout(databaseUrl),
    idle_in_transaction_session_timeout: 5 * MINUTE_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** Runs `work` on a connection of its own. */
export async function withConnection<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(clientConfig(databaseUrl));
  // Errors of a broken connection also reject the statement that is running.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Timeout in ms for opening a connection or getting one from the pool. */
export function readConnectTimeout(databaseUrl: string): number {
  const said = URL.canParse(databaseUrl) ? new URL(databaseUrl).searchParams.get('connect_timeout') : null;
  return said !== null && /^[1-9]\d{0,3}$/.test(said) ? Number(said) * 1_000 : CONNECT_TIMEOUT_MS;
}

/**
 * Runs `work` on one connection and converts connection errors. @throws DatabaseUnavailable while the breaker is open
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
  const client = await pool.connect().catch((error: unknown) => {
    throw nameLostConnection(error);
  });
  if (signal?.aborted) {
    // Nothing was sent; the connection is reusable.
    client.release();
    throw signal.reason;
  }
  let isReleased = false;
  const release = (broken?: Error) => {
    if (!isReleased) client.release(broken);
    isReleased = true;
  };
  // The pool then destroys the connection, which ends the query.
  const onAbort = () => release(new DatabaseUnavailable('connection aborted'));
  let broken: Error | undefined;
  try {
    signal?.addEventListener('abort', onAbort, { once: true });
    return await work(client);
  } catch (error) {
    const named = nameLostConnection(error);
    // Errors without a SQLSTATE come from the connection, not from the server: do not reuse it.
    if (named instanceof Error && !/^[0-9A-Z]{5}$/.test((named as { code?: string }).code ?? '')) {
      broken = named;
    }
    throw named;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    release(broken);
  }
}

/** Waits for a result that another caller requested and reports the wait to `onWait`, as for an own query. */
export async function joinShared<T>(pool: pg.Pool, shared: Promise<T>): Promise<T> {
  const onEnd = pool instanceof GuardedPool ? pool.onWait() : NO_WAIT();
  try {
    return await shared;
  } finally {
    onEnd();
  }
}

/** Runs `work` in a read-only snapshot. */
export async function withSnapshot<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return await withTransaction(pool, 'isolation level repeatable read read only', work);
}

/** Runs `work` in a transaction and rolls back on any error. `mode` follows BEGIN. */
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

/** Calls `hook` after the transaction of `client` has committed, before its promise resolves. A hook must not throw. */
export function afterCommit(client: pg.ClientBase, hook: CommitHook): void {
  commitHooks.set(client, [...(commitHooks.get(client) ?? []), hook]);
}

const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS = 5;

/** Runs a write transaction and retries it after a deadlock, which concurrent writers that merge homes can cause. */
export async function withWrite<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withTransaction(pool, '', work);
    } catch (error) {
      if (attempt >= ATTEMPTS || (error as { code?: unknown }).code !== DEADLOCK_DETECTED) throw error;
    }
  }
}

/** A pool, or a connection with or without a transaction. */
export type Source = pg.Pool | Pick<pg.ClientBase, 'query'>;

/** Runs one statement and returns its rows. */
export async function query<Row extends pg.QueryResultRow>(
  source: Source,
  statement: string | pg.QueryConfig,
  values?: unknown[],
): Promise<Row[]> {
  if (source instanceof pg.Pool)
    return await withClient(source, (client) => query<Row>(client, statement, values));
  return (await source.query<Row>(statement, values)).rows;
}

/** Whether the database has the table; `name` may have a schema. */
export async function hasTable(source: Source, name: string): Promise<boolean> {
  const [has] = await queryColumn<boolean>(source, 'select to_regclass($1) is not null', [name]);
  return has === true;
}

/** Runs one statement and returns its first row. */
export async function queryRow<Row extends pg.QueryResultRow>(
  source: Source,
  statement: string | pg.QueryConfig,
  values?: unknown[],
): Promise<Row | undefined> {
  return (await query<Row>(source, statement, values))[0];
}

/** Runs one statement and returns the first column of its rows. */
export async function queryColumn<Value = string>(
  source: Source,
  statement: string | pg.QueryConfig,
  values?: unknown[],
): Promise<Value[]> {
  return (await query(source, statement, values)).map((row) => Object.values(row)[0] as Value);
}

/** All texts of connection errors that pg 8 throws without a code. */
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

/** Converts connection errors to DatabaseUnavailable; returns other errors unchanged. */
export function nameLostConnection(error: unknown): unknown {
  if (error instanceof Error && LOST_CONNECTION.has(error.message)) {
    return new DatabaseUnavailable(error.message, { cause: error });
  }
  return error;
}

const INT8 = 20;
/** bigint as number: counts and sequences stay far below 2^53. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === INT8 && format !== 'binary'
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser;
