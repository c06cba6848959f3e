import { isInsideEdges, mercatorX, mercatorY, type SearchQuery, SORTS } from '@maru/listing/search';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RANDOM_NOW, randomHomes } from '../../../../dev/conformance/random-homes.ts';
import { createCard } from '../../../../dev/conformance/search-engine-suite.ts';
import { Dictionary } from '../bytes/dictionary.ts';
import { BLOCK } from '../homes/block.ts';
import { dateNumber } from '../homes/columns.ts';
import { HomeTable } from '../homes/home-table.ts';
import { buildClusters } from './clusters.ts';
import { buildPriceHistogram } from './facets.ts';
import { buildChoiceDays, buildPlan } from './plan.ts';
import { bind, scan } from './scan.ts';
import { GriddedPolygon, Shapes } from './shapes.ts';
import { firstRows, mergeTallied, type Tallied, type WantedParts } from './tally.ts';

function buildTable(homes: ReturnType<typeof randomHomes>): HomeTable {
  const table = new HomeTable(homes[0]?.searchType);
  table.apply(homes, []);
  return table;
}

const NOTHING = { top: 0, histogram: false, sizes: false, facets: false };

function scanned(table: HomeTable, query: SearchQuery, wantedParts: Partial<WantedParts> = {}): Tallied {
  const filter = bind(planFor(table, query), table.columns);
  const tallied = scan(table.columns, filter, { ...NOTHING, ...wantedParts });
  if (tallied === undefined) throw new Error('stopped');
  return tallied;
}

const planFor = (table: HomeTable, query: SearchQuery) =>
  buildPlan({ query, want: new Set() }, table.places, RANDOM_NOW);

test('the first rows of a sort are a prefix of the full order, for any number', () => {
  const table = buildTable(randomHomes(21, 900).filter((home) => home.searchType === 'sale'));
  for (const sort of SORTS) {
    const query = { searchType: 'sale', sort, to: [33.7, -117.8] } as const;
    const { total } = scanned(table, query);
    const found = (top: number) => Array.from(firstRows(scanned(table, query, { top }), top));
    const all = found(total);
    expect(new Set(all).size).toBe(total);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: total + 50 }), (top) => {
        expect(found(top), sort).toEqual(all.slice(0, top));
      }),
      { numRuns: 20 },
    );
  }
});

test('thousands of cells are counted separately, ordered by row, then column', () => {
  const homes = Array.from({ length: 3_000 }, (_, i) =>
    createCard({
      homeId: `h${i}`,
      latitude: 30 + Math.floor(i / 60) * 0.1,
      longitude: -120 + (i % 60) * 0.1,
    }),
  );
  const table = buildTable(homes);
  const { cells } = scanned(table, { searchType: 'sale' }, { zoom: 16 });
  if (cells === undefined) throw new Error('no cells');
  const clusters = buildClusters(cells, table.columns, (row) => table.pinAt(row));
  expect(clusters).toHaveLength(3_000);
  expect(clusters.every((cluster) => cluster.count === 1 && cluster.home !== undefined)).toBe(true);
  const places = clusters.map(
    ({ latitude, longitude }) => [mercatorY(latitude), mercatorX(longitude)] as const,
  );
  for (let i = 1; i < places.length; i++) {
    const [y, x] = places[i];
    const [lastY, lastX] = places[i - 1];
    expect(y > lastY || (y === lastY && x > lastX)).toBe(true);
  }
});

test('scans of two parts merge to the scan of all blocks, for any split', () => {
  const table = buildTable(randomHomes(33, 3_000).filter((home) => home.searchType === 'sale'));
  const { columns } = table;
  for (const query of [
    {},
    { beds: { min: 3 } },
    { place: 'irvine-ca' },
    { status: ['sold', 'active'] },
  ] as const) {
    const wantedParts = {
      top: 80,
      zoom: 9,
      histogram: true,
      sizes: true,
      facets: true,
      choices: buildChoiceDays(RANDOM_NOW),
    };
    const filter = bind(planFor(table, { searchType: 'sale', ...query } as SearchQuery), columns);
    const whole = scan(columns, filter, wantedParts);
    for (let cut = 0; cut <= columns.blocks; cut++) {
      const [a, b] = [scan(columns, filter, wantedParts, 0, cut), scan(columns, filter, wantedParts, cut)];
      if (a === undefined || b === undefined) throw new Error('stopped');
      expect(withoutRows(mergeTallied(columns, a, b, wantedParts))).toEqual(withoutRows(whole));
    }
  }
});

/** Without the representative row of a cell, which may be any of its homes. */
function withoutRows(tallied: Tallied | undefined) {
  return { ...tallied, cells: { ...tallied?.cells, row: [] } };
}

test('a home far beyond the last edge is in the last bar, for sale and for rent', () => {
  for (const searchType of ['sale', 'rent'] as const) {
    const homes = [0, 1, 2_000_000_000].map((listPrice, i) =>
      createCard({ homeId: `h${i}`, searchType, listPrice }),
    );
    const { counts } = scanned(buildTable(homes), { searchType }, { histogram: true });
    const bars = buildPriceHistogram(counts, { searchType }).counts;
    expect([bars[0], bars.at(-1)]).toEqual([2, 1]);
  }
});

test('numbers beyond a column’s range are clamped, not wrapped', async () => {
  const homes = [9_999_999_999, 5, -3].map((listPrice, i) => createCard({ homeId: `h${i}`, listPrice }));
  const table = buildTable(homes);
  const query = { searchType: 'sale', price: { min: 0 }, sort: '-price' } as const;
  const { total, top } = scanned(table, query, { top: 3 });
  expect(total).toBe(3);
  expect(Array.from(top.rows, (row) => table.cardAt(row).homeId)).toEqual(['h0', 'h1', 'h2']);
});

test('a query reads only blocks that may match', () => {
  const near = Array.from({ length: 1_000 }, (_, i) =>
    createCard({ homeId: `n${i}`, latitude: 33, longitude: -118 }),
  );
  const far = Array.from({ length: 4_000 }, (_, i) =>
    createCard({ homeId: `f${i}`, latitude: 40, longitude: -74 }),
  );
  const table = buildTable([...far, ...near]);
  const { columns } = table;
  // Detects reads of skipped blocks: moves their homes without updating the zones.
  let moved = 0;
  for (let block = 0; block < columns.blocks; block++) {
    if (columns.low.x[block] < mercatorX(-75)) continue;
    const end = Math.min(columns.length, (block + 1) * BLOCK);
    columns.int.x.fill(mercatorX(-118), block * BLOCK, end);
    columns.int.y.fill(mercatorY(33), block * BLOCK, end);
    moved += end - block * BLOCK;
  }
  expect(moved).toBeGreaterThan(3_500);
  expect(scanned(table, { searchType: 'sale', bbox: [-118.1, 32.9, -117.9, 33.1] }).total).toBe(1_000);
});

test('the grid over a drawn area answers as its edges do, for any area and any point', () => {
  const unit = fc.integer({ min: 0, max: 2 ** 30 - 1 });
  const near = fc.integer({ min: -3_000, max: 3_000 });
  const corners = fc.oneof(
    fc.array(fc.tuple(unit, unit), { minLength: 3, maxLength: 40 }),
    fc.array(fc.tuple(near, near), { minLength: 7, maxLength: 60 }),
  );
  fc.assert(
    fc.property(
      corners,
      fc.array(fc.tuple(near, near), { minLength: 50, maxLength: 50 }),
      (drawn, points) => {
        const origin = drawn.some(([x, y]) => x < 0 || y < 0) ? 2 ** 29 : 0;
        const edges = Float64Array.from(
          drawn.flatMap(([x, y], at) => {
            const [nextX, nextY] = drawn[(at + 1) % drawn.length];
            return [x + origin, y + origin, nextX + origin, nextY + origin];
          }),
        );
        // Points near the corners, so that inside and outside both occur.
        const at = points.map(([dx, dy], i) => {
          const [x, y] = drawn[i % drawn.length];
          return [Math.max(0, x + origin + dx), Math.max(0, y + origin + dy)];
        });
        const x = Int32Array.from(at, ([one]) => one);
        const y = Int32Array.from(at, ([, one]) => one);
        const polygon = new GriddedPolygon(edges);
        expect(at.map((_, i) => polygon.contains(x[i], y[i]))).toEqual(
          at.map((_, i) => isInsideEdges(edges, x[i], y[i])),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('a block of adjacent homes lies within drawn areas and a circle as each home does', () => {
  const middle = 2 ** 29;
  const far = fc.integer({ min: -60_000, max: 60_000 });
  const polygon = fc.array(fc.tuple(far, far), { minLength: 3, maxLength: 30 });
  fc.assert(
    fc.property(
      fc.array(polygon, { minLength: 1, maxLength: 3 }),
      fc.option(fc.tuple(far, far, fc.integer({ min: 1, max: 80_000 })), { nil: undefined }),
      fc.tuple(far, far, fc.constantFrom(10, 500, 5_000, 50_000)),
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      (drawn, round, [atX, atY, spread], seed) => {
        const polygons = drawn.map((corners) =>
          Float64Array.from(
            corners.flatMap(([x, y], at) => {
              const [nextX, nextY] = corners[(at + 1) % corners.length];
              return [x + middle, y + middle, nextX + middle, nextY + middle];
            }),
          ),
        );
        const circle = round && { x: round[0] + middle, y: round[1] + middle, radius: round[2] };
        // The second block, so that row numbers and offsets within it differ.
        const place = (at: number, i: number, salt: number) =>
          middle + at + ((Math.imul(seed ^ salt, i * 2_654_435_761 + 1) >>> 8) % spread);
        const x = Int32Array.from({ length: 2 * BLOCK }, (_, i) => place(atX, i, 0));
        const y = Int32Array.from({ length: 2 * BLOCK }, (_, i) => place(atY, i, 0x5bd1e995));
        const ends = (values: Int32Array, of: (...all: number[]) => number) =>
          Int32Array.from([0, BLOCK], (from) => of(...values.subarray(from, from + BLOCK)));
        const columns = {
          int: { x, y },
          low: { x: ends(x, Math.min), y: ends(y, Math.min) },
          high: { x: ends(x, Math.max), y: ends(y, Math.max) },
        };
        const lost = new Int32Array(BLOCK / 32);
        new Shapes({ alternatives: [], polygons, circle }).loseOutside(columns, 1, lost);
        for (let i = 0; i < BLOCK; i++) {
          const [ownX, ownY] = [x[BLOCK + i], y[BLOCK + i]];
          const isInside =
            polygons.some((edges) => isInsideEdges(edges, ownX, ownY)) &&
            (circle === undefined ||
              Math.sqrt((ownX - circle.x) ** 2 + (ownY - circle.y) ** 2) <= circle.radius);
          expect(((lost[i >> 5] >>> i) & 1) === 0).toBe(isInside);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a dictionary numbers texts in the order of first use', () => {
  const words = new Dictionary();
  expect(['b', 'a', 'b'].map((text) => words.intern(text))).toEqual([0, 1, 0]);
  expect([words.size, words.find('a'), words.find('z'), words.textAt(0)]).toEqual([2, 1, undefined, 'b']);
});

test('dates as numbers compare as their texts do', () => {
  expect(dateNumber('2026-11-21')).toBe(20_261_121);
  expect(dateNumber(null)).toBe(-1);
});
