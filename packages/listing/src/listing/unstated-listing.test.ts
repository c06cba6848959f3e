import { expect, test } from 'vitest';
import { completeListing, unstatedListing } from './unstated-listing.ts';

const identity = {
  dataset: 'kc',
  provider: 'reso',
  listingKey: 'k1',
  standardStatus: 'Active',
  modificationTimestamp: '2026-11-01T08:00:00.000Z',
} as const;

test('a listing of which nothing is known has nulls and empty lists, and its own identity', () => {
  const { dataset, listingKey, sourceModifiedAt, listPrice, view, photosCount } = unstatedListing(identity);
  expect({ dataset, listingKey, sourceModifiedAt, listPrice, view, photosCount }).toEqual({
    dataset: 'kc',
    listingKey: 'k1',
    sourceModifiedAt: identity.modificationTimestamp,
    listPrice: null,
    view: [],
    photosCount: 0,
  });
});

test('a record stored before today has the members of today', () => {
  const old = { ...identity, listPrice: 900_000, leaseTerm: '12 Months', photosCount: null };
  const whole = completeListing(old);
  expect(Object.keys(whole).sort()).toEqual(Object.keys(unstatedListing(identity)).sort());
  expect(whole).toMatchObject({
    listPrice: 900_000,
    leaseTerm: ['12 Months'],
    photosCount: 0,
    structureType: [],
  });
});

test('a record of today is as it was', () => {
  const today = { ...unstatedListing(identity), leaseTerm: ['12 Months'], photosCount: 3, view: ['Ocean'] };
  expect(completeListing(today)).toEqual(today);
});
