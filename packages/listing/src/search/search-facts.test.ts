import { expect, test } from 'vitest';
import { FEATURES, featureBits } from '../listing/features.ts';
import type { Listing } from '../listing/listing.ts';
import { unstatedListing } from '../listing/unstated-listing.ts';
import { buildSearchFacts, parseFeatures, schoolDistrictId } from './search-facts.ts';

const listing = (own: Partial<Listing>): Listing => ({
  ...unstatedListing({
    dataset: 'kc',
    provider: 'reso',
    listingKey: '1',
    standardStatus: 'Active',
    modificationTimestamp: '2026-11-01T00:00:00Z',
  } as Parameters<typeof unstatedListing>[0]),
  ...own,
});
const NOW = new Date('2026-11-21T12:00:00Z');

test('a record that states nothing answers nothing', () => {
  const facts = buildSearchFacts(listing({}), NOW);
  expect(facts).toMatchObject({
    featuresYes: 0,
    featuresStated: 0,
    facing: null,
    leaseMonths: null,
    schools: [],
  });
});

test('rule R8: a private pool is only what the pool fields say', () => {
  expect(parseFeatures(listing({ publicRemarks: 'Room for a pool!' })).pool).toBeNull();
  expect(parseFeatures(listing({ poolPrivateYN: false })).pool).toBe(false);
  expect(parseFeatures(listing({ poolFeatures: ['Private', 'Heated'] })).pool).toBe(true);
  const shared = parseFeatures(listing({ associationAmenities: ['Pool'] }));
  expect([shared.pool, shared.communitypool]).toEqual([null, true]);
});

test('a feature that is denied is stated, one that is not named is not', () => {
  const facts = buildSearchFacts(listing({ garageSpaces: 0, fireplacesTotal: 2, view: ['Ocean'] }), NOW);
  expect(facts.featuresYes).toBe(featureBits(['fireplace', 'view']));
  expect(facts.featuresStated).toBe(featureBits(['garage', 'fireplace', 'view']));
  expect(FEATURES).toHaveLength(13);
});

test.each([
  ['Irvine Unified School District', 'irvine-usd'],
  ['Irvine Unified', 'irvine-usd'],
  ['Los Angeles Unified', 'los-angeles-usd'],
  ['Fort Lee School District', 'fort-lee'],
  ['Gwinnett County Public Schools', 'gwinnett-county'],
  ['', null],
])('the district %s is %s', (name, id) => {
  expect(schoolDistrictId(name)).toBe(id);
});

test('leases, schools, facing and open houses come in the forms that are asked for', () => {
  const facts = buildSearchFacts(
    listing({
      leaseTerm: ['12 Months', 'Month To Month', 'Negotiable'],
      elementarySchool: 'Eastwood',
      highSchool: 'Northwood High School',
      directionFaces: 'Southeast',
      stateOrProvince: 'CA',
      openHouses: [
        ['2026-11-22T04:00:00Z', '2026-11-22T06:00:00Z'],
        ['2026-11-20T20:00:00Z', '2026-11-20T23:00:00Z'],
        ['2026-11-28T21:00:00Z', null],
      ].map(([start, end], index) => ({
        openHouseKey: String(index),
        openHouseStartTime: start as string,
        openHouseEndTime: end as string | null,
        openHouseRemarks: null,
      })),
    }),
    NOW,
  );
  expect(facts).toMatchObject({
    leaseMonths: 1,
    schools: ['eastwood-elementary', 'northwood-high'],
    facing: 'se',
    openHouseDays: ['2026-11-21', '2026-11-28'],
  });
});
