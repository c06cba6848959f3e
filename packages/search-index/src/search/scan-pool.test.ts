import { setTimeout as sleep } from 'node:timers/promises';
import { PAGE_SIZE, type SearchRequest, WANTS } from '@maru/listing/search';
import { afterAll, expect, test } from 'vitest';
import {
  RANDOM_NOW,
  randomChanges,
  randomHomes,
  randomRequest,
} from '../../../../dev/conformance/random-homes.ts';
import { createCard } from '../../../../dev/conformance/search-engine-suite.ts';
import { HomeTable } from '../homes/home-table.ts';
import { buildChoiceDays, buildPlan } from './plan.ts';
import { bind } from './scan.ts';
import { type Scan, ScanPool } from './scan-pool.ts';
import { SearchIndex } from './search-index.ts';
import { firstRows } from './tally.ts';

const pool = new ScanPool(2);
afterAll(() => pool.close());

async function untilReady(one: ScanPool, threads = 1): Promise<void> {
  while (!one.isReady || one.workers.length < threads) await sleep(5);
}

function buildScan(table: HomeTable, request: SearchRequest): Scan {
  const plan = buildPlan(request, table.places, RANDOM_NOW);
  const { columns } = table;
  const keyword = request.keyword === undefined ? undefined : table.flagRows(request.keyword);
  const { keyword: rows } = bind(plan, columns, keyword);
  return {
    columns,
    plan,
    keyword: rows,
    wantedParts: {
      top: 40,
      zoom: request.zoom,
      clip: request.clip,
      histogram: true,
      sizes: true,
      facets: true,
      choices: buildChoiceDays(RANDOM_NOW),
    },
  };
}

const everything: SearchRequest = { query: { searchType: 'sale' }, want: new Set(WANTS), zoom: 5 };

test('worker threads find the same as this thread, in one part and in two', async () => {
  await untilReady(pool, 2);
  const homes = randomHomes(5, 3_000);
  const table = new HomeTable();
  table.apply(
    homes.filter((home) => home.searchType === 'sale'),
    [],
  );
  const alone = new SearchIndex({ now: () => RANDOM_NOW, workers: 0 });
  alone.apply({ upserts: homes, removals: [] }, '1');
  for (let i = 0; i < 30; i++) {
    const request = randomRequest(i, homes);
    request.query.searchType = 'sale';
    const tallied = await pool.scan(buildScan(table, request));
    const expected = await alone.search(request);
    expect(tallied?.total).toBe(expected.total);
    const page = await alone.search({
      ...request,
      query: { ...request.query, page: 1 },
      want: new Set(['listings']),
    });
    const rows = tallied === undefined ? [] : firstRows(tallied, PAGE_SIZE);
    expect(Array.from(rows, (row) => table.cardAt(row).homeId)).toEqual(
      page.listings.map(({ homeId }) => homeId),
    );
  }
});

test('a scan overtaken by a change is discarded', async () => {
  await untilReady(pool);
  const table = new HomeTable();
  table.apply([createCard({ homeId: 'a' })], []);
  const overtaken = pool.scan(buildScan(table, everything));
  table.apply([createCard({ homeId: 'b' })], []);
  expect(await overtaken).toBeUndefined();
  expect((await pool.scan(buildScan(table, everything)))?.total).toBe(2);
  const tidied = pool.scan(buildScan(table, everything));
  table.finishCompaction();
  expect(await tidied).toBeUndefined();
  expect((await pool.scan(buildScan(table, everything)))?.total).toBe(2);
});

test('an aborted search is dropped, queued or in progress, and others are answered', async () => {
  await untilReady(pool);
  const table = new HomeTable();
  table.apply(
    randomHomes(3, 8_000).filter((home) => home.searchType === 'sale'),
    [],
  );
  const scanned = buildScan(table, {
    ...everything,
    query: { searchType: 'sale', sort: 'monthly', monthly: { min: 1 } },
  });
  const gone = new AbortController();
  const dropped = Array.from({ length: 10 }, () => pool.scan(scanned, gone.signal));
  const kept = pool.scan(scanned);
  gone.abort(new Error('the map moved on'));
  for (const one of dropped) await expect(one).rejects.toThrow('the map moved on');
  expect((await kept)?.total).toBeGreaterThan(0);
});

test('a worker that exits is replaced and its scan repeated', async () => {
  const own = new ScanPool(1);
  await untilReady(own);
  const table = new HomeTable();
  table.apply(
    randomHomes(4, 4_000).filter((home) => home.searchType === 'sale'),
    [],
  );
  const answered = own.scan(buildScan(table, everything));
  await own.workers[0].terminate();
  expect((await answered)?.total).toBeGreaterThan(1_000);
  await own.close();
  expect(own.isReady).toBe(false);
});

test('an index with workers answers as one without, while it changes', async () => {
  const homes = randomHomes(9, 3_000);
  const alone = new SearchIndex({ now: () => RANDOM_NOW, workers: 0 });
  const threaded = new SearchIndex({ now: () => RANDOM_NOW, workers: 2, longScan: 1 });
  for (const index of [alone, threaded]) index.apply({ upserts: homes, removals: [] }, '0');
  await sleep(300);
  for (let i = 0; i < 40; i++) {
    const request = randomRequest(i, homes);
    const changes = randomChanges(i, homes, 20);
    const answers = Promise.all([threaded.search(request), threaded.search(request)]);
    if (i % 3 === 0) await sleep(1);
    const before = await alone.search(request);
    for (const index of [alone, threaded]) index.apply(changes, String(i));
    const after = await alone.search(request);
    for (const answer of await answers) {
      expect([JSON.stringify(before), JSON.stringify(after)], `request ${i}`).toContain(
        JSON.stringify(answer),
      );
    }
    expect(await threaded.search(request)).toEqual(after);
  }
  await threaded.close();
  expect(await threaded.search(everything)).toEqual(await alone.search(everything));
});
