import { expect, test } from 'vitest';
import { addressWith } from './fresh-sign-in.tsx';

test('members are set and taken away; others stay, also repeated, empty and numeric ones', () => {
  const location = { pathname: '/my-page', searchStr: '?tab=data&x=1&x=2&page=3&none=' };
  expect(addressWith(location, { delete: '1' })).toBe('/my-page?tab=data&x=1&x=2&page=3&none=&delete=1');
  expect(addressWith({ ...location, searchStr: '?delete=1&x=1&x=2' }, { delete: null })).toBe(
    '/my-page?x=1&x=2',
  );
  expect(addressWith({ ...location, searchStr: '?delete=1' }, { delete: null })).toBe('/my-page');
  expect(addressWith({ ...location, searchStr: '?delete=1' }, { delete: '1' })).toBe('/my-page?delete=1');
});
