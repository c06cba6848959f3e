import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSavedPath } from './saved-path.ts';

/** Addresses that people have kept, with the canonical ones. A row is added, never changed: old links are read forever. */
const OLD_ADDRESSES = JSON.parse(readFileSync(new URL('old-addresses.json', import.meta.url), 'utf8')) as [
  kept: string,
  canonical: string,
][];

test('addresses that people have kept still name the same searches', () => {
  expect(OLD_ADDRESSES.length).toBeGreaterThanOrEqual(40);
  for (const [kept, canonical] of OLD_ADDRESSES) {
    expect([kept, parseSavedPath(kept)?.path]).toEqual([kept, canonical]);
    expect(parseSavedPath(canonical)?.path).toBe(canonical);
  }
});
