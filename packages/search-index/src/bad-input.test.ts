import {
  type HomeCard,
  NULLABLE_FILTERS,
  type Polygon,
  RANGE_FILTERS,
  type SearchQuery,
  type SearchRequest,
  SORTS,
  STATUS_FILTERS,
  WANTS,
} from '@maru/listing';
import { expect, test } from 'vitest';
import { plainSearch } from '../../../dev/conformance/plain-search.ts';
import { RANDOM_NOW, randomChanges, randomHomes } from '../../../dev/conformance/random-homes.ts';
import { cardOf } from '../../../dev/conformance/search-engine-suite.ts';
import { SearchIndex } from './search-index.ts';

function indexOf(homes: HomeCard[]): SearchIndex {
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

test('a home whose numbers are not numbers is a home that does not state them', async () => {
  const broken = cardOf({
    homeId: 'nan',
    listPrice: Number.NaN,
    livingArea: Number.NaN,
    latitude: Number.NaN,
    longitude: -117,
    listedAt: Number.NaN,
    closeDate: 'soon',
    openHouseDays: ['someday'],
  });
  const index = indexOf([broken, cardOf({ homeId: 'ok' })]);
  const answer = await index.search(everything({ price: { min: 1 }, sort: 'price' }));
  expect([answer.total, answer.unknown.price, answer.extent]).toEqual([1, 1, [-117.77, 33.7, -117.77, 33.7]]);
  expect((await index.search(everything({ sort: 'new' }))).listings.map(({ homeId }) => homeId)).toEqual([
    'ok',
    'nan',
  ]);
});

test('positions at the ends of the world and on the date line are found where they are, and nowhere else', async () => {
  const homes = [
    [90, 180],
    [-90, -180],
    [0, 180],
    [0, -180],
    [85.06, 179.999999],
    [-85.06, -179.999999],
    [51.88, 179.5],
    [0, 0],
  ].map(([latitude, longitude], i) => cardOf({ homeId: `h${i}`, latitude, longitude }));
  const index = indexOf(homes);
  for (const bbox of [
    [-180, -90, 180, 90],
    [179, -90, 180, 90],
    [-180, -90, -179, 90],
    [-180, 0, 180, 0],
    [180, -90, 180, 90],
    [0, 0, 0, 0],
    [-180, 85, 180, 90],
  ] as const) {
    for (const zoom of [0, 3, 22]) await expectPlain(index, homes, { ...everything({ bbox }), zoom });
  }
  for (const near of [
    { latitude: 0, longitude: 180, meters: 160_000 },
    { latitude: 85.06, longitude: -180, meters: 100 },
    { latitude: -90, longitude: 0, meters: 160_000 },
  ]) {
    await expectPlain(index, homes, everything({ near }));
  }
});

test('an area that crosses itself, is a line or a point, or has 10,000 corners holds what its edges say', async () => {
  const homes = randomHomes(17, 1_500);
  const index = indexOf(homes);
  const around = (corners: number, radius: (i: number) => number): Polygon =>
    Array.from({ length: corners }, (_, i) => {
      const angle = (i / corners) * 2 * Math.PI;
      return [33.68 + Math.sin(angle) * radius(i), -117.83 + Math.cos(angle) * radius(i)] as const;
    });
  const bowtie: Polygon = [
    [33.5, -118],
    [33.9, -117.6],
    [33.9, -118],
    [33.5, -117.6],
  ];
  const star = around(5, () => 0.1).map((_, i, all) => all[(i * 2) % 5]);
  const round = around(10_000, (i) => 0.05 + (i % 2) * 0.03);
  const line: Polygon = [
    [33.6, -118],
    [33.7, -117.8],
    [33.6, -118],
  ];
  const point: Polygon = Array.from({ length: 3 }, () => [33.6846, -117.8265] as const);
  let found = 0;
  for (const poly of [[bowtie], [star], [line], [point], [bowtie, star]]) {
    found += await expectPlain(index, homes, everything({ poly }));
  }
  const few = homes.slice(0, 120);
  found += await expectPlain(indexOf(few), few, everything({ poly: [bowtie, round] }));
  expect(found).toBeGreaterThan(100);
  const started = process.cpuUsage();
  expect((await index.search(everything({ poly: [round] }))).total).toBeGreaterThan(100);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});

test('every filter at once, in every order, is answered as the plain filter does', async () => {
  const homes = randomHomes(19, 1_200);
  const index = indexOf(homes);
  const query: Partial<SearchQuery> = {
    bbox: [-125, 20, -60, 60],
    near: { latitude: 33.7, longitude: -117.8, meters: 160_000 },
    poly: [
      [
        [30, -125],
        [45, -125],
        [45, -60],
        [30, -60],
      ],
    ],
    ...Object.fromEntries(RANGE_FILTERS.map((filter) => [filter, { min: 0, max: 4_000_000 }])),
    facing: ['n', 's', 'e', 'w'],
    has: ['ac'],
    furnished: true,
    lease: 12,
    from: '2026-12-31',
    new: true,
    senior: false,
    schoolDistrict: 'irvine-usd',
    school: ['irvine-high', 'northwood-high'],
    open: 'any',
    cut: 0,
    commute: { by: 'car', depart: '0800', minutes: { max: 200 } },
    to: [33.7, -117.8],
    type: ['house', 'condo', 'land'],
    status: [...STATUS_FILTERS],
  };
  for (const sort of SORTS) {
    for (const unk of [[], [...NULLABLE_FILTERS]]) {
      for (const page of [1, 2, 100]) {
        await expectPlain(index, homes, {
          ...everything({ ...query, sort, unk, page }),
          keyword: new Set(homes.slice(0, 900).map(({ homeId }) => homeId)),
        });
      }
    }
  }
});

test('rows that change while pages are read: each page is of one version, and none has a home that has gone', async () => {
  let homes = randomHomes(23, 900);
  const index = indexOf(homes);
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
