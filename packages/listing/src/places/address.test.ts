import { expect, test } from 'vitest';
import { homePath, slugify } from './address.ts';

const home = {
  homeId: 'h7k2m9',
  streetLine: '123 Oak St',
  unitNumber: null,
  city: 'Irvine',
  stateOrProvince: 'CA',
  postalCode: '92620',
  addressWithheld: false,
};

test('a home has a readable address of its page', () => {
  expect(homePath(home)).toBe('/ca/irvine/123-oak-st-92620/h7k2m9');
  expect(homePath({ ...home, unitNumber: '4B' })).toBe('/ca/irvine/123-oak-st-4b-92620/h7k2m9');
});

test('a withheld street is not in it, even when it is known', () => {
  expect(homePath({ ...home, addressWithheld: true })).toBe('/ca/irvine/address-withheld-92620/h7k2m9');
  expect(homePath({ ...home, streetLine: null })).toBe('/ca/irvine/address-withheld-92620/h7k2m9');
});

test('missing parts leave four segments', () => {
  const bare = { ...home, streetLine: null, city: null, stateOrProvince: null, postalCode: null };
  expect(homePath(bare)).toBe('/us/unknown/address-withheld/h7k2m9');
});

test('slugs are plain ASCII words', () => {
  expect(slugify("Coeur d'Alène #4")).toBe('coeur-d-alene-4');
  expect(slugify('어바인')).toBe('');
});
