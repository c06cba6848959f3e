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

test('a day that has not come is not the day that it was listed on (rule F101)', () => {
  const now = new Date('2026-11-20T18:00:00Z');
  const at = (own: Parameters<typeof createPlaced>[0]) =>
    buildHomeCard(createPlaced(own), 'h1', now).listedAt;
  const entered = { originalEntryTimestamp: '2026-11-18T10:00:00.000Z', listingContractDate: '2026-11-15' };
  expect(at({ ...entered, onMarketDate: '2027-02-01' })).toBe(Date.parse('2026-11-18T10:00:00Z'));
  // The evening before, in California, of a day that has begun by UTC.
  expect(at({ ...entered, onMarketDate: '2026-11-20' })).toBe(Date.parse('2026-11-20'));
  const ahead = '2027-01-01T10:00:00.000Z';
  const planned = { onMarketDate: '2027-02-01', originalEntryTimestamp: ahead };
  expect(at({ ...planned, listingContractDate: '2026-11-15' })).toBe(Date.parse('2026-11-15'));
  expect(at({ ...planned, listingContractDate: null })).toBeNull();
});
