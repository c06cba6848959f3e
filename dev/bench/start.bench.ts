import { AddressIndex, SearchIndex } from '@maru/search-index';
import { Store } from '@maru/store';
import { copyHomesOut, createTestDatabase, loadHomeCards } from '@maru/store/testing';
import { RANDOM_NOW } from '../conformance/random-homes.ts';
import { questions } from './questions.ts';
import type { BenchRow } from './row.ts';
import { worldChunks } from './world.ts';

/** A start without a snapshot file reaches this part of the speed at which COPY reads the table (issue C). */
const LEAST_SHARE = 0.3;
const STORED_AT_ONCE = 50_000;

/** From the store to the first answer of a search, beside reading the same table by COPY and throwing it away. */
export async function startRows({ seed = 42, sizes = [50_000] } = {}): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const size of sizes) {
    const database = await createTestDatabase();
    const store = await Store.open({ databaseUrl: database.databaseUrl });
    try {
      let cards = [];
      for (const chunk of worldChunks({ seed, size })) {
        cards.push(...chunk);
        if (cards.length < STORED_AT_ONCE && cards.length < size) continue;
        await loadHomeCards(store, cards);
        cards = [];
      }
      if (cards.length > 0) await loadHomeCards(store, cards);
      await copyHomesOut(store);
      const copied = await timed(() => copyHomesOut(store));
      const started = await timed(() => start(store, seed));
      rows.push({
        name: `start without a snapshot, ${size.toLocaleString('en-US')} homes · COPY of the table`,
        ours: started,
        baseline: copied,
        ratio: copied / started,
        unit: 'ms',
        atLeast: LEAST_SHARE,
      });
    } finally {
      await store.close();
      await database.drop();
    }
  }
  return rows;
}

/** As the server does it: page by page into both indexes, then a first question. */
async function start(store: Store, seed: number): Promise<void> {
  const index = new SearchIndex({ now: () => RANDOM_NOW });
  const addresses = new AddressIndex(index);
  const snapshot = await store.openSnapshot();
  for await (const upserts of snapshot.homes) {
    index.apply({ upserts, removals: [] }, 'loading');
    addresses.apply({ upserts, removals: [] });
  }
  const country = questions(seed).find(({ name }) => name === 'country');
  await index.search(country!.requests[0]!);
  await index.close();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
