import { expect, test } from 'vitest';
import { parseHomePath } from './homes-instead.tsx';

test('where a home stood is read off the address of its page', () => {
  expect(parseHomePath('/ca/irvine/123-oak-st-92620/h7k2m9')).toEqual({
    place: '92620',
    searchType: 'sale',
  });
  expect(parseHomePath('/ca/irvine/oak-st/h7k2m9')).toEqual({ place: 'irvine-ca', searchType: 'sale' });
  expect(parseHomePath('/homes/for_rent/irvine-ca/h7k2m9')).toEqual({
    place: 'irvine-ca',
    searchType: 'rent',
  });
  expect(parseHomePath('/detail')).toBeUndefined();
});
