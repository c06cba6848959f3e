import type { SearchRequest, Want } from '@maru/listing';
import { SearchIndex } from '@maru/search-index';
import { createSqlEngine, Store } from '@maru/store';
import { createTestDatabase, loadHomeCards } from '@maru/store/testing';
import { RANDOM_NOW } from '../conformance/random-homes.ts';
import { questions } from './questions.ts';
import { type BenchOptions, type BenchRow, timesOf } from './row.ts';
import { worldChunks } from './world.ts';

/** The index in memory beside the same questions in SQL, one client: answers a second at 100,000 homes. */
export async function sqlRows({
  seed = 42,
  sizes = [100_000],
  runs = 30,
}: BenchOptions = {}): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const want = new Set<Want>(['total', 'listings']);
  for (const size of sizes) {
    const homes = [...worldChunks({ seed, size })].flat();
    const database = await createTestDatabase();
    const store = await Store.open({ databaseUrl: database.databaseUrl });
    try {
      await loadHomeCards(store, homes);
      const index = new SearchIndex({ now: () => RANDOM_NOW });
      index.apply({ upserts: homes, removals: [] }, '1');
      const sql = createSqlEngine(store, { now: () => RANDOM_NOW });
      let [memoryTime, sqlTime] = [0, 0];
      for (const { title: name, requests } of questions(seed)) {
        const request = (run: number): SearchRequest => ({ ...requests[run % requests.length]!, want });
        for (let run = 0; run < Math.min(3, requests.length); run += 1) {
          const [ours, theirs] = [await index.search(request(run)), await sql.search(request(run))];
          if (ours.total !== theirs.total)
            throw new Error(`${name}: ${ours.total} in memory, ${theirs.total} in SQL`);
        }
        const ours = await timesOf((run) => index.search(request(run)), runs * 10);
        const baseline = await timesOf((run) => sql.search(request(run)), runs);
        memoryTime += ours.median;
        sqlTime += baseline.median;
        rows.push({
          name: `memory, ${name}, ${size.toLocaleString('en-US')} homes · sql`,
          ours: 1000 / ours.median,
          baseline: 1000 / baseline.median,
          ratio: baseline.median / ours.median,
          unit: '/s',
          oursBest: 1000 / ours.min,
          baselineBest: 1000 / baseline.min,
        });
      }
      rows.push({
        name: `memory, all questions alike, ${size.toLocaleString('en-US')} homes · sql`,
        ours: 1000 / memoryTime,
        baseline: 1000 / sqlTime,
        ratio: sqlTime / memoryTime,
        unit: '/s',
        atLeast: 20,
      });
    } finally {
      await store.close();
      await database.drop();
    }
  }
  return rows;
}
