import type { HomeCard } from '@maru/listing';
import type { SearchAnswer, SearchEngine } from '@maru/listing/search';
import { expect, test } from 'vitest';
import { plainSearch } from './plain-search.ts';
import { applyToList, randomHomes, randomRequest } from './random-homes.ts';
import { describeSearchScenes } from './search-engine-suite.ts';

/** The rest of the suite compares an engine with the plain search itself. */
describeSearchScenes('The plain search', async (given, now) => {
  let homes: HomeCard[] = given;
  let version = 0;
  const engine: SearchEngine = {
    async search(request, signal): Promise<SearchAnswer> {
      signal?.throwIfAborted();
      return plainSearch(homes, request, now);
    },
    version: () => String(version),
  };
  return {
    engine,
    async apply(changes) {
      homes = applyToList(homes, changes);
      version++;
    },
    async close() {},
  };
});

test('the random homes include nulls, ties, shared and missing positions, and every status', () => {
  const homes = randomHomes(1, 500);
  const share = (of: (home: HomeCard) => boolean) => homes.filter(of).length;
  expect(homes).toHaveLength(500);
  expect(new Set(homes.map((home) => home.homeId + home.searchType)).size).toBe(500);
  expect(new Set(homes.map((home) => home.homeId)).size).toBeLessThan(480);
  expect(share((home) => home.latitude === null)).toBeGreaterThan(10);
  expect(share((home) => home.addressWithheld)).toBeGreaterThan(10);
  expect(share((home) => home.listPrice === null)).toBeGreaterThan(10);
  expect(share((home) => home.standardStatus === 'Closed' && home.closeDate !== null)).toBeGreaterThan(30);
  expect(new Set(homes.map((home) => home.standardStatus)).size).toBe(6);
  expect(new Set(homes.map((home) => home.listedAt)).size).toBeLessThan(480);
});

test('the same seed makes the same homes and requests', () => {
  expect(randomHomes(5, 50)).toEqual(randomHomes(5, 50));
  expect(randomRequest(5)).toEqual(randomRequest(5));
  expect(randomHomes(5, 50)).not.toEqual(randomHomes(6, 50));
});
