import { expect, test } from 'vitest';
import { createListing } from '../testing/testing-listing.ts';
import { compareListings, type LedgerBefore, mayShowEntry } from './ledger.ts';

const state = (own: Parameters<typeof createListing>[0] = {}, retired = false): LedgerBefore => {
  const { media, openHouses, ...record } = createListing(own);
  return { record, mediaHash: 'm', photosCount: 2, retired };
};
const listKinds = (before: LedgerBefore | undefined, after: LedgerBefore) =>
  compareListings(before, after).map((entry) => entry.kind);

test('what nobody sees change is not in the ledger', () => {
  expect(listKinds(state(), state({ modificationTimestamp: '2026-11-09T10:00:00.000Z' }))).toEqual([]);
  expect(listKinds(state(), state({ listOfficePhone: '949-555-0199' }))).toEqual([]);
});

test('facts that changed are one row with all of them; of the description only that it changed', () => {
  const [row, ...others] = compareListings(
    state(),
    state({ bedroomsTotal: 4, livingArea: 1_850, publicRemarks: 'New words.' }),
  );
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    kind: 'facts',
    oldValue: { bedroomsTotal: 3, livingArea: 1_800, publicRemarks: null },
    newValue: { bedroomsTotal: 4, livingArea: 1_850, publicRemarks: null },
  });
});

test('a rent that is read by another period is no change of price (rule F99)', () => {
  const { leaseAmountFrequency, rentStated, ...older } = state({ listPrice: 1_500 }).record;
  const before = { ...state(), record: older as LedgerBefore['record'] };
  expect(listKinds(before, state({ listPrice: 6_500, leaseAmountFrequency: 'Weekly' }))).toEqual([]);
  expect(listKinds(before, state({ listPrice: 6_500 }))).toEqual(['price']);
});

test('several things at once are several rows', () => {
  const after = state({ listPrice: 1, standardStatus: 'Pending', streetNumber: '9' });
  expect(listKinds(state(), after)).toEqual(['status', 'price', 'address']);
});

test('each way of leaving the market and coming back has its name', () => {
  const as = (standardStatus: 'Active' | 'Pending' | 'Hold' | 'Coming Soon' | 'Canceled' | 'Closed') =>
    state({ standardStatus });
  expect(listKinds(as('Active'), as('Hold'))).toEqual(['withdrawn']);
  expect(listKinds(as('Pending'), as('Canceled'))).toEqual(['withdrawn']);
  expect(listKinds(as('Hold'), as('Active'))).toEqual(['back_on_market']);
  expect(listKinds(as('Pending'), as('Active'))).toEqual(['back_on_market']);
  expect(listKinds(as('Coming Soon'), as('Active'))).toEqual(['status']);
  expect(listKinds(as('Pending'), as('Closed'))).toEqual(['status']);
  expect(listKinds(state({}, true), state())).toEqual(['back_on_market']);
});

test('the rows of an address that is withheld do not name it', () => {
  const after = state({ internetAddressDisplayYN: false, streetNumber: '125' });
  expect(JSON.stringify(compareListings(state({ internetAddressDisplayYN: false }), after))).not.toContain(
    'Oak',
  );
});

test('what happened to the shown listing alone is public, unless the licence allows more', () => {
  const free = { internetEntireListingDisplayYN: null, feedTypes: [] };
  const rules = { allowHistory: false };
  expect(mayShowEntry('price', free, { isShownListing: true, rules })).toBe(true);
  expect(mayShowEntry('price', free, { isShownListing: false, rules })).toBe(false);
  expect(mayShowEntry('price', free, { isShownListing: false, rules: { allowHistory: true } })).toBe(true);
  expect(mayShowEntry('address', free, { isShownListing: true, rules: { allowHistory: true } })).toBe(false);
  for (const barred of [
    { ...free, internetEntireListingDisplayYN: false },
    { ...free, feedTypes: ['VOW'] },
  ]) {
    expect(mayShowEntry('price', barred, { isShownListing: true, rules: { allowHistory: true } })).toBe(
      false,
    );
  }
});
