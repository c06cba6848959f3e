import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FeedService, ServiceFile } from '../feeds/sample-service.ts';
import { findFreePort } from '../free-port.ts';
import type { MailboxServiceFile } from '../mailbox/mailbox-service.ts';
import type { SignInServiceFile } from '../sign-in/sign-in-service.ts';
import { startTranslator } from '../translation/translator.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Homes of the browser tests. A third is around Irvine: enough for several pages of results, and fast to load. */
export const HOMES = 4_000;
const READY_TIMEOUT_MS = 150_000;
const EXIT_TIMEOUT_MS = 20_000;
const ACCESS_TOKEN_SECONDS = 4;

/** Addresses of the product under test. Plain data: the global setup passes it to every test file. */
export interface Site {
  /** `http://localhost:{port}`, without a slash at its end. */
  baseUrl: string;
  /** The sample market's feeds, by provider; `pid` is their own process. */
  market: { bridge: SiteFeed; slipstream: SiteFeed; pid: number };
  /** Issuers of the simulated Kakao and Google. */
  signIn: Record<'kakao' | 'google', string>;
  /** The mailbox that receives every email of the product. */
  mailbox: string;
  /** The database, for states that cannot be reached over HTTP, such as a sign-in of an hour ago. */
  databaseUrl: string;
  /** The file of its feed settings, for another node on the same database. */
  feeds: string;
  /** The simulated translation service: `PUT /broken` makes it fail. */
  translator: string;
}

export interface SiteFeed extends Omit<FeedService, 'port'> {
  /** The host, without a slash at its end. */
  baseUrl: string;
}

export interface RunningSite extends Site {
  /** Ends everything that was started and forgets its data. */
  end(): Promise<void>;
}

/** A process of the server and its folder. */
export interface RunningServer {
  baseUrl: string;
  /** Stops it and removes its folder. */
  end(): Promise<void>;
}

/**
 * Starts the whole product as `npm start` does, on a free port, over an empty folder and a market of `homes` that
 * changes only when a test says so. Resolves when `/readyz` answers 200.
 */
export async function startSite({
  homes,
  env = {},
}: {
  homes: number;
  /** Settings of its own. */
  env?: Record<string, string>;
}): Promise<RunningSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'maru-e2e-'));
  const translator = await startTranslator();
  const until = Date.now() + READY_TIMEOUT_MS;
  const {
    child,
    baseUrl,
    end: endProduct,
  } = await launch('dev/start.ts', dataDir, {
    SAMPLE_LISTINGS: String(homes),
    SAMPLE_RATE: '0',
    // Short, so that tests cover expiry and refresh.
    ACCESS_TOKEN_SECONDS: String(ACCESS_TOKEN_SECONDS),
    TRANSLATION_URL: translator.url,
    // A run requests about two thousand photos, each once: small ones are drawn, encoded and decoded fast.
    SAMPLE_PHOTO_WIDTH: '320',
    AVIF_EFFORT: '0',
    ...env,
  }).catch(async (error: unknown) => {
    await translator.close();
    throw error;
  });
  const end = async () => {
    await endProduct();
    await translator.close();
  };
  const service = JSON.parse(
    await readFile(join(dataDir, 'sample-market/feeds-service.json'), 'utf8'),
  ) as ServiceFile;
  const toSiteFeed = ({ port: at, ...rest }: FeedService): SiteFeed => ({
    ...rest,
    baseUrl: `http://127.0.0.1:${at}`,
  });
  const market = {
    bridge: toSiteFeed(service.bridge),
    slipstream: toSiteFeed(service.slipstream),
    pid: service.pid,
  };
  // The product creates a realtor among the test people after it is ready.
  while (!existsSync(join(dataDir, 'sign-in/people.json')) && child.exitCode === null && Date.now() < until) {
    await sleep(50);
  }
  const { providers } = JSON.parse(
    await readFile(join(dataDir, 'sign-in/sign-in-service.json'), 'utf8'),
  ) as SignInServiceFile;
  const signIn = { kakao: providers.kakao.issuer, google: providers.google.issuer };
  const { pagePort } = JSON.parse(
    await readFile(join(dataDir, 'mailbox/mailbox.json'), 'utf8'),
  ) as MailboxServiceFile;
  const { port: databasePort, password } = JSON.parse(
    await readFile(join(dataDir, 'postgres/server.json'), 'utf8'),
  ) as { port: number; password: string };
  return {
    baseUrl,
    databaseUrl: `postgres://maru:${password}@127.0.0.1:${databasePort}/maru`,
    feeds: join(dataDir, 'sample-market/feeds.json'),
    market,
    signIn,
    mailbox: `http://127.0.0.1:${pagePort}`,
    translator: translator.url,
    end,
  };
}

/** Starts another web node on the database of `site`, with settings of its own. Resolves when `/readyz` answers 200. */
export async function startWebNode(
  site: Pick<Site, 'databaseUrl' | 'feeds'>,
  env: Record<string, string>,
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'maru-e2e-node-'));
  const { baseUrl, end } = await launch('apps/server/src/main.ts', dataDir, {
    MARU_MODE: 'trial',
    NODE_ENV: 'production',
    ROLES: 'web',
    DATABASE_URL: site.databaseUrl,
    MARU_FEEDS: site.feeds,
    ...env,
  });
  return { baseUrl, end };
}

/** Starts a program of the product on a free port. @throws Error with its output when it ends or is not ready in time */
async function launch(
  file: string,
  dataDir: string,
  env: Record<string, string>,
): Promise<RunningServer & { child: ChildProcess }> {
  const port = await findFreePort();
  const logFile = join(dataDir, 'start.log');
  const log = openSync(logFile, 'a');
  // The child ends itself when the IPC channel closes.
  const child = spawn(process.execPath, [join(ROOT, file)], {
    cwd: ROOT,
    stdio: ['ignore', log, log, 'ipc'],
    env: { ...ownEnvironment(), PORT: String(port), DATA_DIR: dataDir, ...env },
  });
  closeSync(log);
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      const late = sleep(EXIT_TIMEOUT_MS, 'late', { ref: false });
      if ((await Promise.race([gone, late])) === 'late') child.kill('SIGKILL');
      await gone;
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  const baseUrl = `http://localhost:${port}`;
  const until = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(baseUrl))) {
    // Before `end`, whose signal gives a late process the exit code 0.
    const why =
      child.exitCode !== null || child.signalCode !== null
        ? `ended with ${child.exitCode ?? child.signalCode}`
        : Date.now() > until
          ? `was not ready within ${READY_TIMEOUT_MS / 1000} s`
          : undefined;
    if (why !== undefined) {
      const output = await readFile(logFile, 'utf8').catch(() => '');
      await end();
      throw new Error(`${file} ${why}:\n${output.slice(-4_000)}`);
    }
    await sleep(100);
  }
  return { child, baseUrl, end };
}

/** Keeps the caller's settings out of the product: `npm start` on a bare machine has none. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE };
}

async function isReady(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
  return answer?.ok ?? false;
}
