import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { HomeListAnswer } from '@maru/contract';
import { AddressIndex, SearchIndex } from '@maru/search-index';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../dev/free-port.ts';
import { type Line, startLine } from '../../../dev/line/line.ts';
import { buildApp } from './app.ts';
import { FeedClock } from './feeds/feed-clock.ts';
import { Follower, type FollowLag } from './jobs/follow.ts';
import { IndexFiles } from './jobs/index-files.ts';
import { Metrics } from './metrics.ts';
import { createCaller } from './testing/testing-callers.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** The nodes do not differ: the short form restarts one of them. */
const RESTARTS = process.env.MARU_TEST_LONG === '1' ? 2 : 1;
let database: TestDatabase;
let line: Line;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'maru-replicas-'));
  line = await startLine({ databaseUrl: database.databaseUrl, size: 150 });
  await line.follow();
});

afterAll(async () => {
  await (line as Line | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Gives some home (not the `other` one) that price, and answers its homeId when the store has it. */
async function reprice(price: number, other?: string): Promise<string> {
  const { listings } = await line.list('searchType=sale');
  const card = listings.find(
    (one) => one.listPrice !== null && one.listPrice < 900_000_000 && one.homeId !== other,
  )!;
  const row = line.market.properties.find((one) => one.ListingId === card.listingId)!;
  await line.control('change', [{ ListingKey: row.ListingKey, ListPrice: price }]);
  await line.catchUp();
  return card.homeId;
}

const warnings: object[] = [];
const log = {
  info: () => {},
  error: () => {},
  warn: (facts: object) => warnings.push(facts),
} as never;

/** Runs until all of the store is in the index, then as long as `during` takes, and ends cleanly. */
async function followed(
  during: (index: SearchIndex) => Promise<void> | void,
  storeName = 'test',
  own: { metrics?: Metrics; onWarning?: (follower: Follower) => void } = {},
) {
  const index = new SearchIndex({ workers: 0 });
  const addresses = new AddressIndex(index);
  const files = new IndexFiles({ folder, storeName, log });
  const { store } = line.parts;
  const { metrics, onWarning } = own;
  const telling = {
    ...(log as object),
    warn: (facts: object) => {
      warnings.push(facts);
      onWarning?.(follower);
    },
  } as never;
  const follower = new Follower({
    ...{ store, index, addresses, clock: new FeedClock(), files },
    log: telling,
    ...(metrics === undefined ? {} : { metrics }),
  });
  const stop = new AbortController();
  warnings.length = 0;
  const running = follower.run(stop.signal);
  try {
    await expect.poll(() => follower.loaded && follower.lag().changes === 0, { timeout: 20_000 }).toBe(true);
    await during(index);
  } finally {
    stop.abort();
    await running;
  }
}

describe('an index that starts from its files', () => {
  test('goes on from the numbers in them, and has what happened since', async () => {
    await followed((index) => expect(index.size).toBe(line.parts.index.size));
    expect((await readdir(folder)).filter((one) => one.startsWith('index-')).sort()).toEqual([
      'index-addresses.snapshot',
      'index-homes.snapshot',
    ]);
    const homeId = await reprice(901_000_000);
    await followed((index) => {
      expect(index.findCard(homeId)?.listPrice).toBe(901_000_000);
      expect(index.size).toBe(line.parts.index.size);
    });
    expect(warnings).toEqual([]);
  });

  test('notices that changes are missing, and is loaded anew', async () => {
    const homeId = await reprice(902_000_000);
    await line.parts.store.pool.query(
      'delete from listing_change c using feed_state f where c.dataset = f.dataset and c.sequence = f.sequence',
    );
    await followed((index) => {
      expect(index.findCard(homeId)?.listPrice).toBe(902_000_000);
      expect(index.size).toBe(line.parts.index.size);
    });
    expect(warnings).toContainEqual({ datasets: [line.feedSettings.dataset] });
  });

  test('notices a hole in the middle of the changes that came while it was away: says so, counts it, and has them', async () => {
    const lost = await reprice(902_500_000);
    await line.parts.store.pool.query(
      'delete from listing_change c using feed_state f where c.dataset = f.dataset and c.sequence = f.sequence',
    );
    const told = await reprice(902_600_000, lost);
    const metrics = new Metrics();
    const states: FollowLag[] = [];
    await followed(
      (index) => {
        expect(index.findCard(lost)?.listPrice).toBe(902_500_000);
        expect(index.findCard(told)?.listPrice).toBe(902_600_000);
      },
      'test',
      { metrics, onWarning: (follower) => states.push(follower.lag()) },
    );
    const { dataset } = line.feedSettings;
    expect(warnings).toContainEqual({ datasets: [dataset] });
    expect(states).toContainEqual(expect.objectContaining({ isReloading: true }));
    const text = await metrics.read();
    expect(text).toContain(`maru_index_missing_changes_total{dataset="${dataset}"} 1`);
    expect(text).toMatch(/^maru_index_reloads_total 1$/m);
  });

  test('has all homes when what it missed was pruned, which waits for agents, remarks and alerts', async () => {
    const { store } = line.parts;
    const homeId = await reprice(902_700_000);
    const now = new Date();
    const later = new Date(now.getTime() + 86_400_000);
    expect(await store.pruneChanges(now, now), 'nothing is so old').toBe(0);
    expect(await store.pruneChanges(later, later), 'nobody has read it').toBe(0);
    await store.refreshAgents();
    await store.scanRemarks(now);
    expect(await store.pruneChanges(now, now), 'nothing is so old').toBe(0);
    expect(await store.pruneChanges(later, later)).toBeGreaterThan(0);
    expect((await store.pool.query('select 1 from listing_change')).rowCount).toBe(0);
    await followed((index) => {
      expect(index.findCard(homeId)?.listPrice).toBe(902_700_000);
      expect(index.size).toBe(line.parts.index.size);
    });
    expect(warnings).toContainEqual({ datasets: [line.feedSettings.dataset] });

    // Alerts began where the dataset was; whoever had come so far goes on, and what comes later is kept.
    await store.alerts.match(() => [], { now, limit: 10_000 });
    const next = await reprice(902_800_000);
    await store.refreshAgents();
    await store.scanRemarks(later);
    expect(await store.pruneChanges(later, later)).toBe(0);
    const muchLater = new Date(later.getTime() + 86_400_000);
    expect(await store.pruneChanges(muchLater, muchLater), 'alerts have not read it').toBe(0);
    await followed((index) => expect(index.findCard(next)?.listPrice).toBe(902_800_000));
    expect(warnings).toEqual([]);
  });

  test('believes no file that was cut off, nor one of another store', async () => {
    await truncate(join(folder, 'index-homes.snapshot'), 1_000);
    await followed((index) => expect(index.size).toBe(line.parts.index.size));
    expect(warnings).toContainEqual({ reason: 'truncated' });
    await followed((index) => expect(index.size).toBe(line.parts.index.size), 'another');
    expect(warnings).toContainEqual({ reason: 'of another store' });
  });
});

describe('readiness', () => {
  const readiness = async (parts: Partial<Line['parts']>) => {
    const app = await buildApp({ ...line.parts, ...parts }, { pages: false });
    const answer = await app.inject({ url: '/readyz', headers: { host: 'localhost' } });
    await app.close();
    return { status: answer.statusCode, body: answer.json() };
  };

  test('a node that lags says so, and by how much', async () => {
    const late = await readiness({
      lag: () => ({ changes: 12, seconds: 31, isStoreAway: false, isReloading: false }),
    });
    expect(late).toEqual({
      status: 503,
      body: { ready: false, lag: { changes: 12, seconds: 31 }, isStoreAway: false },
    });
    const well = await readiness({
      lag: () => ({ changes: 1, seconds: 2, isStoreAway: false, isReloading: true }),
    });
    expect(well).toMatchObject({ status: 200, body: { isReloading: true } });
  });

  test('a node whose database is away goes on with what it has', async () => {
    const alone = await readiness({
      lag: () => ({ changes: 0, seconds: 900, isStoreAway: true, isReloading: false }),
    });
    expect(alone).toMatchObject({ status: 200, body: { isStoreAway: true, lag: { seconds: 900 } } });
  });
});

describe('two processes on one database', () => {
  interface Node {
    child: ChildProcess;
    base: string;
    ended: Promise<number | null>;
  }

  const children: ChildProcess[] = [];
  // Also those that were not ready in time.
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  async function startNode(name: string, port: number): Promise<Node> {
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      MARU_MODE: 'trial',
      ROLES: 'web',
      PORT: String(port),
      DATA_DIR: join(folder, name),
      DATABASE_URL: database.databaseUrl,
      DRAIN_SECONDS: '1',
      // The tokens of `line.parts` are theirs too.
      PUBLIC_URL: 'http://localhost:3000',
    };
    const child = fork(MAIN, { env, silent: true });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    const ended = once(child, 'exit').then(([code]) => code as number | null);
    const base = `http://127.0.0.1:${port}`;
    const isUp = async () => child.exitCode !== null || (await isReady(base));
    await expect.poll(isUp, { timeout: 60_000, interval: 100 }).toBe(true);
    expect(child.exitCode, output).toBeNull();
    return { child, base, ended };
  }

  const isReady = (base: string) =>
    fetch(`${base}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  const list = async (base: string, query: string) =>
    (await (await fetch(`${base}/maru/v1/home/list?${query}`)).json()) as HomeListAnswer;

  test('follow the same changes, and are restarted one after the other without an error', async () => {
    const ports = [await findFreePort(), await findFreePort()];
    const nodes = await Promise.all(ports.map((port, i) => startNode(`node-${i}`, port)));
    const stop = new AbortController();
    const asking: Promise<void>[] = [];
    try {
      const homeId = await reprice(903_000_000);
      for (const { base } of nodes) {
        const shown = async () => (await list(base, 'searchType=sale&sort=-price')).listings[0];
        await expect.poll(shown, { timeout: 10_000 }).toMatchObject({ homeId, listPrice: 903_000_000 });
      }

      // A word that the owner changes through one of them is on the pages of the other within ten seconds (issue 9).
      const [first, second] = nodes as [Node, Node];
      const { headers } = await createCaller(line.parts, { role: 'admin' });
      const page = async () => await (await fetch(`${second.base}/v1/receipt/none?locale=ko`)).text();
      for (const message of ['찾을 수 없는 문의예요', null]) {
        const saved = await fetch(`${first.base}/maru/v1/admin/word/receipt.unknown_title`, {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ locale: 'ko', message }),
        });
        expect(saved.status, await saved.text()).toBe(200);
        await expect
          .poll(async () => (await page()).includes('찾을 수 없는 문의예요'), { timeout: 10_000 })
          .toBe(message !== null);
      }

      // A balancer: looks who is ready ten times a second, and asks those in turn.
      let ready = nodes.map((node) => node.base);
      const looking = (async () => {
        while (!stop.signal.aborted) {
          const states = await Promise.all(ports.map((port) => isReady(`http://127.0.0.1:${port}`)));
          ready = ports.filter((_, i) => states[i]).map((port) => `http://127.0.0.1:${port}`);
          await sleep(100);
        }
      })();
      const failures: unknown[] = [];
      let answered = 0;
      for (let client = 0; client < 3; client += 1) {
        asking.push(
          (async () => {
            for (let i = client; !stop.signal.aborted; i += 1) {
              const base = ready[i % ready.length];
              await fetch(`${base}/maru/v1/home/list?price=${i % 500}-`)
                .then(async (answer) => {
                  await answer.arrayBuffer();
                  if (answer.ok) answered += 1;
                  else failures.push(answer.status);
                })
                .catch((error: Error) => failures.push(String(error.cause ?? error)));
              // Enough requests for each restart; more would slow the starting node.
              await sleep(100);
            }
          })(),
        );
      }
      for (let i = 0; i < RESTARTS; i += 1) {
        nodes[i]!.child.kill('SIGTERM');
        expect(await nodes[i]!.ended).toBe(0);
        nodes[i] = await startNode(`node-${i}`, ports[i]!);
        await sleep(300);
      }
      stop.abort();
      await Promise.all([looking, ...asking]);
      expect(failures).toEqual([]);
      expect(answered).toBeGreaterThan(100);
      // It had written its index down.
      expect(await readdir(join(folder, 'node-0'))).toContain('index-homes.snapshot');
      expect((await list(nodes[0]!.base, 'searchType=sale&sort=-price')).listings[0]).toMatchObject({
        homeId,
      });
    } finally {
      stop.abort();
      for (const { child } of nodes) child.kill('SIGTERM');
      await Promise.all(nodes.map((node) => node.ended));
    }
  }, 120_000);
});

test('a start from files brings back nothing of a dataset that was purged meanwhile', async () => {
  await followed((index) => expect(index.size).toBe(line.parts.index.size), 'another');
  await line.parts.store.purgeDataset(line.feedSettings.dataset);
  await followed((index) => expect(index.size).toBe(0), 'another');
});
