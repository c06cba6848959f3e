import { expect, test } from 'vitest';
import { createPlaced } from '../testing.ts';
import { buildHomeCard } from './home-card.ts';

const listedAt = (onMarketDate: string | null, originalEntryTimestamp: string | null) => {
  const time = buildHomeCard(
    createPlaced({ onMarketDate, originalEntryTimestamp }),
    'h1',
    new Date(),
  ).listedAt;
  return time === null ? null : new Date(time).toISOString();
};

test('a home is listed at the instant it was entered, when that was on the day it came to the market', () => {
  expect(listedAt('2026-11-20', '2026-11-20T18:30:00.000Z')).toBe('2026-11-20T18:30:00.000Z');
  // The evening of the 20th in California.
  expect(listedAt('2026-11-20', '2026-11-21T05:10:00.000Z')).toBe('2026-11-21T05:10:00.000Z');
});

test('a home entered long before or after keeps the day it came to the market', () => {
  expect(listedAt('2026-11-20', '2026-11-02T10:00:00.000Z')).toBe('2026-11-20T00:00:00.000Z');
  expect(listedAt('2026-11-20', '2026-11-25T10:00:00.000Z')).toBe('2026-11-20T00:00:00.000Z');
  expect(listedAt(null, '2026-11-02T10:00:00.000Z')).toBe('2026-11-02T10:00:00.000Z');
});
