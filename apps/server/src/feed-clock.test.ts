import type { DisplayRules } from '@maru/listing';
import { expect, test } from 'vitest';
import { FeedClock } from './feed-clock.ts';

const rules = {
  source: 'KC',
  disclaimer: 'D',
  sample: false,
  advertisingBroker: {},
} as unknown as DisplayRules;
const well = {
  provider: 'reso' as const,
  rules,
  failingSince: null,
  shrinkingSince: null,
  hidden: false,
  initialLoadDone: true,
};
const minutes = (count: number) => count * 60_000;

test('a feed that has not answered for a quarter of an hour is said to be away, and since when', () => {
  let now = minutes(100);
  const clock = new FeedClock(() => now);
  clock.update([{ ...well, dataset: 'kc', lastSuccessAt: minutes(90) }]);
  expect(clock.sourceOf('kc')).toMatchObject({ stale: false });
  now = minutes(106);
  expect(clock.sourceOf('kc')).toMatchObject({ stale: true, asOf: new Date(minutes(90)).toISOString() });
});

test('the age of all is that of the oldest, and unknown until each was read once', () => {
  const clock = new FeedClock(() => 0);
  const state = (dataset: string, lastSuccessAt: number | null) => ({
    ...well,
    dataset,
    lastSuccessAt,
  });
  clock.update([state('a', minutes(5)), state('b', minutes(3))]);
  expect(clock.asOf()).toBe(new Date(minutes(3)).toISOString());
  clock.update([state('a', minutes(5)), state('b', null)]);
  expect(clock.asOf()).toBeNull();
});

test('a dataset without a known licence has no source, so it may not be shown', () => {
  expect(new FeedClock().sourceOf('kc')).toBeUndefined();
});
