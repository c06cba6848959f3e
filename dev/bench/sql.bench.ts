import { isDeepStrictEqual } from 'node:util';
import { createSqlEngine, Store } from '@maru/store';
import { createTestDatabase, loadHomeCards, vacuumHomes } from '@maru/store/testing';
import { RANDOM_NOW } from '../conformance/random-homes.ts';
import { questions } from './questions.ts';
import { asRival } from './rivals/our-engines.ts';
import { PlainColumns } from './rivals/plain-columns.ts';
import { createPostgresRivals } from './rivals/postgres-rival.ts';
import type { BenchOptions, BenchRow } from './row.ts';
import { worldChunks } from './world.ts';

/**
 * The SQL engine, which answers with the cards of the page, beside the faster of two plain forms of the same search
 * on the same PostgreSQL, one client, every part of the answer wanted. Answers are compared before anything is timed.
 */
export async function sqlRows({
  seed = 42,
  sizes = [100_000],
  runs = 20,
}: BenchOptions = {}): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const size of sizes) {
    const database = await createTestDatabase();
    const store = await Store.open({ databaseUrl: database.databaseUrl });
    const columns = new PlainColumns(size);
    for (const chunk of worldChunks({ seed, size, quietAfter: size / 10 })) {
      await loadHomeCards(store, chunk);
      for (const card of chunk) columns.add(card);
    }
    columns.finish();
    await vacuumHomes(store);
    const sql = asRival('sql', createSqlEngine(store, { now: () => RANDOM_NOW }));
    const forms = await createPostgresRivals(columns);
    const rivals = [sql, ...forms];
    try {
      for (const { title, requests } of questions(seed)) {
        for (const request of requests.slice(0, 3)) {
          const ours = await sql.answer(request);
          for (const form of forms) {
            if (!isDeepStrictEqual(await form.answer(request), ours))
              throw new Error(`${title}: ${form.name} answers differently from the SQL engine`);
          }
        }
        const times = rivals.map((): number[] => []);
        // Interleaved, so that other load of the machine affects all alike.
        for (let run = 0; run < runs; run += 1) {
          for (const [i, rival] of rivals.entries()) {
            const began = performance.now();
            await rival.answer(requests[run % requests.length]!);
            times[i]!.push(performance.now() - began);
          }
        }
        const median = (some: number[]) => some.toSorted((a, b) => a - b)[some.length >> 1]!;
        const [ours, gist, hilbert] = times.map(median) as [number, number, number];
        const isGist = gist <= hilbert;
        const baseline = Math.min(gist, hilbert);
        rows.push({
          name: `sql engine, ${title}, ${size.toLocaleString('en-US')} homes · plain SQL (${isGist ? 'GiST' : 'Hilbert key'})`,
          ours,
          baseline,
          ratio: baseline / ours,
          unit: 'ms',
          oursBest: Math.min(...times[0]!),
          baselineBest: Math.min(...times[isGist ? 1 : 2]!),
          atLeast: 1 / 1.5,
        });
      }
    } finally {
      await Promise.all(forms.map((form) => form.close()));
      await store.close();
      await database.drop();
    }
  }
  return rows;
}

if (import.meta.main) {
  for (const row of await sqlRows({ sizes: [Number(process.argv[2] ?? 100_000)] })) {
    const { name, ours, baseline, oursBest = 0, baselineBest = 0, ratio } = row;
    const figures = [ours, baseline, oursBest, baselineBest, ratio].map((value) =>
      value.toFixed(2).padStart(9),
    );
    process.stdout.write(`${name.padEnd(90)} ${figures.join(' ')}\n`);
  }
  process.exit(0);
}
