import type { HomeCard } from '@maru/listing';
import { AddressIndex, SearchIndex } from '@maru/search-index';
import { expect, test } from 'vitest';
import { randomHomes } from '../../../../dev/conformance/random-homes.ts';
import { FeedClock } from '../feeds/feed-clock.ts';
import { Metrics } from '../metrics.ts';
import { Follower } from './follow.ts';

/** For a busy machine. */
const PATIENCE = { timeout: 30_000, interval: 20 };

test('changes that could not be taken in are read again, so that no take-down is lost', async () => {
  const stop = new AbortController();
  const asked: number[] = [];
  const removed: string[] = [];
  let fails = 1;
  const follower = new Follower({
    store: {
      onChange: () => () => {},
      datasets: async () => [],
      feedStates: async () => [],
      newestSequences: async () => new Map([['kc', 2]]),
      openSnapshot: async () => ({ sequences: new Map([['kc', 1]]), homes: [], count: 0 }),
      readChanges: async (after: Map<string, number>) => {
        const from = after.get('kc') ?? 0;
        asked.push(from);
        const removals = from < 2 ? [{ homeId: 'h1', searchType: 'sale' }] : [];
        return { changes: { upserts: [], removals }, sequences: new Map([['kc', 2]]), more: false, gaps: [] };
      },
    } as never,
    index: {
      version: () => '',
      startLoad: () => ({ add: () => {}, finish: async () => {} }),
      apply: ({ removals }: { removals: { homeId: string }[] }) => {
        if (removals.length > 0 && fails-- > 0) throw new Error('out of memory');
        removed.push(...removals.map((one) => one.homeId));
      },
    } as never,
    addresses: {
      apply: () => {},
      startLoad: () => ({ add: () => {}, finish: async () => {} }),
    } as never,
    clock: new FeedClock(),
    log: { info: () => {}, warn: () => {} } as never,
  });
  const running = follower.run(stop.signal);
  await expect.poll(() => removed, PATIENCE).not.toEqual([]);
  stop.abort();
  await running;
  expect(removed).toEqual(['h1']);
  expect(asked.slice(0, 2)).toEqual([1, 1]);
});

test('one home that cannot be read stops nothing: it is left out, counted, and what was known of it is gone', async () => {
  const stop = new AbortController();
  const [first, broken, last] = randomHomes(4, 3) as [HomeCard, HomeCard, HomeCard];
  const index = new SearchIndex();
  const metrics = new Metrics();
  const told: object[] = [];
  let turn = 0;
  const follower = new Follower({
    store: {
      onChange: () => () => {},
      datasets: async () => [],
      feedStates: async () => [],
      newestSequences: async () => new Map([['kc', 2]]),
      openSnapshot: async () => ({ sequences: new Map([['kc', 1]]), homes: [[first, broken]], count: 2 }),
      readChanges: async () => {
        turn += 1;
        const upserts = turn > 1 ? [] : [{ ...broken, placeIds: null }, last];
        return { changes: { upserts, removals: [] }, sequences: new Map([['kc', 2]]), more: false, gaps: [] };
      },
    } as never,
    index,
    addresses: new AddressIndex(index),
    clock: new FeedClock(),
    log: { info: () => {}, warn: () => {}, error: (facts: object) => told.push(facts) } as never,
    metrics,
  });
  const running = follower.run(stop.signal);
  await expect.poll(() => index.version(), PATIENCE).toBe('kc:2');
  stop.abort();
  await running;
  expect(index.version()).toBe('kc:2');
  expect(index.findCard(first.homeId)?.homeId).toBe(first.homeId);
  expect(index.findCard(last.homeId)?.homeId).toBe(last.homeId);
  expect(index.findCard(broken.homeId)).toBeUndefined();
  expect(told).toEqual([{ homeIds: [broken.homeId], skipped: 1 }]);
  expect(await metrics.read()).toMatch(/^maru_index_skipped_total 1$/m);
});
