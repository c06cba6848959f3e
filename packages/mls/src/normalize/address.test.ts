import { expect, test } from 'vitest';
import { normalizePostalCode, normalizeState, stateOfPostalCode } from './address.ts';

test.each([
  ['00501', 'NY'],
  ['00901', 'PR'],
  ['02139', 'MA'],
  ['07024', 'NJ'],
  ['10001', 'NY'],
  ['20001', 'DC'],
  ['20105', 'VA'],
  ['22003', 'VA'],
  ['30096', 'GA'],
  ['39901', 'GA'],
  ['60601', 'IL'],
  ['75006', 'TX'],
  ['79901', 'TX'],
  ['88510', 'TX'],
  ['89101', 'NV'],
  ['90010', 'CA'],
  ['92620', 'CA'],
  ['96813', 'HI'],
  ['98004', 'WA'],
  ['99501', 'AK'],
  ['00100', null],
  [null, null],
])('the state of ZIP code %s is %s', (zip, state) => {
  expect(stateOfPostalCode(zip)).toBe(state);
});

test.each([
  ['ca', 'CA'],
  ['California', 'CA'],
  ['NewJersey', 'NJ'],
  ['Baja California', 'Baja California'],
  [null, null],
])('the state %s is %s', (input, state) => {
  expect(normalizeState(input)).toBe(state);
});

test.each([
  ['92620', '92620'],
  ['2139', '02139'],
  ['92620-1234', '92620'],
  ['926201234', '92620'],
  ['V6B 1A1', null],
  ['92', null],
  [null, null],
])('the ZIP %s is %s', (input, zip) => {
  expect(normalizePostalCode(input)).toBe(zip);
});
