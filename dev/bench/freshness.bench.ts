import { setTimeout as sleep } from 'node:timers/promises';
import type { Listing } from '@maru/listing';
import type { HomeChanges } from '@maru/listing/search';
import { AddressIndex, SearchIndex } from '@maru/search-index';
import { Store } from '@maru/store';
import { createChangeSet, createPlaced, createTestDatabase, loadHomeCards } from '@maru/store/testing';
import { FeedClock } from '../../apps/server/src/feeds/feed-clock.ts';
import { Follower } from '../../apps/server/src/jobs/follow.ts';
import { randomHomes } from '../conformance/random-homes.ts';
import type { BenchRow } from './row.ts';

const QUIET = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} } as never;
const CHANGES_PER_SECOND = 500;
const BATCHES_PER_SECOND = 10;
const SECONDS = 10;
/** Listings whose prices change continuously; the others do not change. */
const MOVING = 5_000;
const MAX_MS = 1_000;
const LOADED_AT_ONCE = 5_000;

/**
 * Time from a commit until a search finds the change, at 500 changed prices per second, over an index of 20,000 and
 * of 200,000 homes. Store, NOTIFY, follower and index are the product's own, in one process.
 */
export async function freshnessRows(sizes = [20_000, 200_000]): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const size of sizes) {
    const { p50, p99, rate } = await measure(size);
    // The reached rate: a busy machine writes less.
    const name = (part: string) =>
      `commit to searchable at ${Math.round(rate)}/s, ${size.toLocaleString('en-US')} homes, ${part} · ${MAX_MS} ms`;
    rows.push({ name: name('p50'), ours: p50, baseline: MAX_MS, ratio: MAX_MS / p50, unit: 'ms' });
    rows.push({
      name: name('p99'),
      ours: p99,
      baseline: MAX_MS,
      ratio: MAX_MS / p99,
      unit: 'ms',
      atLeast: 1,
    });
  }
  return rows;
}

/** An index that records when each price of each listing was applied. */
class TimedIndex extends SearchIndex {
  readonly takenAt = new Map<string, number>();
  override apply(changes: HomeChanges, version: string): void {
    super.apply(changes, version);
    const at = performance.now();
    for (const { listingKey, listPrice } of changes.upserts) {
      const key = `${listingKey} ${listPrice}`;
      if (!this.takenAt.has(key)) this.takenAt.set(key, at);
    }
  }
}

async function measure(size: number): Promise<{ p50: number; p99: number; rate: number }> {
  const database = await createTestDatabase();
  const store = await Store.open({ databaseUrl: database.databaseUrl });
  const stop = new AbortController();
  let following: Promise<void> | undefined;
  try {
    const still = randomHomes(11, size - MOVING);
    for (let start = 0; start < still.length; start += LOADED_AT_ONCE) {
      await loadHomeCards(store, still.slice(start, start + LOADED_AT_ONCE));
    }
    const createListing = (at: number, own: Partial<Listing>) =>
      createPlaced({
        listingKey: `m${at}`,
        streetNumber: String(at + 1),
        unparsedAddress: `${at + 1} Oak St, Irvine, CA 92620`,
        ...own,
      });
    for (let start = 0; start < MOVING; start += 1_000) {
      const upserts = Array.from({ length: 1_000 }, (_, i) => createListing(start + i, {}));
      await store.applyChanges(createChangeSet({ upserts, seenAt: new Date() }));
    }
    const index = new TimedIndex();
    const addresses = new AddressIndex(index);
    const follower = new Follower({ store, index, addresses, clock: new FeedClock(), log: QUIET });
    following = follower.run(stop.signal);
    while (!follower.loaded) await sleep(20);

    const committed = new Map<string, number>();
    const each = CHANGES_PER_SECOND / BATCHES_PER_SECOND;
    const began = performance.now();
    for (let turn = 0; turn < SECONDS * BATCHES_PER_SECOND; turn += 1) {
      const due = began + (turn * 1_000) / BATCHES_PER_SECOND;
      await sleep(Math.max(0, due - performance.now()));
      const seenAt = new Date();
      const upserts = Array.from({ length: each }, (_, i) => {
        const at = (turn * each + i) % MOVING;
        const modificationTimestamp = seenAt.toISOString();
        return createListing(at, { listPrice: 500_000 + turn, modificationTimestamp });
      });
      await store.applyChanges(createChangeSet({ upserts, seenAt }));
      const at = performance.now();
      for (const { listing } of upserts) committed.set(`${listing.listingKey} ${listing.listPrice}`, at);
    }
    const rate = committed.size / ((performance.now() - began) / 1_000);
    for (
      let tries = 0;
      tries < 500 && [...committed.keys()].some((key) => !index.takenAt.has(key));
      tries += 1
    ) {
      await sleep(20);
    }
    // The notification may arrive before the writer's own response; count that as 0 ms.
    const times = [...committed].map(([key, at]) => Math.max(0, (index.takenAt.get(key) ?? Infinity) - at));
    times.sort((a, b) => a - b);
    const share = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
    return { p50: Math.max(0.1, share(0.5)), p99: share(0.99), rate };
  } finally {
    stop.abort();
    await following;
    await store.close();
    await database.drop();
  }
}
