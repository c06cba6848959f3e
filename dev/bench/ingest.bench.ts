import { Gazetteer } from '@maru/gazetteer';
import { normalizeListing } from '@maru/mls';
import { type PlacedListing, Store } from '@maru/store';
import { copyTables, createRules, createTestDatabase } from '@maru/store/testing';
import { createMarket } from '../sample-market/index.ts';
import type { BenchRow } from './row.ts';

/** Rows per batch, as in a page of a feed. */
const BATCH = 1_000;

/**
 * Whole listings with ledger, homes and media through `applyChanges`, beside COPY of the resulting rows into the same
 * indexed tables of an empty store.
 */
export async function ingestRows(size = 10_000): Promise<BenchRow[]> {
  const gazetteer = await Gazetteer.load();
  const market = createMarket({ seed: 7, size, now: new Date('2026-11-21T00:00:00Z') });
  const placed = market.properties.flatMap((raw): PlacedListing[] => {
    const read = normalizeListing(raw, { dataset: 'bench', provider: 'reso' });
    return 'listing' in read ? [{ listing: read.listing, raw, ...gazetteer.locate(read.listing) }] : [];
  });
  const [database, empty] = [await createTestDatabase(), await createTestDatabase()];
  const store = await Store.open({ databaseUrl: database.databaseUrl });
  const other = await Store.open({ databaseUrl: empty.databaseUrl });
  try {
    const rules = createRules();
    const began = performance.now();
    for (let start = 0; start < placed.length; start += BATCH) {
      await store.applyChanges({
        dataset: 'bench',
        provider: 'reso',
        rules,
        seenAt: new Date('2026-11-21T00:00:00Z'),
        cursor: String(start),
        upserts: placed.slice(start, start + BATCH),
        removals: [],
        quarantined: [],
      });
    }
    const ours = placed.length / ((performance.now() - began) / 1000);
    const { seconds, bytes } = await copyTables(store, other);
    const baseline = placed.length / seconds;
    return [
      {
        name: `ingest, ${placed.length.toLocaleString('en-US')} listings · COPY of the same ${Math.round(bytes / 2 ** 20)} MiB into the same tables`,
        ours,
        baseline,
        ratio: ours / baseline,
        unit: '/s',
        atLeast: 0.3,
      },
    ];
  } finally {
    await store.close();
    await other.close();
    await database.drop();
    await empty.drop();
  }
}
