import { setTimeout as sleep } from 'node:timers/promises';
import type { HomeCard } from '@maru/listing';
import { WANTS } from '@maru/listing/search';
import { expect, test } from 'vitest';
import { describeBadInput } from '../../../../dev/conformance/bad-input-suite.ts';
import { plainSearch } from '../../../../dev/conformance/plain-search.ts';
import {
  createCard,
  describeSearchEngine,
  type EngineUnderTest,
} from '../../../../dev/conformance/search-engine-suite.ts';
import { openTestStore } from '../testing/testing-own-store.ts';
import { loadHomeCards, removeHomeCards } from '../testing.ts';
import { createSqlEngine } from './sql-engine.ts';

const store = await openTestStore();

describeSearchEngine('the sql engine', createEngine);
describeBadInput('the sql engine', createEngine, { homes: 400, pages: [1, 100] });

async function createEngine(homes: HomeCard[], now: number): Promise<EngineUnderTest> {
  await store.pool.query('truncate home');
  await loadHomeCards(store, homes);
  const engine = createSqlEngine(store, { now: () => now });
  await settled(engine.version);
  return {
    engine,
    async apply({ upserts, removals }) {
      const before = engine.version();
      await removeHomeCards(store, removals);
      await loadHomeCards(store, upserts);
      await createChange(before, engine.version);
      await settled(engine.version);
    },
    close: async () => undefined,
  };
}

async function createChange(before: string, version: () => string): Promise<void> {
  await expect.poll(version, { timeout: 30_000, interval: 10 }).not.toBe(before);
}

/** The first look starts the listening, whose connection wakes once when it stands; notices come a little late. */
async function settled(version: () => string): Promise<void> {
  for (let last = ''; last !== version(); ) {
    last = version();
    await sleep(30);
  }
}

test('a search that is given up while it runs is cancelled in the database, and the next one is not', async () => {
  const { engine } = await createEngine([createCard({ homeId: 'a' })], Date.UTC(2026, 10, 21));
  const blocker = await store.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table home in access exclusive mode');
  const controller = new AbortController();
  const search = engine.search(
    { query: { searchType: 'sale' }, want: new Set(['total']) },
    controller.signal,
  );
  const outcome = expect(search).rejects.toThrow('the map moved on');
  await sleep(100);
  controller.abort(new Error('the map moved on'));
  await outcome;
  const waiting = async () => {
    const { rowCount } = await blocker.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`);
    return rowCount;
  };
  try {
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  const answer = await engine.search({ query: { searchType: 'sale' }, want: new Set(['total']) });
  expect(answer.total).toBe(1);
});

test('cards are loaded letter by letter, whatever their lists hold', async () => {
  const card = createCard({
    homeId: 'odd',
    streetLine: 'A "B" \\ C\tD\nE',
    photoAlteration: ['a "b"', 'c\\d', 'e,f{}', 'NULL', ''],
    nextOpenHouse: { startTime: '2026-11-22T20:00:00Z', endTime: null },
  });
  const { engine } = await createEngine([card], Date.UTC(2026, 10, 21));
  const answer = await engine.search({ query: { searchType: 'sale' }, want: new Set(['listings']) });
  expect(answer.listings).toEqual([card]);
});

test('the same kind of question with other values has other answers, however often it is asked', async () => {
  const now = Date.UTC(2026, 10, 21);
  const homes = Array.from({ length: 60 }, (_, i) =>
    createCard({ homeId: `h${i}`, listPrice: i * 10_000, latitude: 33 + i / 100, listedAt: now - i }),
  );
  const { engine } = await createEngine(homes, now);
  for (let i = 0; i < 40; i += 1) {
    // From one home to nearly all of them: a plan that suits all is not one that suits each.
    const reach = (i % 20) / 50;
    const query = {
      searchType: 'sale' as const,
      bbox: [-118, 33.3 - reach, -117, 33.3 + reach + 0.001] as const,
      price: { min: (i % 7) * 50_000 },
    };
    const request = { query, want: new Set(WANTS), zoom: i % 23 };
    expect(await engine.search(request)).toEqual(plainSearch(homes, request, now));
  }
});
