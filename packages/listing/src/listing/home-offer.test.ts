import { expect, test } from 'vitest';
import { type HomeOfferFields, isHomeOffer, isLeaseByArea } from './home-offer.ts';
import { type HomeType, parseHomeType } from './property-type.ts';

test.each<[HomeOfferFields, boolean]>([
  [{}, true],
  [{ propertyType: null, propertySubType: null, country: null }, true],
  [{ propertyType: 'Residential', propertySubType: 'Single Family Residence', country: 'US' }, true],
  [{ propertyType: 'Residential Income', propertySubType: 'Mixed Use' }, true],
  [{ propertyType: 'Farm' }, true],
  [{ propertyType: 'Land', propertySubType: 'Unimproved Land' }, true],
  [{ propertyType: 'Business Opportunity' }, false],
  [{ propertyType: 'Commercial Sale', propertySubType: 'Apartment' }, false],
  [{ propertyType: 'Commercial Lease' }, false],
  [{ propertyType: 'Residential', propertySubType: 'Boat Slip' }, false],
  [{ propertyType: 'Residential', propertySubType: 'Deeded Parking' }, false],
  [{ propertyType: 'Residential', propertySubType: 'Timeshare' }, false],
  [{ propertyType: 'Residential', propertySubType: 'Condominium', commonInterest: 'Timeshare' }, false],
  [{ propertyType: 'Residential Lease', propertySubType: 'Office' }, false],
  [{ propertyType: 'Residential Lease', leaseAmountFrequency: 'Weekly' }, true],
  [{ propertyType: 'Residential Lease', leaseAmountFrequency: '$/SF/YR' }, false],
  [{ propertyType: 'Residential', country: 'MX' }, false],
])('%j is in the home search: %s (rule F100)', (fields, isHome) => {
  expect(isHomeOffer(fields)).toBe(isHome);
});

test.each([
  ['Per Square Foot', true],
  ['per sq. ft.', true],
  ['$/SqFt/Year', true],
  ['$/SF/YR', true],
  ['Per Acre', true],
  ['Weekly', false],
  ['Annually', false],
  ['Per Term', false],
])('a rent that is paid "%s" is by area: %s', (frequency, isByArea) => {
  expect(isLeaseByArea(frequency)).toBe(isByArea);
});

test.each<[string | null, string | null, string | null, HomeType]>([
  ['Residential', 'Single Family Residence', null, 'house'],
  ['Residential', 'Ranch', null, 'house'],
  ['Farm', 'Ranch', null, 'farm'],
  ['Farm', 'Single Family Residence', null, 'farm'],
  ['Farm', null, null, 'farm'],
  ['Residential', 'Farm', null, 'farm'],
  ['Residential', 'Agriculture', null, 'farm'],
  ['Land', 'Agriculture', null, 'land'],
  ['Land', 'Farm', null, 'land'],
  ['Land', 'Manufactured On Land', null, 'manufactured'],
  ['Land', 'Single Family Residence', null, 'land'],
  ['Residential', 'Stock Cooperative', null, 'coop'],
  ['Residential', 'Condominium', 'Stock Cooperative', 'coop'],
  ['Residential Lease', 'Apartment', 'Stock Cooperative', 'apartment'],
  ['Residential', 'Own Your Own', 'Condominium', 'condo'],
  ['Residential Income', 'Mixed Use', null, 'multi'],
  [null, null, null, 'other'],
])('%s, %s, %s is a %s', (propertyType, propertySubType, commonInterest, type) => {
  expect(parseHomeType({ propertyType, propertySubType, commonInterest })).toBe(type);
});
