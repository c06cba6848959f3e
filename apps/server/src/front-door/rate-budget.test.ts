import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { RateBudget } from './rate-budget.ts';

test('a key may spend its calls, then none until its own window is over', () => {
  let now = 0;
  const budget = new RateBudget({ name: 'list', most: 2, seconds: 60, now: () => now });
  expect(budget.policy).toBe('"list";q=2;w=60');
  expect(budget.spend('a')).toEqual({ left: 1, reset: 60 });
  now = 30_500;
  expect(budget.spend('a')).toEqual({ left: 0, reset: 30 });
  expect(budget.spend('a')).toEqual({ left: -1, reset: 30 });
  expect(budget.spend('b')).toEqual({ left: 1, reset: 60 });
  now = 59_999;
  expect(budget.spend('a')).toEqual({ left: -2, reset: 1 });
  now = 60_000;
  expect(budget.spend('a')).toEqual({ left: 1, reset: 60 });
  expect(budget.spend('b').left).toBe(0);
});

test('never says a longer wait than its window, whatever fraction of a millisecond the clock shows', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (now) => {
      const budget = new RateBudget({ name: 'list', most: 2, seconds: 60, now: () => now });
      expect(budget.spend('a').reset).toBe(60);
    }),
  );
});

test('within a window nobody gets more than the share, whoever else comes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), wait: fc.nat(5_000) }), { maxLength: 60 }),
      (calls) => {
        let now = 0;
        const budget = new RateBudget({ name: 'x', most: 3, seconds: 10, now: () => now });
        const granted = new Map<string, number[]>();
        for (const { key, wait } of calls) {
          now += wait;
          if (budget.spend(key).left >= 0) granted.set(key, [...(granted.get(key) ?? []), now]);
        }
        for (const times of granted.values()) {
          // Windows follow each other: six in two of them, never more than three in the first.
          for (const [at, time] of times.entries()) {
            expect(times.slice(at).filter((one) => one < time + 10_000).length).toBeLessThanOrEqual(6);
          }
          expect(times.filter((one) => one < (times[0] ?? 0) + 10_000).length).toBeLessThanOrEqual(3);
        }
      },
    ),
  );
});

test('a flood of keys is forgotten from its oldest end', () => {
  const budget = new RateBudget({ name: 'x', most: 1, seconds: 60, now: () => 0, keys: 100 });
  budget.spend('early');
  expect(budget.spend('early').left).toBe(-1);
  for (let at = 0; at < 100; at += 1) budget.spend(`flood ${at}`);
  expect(budget.spend('flood 99').left).toBe(-1);
  expect(budget.spend('early').left).toBe(0);
});

test('a key is forgotten with its window, though nobody calls again', () => {
  vi.useFakeTimers();
  try {
    const budget = new RateBudget({ name: 'contact', most: 1, seconds: 3_600, now: Date.now });
    budget.spend('first');
    vi.advanceTimersByTime(1_800_000);
    budget.spend('second');
    vi.advanceTimersByTime(1_799_999);
    expect(budget.size).toBe(2);
    vi.advanceTimersByTime(1);
    expect(budget.size).toBe(1);
    vi.advanceTimersByTime(1_800_000);
    expect([budget.size, vi.getTimerCount()]).toEqual([0, 0]);
  } finally {
    vi.useRealTimers();
  }
});
