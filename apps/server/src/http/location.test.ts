import { expect, test } from 'vitest';
import { LONGEST_LOCATION, shortLocation } from './location.ts';

test('a location keeps its query until it is too long for a proxy', () => {
  const longest = `/sell?q=${'a'.repeat(LONGEST_LOCATION - 8)}`;
  expect(shortLocation(longest)).toBe(longest);
  expect(shortLocation(`${longest}a`)).toBe('/sell');
  expect(shortLocation('/sell')).toBe('/sell');
});
