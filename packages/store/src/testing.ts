import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { HomeCard } from '@maru/listing';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { withConnection, withTransaction } from './db/connection.ts';
import { type CopyValue, copyInto } from './db/copy.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { succeeds } from './db/process-lock.ts';
import type { Store } from './db/store.ts';
import { HOME_COLUMNS, toHomeRow } from './listings/home-card.ts';

export {
  createChangeSet,
  createListing,
  createMedia,
  createPlaced,
  createRules,
} from './testing/testing-listing.ts';
export { ownerQuestions } from './testing/testing-questions.ts';
export {
  explainSlowest,
  findFullScans,
  longestChain,
  type WatchedStatement,
  watchStatements,
} from './testing/testing-statements.ts';

export interface TestDatabase {
  databaseUrl: string;
  drop(): Promise<void>;
}

const TEMPLATE = 'maru_template';
/** In seconds; many test files on a slow machine wait longer for a connection than visitors would. */
const CONNECT_TIMEOUT = '30';

/**
 * Creates an empty, migrated database from the run's template. The first call starts one embedded server for all
 * workers; a watcher stops it and removes its files when the run ends or is killed.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = await findServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name} template ${TEMPLATE}`);
  return {
    databaseUrl: databaseName(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Fills the home table with cards without listings. 100,000 cards take some seconds. */
export async function loadHomeCards(store: Store, cards: readonly HomeCard[]): Promise<void> {
  const columns = HOME_COLUMNS.join(', ');
  const rows = cards.map(toHomeRow).map((row) => HOME_COLUMNS.map((column) => toCopyValue(row[column])));
  await withTransaction(store.pool, '', async (client) => {
    await client.query('create temporary table loaded_home (like home) on commit drop');
    await copyInto(client, 'loaded_home', HOME_COLUMNS, rows);
    await client.query(
      `insert into home (${columns}) select ${columns} from loaded_home
       on conflict (home_id, search_type) do update set
         ${HOME_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    );
  });
  await store.pool.query('analyze home');
  await store.pool.query(`select pg_notify('maru_change', 'home cards')`);
}

/**
 * Like autovacuum: index-only scans need pages marked all-visible, which a load during another transaction prevents.
 */
export async function vacuumHomes(store: Store): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await store.pool.query('vacuum (analyze) home');
    const { rows } = await store.pool.query<{ is_done: boolean }>(
      `select relallvisible >= relpages * 0.99 as is_done from pg_class where oid = 'home'::regclass`,
    );
    if (rows[0]!.is_done) return;
    await sleep(250);
  }
}

/** Empties all tables. */
export async function emptyStore(store: Store): Promise<void> {
  const { rows } = await store.pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migration'`,
  );
  await emptyTables(
    store,
    rows.map((row) => row.name),
  );
}

/**
 * Empties these tables and those that reference them, like `truncate … cascade`. Deletes rows instead: truncating makes
 * new files for each table and index, also of empty tables, which takes longer than most tests.
 */
export async function emptyTables(store: Store, tables: readonly string[]): Promise<void> {
  const { rows } = await store.pool.query<{ name: string }>(
    `with recursive emptied (id) as (
       select quote_ident(name)::regclass::oid from unnest($1::text[]) as t(name)
       union select conrelid from pg_constraint join emptied on confrelid = id where contype = 'f'
     ) select id::regclass::text as name from emptied`,
    [tables],
  );
  // Referencing rows are deleted too, so that the order and the triggers do not matter.
  const deletions = rows.map((row) => `delete from ${row.name}`);
  const statements = ['set local session_replication_role = replica', ...deletions];
  await withTransaction(store.pool, '', (client) => client.query(statements.join(';')));
}

export async function removeHomeCards(
  store: Store,
  keys: readonly { homeId: string; searchType: string }[],
): Promise<void> {
  await store.pool.query(
    `delete from home h using unnest($1::text[], $2::text[]) as u(home_id, search_type)
     where h.home_id = u.home_id and h.search_type = u.search_type`,
    [keys.map((key) => key.homeId), keys.map((key) => key.searchType)],
  );
  await store.pool.query(`select pg_notify('maru_change', 'home cards')`);
}

/** Encodes text[] columns as `{"a","b"}` and objects as JSON. */
function toCopyValue(value: unknown): CopyValue {
  if (Array.isArray(value)) {
    return `{${value.map((one) => `"${String(one).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  }
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as CopyValue);
}

/** Workers of a test runner share what belongs to their parent; a script has none. */
function runPid(): number {
  return process.connected ? process.ppid : process.pid;
}

async function findServer(): Promise<string> {
  const owner = runPid();
  const dataDir = join(tmpdir(), `maru-test-${owner}`);
  const ready = join(dataDir, 'ready');
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const isFirst = await succeeds(writeFile(join(dataDir, 'starting'), '', { flag: 'wx' }));
  if (isFirst) await startFor(owner, dataDir, ready);
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const url = await readFile(ready, 'utf8').catch(() => '');
    if (url !== '') return url;
    await sleep(50);
  }
  throw new Error(`the test database below ${dataDir} did not start within a minute`);
}

async function startFor(owner: number, dataDir: string, ready: string): Promise<void> {
  const watcher = fileURLToPath(new URL('./testing/testing-watcher.ts', import.meta.url));
  spawn(process.execPath, [watcher, String(owner), dataDir], { detached: true, stdio: 'ignore' }).unref();
  // Durability is not needed.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  try {
    const { databaseUrl } = await startEmbedded({ dataDir, log: () => undefined, settings, keepUp: false });
    const serverUrl = databaseName(databaseUrl, 'postgres');
    await cheapenSignIn(serverUrl);
    await onServer(serverUrl, `create database ${TEMPLATE}`);
    await migrate(databaseName(databaseUrl, TEMPLATE), () => undefined);
    await writeFile(`${ready}.new`, serverUrl);
    await rename(`${ready}.new`, ready);
  } catch (error) {
    await rm(join(dataDir, 'starting'), { force: true });
    throw error;
  }
}

/** Hashes the password once instead of 4,096 times: a run opens thousands of connections. */
async function cheapenSignIn(serverUrl: string): Promise<void> {
  const { username, password } = new URL(serverUrl);
  await onServer(serverUrl, `set scram_iterations = 1; alter role ${username} password '${password}'`);
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  await withConnection(serverUrl, (client) => client.query(sql));
}

function databaseName(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  url.searchParams.set('connect_timeout', CONNECT_TIMEOUT);
  return url.href;
}

/** Reads the whole home table by COPY, the baseline of loading benchmarks. Returns bytes. */
export async function copyHomesOut(store: Store): Promise<number> {
  return await withTransaction(store.pool, 'read only', async (client) => {
    let bytes = 0;
    for await (const chunk of client.query(copyTo('copy home to stdout')) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
    }
    return bytes;
  });
}

/** The baseline of ingest benchmarks: copies the same rows by COPY. `to` is an empty store. */
export async function copyTables(from: Store, to: Store): Promise<{ seconds: number; bytes: number }> {
  const tables: { name: string; chunks: Buffer[] }[] = [];
  await onOwnConnection(from, async (client) => {
    for (const name of COPIED_TABLES) {
      const chunks = await Array.fromAsync(
        client.query(copyTo(`copy ${name} to stdout`)) as AsyncIterable<Buffer>,
      );
      tables.push({ name, chunks });
    }
  });
  let seconds = 0;
  await onOwnConnection(to, async (client) => {
    const began = performance.now();
    await client.query('begin');
    for (const { name, chunks } of tables) {
      await pipeline(Readable.from(chunks), client.query(copyFrom(`copy ${name} from stdin`)));
    }
    await client.query('commit');
    seconds = (performance.now() - began) / 1000;
  });
  const bytes = tables.flatMap((table) => table.chunks).reduce((sum, chunk) => sum + chunk.length, 0);
  return { seconds, bytes };
}

/** Without the store's timeouts: large copies take minutes. */
async function onOwnConnection(store: Store, work: (client: pg.Client) => Promise<void>): Promise<void> {
  await withConnection(store.pool.options.connectionString ?? '', work);
}

const COPIED_TABLES = [
  'listing',
  'listing_history',
  'listing_change',
  'media',
  'open_house',
  'listing_text',
  'home_identity',
  'known_home',
  'home',
];
