import type { HomeCard } from '@maru/listing';
import { homeMatch } from '@maru/listing/search';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainSearch } from '../../../../dev/conformance/plain-search.ts';
import { RANDOM_NOW, randomHomes, randomRequest } from '../../../../dev/conformance/random-homes.ts';
import { SearchMatcher } from './search-matcher.ts';

const RUNS = process.env.MARU_TEST_LONG === '1' ? 2_000 : 60;
const SEED = 20261121;

/** Without full-text search, which a card alone cannot answer. */
const question = (seed: number, homes: readonly HomeCard[]) => {
  const { keyword: _, ...request } = randomRequest(seed, homes);
  return request;
};

let matched = 0;

test('a single home matches a search exactly when the oracle finds it among all homes', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const homes = randomHomes(seed, 60);
      const request = question(seed, homes);
      const matches = homeMatch(request.query, request.loan);
      const found = homes.filter((home) => matches(home, RANDOM_NOW));
      expect(found.length).toBe(plainSearch(homes, request, RANDOM_NOW).total);
      matched += found.length;
      const alone = homes.filter((home) => plainSearch([home], request, RANDOM_NOW).total === 1);
      expect(found).toEqual(alone);
    }),
    { seed: SEED, numRuns: RUNS * 3 },
  );
  // Enough matches for the test to prove something.
  expect(matched).toBeGreaterThan(RUNS);
});

test('the matcher finds the same searches as testing each, also after some were added and removed', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const homes = randomHomes(seed, 30);
      const matcher = new SearchMatcher();
      const kept = new Map<string, ReturnType<typeof question>>();
      for (let at = 0; at < 80; at += 1) {
        // Some ids repeat: the later search replaces the earlier one.
        const id = `s${at % 60}`;
        const request = question(seed + at * 7919, homes);
        matcher.put(id, request.query, request.loan);
        kept.set(id, request);
      }
      for (let at = 0; at < 60; at += 3) {
        matcher.remove(`s${at}`);
        kept.delete(`s${at}`);
      }
      matcher.remove('never there');
      expect(matcher.size).toBe(kept.size);
      for (const home of homes) {
        const naive = [...kept].filter(([, { query, loan }]) => homeMatch(query, loan)(home, RANDOM_NOW));
        expect(matcher.matches(home, RANDOM_NOW).sort()).toEqual(naive.map(([id]) => id).sort());
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test('each search is found once, in however many of its places and cells a home lies', () => {
  const [home] = randomHomes(3, 40).filter(
    ({ placeIds, latitude }) => placeIds.city !== null && latitude !== null,
  );
  const { searchType, placeIds, latitude, longitude } = home as HomeCard;
  const matcher = new SearchMatcher();
  const status = ['active', 'pending', 'coming', 'sold'] as const;
  const open = { searchType, status: [...status], soldMonths: 1_000 };
  matcher.put('place', { ...open, place: placeIds.city as string });
  matcher.put('places', { ...open, place: placeIds.city as string, otherPlaces: [placeIds.state as string] });
  matcher.put('world', { ...open, bbox: [-180, -85, 180, 85] });
  matcher.put('near', {
    ...open,
    near: { latitude: latitude as number, longitude: longitude as number, meters: 160_000 },
  });
  matcher.put('everything', open);
  const found = matcher.matches(home as HomeCard, RANDOM_NOW);
  expect(new Set(found).size).toBe(found.length);
});
