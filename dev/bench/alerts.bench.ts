import type { HomeCard } from '@maru/listing';
import { type HomeMatch, homeMatch, type SearchQuery } from '@maru/listing/search';
import { SearchMatcher } from '@maru/search-index';
import { Dice, RANDOM_NOW } from '../conformance/random-homes.ts';
import type { BenchRow } from './row.ts';
import { around, listTowns, pickTown, worldChunks } from './world.ts';

const SEED = 42;

/**
 * Matches changed homes against saved searches: the search index beside a loop that tests every search against every
 * home (tests compiled once, as ours are). Both must find the same searches.
 */
export function alertRows({ searches = 100_000, changes = 1_000, runs = 3 } = {}): BenchRow[] {
  const homes = [...worldChunks({ seed: SEED, size: changes })].flat();
  const dice = new Dice(SEED + 2);
  const places = [...new Set(homes.flatMap(({ placeIds: { county, city, zip } }) => [county, city, zip]))];
  const queries = Array.from({ length: searches }, () =>
    savedSearch(
      dice,
      places.filter((place) => place !== null),
    ),
  );

  const matcher = new SearchMatcher();
  queries.forEach((query, at) => {
    matcher.put(String(at), query);
  });
  const tests = queries.map((query) => homeMatch(query));

  const ours = Array.from({ length: runs }, () =>
    timed(() => sum(homes, (home) => matcher.matches(home, RANDOM_NOW).length)),
  );
  // Half a minute: one run is enough to distinguish a factor of hundreds from twenty.
  const [naive, naiveFound] = timed(() => sum(homes, (home) => countMatches(tests, home)));
  const found = ours[0]?.[1];
  if (found !== naiveFound) throw new Error(`the index found ${found} searches, the loop ${naiveFound}`);
  const mine = median(ours.map(([ms]) => ms));
  const counts = `${changes.toLocaleString('en-US')} changes against ${searches.toLocaleString('en-US')} saved searches`;
  return [
    {
      name: `${counts} · each search of each home`,
      ours: mine,
      baseline: naive,
      ratio: naive / mine,
      unit: 'ms',
      atLeast: 20,
    },
  ];
}

/** Typical saved searches: a place, a viewport, a circle or a drawn area, with one to four filters. */
function savedSearch(dice: Dice, places: readonly string[]): SearchQuery {
  const query: SearchQuery = { searchType: dice.chance(0.75) ? 'sale' : 'rent' };
  const town = pickTown(dice, listTowns(SEED));
  const kind = dice.fraction();
  if (kind < 0.6) query.place = dice.pick(places);
  else if (kind < 0.9) query.bbox = around(town.latitude, town.longitude, dice.pick([0.02, 0.05, 0.1, 0.5]));
  else if (kind < 0.95)
    query.near = { latitude: town.latitude, longitude: town.longitude, meters: dice.whole(1_000, 20_000) };
  else {
    const { latitude, longitude } = town;
    query.poly = [
      [
        [latitude - 0.05, longitude - 0.05],
        [latitude + 0.05, longitude],
        [latitude - 0.05, longitude + 0.05],
      ],
    ];
  }
  if (dice.chance(0.8))
    query.price = {
      max: query.searchType === 'sale' ? dice.whole(4, 30) * 100_000 : dice.whole(15, 60) * 100,
    };
  if (dice.chance(0.6)) query.beds = { min: dice.whole(1, 5) };
  if (dice.chance(0.3)) query.baths = { min: dice.whole(1, 3) };
  if (dice.chance(0.3)) query.type = [dice.pick(['house', 'condo', 'townhouse'] as const)];
  if (dice.chance(0.2)) query.sqft = { min: dice.whole(8, 30) * 100 };
  if (dice.chance(0.2)) query.has = ['garage'];
  return query;
}

function countMatches(tests: readonly HomeMatch[], home: HomeCard): number {
  let count = 0;
  for (const test of tests) if (test(home, RANDOM_NOW)) count += 1;
  return count;
}

function sum(homes: readonly HomeCard[], measure: (home: HomeCard) => number): number {
  return homes.reduce((total, home) => total + measure(home), 0);
}

function timed(work: () => number): [ms: number, found: number] {
  const start = performance.now();
  const found = work();
  return [performance.now() - start, found];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
