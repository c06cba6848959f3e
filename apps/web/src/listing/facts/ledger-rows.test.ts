import type { HistoryRow } from '@maru/contract';
import { expect, test } from 'vitest';
import { buildLedgerLines, buildPriceSteps } from './ledger-rows.ts';

const listing = {
  standardStatus: 'Active' as 'Active' | 'Pending' | 'Closed',
  dataset: 'a',
  listingId: 'OC1',
  listPrice: 1_199_000,
  originalListPrice: null as number | null,
  previousListPrice: null as number | null,
  priceChangeTimestamp: null as string | null,
  closePrice: null as number | null,
  closeDate: null as string | null,
  onMarketDate: '2026-10-01',
  listingContractDate: null,
};
const row = (more: Partial<HistoryRow>): HistoryRow => ({
  id: '1',
  kind: 'price',
  oldValue: null,
  newValue: null,
  changes: [],
  sourceTime: null,
  seenTime: '2026-11-12T00:00:00Z',
  dataset: 'a',
  listingId: 'OC1',
  ...more,
});

test('rule R3: a price change that was seen stands with both prices and its date', () => {
  const lines = buildLedgerLines({
    listing,
    history: [
      row({ id: '2', oldValue: 1_250_000, newValue: 1_199_000, sourceTime: '2026-11-12T00:00:00Z' }),
      row({ id: '1', kind: 'new', newValue: 1_250_000, sourceTime: '2026-10-01T00:00:00Z' }),
    ],
  });
  expect(lines.map(({ kind, price, before }) => [kind, price, before])).toEqual([
    ['price', 1_199_000, 1_250_000],
    ['listed', 1_250_000, null],
  ]);
});

test('what happened before we looked comes from the record, and nothing is told twice', () => {
  const told = {
    ...listing,
    originalListPrice: 1_300_000,
    previousListPrice: 1_250_000,
    priceChangeTimestamp: '2026-11-12T00:00:00Z',
  };
  const first = row({ kind: 'new', newValue: 1_199_000, sourceTime: '2026-10-01T00:00:00Z' });
  expect(
    buildLedgerLines({ listing: told, history: [first] }).map(({ kind, price }) => [kind, price]),
  ).toEqual([
    ['price', 1_199_000],
    ['listed', 1_300_000],
  ]);
  const seen = row({ id: '2', oldValue: 1_250_000, newValue: 1_199_000, sourceTime: '2026-11-12T00:00:00Z' });
  expect(buildLedgerLines({ listing: told, history: [seen, first] })).toHaveLength(2);
});

test('an earlier listing of the home is told apart, and is not in the chart', () => {
  const lines = buildLedgerLines({
    listing,
    history: [row({ kind: 'new', newValue: 990_000, listingId: 'OC0', sourceTime: '2024-01-01T00:00:00Z' })],
  });
  expect(lines.map(({ kind, earlierListing }) => [kind, earlierListing])).toEqual([
    ['listed', null],
    ['listed', 'OC0'],
  ]);
  expect(buildPriceSteps(lines, Date.parse('2026-11-21'))).toEqual([]);
});

test('the chart runs from the first price to now, and one price is no chart', () => {
  const lines = buildLedgerLines({
    listing,
    history: [row({ oldValue: 1_250_000, newValue: 1_199_000, sourceTime: '2026-11-12T00:00:00Z' })],
  });
  const now = Date.parse('2026-11-21');
  expect(buildPriceSteps(lines, now).map((step) => step.price)).toEqual([1_250_000, 1_199_000, 1_199_000]);
  expect(buildPriceSteps(buildLedgerLines({ listing, history: [] }), now)).toEqual([]);
});

test('a home is said to be sold when it is, not on the day that a sale is meant to close', () => {
  const kinds = (standardStatus: 'Pending' | 'Closed') =>
    buildLedgerLines({
      listing: { ...listing, standardStatus, closeDate: '2026-12-15', closePrice: 1_180_000 },
      history: [],
    }).map((line) => line.kind);
  expect(kinds('Pending')).toEqual(['listed']);
  expect(kinds('Closed')).toEqual(['sold', 'listed']);
});
