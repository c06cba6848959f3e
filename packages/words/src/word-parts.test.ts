import { expect, test } from 'vitest';
import { PREFIXES } from './word-parts.ts';

test('a prefix is in one part only', () => {
  const prefixes = Object.values(PREFIXES).flatMap((list) => list.split(' '));
  expect(new Set(prefixes).size).toBe(prefixes.length);
});
