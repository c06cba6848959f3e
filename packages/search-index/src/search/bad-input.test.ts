import type { HomeCard } from '@maru/listing';
import { type SearchQuery, type SearchRequest, WANTS } from '@maru/listing/search';
import { expect, test } from 'vitest';
import { describeBadInput, ring } from '../../../../dev/conformance/bad-input-suite.ts';
import { plainSearch } from '../../../../dev/conformance/plain-search.ts';
import { RANDOM_NOW, randomChanges, randomHomes } from '../../../../dev/conformance/random-homes.ts';
import { createCard } from '../../../../dev/conformance/search-engine-suite.ts';
import { SearchIndex } from './search-index.ts';

function buildIndex(homes: HomeCard[]): SearchIndex {
  const index = new SearchIndex({ now: () => RANDOM_NOW, workers: 0 });
  index.apply({ upserts: homes, removals: [] }, '1');
  return index;
}

async function expectPlain(index: SearchIndex, homes: HomeCard[], request: SearchRequest): Promise<number> {
  const answer = await index.search(request);
  expect(answer).toEqual(plainSearch(homes, request, RANDOM_NOW));
  return answer.total;
}

const everything = (query: Partial<SearchQuery>): SearchRequest => ({
  query: { searchType: 'sale', ...query },
  want: new Set(WANTS),
  zoom: 3,
});

test('a home with invalid numbers counts as unstated', async () => {
  const broken = createCard({
    homeId: 'nan',
    listPrice: Number.NaN,
    livingArea: Number.NaN,
    latitude: Number.NaN,
    longitude: -117,
    listedAt: Number.NaN,
    closeDate: 'soon',
    openHouseDays: ['someday'],
  });
  const index = buildIndex([broken, createCard({ homeId: 'ok' })]);
  const answer = await index.search(everything({ price: { min: 1 }, sort: 'price' }));
  expect([answer.total, answer.unknown.price, answer.extent]).toEqual([1, 1, [-117.77, 33.7, -117.77, 33.7]]);
  expect((await index.search(everything({ sort: 'new' }))).listings.map(({ homeId }) => homeId)).toEqual([
    'ok',
    'nan',
  ]);
});

describeBadInput('the memory engine', async (homes) => {
  const engine = buildIndex(homes);
  return {
    engine,
    apply: async (changes) => engine.apply(changes, `${engine.version()}+`),
    close: async () => await engine.close(),
  };
});

test('a polygon of 10,000 points over many homes is fast', async () => {
  const index = buildIndex(randomHomes(17, 1_500));
  const round = ring(10_000, (i) => 0.05 + (i % 2) * 0.03);
  const started = process.cpuUsage();
  expect((await index.search(everything({ poly: [round] }))).total).toBeGreaterThan(100);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});

test('when rows change during paging, each page is of one version, and none has a removed home', async () => {
  let homes = randomHomes(23, 900);
  const index = buildIndex(homes);
  for (let page = 1; page <= 12; page++) {
    const request = everything({ page, sort: 'price' });
    const answer = index.search(request);
    const now = homes;
    const changes = randomChanges(page, homes, 100);
    index.apply(changes, String(page));
    const touched = new Set(
      [...changes.removals, ...changes.upserts].map((key) => `${key.homeId}/${key.searchType}`),
    );
    homes = [
      ...homes.filter((home) => !touched.has(`${home.homeId}/${home.searchType}`)),
      ...changes.upserts,
    ];
    expect(await answer).toEqual(plainSearch(now, request, RANDOM_NOW));
    await expectPlain(index, homes, request);
  }
});
