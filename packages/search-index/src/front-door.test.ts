import { expect, test } from 'vitest';
import type * as declared from '../index.d.ts';
import * as index from './index.ts';

/** The compiler compares both ways: neither door may promise what the other does not keep. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const sameSuggestions: Same<declared.AddressSuggestion, index.AddressSuggestion> = true;
const sameMembers: Same<
  [keyof declared.SearchIndex, keyof declared.AddressIndex, keyof declared.SearchMatcher],
  [keyof index.SearchIndex, keyof index.AddressIndex, keyof index.SearchMatcher]
> = true;

test('the declared front door is the one that opens', () => {
  const door: typeof declared = index;
  expect(Object.keys(door).sort()).toEqual(['AddressIndex', 'SearchIndex', 'SearchMatcher']);
  expect(sameSuggestions && sameMembers).toBe(true);
});
