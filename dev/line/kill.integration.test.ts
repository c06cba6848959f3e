import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Store } from '@maru/store';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Dice } from '../conformance/random-homes.ts';
import { createMarket } from '../sample-market/index.ts';
import { buildGazetteer } from '../scripts/build-gazetteer.ts';
import { type LineFeeds, startLineFeeds } from './line-feeds.ts';
import { expectSameAsProvider } from './same-as-provider.ts';
import { createParts, settle } from './settle.ts';

const CHILD = fileURLToPath(new URL('./replicate-child.ts', import.meta.url));
const long = process.env.MARU_TEST_LONG === '1';
const KILLS = long ? 100 : 3;
const SIZE = long ? 3_000 : 500;
const PAGE_SIZE = 25;
/** About as many as a replication sends: some processes are killed near its end, and some complete. */
const MAX_REQUESTS = SIZE / PAGE_SIZE;
const seed = Number(process.env.MARU_TEST_SEED) || randomInt(1, 2 ** 31 - 1);

let database: TestDatabase;
let line: LineFeeds;
let folder: string;
beforeAll(async () => {
  await buildGazetteer();
  database = await createTestDatabase();
  const market = createMarket({ seed: 3, size: SIZE, now: new Date() });
  line = await startLineFeeds(market, ['bridge', 'slipstream']);
  folder = await mkdtemp(join(tmpdir(), 'maru-kill-'));
  await writeFile(join(folder, 'feeds.json'), JSON.stringify(line.feeds.map(({ settings }) => settings)));
});
afterAll(async () => {
  (line as LineFeeds | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Where a process is killed: so many ms after that request to the feeds. */
interface Kill {
  request: number;
  delay: number;
}

/** Runs one replication in a process of its own. Returns whether it was killed; false when it completed before. */
async function replicateOnce(kill?: Kill): Promise<boolean> {
  const child = fork(CHILD, [join(folder, 'feeds.json'), database.databaseUrl, String(PAGE_SIZE)], {
    silent: true,
  });
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => {
    complaint += text.toString();
  });
  child.stdout?.resume();
  let requests = 0;
  const stopCounting = line.onRequest(() => {
    requests += 1;
    if (requests === kill?.request) setTimeout(() => child.kill('SIGKILL'), kill.delay);
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  stopCounting();
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the child exited with ${code}: ${complaint}`);
  return signal === 'SIGKILL';
}

test(
  `after ${KILLS} kills at random points, replication of both providers has no missing and no duplicate listing`,
  async () => {
    process.stdout.write(`kill -9: seed ${seed}, ${KILLS} kills, ${SIZE} listings\n`);
    const dice = new Dice(seed);
    let killed = 0;
    for (let turns = 0; killed < KILLS && turns < KILLS * 10; turns += 1) {
      // Counted in requests, so that a slow machine gets as far as a fast one.
      const kill = { request: dice.whole(1, MAX_REQUESTS), delay: dice.whole(0, 50) };
      if (await replicateOnce(kill)) killed += 1;
      // It completed: change the market so that the next one has work.
      else line.tick(new Date(), SIZE);
      if (turns % 7 === 6) line.tick(new Date(), 20);
    }
    expect(killed).toBe(KILLS);
    await replicateOnce();
    const store = await Store.open({ databaseUrl: database.databaseUrl });
    try {
      for (const feed of line.feeds) {
        await settle(await createParts(feed, store));
        await expectSameAsProvider(store, feed);
      }
    } finally {
      await store.close();
    }
  },
  long ? 900_000 : undefined,
);
