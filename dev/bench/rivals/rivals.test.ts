import { SearchIndex } from '@maru/search-index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainSearch } from '../../conformance/plain-search.ts';
import { RANDOM_NOW } from '../../conformance/random-homes.ts';
import { questions } from '../questions.ts';
import { worldChunks } from '../world.ts';
import { createBareLoop } from './bare-loop.ts';
import { createDuckDbRival } from './duckdb-rival.ts';
import { asIdRival, asRival } from './our-engines.ts';
import { PlainColumns } from './plain-columns.ts';
import { type Rival, withoutCards } from './rival.ts';
import { createSqliteRival } from './sqlite-rival.ts';

const SEED = 7;
const homes = [...worldChunks({ seed: SEED, size: 4_000, quietAfter: 400 })].flat();

describe('engines of the measurement', () => {
  let rivals: Rival[] = [];
  beforeAll(async () => {
    const columns = new PlainColumns(homes.length);
    for (const home of homes) columns.add(home);
    columns.finish();
    const index = new SearchIndex({ now: () => RANDOM_NOW, workers: 0 });
    index.apply({ upserts: homes, removals: [] }, '1');
    rivals = [
      asIdRival('memory', index, () => index.close()),
      asRival('memory, cards', index),
      createBareLoop(columns),
      await createDuckDbRival(columns),
      await createSqliteRival(columns),
    ];
  });
  afterAll(async () => {
    await Promise.all(rivals.map((rival) => rival.close()));
  });

  test.each(questions(SEED))('all answer "$title" as the oracle does', async ({ requests }) => {
    for (const request of requests.slice(0, 6)) {
      const expected = withoutCards(plainSearch(homes, request, RANDOM_NOW));
      for (const rival of rivals) {
        expect({ name: rival.name, ...(await rival.answer(request)) }).toEqual({
          name: rival.name,
          ...expected,
        });
      }
    }
  });

  test('a search that the rivals do not support is refused instead of answered wrongly', async () => {
    const [request] = questions(SEED).flatMap(({ requests }) => requests);
    const strange = { ...request!, query: { searchType: 'sale' as const, year: { min: 2000 } } };
    for (const rival of rivals.slice(2)) await expect(rival.answer(strange)).rejects.toThrow('year');
  });
});

describe('homes of the measurement', () => {
  test('a smaller world is a prefix of a larger one', () => {
    const large = [...worldChunks({ seed: SEED, size: 12_000 })].flat();
    expect([...worldChunks({ seed: SEED, size: 700 })].flat()).toEqual(large.slice(0, 700));
    expect(large).toHaveLength(12_000);
  });

  test('ids are unique within a search type', () => {
    const keys = new Set(homes.map(({ homeId, searchType }) => `${homeId} ${searchType}`));
    expect(keys.size).toBe(homes.length);
  });

  test('no homes are added around a quiet town', () => {
    const small = [...worldChunks({ seed: SEED, size: 400 })].flat();
    const { query } = questions(SEED).find(({ name }) => name === 'quiet')!.requests[0]!;
    const inView = (some: typeof homes) =>
      plainSearch(
        some,
        { query: { searchType: 'sale', bbox: query.bbox }, want: new Set(['total']) },
        RANDOM_NOW,
      ).total;
    expect(inView(homes)).toBe(inView(small));
  });
});
