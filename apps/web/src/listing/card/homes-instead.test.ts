import { expect, test } from 'vitest';
import { placeOfHomePath } from './homes-instead.tsx';

test('where a home stood is read off the address of its page', () => {
  expect(placeOfHomePath('/ca/irvine/123-oak-st-92620/h7k2m9')).toEqual({
    place: '92620',
    searchType: 'sale',
  });
  expect(placeOfHomePath('/ca/irvine/oak-st/h7k2m9')).toEqual({ place: 'irvine-ca', searchType: 'sale' });
  expect(placeOfHomePath('/homes/for_rent/irvine-ca/h7k2m9')).toEqual({
    place: 'irvine-ca',
    searchType: 'rent',
  });
  expect(placeOfHomePath('/detail')).toBeUndefined();
});
