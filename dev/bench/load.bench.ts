import { Store } from '@maru/store';
import { copyHomesOut, createTestDatabase, loadHomeCards } from '@maru/store/testing';
import type { BenchOptions, BenchRow } from './row.ts';
import { worldChunks } from './world.ts';

/** Loads all homes as cards from one snapshot of the database, beside COPY of the same table to nowhere. */
export async function loadRows({
  seed = 42,
  sizes = [100_000],
  runs = 3,
}: BenchOptions = {}): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const size of sizes) {
    const database = await createTestDatabase();
    const store = await Store.open({ databaseUrl: database.databaseUrl });
    try {
      for (const homes of worldChunks({ seed, size })) await loadHomeCards(store, homes);
      const ours: number[] = [];
      const baseline: number[] = [];
      // Interleaved, so that other load of the machine affects both alike.
      for (let run = 0; run < runs; run += 1) {
        let began = performance.now();
        let loaded = 0;
        for await (const page of (await store.openSnapshot()).homes) loaded += page.length;
        if (loaded !== size) throw new Error(`${loaded} of ${size} homes were loaded`);
        ours.push((size * 1000) / (performance.now() - began));
        began = performance.now();
        await copyHomesOut(store);
        baseline.push((size * 1000) / (performance.now() - began));
      }
      const median = (speeds: number[]) => speeds.sort((a, b) => a - b)[Math.floor(speeds.length / 2)]!;
      rows.push({
        name: `homes loaded, ${size.toLocaleString('en-US')} · COPY of the table into nothing`,
        ours: median(ours),
        baseline: median(baseline),
        ratio: median(ours) / median(baseline),
        unit: '/s',
        oursBest: Math.max(...ours),
        baselineBest: Math.max(...baseline),
        atLeast: 0.3,
      });
    } finally {
      await store.close();
      await database.drop();
    }
  }
  return rows;
}

if (import.meta.main) {
  process.stdout.write(
    `${JSON.stringify(await loadRows({ sizes: [Number(process.argv[2] ?? 100_000)] }), null, 2)}\n`,
  );
  process.exit(0);
}
