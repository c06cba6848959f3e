import type { DisplayRules } from '@maru/listing/display';
import { expect, test } from 'vitest';
import { FeedClock } from './feed-clock.ts';

const rules = {
  source: 'KC',
  disclaimer: 'D',
  sample: false,
  advertisingBroker: {},
  labels: {},
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
  expect(clock.findSource('kc')).toMatchObject({ stale: false });
  now = minutes(106);
  expect(clock.findSource('kc')).toMatchObject({ stale: true, asOf: new Date(minutes(90)).toISOString() });
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

test('what may be shown moves with the rules and with what is hidden, not with each good turn of a feed', () => {
  const clock = new FeedClock();
  const revisionAfter = (own: object) => {
    clock.update([{ ...well, dataset: 'kc', lastSuccessAt: minutes(1), ...own }]);
    return clock.licenseRevision();
  };
  const first = revisionAfter({});
  expect(revisionAfter({ lastSuccessAt: minutes(2) })).toBe(first);
  const hidden = revisionAfter({ hidden: true });
  expect(hidden).not.toBe(first);
  expect(revisionAfter({ rules: { ...rules, allowSold: true } })).not.toBe(hidden);
});

test('a dataset without a known licence has no source, so it may not be shown', () => {
  expect(new FeedClock().findSource('kc')).toBeUndefined();
});

test('the revision moves with what is told of the sources, and with the time when one falls silent', () => {
  let now = minutes(100);
  const clock = new FeedClock(() => now);
  const states = [{ ...well, dataset: 'kc', lastSuccessAt: minutes(90) }];
  clock.update(states);
  const first = clock.revision();
  clock.update(structuredClone(states));
  expect(clock.revision()).toBe(first);
  now = minutes(106);
  const silent = clock.revision();
  expect(silent).not.toBe(first);
  clock.update([{ ...well, dataset: 'kc', lastSuccessAt: minutes(106) }]);
  expect(clock.revision()).not.toBe(first);
  expect(clock.revision()).not.toBe(silent);
});
