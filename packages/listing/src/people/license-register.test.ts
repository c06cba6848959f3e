import { expect, test } from 'vitest';
import { licenseRegister } from './license-register.ts';

test.each([
  ['CA', 'DRE'],
  ['wa', 'WA DOL'],
  ['HI', 'HI'],
  ['Washington', undefined],
  ['', undefined],
  [null, undefined],
])('a license of %j is one of %j', (state, register) => {
  expect(licenseRegister(state)).toBe(register);
});
