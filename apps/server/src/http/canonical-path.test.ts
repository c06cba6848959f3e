import { expect, test } from 'vitest';
import { canonicalPath } from './canonical-path.ts';

const paths = new Set(['/', '/sell', '/my-page', '/login/redirect', '/homes/for_{$searchType}']);

test.each([
  ['/sell/', '/sell'],
  ['/SELL', '/sell'],
  ['/KO', '/ko'],
  ['/Ko/Sell//', '/ko/sell'],
  ['/ko/', '/ko'],
  ['/Login/Redirect', '/login/redirect'],
  ['/Homes/For_Sale/irvine-ca/', '/homes/for_sale/irvine-ca'],
  ['/irvine-ca/', '/irvine-ca'],
  ['/ko/irvine-ca/SALE', '/ko/irvine-ca/sale'],
])('%s is %s', (asked, path) => {
  expect(canonicalPath(asked, paths)).toBe(path);
});

test.each([
  '/',
  '/ko',
  '/ko/sell',
  '/Irvine',
  '/CA/Irvine/92620',
  '/koreatown',
  '/homes/for_sale/Irvine-CA',
  '/%2f',
  '/a%00',
])('%s stays as it is', (asked) => {
  expect(canonicalPath(asked, paths)).toBeUndefined();
});

test('an address with a million slashes inside is read once', () => {
  // Read anew from each slash it would take half an hour.
  const asked = `/a${'/'.repeat(1_000_000)}b`;
  expect(canonicalPath(asked, paths)).toBeUndefined();
  expect(canonicalPath(`${asked}//`, paths)).toBe(asked);
});
