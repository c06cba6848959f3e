import { searchPath } from '@maru/listing/search';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRequest } from '../../../../dev/conformance/random-homes.ts';
import { parseSavedPath } from './saved-path.ts';

test('the address of any search is the same search again', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const { page: _, ...query } = randomRequest(seed).query;
      const path = searchPath(query);
      expect(parseSavedPath(path)?.path).toBe(path);
    }),
    { seed: 20261121 },
  );
});

test('a filter that is no more is named, and the rest of the search holds', () => {
  const found = parseSavedPath('/homes/for_rent/irvine-ca?beds=3-&type=castle&page=4&view=map');
  expect(found?.path).toBe('/homes/for_rent/irvine-ca?beds=3-');
  expect(found?.problems).toEqual([{ field: 'type', reason: 'unknown_value' }]);
});

test('only the address of a search is one', () => {
  for (const path of [
    '/',
    '/my-page',
    '//evil.example/homes/for_sale',
    '/homes/for_sale/../../admin',
    '/homes/for_free',
  ]) {
    expect(parseSavedPath(path), path).toBeUndefined();
  }
});
