import { expect, test } from 'vitest';
import * as index from './index.ts';

test('the package exports three classes and nothing else', () => {
  expect(Object.keys(index).sort()).toEqual(['AddressIndex', 'SearchIndex', 'SearchMatcher']);
});
