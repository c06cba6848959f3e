import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FeedClock } from '../feed-clock.ts';
import { Follower } from './follow.ts';

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
      openSnapshot: async () => ({ sequences: new Map([['kc', 1]]), homes: [], count: 0, close: () => {} }),
      readChanges: async (after: Map<string, number>) => {
        const from = after.get('kc') ?? 0;
        asked.push(from);
        const removals = from < 2 ? [{ homeId: 'h1', searchType: 'sale' }] : [];
        return { changes: { upserts: [], removals }, sequences: new Map([['kc', 2]]), more: false };
      },
    } as never,
    index: {
      apply: ({ removals }: { removals: { homeId: string }[] }) => {
        if (removals.length > 0 && fails-- > 0) throw new Error('out of memory');
        removed.push(...removals.map((one) => one.homeId));
      },
    } as never,
    addresses: { apply: () => {} } as never,
    clock: new FeedClock(),
    log: { warn: () => {} } as never,
  });
  const running = follower.run(stop.signal);
  for (let tries = 0; removed.length === 0 && tries < 60; tries += 1) await sleep(50);
  stop.abort();
  await running;
  expect(removed).toEqual(['h1']);
  expect(asked.slice(0, 2)).toEqual([1, 1]);
});
