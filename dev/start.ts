import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type EmbeddedDatabase, startEmbedded } from '@maru/store';
import { loadSamplePlaces } from './feeds/sample-places.ts';
import type { FeedService, ServiceFile } from './feeds/sample-service.ts';
import type { MailboxServiceFile } from './mailbox/mailbox-service.ts';
import { buildFonts } from './scripts/build-fonts.ts';
import { buildGazetteer } from './scripts/build-gazetteer.ts';
import { buildUiPage } from './scripts/build-ui-page.ts';
import { buildWeb } from './scripts/build-web.ts';
import { registerRealtor } from './sign-in/register-realtor.ts';
import { type SignInServiceFile, signInSettings } from './sign-in/sign-in-service.ts';
import { WatchedProcess } from './watched-process.ts';

/**
 * `npm start`: builds what is missing, starts the two feeds of the sample market in a process of their own, then the
 * server, which replicates them over HTTP like any other MLS. `--rate 5` makes five changes per second in the market.
 * `--dev` serves the pages through Vite with hot reload, and restarts only the server when its code or that of a
 * package changes. Can be repeated; ends every process that it started.
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const dataDir = resolve(process.env.DATA_DIR || '.data');
const { values: given } = parseArgs({ options: { dev: { type: 'boolean' }, rate: { type: 'string' } } });
const development = given.dev === true;
const size = Number(process.env.SAMPLE_LISTINGS || 20_000);
const rate = Number(given.rate ?? (process.env.SAMPLE_RATE || 0.1));
const MAX_RATE = 2_000;
const SEED = 1004;

const port = process.env.PORT || '3000';
const host = process.env.HOST || '127.0.0.1';
const site = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const began = Date.now();
const say = (line: string) =>
  process.stdout.write(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
const children = new Set<ChildProcess>();
let watched: WatchedProcess | undefined;
/** Keeps PostgreSQL running while the server restarts: it stops with its last user. */
let database: Promise<EmbeddedDatabase> | undefined;
let ending = false;

async function start(): Promise<void> {
  if (!Number.isInteger(size) || size < 0 || size > 1_000_000) {
    throw new Error('SAMPLE_LISTINGS must be an integer from 0 to 1,000,000.');
  }
  if (!(rate >= 0 && rate <= MAX_RATE)) {
    throw new Error(`--rate (SAMPLE_RATE) must be a number of changes per second from 0 to ${MAX_RATE}.`);
  }
  await mkdir(dataDir, { recursive: true });
  if (!process.env.MARU_FEEDS && size > 0) say(`a sample market of ${size.toLocaleString('en-US')} homes`);
  await buildGazetteer();
  if (development) await buildFonts();
  else {
    if (await buildWeb()) say('the pages are built');
    await buildUiPage();
  }

  const [feeds, signIn, mailbox] = await Promise.all([
    process.env.MARU_FEEDS || (size > 0 ? startSampleFeeds() : undefined),
    startSignIn(),
    process.env.SMTP_URL ? undefined : startMailbox(),
  ]);
  const startServer = () =>
    launch('apps/server/src/main.ts', [], {
      MARU_MODE: development ? 'development' : 'trial',
      NODE_ENV: development ? 'development' : 'production',
      DATA_DIR: dataDir,
      ...(feeds === undefined ? {} : { MARU_FEEDS: feeds }),
      ...signIn,
      ...(mailbox === undefined ? {} : { SMTP_URL: `smtp://127.0.0.1:${mailbox.smtpPort}` }),
    });
  const endWith = (code: number | null) => end(ending ? 0 : (code ?? 1));
  const hasPeople = Object.keys(signIn).length > 0;
  if (ending) return;
  if (development) await watchServer(startServer, endWith, hasPeople);
  else {
    const server = startServer();
    server.once('exit', endWith);
    await writeFile(join(dataDir, 'server.pid'), String(server.pid));
    await sayWhenReady(() => server.exitCode === null, hasPeople);
  }
  if (mailbox !== undefined && !ending) say(`emails that it sends: http://localhost:${mailbox.pagePort}`);
}

/** Restarts the server when its code changes. Migrations are left out: a half-written one would be applied. */
async function watchServer(
  startServer: () => ChildProcess,
  endWith: (code: number | null) => void,
  hasPeople: boolean,
): Promise<void> {
  if (!process.env.DATABASE_URL) database = startEmbedded({ dataDir, log: say });
  await database;
  if (ending) return;
  const packages = await readdir(join(ROOT, 'packages'));
  watched = new WatchedProcess({
    folders: ['apps/server', ...packages.map((name) => `packages/${name}`)].map((one) =>
      join(ROOT, one, 'src'),
    ),
    root: ROOT,
    launch: startServer,
    say,
    onEnd: endWith,
    onRestart: (server) => void sayReadyAgain(server),
  });
  // Overwritten with the launcher's pid for `npm run reset`: the data is in use during a restart too.
  await writeFile(join(dataDir, 'server.pid'), String(process.pid));
  await watched.start();
  await sayWhenReady(() => true, hasPeople);
}

async function sayReadyAgain(server: ChildProcess): Promise<void> {
  if (await isReady(() => server.exitCode === null && server.signalCode === null)) say('ready again');
}

/** An SMTP server that delivers nothing, and a page that shows the emails. */
async function startMailbox(): Promise<MailboxServiceFile> {
  const folder = join(dataDir, 'mailbox');
  const child = launch('dev/mailbox/mailbox.ts', ['--data-dir', folder]);
  child.once('exit', (code) => {
    if (!ending) say(`the mailbox ended (${code}): emails stay queued`);
  });
  return await waitForService<MailboxServiceFile>(child, join(folder, 'mailbox.json'));
}

/** Serves the sample market over HTTP as two MLSs of two providers. @returns the path of the feed settings */
async function startSampleFeeds(): Promise<string> {
  const folder = join(dataDir, 'sample-market');
  await mkdir(folder, { recursive: true });
  const feeds = launch('dev/feeds/sample-feeds.ts', [
    ...['--data-dir', folder, '--size', String(size), '--seed', String(SEED)],
    ...['--rate', String(rate), '--streets-dir', join(dataDir, 'basemap')],
    ...(process.env.SAMPLE_PHOTO_WIDTH ? ['--photo-width', process.env.SAMPLE_PHOTO_WIDTH] : []),
  ]);
  feeds.once('exit', (code) => {
    if (!ending) say(`the sample feeds ended (${code}): the site keeps the homes that it has`);
  });
  const { bridge, slipstream, born } = await waitForService<ServiceFile>(
    feeds,
    join(folder, 'feeds-service.json'),
  );
  await forgetOlderMarket(born, [bridge.dataset, slipstream.dataset]);
  const settings = [
    feedSettings('bridge', bridge, {
      source: 'Maru Sample MLS',
      disclaimer:
        'An invented market for trying out Maru: no home, person or price here is real. Information deemed reliable but not guaranteed.',
      timeZone: 'America/Los_Angeles',
    }),
    feedSettings('slipstream', slipstream, {
      source: 'Maru Sample Realty Network',
      disclaimer:
        'Invented listings of the Maru Sample Realty Network, for trying out Maru. Data last checked when shown; not guaranteed, not an offer.',
      // It spans the country: the time is that of the home's position.
      timeZone: null,
    }),
  ];
  const file = join(folder, 'feeds.json');
  await writeFile(file, JSON.stringify(settings, null, 2), { mode: 0o600 });
  return file;
}

/**
 * A recreated market (after a week, with another size) reuses listing keys with older timestamps, which replication would
 * skip. So the listings of the old market are purged first.
 */
async function forgetOlderMarket(born: string, datasets: readonly string[]): Promise<void> {
  const file = join(dataDir, 'sample-market', 'loaded.json');
  const loaded = await readFile(file, 'utf8').catch(() => '');
  if (loaded === JSON.stringify({ born })) return;
  if (process.env.DATABASE_URL || existsSync(join(dataDir, 'postgres'))) {
    for (const dataset of datasets) {
      const purge = launch('apps/server/src/commands/purge.ts', ['dataset', dataset, '--yes'], {
        DATA_DIR: dataDir,
        MARU_FEEDS: '',
      });
      // A non-zero code means that there was nothing to purge.
      const code = await new Promise<number | null>((done) => purge.once('exit', done));
      if (code === 0) say(`the market is new: purged the old listings of "${dataset}"`);
    }
  }
  await writeFile(file, JSON.stringify({ born }));
}

function feedSettings(
  provider: 'bridge' | 'slipstream',
  { dataset, port, token }: FeedService,
  display: { source: string; disclaimer: string; timeZone: string | null },
) {
  return {
    dataset,
    provider,
    baseUrl: `http://127.0.0.1:${port}`,
    token,
    mediaHosts: [`127.0.0.1:${port}`],
    display: {
      advertisingBroker: {
        name: 'Maru Realty (sample)',
        licenseNumber: '01234567',
        licenseState: 'CA',
        phone: '+1 949 555 0100',
        email: 'broker@example.com',
      },
      ...display,
      allowSold: true,
      allowHistory: true,
      contactMembers: true,
      listingAgentContact: true,
      sample: true,
    },
  };
}

/**
 * Starts the simulated Kakao and Google. @returns the server's settings for them; none when a provider is configured
 */
async function startSignIn(): Promise<Record<string, string>> {
  if (process.env.KAKAO_CLIENT_ID || process.env.GOOGLE_CLIENT_ID) return {};
  const folder = join(dataDir, 'sign-in');
  const child = launch('dev/sign-in/sign-in.ts', ['--data-dir', folder]);
  child.once('exit', (code) => {
    if (!ending) say(`the simulated Kakao and Google ended (${code}): sign-in is not possible`);
  });
  const service = await waitForService<SignInServiceFile>(child, join(folder, 'sign-in-service.json'));
  const { ADMIN_EMAILS = '', ...settings } = signInSettings(service);
  return { ...settings, ADMIN_EMAILS: process.env.ADMIN_EMAILS || ADMIN_EMAILS };
}

/** Waits for the file that a child writes once it listens; a file with another pid is from an earlier start. */
async function waitForService<Service extends { pid: number }>(
  child: ChildProcess,
  file: string,
): Promise<Service> {
  while (child.exitCode === null && !ending) {
    const text = await readFile(file, 'utf8').catch(() => '{}');
    const service = JSON.parse(text) as Service;
    if (service.pid === child.pid) return service;
    await sleep(50);
  }
  throw new Error(`${file} was not written: its process did not start.`);
}

/** Starts a child process. Its IPC channel closes when this process ends. */
function launch(file: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [join(ROOT, file), ...args], {
    cwd: ROOT,
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Resolves when the server is ready; false when it, or this process, ended before. */
async function isReady(isUp: () => boolean): Promise<boolean> {
  while (isUp() && !ending) {
    const ready = await fetch(`${site}/readyz`).catch(() => undefined);
    if (ready?.ok) return true;
    await sleep(200);
  }
  return false;
}

async function sayWhenReady(isUp: () => boolean, hasPeople: boolean): Promise<void> {
  if (!(await isReady(isUp))) return;
  if (size > 0 && !process.env.MARU_FEEDS) await importSamplePlaces();
  const people = join(dataDir, 'sign-in', 'people.json');
  if (hasPeople)
    await registerRealtor(site, people).catch((error: Error) =>
      say(`the sample realtor was not created (${error.message})`),
    );
  say(`ready: open ${process.env.PUBLIC_URL || `http://localhost:${port}`}`);
}

/** Imports schools, boundaries and zones of the sample market with `npm run import`, once for each market. */
async function importSamplePlaces(): Promise<void> {
  const imported = await loadSamplePlaces({
    folder: join(dataDir, 'sample-market', 'places'),
    size,
    run: async (args) => {
      const command = launch('apps/server/src/commands/import.ts', args, { DATA_DIR: dataDir });
      return await new Promise<number | null>((done) => command.once('exit', done));
    },
  });
  if (imported === 'failed')
    say('the sample districts and schools could not be imported: pages will show none');
}

function end(code: number): void {
  if (ending) return;
  ending = true;
  watched?.close();
  const gone = Promise.all([
    database
      ?.then((one) => one.stop())
      .catch((error: Error) => say(`the database did not stop (${error.message})`)),
    ...[...children].map((child) => {
      child.kill('SIGTERM');
      return new Promise((done) => child.once('exit', done));
    }),
  ]);
  void Promise.race([gone, sleep(15_000)]).then(() => process.exit(code));
}

// Further signals are ignored: shutdown is already running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0));
process.once('disconnect', () => end(0));
// npm does not forward SIGTERM: without this check the process would outlive npm and keep the port.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end(0);
  }, 500).unref();
}
start().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  end(1);
});
