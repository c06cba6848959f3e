import { identifyHome, type Listing } from '@maru/listing';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Partition } from '../db/partition.ts';
import { Store } from '../db/store.ts';
import {
  createChangeSet,
  createListing,
  createMedia,
  createPlaced,
  createRules,
  createTestDatabase,
  emptyStore,
  type TestDatabase,
} from '../testing.ts';
import { findFormer } from './listing-alias.ts';

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

type Own = Partial<Listing>;
let clock = Date.parse('2026-11-20T12:00:00Z');

/** One batch a dataset, each a minute after the last. */
async function write(...listings: Own[]): Promise<void> {
  for (const dataset of new Set(listings.map((one) => one.dataset ?? 'kc'))) {
    clock += 60_000;
    await store.applyChanges(
      createChangeSet({
        dataset,
        seenAt: new Date(clock),
        upserts: listings.filter((one) => (one.dataset ?? 'kc') === dataset).map(createPlaced),
      }),
    );
  }
}

async function remove(listingKey: string, dataset = 'kc'): Promise<void> {
  clock += 60_000;
  const removals = [{ listingKey, reason: 'not in the feed' }];
  await store.applyChanges(createChangeSet({ dataset, seenAt: new Date(clock), removals }));
}

/** The home of each listing, by `dataset/key`. */
async function homesOfListings(): Promise<Map<string, string>> {
  const { rows } = await store.pool.query<{ name: string; home: string }>(
    `select l.dataset || '/' || l.listing_key as name, coalesce(k.merged_into, k.home_id) as home
     from listing l join known_home k using (home_id) order by 1`,
  );
  return new Map(rows.map((row) => [row.name, row.home]));
}

async function cards() {
  const snapshot = await store.openSnapshot();
  return (await Array.fromAsync(snapshot.homes)).flat();
}

async function listKinds(homeId: string): Promise<string[]> {
  const detail = await store.loadHome(homeId);
  return detail!.ledger.map((row) => `${row.listingKey} ${row.kind}`).reverse();
}

const other = { dataset: 'crmls', originatingSystemName: 'Other MLS' };
const parcelNumber = '529-261-07';
const hidden = { internetAddressDisplayYN: false } as const;

describe('one home for many listings (rule R32)', () => {
  test('a listing with a parcel and one with an address only meet, whichever comes first', async () => {
    await write({ listingKey: 'a', parcelNumber }, { ...other, listingKey: 'b' });
    await write(
      { ...other, listingKey: 'c', streetNumber: '9' },
      { listingKey: 'd', streetNumber: '9', parcelNumber: '529-261-08' },
    );
    const homes = await homesOfListings();
    expect(homes.get('kc/a')).toBe(homes.get('crmls/b'));
    expect(homes.get('kc/d')).toBe(homes.get('crmls/c'));
    expect(new Set(homes.values()).size).toBe(2);
  });

  test('one MLS through two vendors is one home by its number, however the address is spelled', async () => {
    await write({ listingKey: 'a', listingId: 'OC26001', streetName: 'Oak St' });
    await write({
      ...other,
      originatingSystemName: 'TEST MLS',
      listingKey: 'b',
      listingId: 'oc26001',
      streetName: 'Oak Street Northwood',
    });
    expect(await cards()).toHaveLength(1);
    await write({ ...other, listingKey: 'c', listingId: 'OC26001', streetName: 'Elm St' });
    expect(await cards()).toHaveLength(2);
  });

  test('a universal property id is one home with its unit, and a condominium without one stands alone', async () => {
    const own = { universalPropertyId: 'US-06059-N-52926107-R-N', propertySubType: 'Condominium' };
    await write({ ...own, listingKey: 'a', unitNumber: '4' }, { ...own, listingKey: 'b', unitNumber: '5' });
    await write({ ...other, ...own, listingKey: 'c', unitNumber: '#4', streetName: 'Oak Avenue' });
    await write({ ...other, ...own, listingKey: 'd', unitNumber: null });
    const homes = await homesOfListings();
    expect(homes.get('kc/a')).toBe(homes.get('crmls/c'));
    expect(new Set(homes.values()).size).toBe(3);
  });

  test('two homes that turn out to be one keep the older id, and the younger one leads there', async () => {
    await write({ listingKey: 'a', parcelNumber });
    await write({ ...other, listingKey: 'b', streetNumber: '125' });
    const before = await homesOfListings();
    const [older, younger] = [before.get('kc/a')!, before.get('crmls/b')!];
    expect(older).not.toBe(younger);
    const after = await store.newestSequences();
    // Its second address, that of the other street, was the one that the other dataset had.
    await write({ ...other, listingKey: 'b', streetNumber: '125', parcelNumber, listPrice: 910_000 });
    expect((await cards()).map((card) => card.homeId)).toEqual([older]);
    expect((await store.loadHome(younger))?.homeId).toBe(older);
    expect((await store.loadHome(older))?.credits).toHaveLength(2);
    // Whoever follows the changes forgets the younger one.
    const { changes } = await store.readChanges(after, 100);
    expect(changes.removals).toContainEqual({ homeId: younger, searchType: 'sale' });
    expect(changes.upserts.map((card) => card.homeId)).toEqual([older]);
    // Also a change in the dataset that had the younger id only.
    await remove('a');
    expect((await store.loadHome(younger))?.card).toMatchObject({ homeId: older, dataset: 'crmls' });
    await write({ ...other, listingKey: 'b', streetNumber: '125', parcelNumber, listPrice: 890_000 });
    expect(await cards()).toMatchObject([{ homeId: older, listPrice: 890_000 }]);
  });

  test('what a wrong parcel had joined parts again when it is corrected, each with its own id', async () => {
    await write({ listingKey: 'a', parcelNumber });
    await write({ ...other, listingKey: 'b', streetNumber: '125' });
    const before = await homesOfListings();
    await write({ ...other, listingKey: 'b', streetNumber: '125', parcelNumber });
    expect(new Set((await homesOfListings()).values()).size).toBe(1);
    await write({ ...other, listingKey: 'b', streetNumber: '125', parcelNumber: '529-261-09' });
    expect(await homesOfListings()).toEqual(before);
    expect((await cards()).map((card) => card.homeId).sort()).toEqual([...before.values()].sort());
    // The parcel that was typed wrong does not lead a third listing to it.
    await write({ ...other, listingKey: 'c', streetNumber: '127', parcelNumber });
    expect((await homesOfListings()).get('crmls/c')).toBe(before.get('kc/a'));
  });

  test('pitfall F18: a seller who withholds the address leaves a home whose address another listing shows', async () => {
    await write({ listingKey: 'a' }, { ...other, listingKey: 'b' });
    const shared = (await homesOfListings()).get('kc/a')!;
    await write({ ...other, ...hidden, listingKey: 'b' });
    const homes = await homesOfListings();
    expect(homes.get('kc/a')).toBe(shared);
    expect(homes.get('crmls/b')).not.toBe(shared);
    expect((await store.loadHome(shared))?.credits).toHaveLength(1);
  });

  test('pitfall F19: a listing that comes later does not tell the address of one that withholds it', async () => {
    await write({ listingKey: 'a', parcelNumber });
    await write({ listingKey: 'a', parcelNumber, ...hidden });
    const { homeId } = (await cards())[0]!;
    await write({ ...other, listingKey: 'b', parcelNumber });
    const detail = (await store.loadHome(homeId))!;
    expect(detail.card.addressWithheld).toBe(true);
    expect(JSON.stringify(detail)).not.toMatch(/Oak St|529-261/);
    expect(await cards()).toHaveLength(2);
    // Shown again, it is that home again, under the id that it always had.
    await write({ listingKey: 'a', parcelNumber, internetAddressDisplayYN: true });
    expect((await cards()).map((card) => card.homeId)).toEqual([homeId]);
  });

  test('for sale and for rent are two offers of one home, over datasets too', async () => {
    await write(
      { listingKey: 'a' },
      { ...other, listingKey: 'b', propertyType: 'Residential Lease', listPrice: 4_000 },
    );
    const found = await cards();
    expect(found.map((card) => card.searchType).sort()).toEqual(['rent', 'sale']);
    expect(new Set(found.map((card) => card.homeId)).size).toBe(1);
  });

  test('any order of arrival and of coming again gives the same homes, and each id goes on leading to its home', async () => {
    const listing = fc.record({
      parcelNumber: fc.constantFrom(null, null, '529-261-07', '529-261-08'),
      streetNumber: fc.constantFrom('1', '2', '3'),
      unitNumber: fc.constantFrom(null, null, '4'),
      propertySubType: fc.constantFrom('Single Family Residence', 'Condominium'),
      internetAddressDisplayYN: fc.constantFrom(null, null, null, false),
      originatingSystemName: fc.constantFrom('Test MLS', 'Other MLS'),
    });
    const market = fc
      .tuple(
        fc.array(listing, { minLength: 1, maxLength: 4 }),
        fc.array(listing, { minLength: 1, maxLength: 4 }),
      )
      .map(([ours, theirs]) => [
        ...ours.map(
          (one, i): Own => ({ ...one, dataset: 'kc', listingKey: `k${i}`, listingId: `OC26${i}1` }),
        ),
        ...theirs.map(
          (one, i): Own => ({ ...one, dataset: 'crmls', listingKey: `c${i}`, listingId: `OC26${i}1` }),
        ),
      ]);
    const arrivals = market.chain((all) =>
      fc.record({
        all: fc.constant(all),
        first: fc.shuffledSubarray(all, { minLength: all.length }),
        second: fc.shuffledSubarray(all, { minLength: all.length }),
        size: fc.integer({ min: 1, max: 4 }),
      }),
    );
    const numRuns = process.env.MARU_TEST_LONG === '1' ? 200 : 12;
    await fc.assert(
      fc.asyncProperty(arrivals, async ({ all, first, second, size }) => {
        await emptyStore(store);
        const expected = new Partition<string>();
        for (const own of all) {
          const name = `${own.dataset}/${own.listingKey}`;
          expected.add(name);
          for (const key of identifyHome(createPlaced(own).listing).keys) expected.join(name, key);
        }
        let known = new Map<string, string>();
        const arrive = async (listings: Own[], own: Own) => {
          for (let at = 0; at < listings.length; at += size) {
            await write(...listings.slice(at, at + size).map((one) => ({ ...one, ...own })));
            const homes = await homesOfListings();
            for (const [name, home] of known) {
              // The id that a visitor had kept leads to where the listing is now.
              expect((await store.loadHome(home))?.homeId).toBe(homes.get(name));
            }
            known = homes;
          }
        };
        await arrive(first, {});
        const names = [...known.keys()];
        for (const a of names) {
          for (const b of names) {
            const isOne = expected.findRoot(a) === expected.findRoot(b);
            expect(known.get(a) === known.get(b), `${a} and ${b}`).toBe(isOne);
          }
        }
        const settled = known;
        await arrive(second, { publicRemarks: 'New words.' });
        expect(known).toEqual(settled);
        expect((await cards()).map((card) => card.homeId).sort()).toEqual(
          [...new Set(settled.values())].sort(),
        );
      }),
      { numRuns },
    );
  }, 240_000);

  test('two datasets that bring the same homes at once agree on them', async () => {
    const second = await Store.open({ databaseUrl: database.databaseUrl });
    const bring = async (target: Store, dataset: string, turn: number) => {
      const upserts = Array.from({ length: 12 }, (_, n) =>
        createPlaced({
          dataset,
          listingKey: `${dataset}-${turn}-${n}`,
          listingId: `${dataset}${turn}${n}`,
          streetNumber: String(100 + ((n + turn) % 12)),
          // Some know the parcel too: homes meet by either key, in either order.
          parcelNumber: (n + (dataset === 'kc' ? 0 : 1)) % 3 === 0 ? null : `529-2610-${(n + turn) % 12}`,
        }),
      );
      await target.applyChanges(createChangeSet({ dataset, upserts, seenAt: new Date(clock) }));
    };
    await Promise.all([
      (async () => {
        for (let turn = 0; turn < 5; turn += 1) await bring(store, 'kc', turn);
      })(),
      (async () => {
        for (let turn = 0; turn < 5; turn += 1) await bring(second, 'crmls', turn);
      })(),
    ]);
    await second.close();
    const found = await cards();
    expect(new Set(found.map((card) => card.streetLine)).size).toBe(12);
    expect(found).toHaveLength(12);
    expect(new Set((await homesOfListings()).values()).size).toBe(12);
  });
});

describe('pitfall F27: a provider gives its listings other keys', () => {
  const again: Own = {
    listingKey: 'k2',
    listingId: 'OC-k1',
    media: [createMedia({ mediaKey: 'k2-1' }), createMedia({ mediaKey: 'k2-2', order: 2 })],
  };

  test('pitfall F27: home, ledger and days go on when the old key has gone before the new one comes', async () => {
    await write({});
    await write({ listPrice: 880_000 });
    const homeId = (await homesOfListings()).get('kc/k1')!;
    await remove('k1');
    await write({ ...again, listPrice: 880_000 });
    expect((await cards()).map((card) => card.homeId)).toEqual([homeId]);
    expect(await listKinds(homeId)).toEqual(['k1 new', 'k1 price']);
    await write({ ...again, listPrice: 870_000 });
    expect(await listKinds(homeId)).toEqual(['k1 new', 'k1 price', 'k2 price']);
    expect((await store.loadHome(homeId))?.marketTime.listings).toBe(1);
  });

  test('pitfall F27: nothing is told when the new key comes while the old one is still there', async () => {
    await write({});
    const homeId = (await homesOfListings()).get('kc/k1')!;
    const firstSeenAt = (await store.loadHome(homeId))!.firstSeenAt;
    await write(again);
    await remove('k1');
    expect(await listKinds(homeId)).toEqual(['k1 new']);
    const detail = (await store.loadHome(homeId))!;
    expect(detail.credits.map((one) => one.listingKey)).toEqual(['k2']);
    expect(detail.firstSeenAt).toEqual(firstSeenAt);
    await write({ ...again, standardStatus: 'Pending' });
    expect(await listKinds(homeId)).toEqual(['k1 new', 'k2 status']);
  });

  test('pitfall F27: a number that a whole dataset shares is no number, and is not looked through for each row', async () => {
    const homes = Array.from({ length: 60 }, (_, n) => ({
      listingKey: `c${n}`,
      listingId: '0',
      streetNumber: `${n + 1}`,
    }));
    await write(...homes);
    const client = await store.pool.connect();
    const read: number[] = [];
    try {
      const counting = {
        query: async (...args: Parameters<typeof client.query>) => {
          const answer = (await client.query(...args)) as unknown as { rows: unknown[] };
          read.push(answer.rows.length);
          return answer;
        },
      } as unknown as typeof client;
      await findFormer(counting, 'kc', {
        fresh: [createListing({ listingKey: 'c99', listingId: '0', streetNumber: '99' })],
        isPresent: () => false,
        seenAt: new Date('2026-11-20T12:00:00Z'),
      });
    } finally {
      client.release();
    }
    expect(Math.max(...read)).toBeLessThan(50);
  });

  test('pitfall F27: homes that are known by their listing alone keep their id too', async () => {
    await write(hidden);
    const homeId = (await homesOfListings()).get('kc/k1')!;
    await remove('k1');
    await write({ ...again, ...hidden });
    expect((await cards()).map((card) => card.homeId)).toEqual([homeId]);
  });

  test('after a week the listing had left and came back; another place or number is another listing', async () => {
    await write({});
    const homeId = (await homesOfListings()).get('kc/k1')!;
    await remove('k1');
    clock += 8 * 86_400_000;
    await write(again);
    expect(await listKinds(homeId)).toEqual(['k1 new', 'k1 withdrawn', 'k2 back_on_market']);
    await remove('k2');
    await write({ listingKey: 'k3', listingId: 'OC-9' });
    const detail = (await store.loadHome(homeId))!;
    expect(detail.ledger.map((row) => `${row.listingKey} ${row.kind}`)).toEqual(['k3 new']);
    await write({ ...again, listingKey: 'k4', listingId: 'OC-9', streetNumber: '125' });
    expect((await homesOfListings()).get('kc/k4')).not.toBe(homeId);
    const { rows } = await store.pool.query('select listing_key, current_key from listing_alias');
    expect(rows).toEqual([{ listing_key: 'k1', current_key: 'k2' }]);
  });

  test('a listing that lives on under its old key was not moved', async () => {
    await write({});
    await write(again);
    await write({ listPrice: 870_000 });
    await remove('k1');
    const { rows } = await store.pool.query(`select kind from listing_history where listing_key = 'k1'`);
    expect(rows.map((row: { kind: string }) => row.kind)).toEqual(['new', 'price', 'withdrawn']);
  });

  test('a whole dataset under new keys keeps every home', async () => {
    const listings = Array.from(
      { length: 300 },
      (_, n): Own => ({ listingKey: `old-${n}`, listingId: `N1${n}`, streetNumber: String(n + 1) }),
    );
    await write(...listings);
    const before = await homesOfListings();
    await write(...listings.map((one, n) => ({ ...one, listingKey: `new-${n}` })));
    await store.applyChanges(
      createChangeSet({
        removals: listings.map((one) => ({ listingKey: one.listingKey!, reason: 'not in the feed' })),
      }),
    );
    const after = await homesOfListings();
    for (let n = 0; n < 300; n += 1) expect(after.get(`kc/new-${n}`)).toBe(before.get(`kc/old-${n}`));
    const { rows } = await store.pool.query(
      'select kind, count(*)::int as n from listing_history group by 1',
    );
    expect(rows).toEqual([{ kind: 'new', n: 300 }]);
    expect(await cards()).toHaveLength(300);
  });
});

describe('a ledger row', () => {
  const findRow = async (homeId: string, id: string, searchType?: 'sale' | 'rent') =>
    (await store.loadHome(homeId, searchType))?.ledger.find((row) => row.id === id);

  test('has a permanent id and is shown while its listing may be', async () => {
    await write({});
    await write({ listPrice: 880_000 });
    const homeId = (await homesOfListings()).get('kc/k1')!;
    const price = (await store.loadHome(homeId))!.ledger.find((row) => row.kind === 'price')!;
    expect(price).toMatchObject({ newValue: { listPrice: 880_000 }, seenTime: expect.any(Date) });
    expect(price.id).toMatch(/^kc-\d+$/);
    await write({ internetEntireListingDisplayYN: false });
    expect(await findRow(homeId, price.id)).toBeUndefined();
  });

  test('of an earlier listing is shown only where the license allows it, and of each offer with the offer', async () => {
    await write({ listingKey: 'old', listingId: 'A1', standardStatus: 'Expired' });
    await write(
      { listingKey: 'k1' },
      { listingKey: 'r', listingId: 'R1', propertyType: 'Residential Lease', listPrice: 4_000 },
    );
    const { rows } = await store.pool.query<{ key: string; id: string }>(
      `select listing_key as key, dataset || '-' || history_id as id from listing_history`,
    );
    const findId = (key: string) => rows.find((row) => row.key === key)!.id;
    const homeId = (await homesOfListings()).get('kc/k1')!;
    expect(await findRow(homeId, findId('old'))).toBeUndefined();
    expect(await findRow(homeId, findId('r'), 'rent')).toMatchObject({ listingKey: 'r' });
    await store.saveDataset({ dataset: 'kc', provider: 'reso', rules: createRules({ allowHistory: true }) });
    expect(await findRow(homeId, findId('old'))).toMatchObject({ listingKey: 'old' });
  });
});

test('an altered photo has its original beside it, on the page and nowhere as an address of the provider (rule R7)', async () => {
  await write({
    media: [
      createMedia({
        mediaKey: 'a',
        order: 1,
        shortDescription: 'Living room - virtually staged',
        mediaAlteration: ['Virtual Staging - Item Addition'],
      }),
      createMedia({ mediaKey: 'b', order: 2, shortDescription: 'Living room - original' }),
      createMedia({ mediaKey: 'c', order: 3 }),
    ],
  });
  const [card] = await cards();
  expect(card?.photoAlteration).toEqual(['Virtual Staging - Item Addition']);
  const { media } = (await store.loadHome(card!.homeId))!;
  expect(media.map((one) => one.originalMediaId)).toEqual([media[1]!.mediaId, null, null]);
});

test('withdrawn and listed again under a new number: 12 days this time, 97 in all (rule R4)', async () => {
  const now = Date.now();
  const day = (ago: number) => new Date(now - ago * 86_400_000).toISOString();
  const listed = (ago: number): Own => ({
    onMarketDate: day(ago).slice(0, 10),
    originalEntryTimestamp: day(ago),
  });
  await write({ ...listed(130), listingKey: 'old', listingId: 'A1', parcelNumber });
  await write({
    ...listed(130),
    listingKey: 'old',
    listingId: 'A1',
    parcelNumber,
    standardStatus: 'Withdrawn',
    statusChangeTimestamp: day(45),
  });
  await write({ ...listed(12), listingKey: 'new', listingId: 'A2', parcelNumber });
  const { homeId } = (await cards())[0]!;
  expect((await store.loadHome(homeId))?.marketTime).toEqual({
    days: 12,
    cumulativeDays: 97,
    since: day(12).slice(0, 10),
    firstSince: day(130).slice(0, 10),
    listings: 2,
  });
});
