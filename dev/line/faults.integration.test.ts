import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Store } from '@maru/store';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replicate } from '../../apps/server/src/jobs/replicate.ts';
import { Dice } from '../conformance/random-homes.ts';
import { DATA_FAULTS, type FaultKind, WIRE_FAULTS } from '../feeds/faults.ts';
import { createMarket } from '../sample-market/index.ts';
import { buildGazetteer } from '../scripts/build-gazetteer.ts';
import { type LineFeed, type LineFeeds, startLineFeeds } from './line-feeds.ts';
import { expectSameAsProvider } from './same-as-provider.ts';
import { createParts, settle } from './settle.ts';

const long = process.env.MARU_TEST_LONG === '1';
const SIZE = long ? 2_000 : 300;
/** How long faults are injected (ms); every kind occurs at least once regardless. */
const FAULTS_DURATION_MS = long ? 600_000 : 6_000;
const seed = Number(process.env.MARU_TEST_SEED) || randomInt(1, 2 ** 31 - 1);
/** Client delays divided by fifty: a wait of one second takes 20 ms here. */
const FAST_TIMERS = {
  timeoutMs: 400,
  pageSize: 50,
  sleep: (ms: number, signal: AbortSignal) => sleep(Math.min(200, ms / 50), undefined, { signal }),
};

let database: TestDatabase;
let store: Store;
let line: LineFeeds;
beforeAll(async () => {
  await buildGazetteer();
  database = await createTestDatabase();
  store = await Store.open({ databaseUrl: database.databaseUrl });
  line = await startLineFeeds(createMarket({ seed: 9, size: SIZE, now: new Date() }), [
    'bridge',
    'slipstream',
  ]);
});
afterAll(async () => {
  (line as LineFeeds | undefined)?.close();
  await (store as Store | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

/** Listings changed by a data fault, by dataset. */
const hit = new Map<string, Set<string>>();

/** Not every fault exists in every wire format; the simulator then refuses it. */
async function injectFault(feed: LineFeed, kind: FaultKind, dice: Dice): Promise<boolean> {
  const fault = {
    kind,
    count: dice.whole(1, 4),
    delayMs: 600,
    ...(dice.chance(0.3) ? { retryAfter: '1' } : {}),
  };
  try {
    const { keys = [] } = await feed.control('fault', fault);
    const { dataset } = feed.settings;
    hit.set(dataset, new Set([...(hit.get(dataset) ?? []), ...keys]));
    return true;
  } catch {
    return false;
  }
}

/** Ends all faults. Repaired rows get a new timestamp, as an MLS does: an older one would not be replicated. */
async function endFaults(feed: LineFeed): Promise<void> {
  await feed.control('clear', {});
  const keys = [...(hit.get(feed.settings.dataset) ?? [])];
  await feed.control(
    'change',
    keys.map((ListingKey) => ({ ListingKey })),
  );
}

test(
  'after every fault of both providers, in random order and with a changing market, store and feeds have the same keys',
  async () => {
    const dice = new Dice(seed);
    process.stdout.write(`faults: seed ${seed}, ${FAULTS_DURATION_MS / 1000} s, ${SIZE} listings\n`);
    const stop = new AbortController();
    const running: Promise<void>[] = [];
    for (const feed of line.feeds) {
      running.push(replicate(await createParts(feed, store, FAST_TIMERS), stop.signal));
    }
    const kinds: FaultKind[] = [...WIRE_FAULTS, ...DATA_FAULTS];
    const waiting = line.feeds.flatMap((feed) => kinds.map((kind) => ({ feed, kind })));
    const played = new Set<string>();
    const until = Date.now() + FAULTS_DURATION_MS;
    const least = Math.max(20, Math.floor(FAULTS_DURATION_MS / (waiting.length + 10)));
    while (waiting.length > 0 || Date.now() < until) {
      const [next] = waiting.splice(dice.whole(0, Math.max(0, waiting.length - 1)), 1);
      const { feed, kind } = next ?? { feed: dice.pick(line.feeds), kind: dice.pick(kinds) };
      if (await injectFault(feed, kind, dice)) played.add(`${feed.settings.dataset} ${kind}`);
      if (dice.chance(0.3)) line.tick(new Date(), dice.whole(1, 8));
      if (dice.chance(0.15)) await endFaults(feed);
      await sleep(long ? dice.whole(20, 1_000) : least);
    }
    stop.abort();
    await Promise.all(running);
    expect(played.size).toBeGreaterThan(kinds.length);
    for (const feed of line.feeds) {
      await endFaults(feed);
      await settle(await createParts(feed, store, FAST_TIMERS));
      await expectSameAsProvider(store, feed);
    }
  },
  long ? 900_000 : 60_000,
);
