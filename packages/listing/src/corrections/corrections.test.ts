import { expect, test } from 'vitest';
import { publicListing } from '../display/display-rules.ts';
import type { Listing } from '../listing/listing.ts';
import { unstatedListing } from '../listing/unstated-listing.ts';
import { CORRECTABLE_FIELDS } from './correctable-fields.ts';
import { parseCorrection, withCorrections, withoutCorrections } from './corrections.ts';

const listing: Listing = {
  ...unstatedListing({
    dataset: 'kc',
    provider: 'reso',
    listingKey: 'a',
    standardStatus: 'Active',
    modificationTimestamp: '2026-11-20T00:00:00Z',
  }),
  streetNumber: '123',
  streetName: 'Oak St',
  city: 'Irvine',
  stateOrProvince: 'CA',
  postalCode: '92620',
  unparsedAddress: '123 Oak St, Irvine, CA 92620',
  latitude: 33.7,
  longitude: -117.8,
  bedroomsTotal: 33,
  bathroomsFull: 2,
  bathroomsTotalDecimal: 2,
  lotSizeSquareFeet: 5_000,
  lotSizeAcres: 0.11,
  associationFee: 300,
  associationFeeFrequency: 'Quarterly',
};
const correctedAt = '2026-11-27T00:00:00.000Z';
const correct = (...given: [(typeof CORRECTABLE_FIELDS)[number], string | number | null][]) =>
  withCorrections(
    listing,
    given.map(([field, value]) => ({ field, value, correctedAt })),
  );

test('every field is corrected and undone to the last member', () => {
  const values: Record<string, string | number> = {
    postalCode: '92618',
    position: '33.6,-117.7',
    city: 'Tustin',
  };
  for (const field of CORRECTABLE_FIELDS) {
    for (const value of [
      values[field] ?? (field.startsWith('street') || field === 'unitNumber' ? '9' : 4),
      null,
    ]) {
      const corrected = correct([field, value]);
      expect(corrected.corrections).toMatchObject([{ field, value, correctedAt }]);
      expect(withoutCorrections(corrected)).toEqual(listing);
    }
  }
  const many = correct(['streetNumber', '125'], ['unitNumber', '4'], ['bedroomsTotal', 3]);
  expect(many).toMatchObject({ unparsedAddress: '125 Oak St #4, Irvine, CA 92620', bedroomsTotal: 3 });
  expect(withoutCorrections(many)).toEqual(listing);
});

test('what would contradict a corrected value is corrected as well', () => {
  expect(correct(['lotSizeSquareFeet', 43_560])).toMatchObject({ lotSizeAcres: 1 });
  expect(correct(['bathroomsTotalDecimal', 2.5])).toMatchObject({ bathroomsFull: null });
  expect(correct(['associationFee', 250])).toMatchObject({
    associationFee: 250,
    associationFeeFrequency: 'Monthly',
    corrections: [{ value: 250, feedValue: 100 }],
  });
  expect(correct(['position', '33.6,-117.7'])).toMatchObject({
    latitude: 33.6,
    longitude: -117.7,
    corrections: [{ feedValue: '33.7,-117.8' }],
  });
});

test.each([
  ['bedroomsTotal', '4', 4],
  ['bedroomsTotal', '2.5', undefined],
  ['bedroomsTotal', '33', undefined],
  ['bathroomsTotalDecimal', '2.25', 2.25],
  ['bathroomsTotalDecimal', '2.3', undefined],
  ['livingArea', '1,850', 1_850],
  ['livingArea', '0', undefined],
  ['livingArea', '-3', undefined],
  ['yearBuilt', '1650', undefined],
  ['taxAnnualAmount', '4,321.05', 4_321.05],
  ['postalCode', '9262', undefined],
  ['position', '33.68, -117.82', '33.68,-117.82'],
  ['position', '133.68,-117.82', undefined],
  ['city', '  ', null],
] as const)('%s is read of %j as %j', (field, text, value) => {
  expect(parseCorrection(field, text)).toBe(value);
});

test('with a withheld address a correction tells nothing of it, nor of what it replaced', () => {
  const corrected = correct(['streetName', 'Elm St'], ['position', '33.6,-117.7'], ['bedroomsTotal', 3]);
  const shown = publicListing({ ...corrected, internetAddressDisplayYN: false }, null);
  expect(shown.corrections?.map(({ field }) => field)).toEqual(['bedroomsTotal']);
  expect(JSON.stringify(shown)).not.toMatch(/oak|elm|33\.6|33\.7/i);
});
