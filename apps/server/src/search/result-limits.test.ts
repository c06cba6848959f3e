import type { SearchType } from '@maru/listing';
import { PAGE_SIZE, type SearchRequest } from '@maru/listing/search';
import { SearchIndex } from '@maru/search-index';
import { expect, test } from 'vitest';
import { createCard } from '../../../../dev/conformance/search-engine-suite.ts';
import { findGivenHomes, withoutPins } from './result-limits.ts';

const WANT = new Set(['listings', 'total', 'clusters'] as const);

/** Homes of datasets, one dollar dearer each. */
function startMarket(datasets: string[], limits: Record<string, number>) {
  const index = new SearchIndex({ workers: 0 });
  const upserts = datasets.map((dataset, at) =>
    createCard({ homeId: `h${at}`, dataset, listPrice: at, latitude: 33 + at / 100, longitude: -117 }),
  );
  index.apply({ upserts, removals: [] }, '1');
  const clock = { datasets: new Map(datasets.map((one) => [one, {}])) };
  const most = Object.entries(limits).map(([dataset, most]) => ({ dataset, source: `${dataset} MLS`, most }));
  const ask = (query: Partial<SearchRequest['query']>) =>
    findGivenHomes(
      { query: { searchType: 'sale' as SearchType, sort: 'price', ...query }, want: WANT },
      most,
      {
        engine: index,
        index,
        clock,
      } as never,
    );
  return { index, ask };
}

/** The ids of all pages of a search, in order. */
async function walk(ask: ReturnType<typeof startMarket>['ask'], sort: 'price' | '-price') {
  const ids: string[] = [];
  for (let page = 1; page <= 6; page += 1)
    ids.push(...(await ask({ page, sort })).listings.map(({ homeId }) => homeId));
  return ids;
}

test('all pages of a search together are its first N homes, in its order', async () => {
  const { ask } = startMarket(
    Array.from({ length: 130 }, () => 'kc'),
    { kc: 50 },
  );
  expect(await walk(ask, 'price')).toEqual(Array.from({ length: 50 }, (_, at) => `h${at}`));
  expect(await walk(ask, '-price')).toEqual(Array.from({ length: 50 }, (_, at) => `h${129 - at}`));
  expect((await ask({ page: 2 })).listings).toHaveLength(50 - PAGE_SIZE);
  expect((await ask({})).limited).toEqual([{ source: 'kc MLS', shown: 50, total: 130 }]);
  expect((await ask({ price: { max: 49 } })).limited).toBeUndefined();
});

test('pins are told only of the same homes; the circles still count all', async () => {
  const { ask, index } = startMarket(
    Array.from({ length: 130 }, () => 'kc'),
    { kc: 50 },
  );
  const { mayTell } = await ask({ page: 3 });
  const { clusters = [] } = await index.search({ query: { searchType: 'sale' }, want: WANT, zoom: 20 });
  expect(clusters).toHaveLength(130);
  const shown = withoutPins(clusters, mayTell);
  expect(shown.map(({ count }) => count)).toEqual(clusters.map(({ count }) => count));
  const pins = shown.flatMap(({ home }) => home?.homeId ?? []);
  expect(new Set(pins)).toEqual(new Set(await walk(ask, 'price')));
});

test('a limit of one dataset leaves the homes of others alone, on later pages too', async () => {
  // The limited dataset has the first hundred homes and every other one after them.
  const datasets = Array.from({ length: 300 }, (_, at) => (at < 100 || at % 2 === 0 ? 'kc' : 'open'));
  const { ask } = startMarket(datasets, { kc: 10 });
  const free = datasets.flatMap((dataset, at) => (dataset === 'open' ? [`h${at}`] : []));
  expect(await walk(ask, 'price')).toEqual([...Array.from({ length: 10 }, (_, at) => `h${at}`), ...free]);
  const { limited, mayTell } = await ask({});
  expect(limited).toEqual([{ source: 'kc MLS', shown: 10, total: 200 }]);
  expect([mayTell('h9'), mayTell('h10'), mayTell('h101'), mayTell('elsewhere')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('the sentence about a limit has the total of its own dataset, where several are limited', async () => {
  const datasets = Array.from({ length: 900 }, (_, at) => (at % 3 === 0 ? 'a' : at % 3 === 1 ? 'b' : 'open'));
  const { ask } = startMarket(datasets, { a: 10, b: 20 });
  const both = [
    { source: 'a MLS', shown: 10, total: 300 },
    { source: 'b MLS', shown: 20, total: 300 },
  ];
  expect((await ask({})).limited).toEqual(both);
  expect((await ask({ page: 3, sort: '-price' })).limited).toEqual(both);
  expect((await ask({ price: { max: 44 } })).limited).toEqual([{ source: 'a MLS', shown: 10, total: 15 }]);
  const eachLimited = startMarket(datasets, { a: 10, b: 20, open: 5 });
  expect((await eachLimited.ask({})).limited?.map(({ total }) => total)).toEqual([300, 300, 300]);
});

test('cards are made of one page, however many homes are walked', async () => {
  const index = new SearchIndex({ workers: 0 });
  const upserts = Array.from({ length: 5_000 }, (_, at) =>
    createCard({ homeId: `h${at}`, dataset: 'open', listPrice: at }),
  );
  index.apply({ upserts, removals: [] }, '1');
  let cards = 0;
  let walked = 0;
  const searchListings: SearchIndex['searchListings'] = (request, toListing, signal) =>
    index.searchListings(
      request,
      (home) => {
        walked += 1;
        const card = () => {
          cards += 1;
          return home.card();
        };
        return toListing({ homeId: home.homeId, dataset: home.dataset, card });
      },
      signal,
    );
  // No home of the limited dataset matches: every home of the other one is looked at.
  const { listings } = await findGivenHomes(
    { query: { searchType: 'sale', sort: 'price', page: 2 }, want: WANT },
    [{ dataset: 'kc', source: 'kc MLS', most: 10 }],
    { engine: { searchListings }, index, clock: { datasets: new Map([['kc'], ['open']] as never) } } as never,
  );
  expect(listings.map(({ homeId }) => homeId)).toEqual(
    Array.from({ length: PAGE_SIZE }, (_, at) => `h${PAGE_SIZE + at}`),
  );
  expect(walked).toBeGreaterThanOrEqual(5_000);
  // Each repetition of the walk with more homes makes those of the page again.
  expect(cards).toBeLessThanOrEqual(4 * PAGE_SIZE);
});
