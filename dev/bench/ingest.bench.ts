import { Gazetteer } from '@maru/gazetteer';
import { normalizeListing } from '@maru/mls';
import { type PlacedListing, Store } from '@maru/store';
import { copyRows, createRules, createTestDatabase } from '@maru/store/testing';
import { createMarket } from '../sample-market/index.ts';
import type { BenchRow } from './row.ts';

/** Whole listings with ledger, homes and media through `applyChanges`, beside a bare COPY of the same raw rows. */
export async function ingestRows(size = 4_000): Promise<BenchRow[]> {
  const gazetteer = await Gazetteer.load();
  const market = createMarket({ seed: 7, size, now: new Date('2026-11-21T00:00:00Z') });
  const placed = market.properties.flatMap((raw): PlacedListing[] => {
    const read = normalizeListing(raw, { dataset: 'bench', provider: 'reso' });
    return 'listing' in read ? [{ listing: read.listing, raw, ...gazetteer.locate(read.listing) }] : [];
  });
  const database = await createTestDatabase();
  const store = await Store.open({ databaseUrl: database.databaseUrl });
  try {
    const rules = createRules();
    const began = performance.now();
    for (let start = 0; start < placed.length; start += 1_000) {
      await store.applyChanges({
        dataset: 'bench',
        provider: 'reso',
        rules,
        seenAt: new Date('2026-11-21T00:00:00Z'),
        cursor: String(start),
        upserts: placed.slice(start, start + 1_000),
        removals: [],
        quarantined: [],
      });
    }
    const ours = placed.length / ((performance.now() - began) / 1000);
    const copyBegan = performance.now();
    await copyRows(
      store,
      placed.map(({ raw }) => JSON.stringify(raw)),
    );
    const baseline = placed.length / ((performance.now() - copyBegan) / 1000);
    return [
      {
        name: `ingest, ${placed.length.toLocaleString('en-US')} listings · COPY of the raw rows`,
        ours,
        baseline,
        ratio: ours / baseline,
        unit: '/s',
      },
    ];
  } finally {
    await store.close();
    await database.drop();
  }
}
