import type { HomeCard } from '@maru/listing';
import type { HomeChanges } from '@maru/listing/search';
import { expect, test } from 'vitest';
import { expectEqual } from '../../../../dev/conformance/expect-equal.ts';
import { plainSearch } from '../../../../dev/conformance/plain-search.ts';
import {
  applyToList,
  Dice,
  RANDOM_NOW,
  randomChanges,
  randomHomes,
  randomRequest,
} from '../../../../dev/conformance/random-homes.ts';
import { createCard } from '../../../../dev/conformance/search-engine-suite.ts';
import { SearchIndex } from '../search/search-index.ts';
import { BLOCK, BLOCK_BITS } from './block.ts';
import { INT_COLUMNS, TOTALS } from './columns.ts';
import { hilbert } from './hilbert.ts';
import { HomeTable } from './home-table.ts';

const sale = (homes: HomeCard[]) => homes.filter((home) => home.searchType === 'sale');

/** Checks each block's summary: bounds and totals exactly, the rest at least as bounds. */
function expectExactZones({ columns }: HomeTable): void {
  const wrong: string[] = [];
  for (let block = 0; block < columns.blocks; block++) {
    const start = block << BLOCK_BITS;
    const end = Math.min(columns.length, start + BLOCK);
    for (const column of INT_COLUMNS) {
      const values = columns.int[column].subarray(start, end);
      if (columns.low[column][block] !== Math.min(...values)) wrong.push(`low ${column} ${block}`);
      if (columns.high[column][block] !== Math.max(...values)) wrong.push(`high ${column} ${block}`);
    }
    const bits = (values: Uint8Array | Uint16Array) =>
      Array.from(values.subarray(start, end)).reduce((all, bit) => all | bit, 0);
    const misses = (known: number, values: Uint8Array | Uint16Array) => (bits(values) & ~known) !== 0;
    if (misses(columns.types[block], columns.type)) wrong.push(`types ${block}`);
    if (misses(columns.statuses[block], columns.status)) wrong.push(`statuses ${block}`);
    for (const [ends, sign, values] of [
      [columns.west, 1, columns.longitude],
      [columns.south, 1, columns.latitude],
      [columns.east, -1, columns.longitude],
      [columns.north, -1, columns.latitude],
      [columns.newest, -1, columns.listedAt],
    ] as const) {
      const stated = values.subarray(start, end).filter((value) => !Number.isNaN(value));
      if (stated.some((value) => sign * value < sign * ends[block])) wrong.push(`an end of ${block}`);
    }
    const sums = () => [
      ...columns.totals.subarray(block * TOTALS.size, (block + 1) * TOTALS.size),
      columns.sumX[block],
      columns.sumY[block],
    ];
    const kept = sums();
    columns.refreshTotals(block);
    if (sums().join() !== kept.join()) wrong.push(`totals ${block}`);
  }
  expect(wrong).toEqual([]);
}

test('after many batches and several compactions, answers and zones are right', async () => {
  const seed = Number(process.env.MARU_TEST_SEED ?? 11);
  let homes: HomeCard[] = [];
  const index = new SearchIndex({ now: () => RANDOM_NOW });
  const table = new HomeTable();
  for (let batch = 0; batch < 8; batch++) {
    const arrivals = randomHomes(seed + batch, 700).map((home) => ({
      ...home,
      homeId: `${batch}-${home.homeId}`,
    }));
    const changes = randomChanges(seed + batch, homes, 200);
    changes.upserts.push(...arrivals);
    index.apply(changes, String(batch));
    table.apply(
      sale(changes.upserts),
      changes.removals.filter((key) => key.searchType === 'sale').map((key) => key.homeId),
    );
    homes = applyToList(homes, changes);
    expectExactZones(table);
    expect(index.size).toBe(homes.length);
    for (let i = 0; i < 8; i++) {
      const request = randomRequest(seed * 1_000 + batch * 50 + i, homes);
      expectEqual(
        await index.search(request),
        plainSearch(homes, request, RANDOM_NOW),
        () => `seed ${seed}, batch ${batch}, ${JSON.stringify(request.query)}`,
      );
    }
  }
});

test('a table answers and changes during a compaction in slices, and loses nothing', () => {
  const seed = Number(process.env.MARU_TEST_SEED ?? 23);
  const table = new HomeTable();
  let homes = sale(randomHomes(seed, 4_000));
  const apply = (changes: HomeChanges) => {
    const upserts = sale(changes.upserts);
    const removals = changes.removals.filter((key) => key.searchType === 'sale');
    table.apply(
      upserts,
      removals.map((key) => key.homeId),
    );
    homes = applyToList(homes, { upserts, removals });
  };
  table.apply(homes, []);
  let slices = 0;
  for (let round = 0; round < 6; round++) {
    // Removed and added again during the compaction.
    const [back] = homes;
    while (!table.compact(0)) {
      slices++;
      if (slices % 3 !== 0) continue;
      if (slices % 5 === 0) apply({ upserts: [], removals: [back] });
      else if (slices % 7 === 0) apply({ upserts: [{ ...back, listPrice: slices }], removals: [] });
      else apply(randomChanges(seed + slices, homes, 20));
      expect(table.size).toBe(homes.length);
    }
    apply({ upserts: [{ ...back, listPrice: round }], removals: [] });
    expectExactZones(table);
    expect(table.size).toBe(homes.length);
    for (const home of homes) expectEqual(table.find(home.homeId), home);
  }
  expect(slices).toBeGreaterThan(25);
});

test('bytes of replaced cards are released', () => {
  const table = new HomeTable();
  const homes = Array.from({ length: 300 }, (_, i) =>
    createCard({ homeId: `h${i}`, streetLine: 'x'.repeat(2_000) }),
  );
  for (let i = 0; i < 40; i++) {
    table.apply(homes, []);
    if (table.needsCompaction) table.finishCompaction();
  }
  expect(table.texts.bytes).toBeLessThan(3 * 2 ** 22);
  expect(table.find('h7')).toEqual(homes[7]);
});

test('a large first load follows the curve, so that a block covers a small area', () => {
  const table = new HomeTable();
  const dice = new Dice(3);
  const homes = Array.from({ length: 5_000 }, (_, i) =>
    createCard({ homeId: `h${i}`, latitude: 33 + dice.fraction(), longitude: -118 + dice.fraction() }),
  );
  table.apply(homes, []);
  const { low, high } = table.columns;
  const world = (Math.max(...high.x) - Math.min(...low.x.subarray(0, table.columns.blocks))) ** 2;
  let covered = 0;
  for (let block = 0; block < table.columns.blocks; block++) {
    covered += (high.x[block] - low.x[block]) * (high.y[block] - low.y[block]);
  }
  expect(table.columns.blocks).toBe(20);
  // The blocks' boxes together cover the square less than four times, not twenty times.
  expect(covered / world).toBeLessThan(4);
});

test('of two cards of one home in a change the later one counts', () => {
  const table = new HomeTable();
  const twice = [createCard({ homeId: 'a', listPrice: 1 }), createCard({ homeId: 'a', listPrice: 2 })];
  table.apply(twice, []);
  expect(table.find('a')?.listPrice).toBe(2);
  expect(table.activeByPlace.get('irvine-ca')).toBe(1);
  const many = Array.from({ length: 3_000 }, (_, i) => createCard({ homeId: `h${i % 2_500}`, listPrice: i }));
  table.apply(many, []);
  expect(table.size).toBe(2_501);
  expect(table.find('h0')?.listPrice).toBe(2_500);
  expect(table.activeByPlace.get('irvine-ca')).toBe(2_501);
});

test('active homes are counted in all their places as they come, change and go', () => {
  const index = new SearchIndex();
  const placeIds = {
    state: 'ca',
    county: 'orange-county-ca',
    city: 'irvine-ca',
    zip: '92620',
    neighborhoods: ['woodbury-irvine-ca'],
  };
  const a = createCard({ homeId: 'a', placeIds });
  const b = createCard({ homeId: 'b', placeIds, standardStatus: 'Active Under Contract' });
  const pending = createCard({ homeId: 'c', placeIds, standardStatus: 'Pending' });
  index.apply({ upserts: [a, b, pending, { ...a, searchType: 'rent' }], removals: [] }, '1');
  const counts = index.countsByPlace('sale');
  for (const slug of ['ca', 'orange-county-ca', 'irvine-ca', '92620', 'woodbury-irvine-ca']) {
    expect(counts.get(slug), slug).toBe(2);
    expect(index.countsByPlace('rent').get(slug), slug).toBe(1);
  }
  index.apply(
    {
      upserts: [
        { ...a, standardStatus: 'Closed' },
        { ...pending, standardStatus: 'Active', placeIds: { ...placeIds, city: null } },
      ],
      removals: [{ homeId: 'b', searchType: 'sale' }],
    },
    '2',
  );
  expect(counts.get('ca')).toBe(1);
  expect(counts.has('irvine-ca')).toBe(false);
});

test('a card is found by homeId: of the given type, else for sale before for rent', () => {
  const index = new SearchIndex();
  const forSale = createCard({ homeId: 'a' });
  const forRent = createCard({ homeId: 'a', searchType: 'rent' });
  index.apply({ upserts: [forRent, forSale, { ...forRent, homeId: 'r' }], removals: [] }, 'v7');
  expect(index.findCard('a')).toEqual(forSale);
  expect(index.findCard('a', 'rent')).toEqual(forRent);
  expect(index.findCard('r')?.searchType).toBe('rent');
  expect(index.findCard('r', 'sale')).toBeUndefined();
  expect(index.findCard('x')).toBeUndefined();
  expect([index.size, index.version()]).toEqual([3, 'v7']);
});

test('the index stores its own copy of a card', () => {
  const index = new SearchIndex();
  const card = createCard({ homeId: 'a', listPrice: 5 });
  index.apply({ upserts: [card], removals: [] }, '1');
  card.listPrice = 6;
  expect(index.findCard('a')?.listPrice).toBe(5);
});

test('one step along the Hilbert curve is one step on the grid', () => {
  const points = new Map<number, [number, number]>();
  for (let x = 0; x < 16; x++) for (let y = 0; y < 16; y++) points.set(hilbert(x, y), [x, y]);
  expect(points.size).toBe(256);
  for (let at = 1; at < 256; at++) {
    const [x, y] = points.get(at) ?? [99, 99];
    const [fromX, fromY] = points.get(at - 1) ?? [0, 0];
    expect(Math.abs(x - fromX) + Math.abs(y - fromY), `step ${at}`).toBe(1);
  }
});

test('the dataset of a row is that of its card, whatever texts precede it', () => {
  const table = new HomeTable('sale');
  const texts = [null, '', 'a', '가나', 'é', 'x'.repeat(300), '각'.repeat(300)];
  const homes = texts.map((text, at) =>
    createCard({
      homeId: `h${at}`,
      dataset: `d${at}`,
      listingId: text,
      streetLine: text,
      unitNumber: text,
      photo: text,
    }),
  );
  table.apply(homes, []);
  for (const { homeId, dataset } of homes) expect(table.homeAt(table.findRow(homeId)).dataset).toBe(dataset);
});
