import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HomeCard } from '@maru/listing';
import { AddressIndex, SearchIndex } from '@maru/search-index';
import { Store } from '@maru/store';
import { copyHomesOut, createTestDatabase, loadHomeCards } from '@maru/store/testing';
import { FeedClock } from '../../apps/server/src/feeds/feed-clock.ts';
import { Follower } from '../../apps/server/src/jobs/follow.ts';
import { RANDOM_NOW } from '../conformance/random-homes.ts';
import { questions } from './questions.ts';
import type { BenchRow } from './row.ts';
import { worldChunks } from './world.ts';

/** Aims: a start from a snapshot of a million homes (ms), and the share of COPY's speed without a snapshot. */
const MAX_MS = 3_000;
const MIN_SHARE = 0.3;
const AIMED = 1_000_000;
const STORED_AT_ONCE = 50_000;
const SILENT = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} } as never;

/**
 * Both ways to the first search after process start: from the store, beside COPY of the same table to nowhere; and
 * from a snapshot file.
 */
export async function startRows({ seed = 42, sizes = [50_000] } = {}): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const size of sizes) {
    rows.push(...(await storeRows(seed, size)), ...(await snapshotRows(seed, size)));
  }
  return rows;
}

async function storeRows(seed: number, size: number): Promise<BenchRow[]> {
  const database = await createTestDatabase();
  const store = await Store.open({ databaseUrl: database.databaseUrl });
  try {
    let cards: HomeCard[] = [];
    for (const chunk of worldChunks({ seed, size })) {
      cards.push(...chunk);
      if (cards.length < STORED_AT_ONCE) continue;
      await loadHomeCards(store, cards);
      cards = [];
    }
    if (cards.length > 0) await loadHomeCards(store, cards);
    await copyHomesOut(store);
    const copied = await timed(() => copyHomesOut(store));
    const parsed = await timed(async () => {
      for await (const _ of (await store.openSnapshot()).homes);
    });
    const index = new SearchIndex({ now: () => RANDOM_NOW });
    const follower = new Follower({
      store,
      index,
      addresses: new AddressIndex(index),
      clock: new FeedClock(),
      log: SILENT,
    });
    const stop = new AbortController();
    const before = process.cpuUsage();
    let following: Promise<void> | undefined;
    // As the server does it, followed by a first search.
    const searching = await timed(async () => {
      following = follower.run(stop.signal);
      while (!follower.loaded) await sleep(5);
      await askCountry(index, seed);
    });
    const { user, system } = process.cpuUsage(before);
    if (index.size !== size) throw new Error(`${index.size} of ${size} homes were loaded`);
    stop.abort();
    await following;
    await index.close();
    const row = (name: string, ours: number): BenchRow => ({
      name: `${name}, ${title(size)} · COPY of the table`,
      ours,
      baseline: copied,
      ratio: copied / ours,
      unit: 'ms',
    });
    return [
      { ...row('start without a snapshot', searching), ...(size >= AIMED ? { atLeast: MIN_SHARE } : {}) },
      row('of that, busy in this process', (user + system) / 1_000),
      row('reading the same homes as cards alone', parsed),
    ];
  } finally {
    await store.close();
    await database.drop();
  }
}

async function snapshotRows(seed: number, size: number): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'maru-bench-'));
  const [file, copy] = [join(folder, 'snapshot'), join(folder, 'copy')];
  const index = new SearchIndex({ now: () => RANDOM_NOW });
  const started = new SearchIndex({ now: () => RANDOM_NOW });
  try {
    for (const chunk of worldChunks({ seed, size })) index.apply({ upserts: chunk, removals: [] }, '1');
    await index.settled();
    const written = await timed(() => index.writeSnapshot(file, () => '{}'));
    const bytes = await readFile(file);
    const plainlyWritten = await timed(() => writeFile(copy, bytes, { flush: true }));
    const read = await timed(async () => {
      const reading = await started.readSnapshot(file);
      if (!reading.isRead) throw new Error(`the snapshot was rejected: ${reading.reason}`);
      await askCountry(started, seed);
    });
    if (started.size !== index.size) throw new Error(`${started.size} of ${index.size} homes were restored`);
    return [
      {
        name: `first answer of a search from a snapshot, ${title(size)} · ${MAX_MS / 1000} s`,
        ours: read,
        baseline: MAX_MS,
        ratio: MAX_MS / read,
        unit: 'ms',
        ...(size >= AIMED ? { atLeast: 1 } : {}),
      },
      {
        name: `writing a snapshot, ${title(size)} · a plain write of its ${Math.round(bytes.length / 2 ** 20)} MB`,
        ours: written,
        baseline: plainlyWritten,
        ratio: plainlyWritten / written,
        unit: 'ms',
      },
    ];
  } finally {
    await index.close();
    await started.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function askCountry(index: SearchIndex, seed: number): Promise<void> {
  const country = questions(seed).find(({ name }) => name === 'country')!;
  await index.search(country.requests[0]!);
}

function title(size: number): string {
  return `${size.toLocaleString('en-US')} homes`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
