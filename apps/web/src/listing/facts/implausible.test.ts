import { expect, test } from 'vitest';
import { homeAnswer } from '../testing-home.ts';
import { implausibleFacts, refusedValue } from './implausible.ts';

test('a plain home is not doubted', () => {
  expect(
    implausibleFacts(
      homeAnswer({ bedroomsTotal: 4, bathroomsTotalDecimal: 2.5, livingArea: 1_850, yearBuilt: 1978 }),
    ),
  ).toEqual([]);
  expect(implausibleFacts(homeAnswer({ listPrice: null }))).toEqual([]);
});

test('what can hardly be so is doubted, and stays as it was reported', () => {
  expect(
    implausibleFacts(
      homeAnswer({
        listPrice: 1,
        bedroomsTotal: 33,
        bathroomsTotalDecimal: 44,
        livingArea: 0,
        yearBuilt: 2920,
        latitude: 0,
        longitude: 0,
      }),
    ),
  ).toEqual(['listPrice', 'bedroomsTotal', 'bathrooms', 'livingArea', 'yearBuilt', 'position']);
  expect(implausibleFacts(homeAnswer({ bedroomsTotal: 12, livingArea: 600 }))).toEqual(['bedroomsTotal']);
});

test('what cannot be so at all is told as it was sent, by the name of its field', () => {
  const { listing } = homeAnswer({ implausible: ['BedroomsTotal: 33', 'YearBuilt: 2920'] });
  expect(refusedValue(listing, 'YearBuilt')).toBe('2920');
  expect(refusedValue(listing, 'BedroomsTotal')).toBe('33');
  expect(refusedValue(listing, 'LivingArea')).toBeUndefined();
});

test('a whole building may have many rooms, and a rent may be small', () => {
  expect(
    implausibleFacts({ ...homeAnswer({ bedroomsTotal: 40, livingArea: 70_000 }), homeType: 'multi' }),
  ).toEqual([]);
  expect(implausibleFacts({ ...homeAnswer({ listPrice: 950 }), searchType: 'rent' })).toEqual([]);
});
