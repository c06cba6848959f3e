import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomChanges, randomHomes } from '../../../../dev/conformance/random-homes.ts';
import { findPlanes, PLANE_COLUMNS, writeOutsideByPlanes, writeUnstatedByPlanes } from './bit-planes.ts';
import { BLOCK, BLOCK_BITS, WORDS } from './block.ts';

import { HomeTable } from './home-table.ts';
import { NOT_SEARCHABLE, UNSTATED } from './unstated.ts';

const seed = Number(process.env.MARU_TEST_SEED ?? Date.now() % 1_000_000_000);

for (const searchType of ['sale', 'rent'] as const) {
  test(`planes give the same rows in a range as the column, for ${searchType} and any range, seed ${seed}`, () => {
    const ofType = <T extends { searchType: string }>(homes: T[]) =>
      homes.filter((one) => one.searchType === searchType);
    const homes = ofType(randomHomes(seed, 1_500));
    const table = new HomeTable(searchType);
    table.apply(homes, []);
    for (let batch = 0; batch < 20; batch++) {
      const { upserts, removals } = randomChanges(seed + batch, homes, 60);
      table.apply(
        ofType(upserts),
        ofType(removals).map(({ homeId }) => homeId),
      );
    }
    const { columns } = table;
    const out = new Int32Array(WORDS);
    const unstated = new Int32Array(WORDS);
    const has = (words: Int32Array, i: number) => ((words[i >> 5] >>> i) & 1) === 1;
    fc.assert(
      fc.property(
        fc.constantFrom(...PLANE_COLUMNS),
        fc.integer({ min: 0, max: columns.length - 1 }),
        fc.tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 })),
        fc.tuple(fc.nat(2_000_000), fc.constantFrom(0, 1, 51, 400, 500, 1_000, 50_000, 2_000_000, 2 ** 31)),
        (column, near, [below, above], [low, reach]) => {
          // Bounds at and beside a home's value, and anywhere.
          const value = columns.int[column][near];
          const start = Math.max(0, value === UNSTATED ? low : value + below);
          const end = Math.min(2 ** 31 - 1, start + reach + above);
          const planes = findPlanes(columns, column, searchType, start, end);
          if (planes === undefined) throw new Error('no planes');
          const range = { values: columns.int[column], low: start, high: end };
          for (let block = 0; block < columns.blocks; block++) {
            writeOutsideByPlanes(columns, block, planes, range, new Int32Array(WORDS), out, 0);
            writeUnstatedByPlanes(columns, block, planes.stated, unstated, 0);
            for (let i = 0; i < Math.min(BLOCK, columns.length - (block << BLOCK_BITS)); i++) {
              const row = (block << BLOCK_BITS) + i;
              if (columns.status[row] === NOT_SEARCHABLE) continue;
              const own = columns.int[column][row];
              const message = `${column} ${own} in ${start}–${end}`;
              expect([has(out, i), has(unstated, i)], message).toEqual([
                own < start || own > end,
                own === UNSTATED,
              ]);
            }
          }
        },
      ),
      { numRuns: 60, seed },
    );
  });
}

test(`planes after changes equal rebuilt ones, seed ${seed}`, () => {
  const homes = randomHomes(seed, 900).filter((home) => home.searchType === 'sale');
  const table = new HomeTable('sale');
  table.apply(homes.slice(0, 10), []);
  // One by one at first, so that capacity grows repeatedly.
  for (const home of homes.slice(10, 300)) table.apply([home], []);
  table.apply(homes.slice(300), []);
  for (let batch = 0; batch < 20; batch++) {
    const { upserts, removals } = randomChanges(seed + batch, homes, 60);
    table.apply(
      upserts.filter((home) => home.searchType === 'sale'),
      removals.filter((key) => key.searchType === 'sale').map(({ homeId }) => homeId),
    );
    if (batch === 10) table.finishCompaction();
    const { columns } = table;
    const kept = columns.planes.slice();
    for (let block = 0; block < columns.blocks; block++) columns.refreshTotals(block);
    expect(Buffer.compare(Buffer.from(kept.buffer), Buffer.from(columns.planes.slice().buffer))).toBe(0);
  }
});
