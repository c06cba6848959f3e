import type { Listing } from '@maru/listing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Store } from '../db/store.ts';
import { StaleCursor } from '../listings/change-set.ts';
import {
  createChangeSet,
  createPlaced,
  createRules,
  createTestDatabase,
  emptyStore,
  type TestDatabase,
} from '../testing.ts';

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open({ databaseUrl: database.databaseUrl });
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

beforeEach(async () => {
  await emptyStore(store);
});

const NOW = '2026-11-20T12:00:00Z';
const at = (time: string): Partial<Listing> => ({ modificationTimestamp: time, sourceModifiedAt: time });

async function write(...listings: Partial<Listing>[]): Promise<{ sequence: number; changed: number }> {
  return await store.applyChanges(createChangeSet({ upserts: listings.map(createPlaced) }));
}

async function writeTo(dataset: string, ...listings: Partial<Listing>[]): Promise<void> {
  const upserts = listings.map((one) => createPlaced({ ...one, dataset }));
  await store.applyChanges(createChangeSet({ dataset, upserts }));
}

async function cards() {
  const snapshot = await store.openSnapshot();
  return (await Array.fromAsync(snapshot.homes)).flat();
}

async function prices(): Promise<[old: number, now: number][]> {
  const { rows } = await store.pool.query<{ o: number; n: number }>(
    `select (old_value ->> 'listPrice')::int as o, (new_value ->> 'listPrice')::int as n
     from listing_history where kind = 'price' order by history_id`,
  );
  return rows.map((row) => [row.o, row.n]);
}

/** What an index that goes on from `after` has in the end. */
async function followed(
  after: ReadonlyMap<string, number>,
  homes: Set<string>,
): Promise<ReadonlyMap<string, number>> {
  for (let sequences = after; ; ) {
    const step = await store.readChanges(sequences, 3);
    for (const key of step.changes.removals) if (key.searchType === 'sale') homes.delete(key.homeId);
    for (const card of step.changes.upserts) homes.add(card.homeId);
    sequences = step.sequences;
    if (!step.more) return sequences;
  }
}

describe('rows that come twice, late, or from the future', () => {
  test('pitfall F2: what a tie or an overlap brings again, in whatever batch, changes nothing', async () => {
    const tie = [0, 1, 2, 3].map((n) => ({
      ...at('2026-11-10T00:00:00Z'),
      listingKey: `t${n}`,
      listingId: `T${n}`,
      streetNumber: `${n + 1}`,
    }));
    await write(...tie.slice(0, 3));
    await write(...tie.slice(1));
    expect(await write(...tie, tie[0]!)).toEqual({ sequence: 4, changed: 0 });
    const { rows } = await store.pool.query(
      'select kind, count(*)::int as n from listing_history group by 1',
    );
    expect(rows).toEqual([{ kind: 'new', n: 4 }]);
  });

  test('a row that is older than the stored one does not overwrite it, in the next batch or the same', async () => {
    await write({ ...at('2026-11-10T00:00:00Z'), listPrice: 900_000 });
    await write({ ...at('2026-11-12T00:00:00Z'), listPrice: 880_000 });
    expect(await write({ ...at('2026-11-11T00:00:00Z'), listPrice: 890_000 })).toMatchObject({ changed: 0 });
    await write(
      { ...at('2026-11-14T00:00:00Z'), listPrice: 860_000 },
      { ...at('2026-11-13T00:00:00Z'), listPrice: 870_000 },
    );
    expect(await cards()).toMatchObject([{ listPrice: 860_000 }]);
    expect(await prices()).toEqual([
      [900_000, 880_000],
      [880_000, 870_000],
      [870_000, 860_000],
    ]);
  });

  test('a row that was only touched still tells that what is older comes late', async () => {
    await write({ ...at('2026-11-10T00:00:00Z') });
    expect(await write({ ...at('2026-11-14T00:00:00Z') })).toMatchObject({ changed: 0 });
    await write({ ...at('2026-11-12T00:00:00Z'), listPrice: 1 });
    expect(await cards()).toMatchObject([{ listPrice: 900_000 }]);
  });

  test('a price that goes and comes back within one batch is two changes, once', async () => {
    await write({ ...at('2026-11-10T00:00:00Z') });
    const batch = [
      { ...at('2026-11-11T00:00:00Z'), listPrice: 950_000 },
      { ...at('2026-11-12T00:00:00Z'), listPrice: 900_000 },
    ];
    await write(...batch);
    expect(await prices()).toEqual([
      [900_000, 950_000],
      [950_000, 900_000],
    ]);
    expect(await write(...batch)).toMatchObject({ changed: 0 });
    expect(await prices()).toHaveLength(2);
  });

  test('a row that was asked for by itself counts with an older stamp too', async () => {
    await write({ ...at('2026-11-12T00:00:00Z') });
    const upserts = [createPlaced({ ...at('2026-11-11T00:00:00Z'), listPrice: 1 })];
    await store.applyChanges(createChangeSet({ upserts, isReread: true }));
    expect(await cards()).toMatchObject([{ listPrice: 1 }]);
  });

  test('pitfall F26: a row dated in the future does not block what comes after it', async () => {
    await write({ ...at('3000-01-01T00:00:00Z'), listPrice: 900_000 });
    await write({ ...at('2026-11-20T11:00:00Z'), listPrice: 880_000 });
    expect(await cards()).toMatchObject([{ listPrice: 880_000 }]);
    // Also when both come in one batch, in either order.
    await write(
      { ...at('2026-11-20T11:30:00Z'), listPrice: 870_000 },
      { ...at('3000-01-01T00:00:00Z'), listPrice: 1 },
    );
    expect(await cards()).toMatchObject([{ listPrice: 870_000 }]);
    expect(await write({ ...at('2026-11-20T10:00:00Z'), listPrice: 2 })).toMatchObject({ changed: 0 });
  });

  test('days that the provider counts each night are no change', async () => {
    await write({ daysOnMarket: 1, cumulativeDaysOnMarket: 1 });
    const counted = { daysOnMarket: 2, cumulativeDaysOnMarket: 2, daysInMls: 9, daysOnSite: 9 };
    expect(await write(counted)).toMatchObject({ changed: 0 });
  });

  test('a field that vanished from the row keeps its value, one that the row says is null does not', async () => {
    const apply = async (raw: object, own: Partial<Listing>, provider: 'reso' | 'slipstream' = 'reso') => {
      const one = { ...createPlaced({ ...own, internetAddressDisplayYN: null }), raw };
      await store.applyChanges(createChangeSet({ provider, upserts: [one] }));
      return (await store.pool.query<{ record: Listing }>('select record from listing')).rows[0]!.record;
    };
    await apply({ YearBuilt: 1998, ListPrice: 900_000 }, { yearBuilt: 1998 });
    expect(await apply({ ListPrice: 900_000 }, { yearBuilt: null })).toMatchObject({ yearBuilt: 1998 });
    expect(await apply({ ListPrice: 890_000 }, { yearBuilt: null, listPrice: 890_000 })).toMatchObject({
      yearBuilt: 1998,
      listPrice: 890_000,
    });
    expect((await cards())[0]).toMatchObject({ yearBuilt: 1998, listPrice: 890_000 });
    expect(await apply({ YearBuilt: null }, { yearBuilt: null, listPrice: 890_000 })).toMatchObject({
      yearBuilt: null,
    });
    // Slipstream leaves out what has no value.
    await apply({}, { yearBuilt: 2001 }, 'slipstream');
    expect(await apply({}, { yearBuilt: null }, 'slipstream')).toMatchObject({ yearBuilt: null });
  });
});

describe('pitfall F6: listings that vanish without a last word', () => {
  test('pitfall F6: what is removed leaves every answer at once, is not called sold, and comes back as it was', async () => {
    await write({}, { listingKey: 'k2', listingId: 'X2', streetNumber: '7' });
    const homeId = (await cards()).find((card) => card.listingKey === 'k1')!.homeId;
    await store.applyChanges(
      createChangeSet({ removals: [{ listingKey: 'k1', reason: 'not in the feed' }] }),
    );
    expect((await cards()).map((card) => card.listingKey)).toEqual(['k2']);
    expect(await store.loadHome(homeId)).toBeUndefined();
    const { rows } = await store.pool.query(
      `select kind, new_value from listing_history where kind <> 'new'`,
    );
    expect(rows).toEqual([{ kind: 'withdrawn', new_value: { reason: 'not in the feed' } }]);
    // A late copy of it does not bring it back, the feed's own row does.
    await write({ ...at('2026-10-01T00:00:00Z') });
    expect(await store.loadHome(homeId)).toBeUndefined();
    await write({});
    expect((await store.loadHome(homeId))?.ledger[0]).toMatchObject({ kind: 'back_on_market' });
  });
});

describe('two writers on one cursor', () => {
  test('the one that went on from a cursor that is not stored any more is refused, and writes nothing', async () => {
    const step = (expectedCursor: string | null, cursor: string, listingKey: string) =>
      store.applyChanges(
        createChangeSet({
          expectedCursor,
          cursor,
          upserts: [createPlaced({ listingKey, listingId: listingKey, streetNumber: listingKey.slice(1) })],
        }),
      );
    await step(null, 'c1', 'k1');
    await expect(step(null, 'c1', 'k2')).rejects.toThrow(StaleCursor);
    await expect(step(null, 'c1', 'k2')).rejects.toMatchObject({
      dataset: 'kc',
      expected: null,
      found: 'c1',
    });
    await step('c1', 'c2', 'k3');
    expect((await cards()).map((card) => card.listingKey).sort()).toEqual(['k1', 'k3']);
    expect(await store.loadCursor('kc')).toMatchObject({ cursor: 'c2', sequence: 2 });
  });

  test('both reading the same feed at once lose no row and write none twice', async () => {
    const second = await Store.open({ databaseUrl: database.databaseUrl });
    const pages = Array.from({ length: 12 }, (_, page) =>
      [0, 1, 2].map((n) =>
        createPlaced({
          listingKey: `${page}-${n}`,
          listingId: `N${page}${n}`,
          streetNumber: String(page * 3 + n + 1),
        }),
      ),
    );
    let refused = 0;
    const read = async (own: Store) => {
      for (;;) {
        const cursor = (await own.loadCursor('kc'))?.cursor ?? null;
        const page = cursor === null ? 0 : Number(cursor);
        if (page >= pages.length) return;
        try {
          const batch = { expectedCursor: cursor, cursor: String(page + 1), upserts: pages[page]! };
          await own.applyChanges(createChangeSet(batch));
        } catch (error) {
          if (!(error instanceof StaleCursor)) throw error;
          refused += 1;
        }
      }
    };
    await Promise.all([read(store), read(second)]);
    await second.close();
    expect(refused).toBeGreaterThan(0);
    expect(await cards()).toHaveLength(36);
    const { rows } = await store.pool.query(
      'select count(*)::int as n, count(distinct listing_key)::int as d, max(sequence)::int as high from listing_change',
    );
    expect(rows).toEqual([{ n: 36, d: 36, high: 36 }]);
  });

  test('one process at a time has the lease of a feed, and a broken connection gives it up', async () => {
    const lease = await store.takeLease('kc');
    expect(lease).toBeDefined();
    expect(await store.takeLease('kc')).toBeUndefined();
    await (await store.takeLease('crmls'))?.release();
    const { rows } = await store.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'maru feed kc'`,
    );
    expect(rows).toHaveLength(1);
    await expect.poll(() => lease?.lost.aborted).toBe(true);
    const next = await store.takeLease('kc');
    expect(next?.lost.aborted).toBe(false);
    await next?.release();
    expect(next?.lost.aborted).toBe(false);
    await lease?.release();
  });
});

describe('records that cannot be read', () => {
  const unreadable = (n: number, own: object = {}) => ({
    listingKey: `q${n}`,
    reason: 'no status',
    raw: { n, ...own },
  });

  test('are read again by a newer reader, behind what has come since, and the others say why not', async () => {
    await write({
      listingKey: 'q2',
      listingId: 'Q2',
      streetNumber: '2',
      listPrice: 5,
      ...at('2026-11-15T00:00:00Z'),
    });
    const quarantined = [
      unreadable(1),
      unreadable(2),
      unreadable(3),
      { listingKey: null, reason: 'no key', raw: { n: 4 } },
    ];
    await store.applyChanges(createChangeSet({ quarantined, cursor: 'c1' }));
    await store.recordFeedState('kc', 'reso', { kind: 'failure', at: new Date(NOW), message: '503' });
    const state = await store.loadCursor('kc');
    expect(await store.needsReplay('kc', 'v2')).toBe(true);
    const outcome = await store.replayQuarantine('kc', 'v2', (raw) => {
      const { n } = raw as { n: number };
      if (n === 3) throw new TypeError('still no status');
      return createPlaced({
        listingKey: `q${n}`,
        listingId: `Q${n}`,
        streetNumber: `${n}`,
        ...at('2026-11-10T00:00:00Z'),
      });
    });
    expect(outcome).toEqual({ replayed: 3, left: 1 });
    expect((await cards()).map((card) => [card.listingKey, card.listPrice]).sort()).toEqual([
      ['q1', 900_000],
      ['q2', 5],
      ['q4', 900_000],
    ]);
    expect(await store.listQuarantine('kc')).toMatchObject([{ listingKey: 'q3', reason: 'still no status' }]);
    expect(await store.needsReplay('kc', 'v2')).toBe(false);
    expect(await store.needsReplay('kc', 'v3')).toBe(true);
    // It was no answer of the feed.
    expect(await store.loadCursor('kc')).toEqual({ ...state, sequence: 3 });
  });

  test('are kept in a bounded number and size', async () => {
    const many = Array.from({ length: 10_050 }, (_, n) => unreadable(n));
    await store.applyChanges(
      createChangeSet({ quarantined: many.slice(0, 100), seenAt: new Date('2026-11-01T00:00:00Z') }),
    );
    await store.applyChanges(createChangeSet({ quarantined: many.slice(100) }));
    expect(await store.countQuarantine('kc')).toBe(10_000);
    await store.applyChanges(
      createChangeSet({
        quarantined: [unreadable(1, { text: 'x'.repeat(300_000) })],
        seenAt: new Date('2026-11-21T00:00:00Z'),
      }),
    );
    const [large] = await store.listQuarantine('kc', 1);
    expect(large).toMatchObject({ listingKey: 'q1', raw: null });
    expect(await store.countQuarantine('kc')).toBe(10_000);
  });
});

describe('datasets that may not be shown', () => {
  test('without its licence a dataset leaves pages, pictures and search, and a home of two is shown by the other', async () => {
    await write({}, { listingKey: 'k2', listingId: 'X2', streetNumber: '7' });
    await writeTo('crmls', { listingKey: 'c1' });
    const shared = (await cards()).find((card) => card.streetLine === '123 Oak St')!;
    const alone = (await cards()).find((card) => card.streetLine === '7 Oak St')!;
    const index = new Set<string>();
    let sequences = await followed(new Map(), index);
    expect(index.size).toBe(2);
    expect(await store.hideDataset('kc', 'the licence was withdrawn')).toBe(2);
    expect(await store.hideDataset('kc', 'the licence was withdrawn')).toBe(0);
    sequences = await followed(sequences, index);
    expect(index).toEqual(new Set([shared.homeId]));
    expect(await store.loadHome(alone.homeId)).toBeUndefined();
    expect(await store.findMedia(alone.photo!)).toBeUndefined();
    const detail = (await store.loadHome(shared.homeId))!;
    expect(detail.credits.map((one) => one.dataset)).toEqual(['crmls']);
    expect(detail.ledger.map((row) => row.dataset)).toEqual(['crmls']);
    // What the feed brings meanwhile is kept, not shown.
    await write({ listingKey: 'k3', listingId: 'X3', streetNumber: '8' });
    expect(await cards()).toHaveLength(1);
    expect((await store.feedStates()).map((one) => one.hiddenSince !== null)).toEqual([false, true]);
    expect(await store.showDataset('kc')).toBe(3);
    sequences = await followed(sequences, index);
    expect(index.size).toBe(3);
    expect(await store.loadHome(alone.homeId)).toBeDefined();
  });

  test('homes of a feed that has been away for longer than its licence allows are hidden until it is back', async () => {
    const rules = createRules({ maxStaleHours: 12 });
    await store.applyChanges(createChangeSet({ rules, upserts: [createPlaced()] }));
    await writeTo('crmls', { listingKey: 'c1', listingId: 'C1', streetNumber: '7' });
    const index = new Set<string>();
    let sequences = await followed(new Map(), index);
    await store.recordFeedState('kc', 'reso', {
      kind: 'failure',
      at: new Date('2026-11-20T13:00:00Z'),
      message: '503',
    });
    expect(await store.applyStaleness(new Date('2026-11-20T23:59:00Z'))).toEqual([]);
    expect(await store.applyStaleness(new Date('2026-11-21T00:01:00Z'))).toEqual([
      { dataset: 'kc', isHidden: true, listings: 1 },
    ]);
    expect(await store.applyStaleness(new Date('2026-11-21T00:02:00Z'))).toEqual([]);
    sequences = await followed(sequences, index);
    expect((await cards()).map((card) => card.dataset)).toEqual(['crmls']);
    expect(index.size).toBe(1);
    await store.recordFeedState('kc', 'reso', { kind: 'success', at: new Date('2026-11-21T01:00:00Z') });
    expect(await store.applyStaleness(new Date('2026-11-21T01:00:01Z'))).toEqual([
      { dataset: 'kc', isHidden: false, listings: 1 },
    ]);
    await followed(sequences, index);
    expect(index.size).toBe(2);
  });

  test('a sweep that was cut short is finished', async () => {
    await write({}, { listingKey: 'k2', listingId: 'X2', streetNumber: '7' });
    await store.pool.query(`update dataset set hidden_reason = 'lost', sweep_after = ''`);
    // Even before it is, nobody is shown what is hidden.
    expect(await cards()).toEqual([]);
    expect(await store.countHomes()).toBe(2);
    expect(await store.applyStaleness(new Date(NOW))).toEqual([
      { dataset: 'kc', isHidden: true, listings: 2 },
    ]);
    expect(await store.countHomes()).toBe(0);
  });
});

describe('the end of a licence', () => {
  test('nothing of the dataset stays, homes fall to another dataset, and readers hear of it', async () => {
    await writeTo('crmls', { listingKey: 'c1' });
    await write(
      { listPrice: 1 },
      ...[1, 2, 3, 4, 5].map((n) => ({ listingKey: `p${n}`, listingId: `P${n}`, streetNumber: `${n}` })),
    );
    await write({ listPrice: 2 });
    await store.applyChanges(createChangeSet({ quarantined: [{ listingKey: null, reason: 'x', raw: {} }] }));
    await store.saveKeyWalk('kc', {
      walkedAt: new Date(NOW),
      theirs: 1,
      ours: 6,
      shrinkingSince: null,
      missing: ['p1'],
      believedAt: null,
    });
    expect(await store.loadKeyWalk('kc')).toMatchObject({ ours: 6, missing: ['p1'] });
    const gone = (await cards()).find((card) => card.listingKey === 'p1')!.homeId;
    const index = new Set<string>();
    const before = await followed(new Map(), index);
    // One reader has read everything, one only the beginning.
    const behind = new Map([['kc', 2]]);
    const late = new Set(index);
    expect(index.size).toBe(6);
    // Marks of before, which say how far its changes had come.
    await store.pruneChanges(new Date(NOW), new Date(NOW));
    const expected = { listings: 6, homes: 5, history: 7, media: 12, quarantined: 1, members: 0, offices: 0 };
    expect(await store.countDataset('kc')).toEqual(expected);
    const mediaIds: string[] = [];
    const contents = await store.purgeDataset('kc', async (ids) => {
      mediaIds.push(...ids);
      await Promise.resolve();
    });
    expect(contents).toEqual(expected);
    expect(new Set(mediaIds).size).toBe(12);
    expect(Object.values(await store.countDataset('kc')).every((count) => count === 0)).toBe(true);
    for (const table of ['dataset', 'listing', 'open_house', 'listing_alias', 'key_walk']) {
      const { rows } = await store.pool.query(`select 1 from ${table} where dataset = 'kc'`);
      expect(rows, table).toEqual([]);
    }
    const { rows: keys } = await store.pool.query(`select home_key from home_identity order by 1`);
    expect(keys).toHaveLength(2);
    expect(await store.loadHome(gone)).toBeUndefined();
    expect(await store.wasHome(gone)).toBe(true);
    expect((await cards()).map((card) => card.dataset)).toEqual(['crmls']);
    for (const [after, homes] of [
      [before, index],
      [behind, late],
    ] as const) {
      await followed(after, homes);
      expect(homes).toEqual(new Set((await cards()).map((card) => card.homeId)));
    }
    // What has been deleted leaves no hole, which a reader would take for a loss.
    expect((await store.readChanges(new Map(), 1_000)).gaps).toEqual([]);
    // Its changes wait for no agents, remarks and alerts, which read it no more; those of the other dataset do.
    const marks = () => store.pool.query(`select 1 from change_mark where dataset = 'kc'`);
    expect((await marks()).rowCount).toBe(0);
    const [nextDay, dayAfter] = [1, 2].map((days) => new Date(Date.parse(NOW) + days * 86_400_000));
    expect(await store.pruneChanges(nextDay!, nextDay!)).toBe(0);
    expect(await store.pruneChanges(dayAfter!, dayAfter!)).toBeGreaterThan(0);
    const { rows: kept } = await store.pool.query('select distinct dataset from listing_change');
    expect(kept).toEqual([{ dataset: 'crmls' }]);
    expect(await store.loadCursor('kc')).toBeUndefined();
    expect((await store.feedStates()).map((one) => one.dataset)).toEqual(['crmls']);
  });

  test('a purge that was killed can be started again, and a dataset of that name may come again', async () => {
    await write({}, { listingKey: 'k2', listingId: 'X2', streetNumber: '7' });
    const index = new Set<string>();
    let sequences = await followed(new Map(), index);
    const [page] = await cards();
    await expect(
      store.purgeDataset('kc', async () => {
        throw new Error('the disk is full');
      }),
    ).rejects.toThrow('the disk is full');
    expect(await store.countDataset('kc')).toMatchObject({ listings: 2, media: 4 });
    expect(await store.loadHome(page!.homeId)).toBeUndefined();
    await store.purgeDataset('kc');
    await store.purgeDataset('kc');
    await write({ listingKey: 'k9', listingId: 'X9', streetNumber: '9' });
    sequences = await followed(sequences, index);
    expect(index).toEqual(new Set((await cards()).map((card) => card.homeId)));
    expect(index.size).toBe(1);
    expect(await store.loadCursor('kc')).toMatchObject({ cursor: null, sequence: sequences.get('kc') });
  });
});
