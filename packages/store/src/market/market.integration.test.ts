import type { Listing } from '@maru/listing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Store } from '../db/store.ts';
import {
  createChangeSet,
  createPlaced,
  createRules,
  createTestDatabase,
  type TestDatabase,
} from '../testing.ts';

/** One story: five homes for sale, five sold, some of another dataset, watched over two months. */

const JANUARY = new Date('2026-01-05T12:00:00Z');
const MARCH = new Date('2026-03-15T12:00:00Z');
const IRVINE = { id: 'irvine-ca', kind: 'city' } as const;

let database: TestDatabase;
let store: Store;
let count = 0;

/** A home of its own: no two share a parcel or an address. */
function home(own: Partial<Listing> = {}) {
  count += 1;
  return createPlaced({
    listingKey: `k${count}`,
    parcelNumber: `529-261-${count}`,
    streetNumber: String(100 + count),
    unparsedAddress: `${100 + count} Oak St, Irvine, CA 92620`,
    listPrice: 800_000 + count * 100_000,
    previousListPrice: null,
    livingArea: 1_000,
    onMarketDate: '2026-01-02',
    originalEntryTimestamp: null,
    latitude: 33.71 + count * 0.0005,
    ...own,
  });
}

const sold = (own: Partial<Listing> = {}) =>
  home({
    standardStatus: 'Closed',
    mlsStatus: 'Closed',
    closeDate: '2026-02-10',
    closePrice: 900_000,
    ...own,
  });

async function write(dataset: string, seenAt: Date, upserts: ReturnType<typeof home>[]): Promise<void> {
  const rules = createRules({ allowSold: dataset === 'kc', allowHistory: dataset === 'kc' });
  await store.applyChanges(createChangeSet({ dataset, seenAt, rules, upserts }));
  await store.recordFeedState(dataset, 'reso', { kind: 'success', at: seenAt, initialLoadDone: true });
}

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open({ databaseUrl: database.databaseUrl });
  await write('kc', JANUARY, [
    ...[1, 2, 3, 4, 5].map(() => home()),
    ...[1, 2, 3, 4, 5].map((one) => sold({ closePrice: 900_000 + one * 10_000 })),
    home({ internetEntireListingDisplayYN: false, listPrice: 99_000_000 }),
  ]);
  await write('closed', JANUARY, [
    home({ dataset: 'closed', propertySubType: 'Condominium' }),
    ...[1, 2, 3, 4, 5].map(() => sold({ dataset: 'closed', closePrice: 5_000_000 })),
  ]);
  // Somebody has had this one taken down: it is in no number.
  await write('kc', JANUARY, [home({ listingKey: 'asked', listPrice: 99_000_000 })]);
  const { rows } = await store.pool.query(`select home_id from listing where listing_key = 'asked'`);
  const why = { reason: 'owner_request', askedBy: 'The owner', askedAt: JANUARY, note: null, reportId: null };
  await store.takeDowns.take({ homeId: rows[0].home_id, ...why }, { actorId: 'u1', now: JANUARY });
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

test('what is offered now has medians of five and more, and of fewer only a count', async () => {
  const { supply, children } = await store.findMarket(IRVINE, 'sale', MARCH.getTime());
  const all = supply.find((one) => one.homeType === null)!;
  expect(all.active).toBe(6);
  // 900,000 … 1,300,000 and the condominium's.
  expect(all.price.count).toBe(6);
  expect(all.days.median).toBe(72);
  const houses = supply.find((one) => one.homeType === 'house')!;
  expect(houses).toMatchObject({ active: 5, newLately: 0, price: { median: 1_100_000, count: 5 } });
  expect(houses.pricePerSquareFoot).toEqual({ median: 1_100, count: 5 });
  expect(houses.cuts).toEqual({ count: 0, of: 5 });
  const condos = supply.find((one) => one.homeType === 'condo')!;
  expect(condos).toMatchObject({
    active: 1,
    price: { median: null, count: 1 },
    cuts: { count: null, of: 1 },
  });
  expect(children).toEqual([expect.objectContaining({ place: '92620', active: 6, price: all.price })]);
});

test('months tell what was listed and sold where licences allow, and supply of months that were watched', async () => {
  expect((await store.findMarket(IRVINE, 'sale', MARCH.getTime())).monthsAsOf).toBeNull();
  expect(await store.refreshMarket(MARCH)).toBe(true);
  expect(await store.refreshMarket(MARCH)).toBe(false);
  const { months, watchedSince, monthsAsOf } = await store.findMarket(IRVINE, 'sale', MARCH.getTime());
  expect(monthsAsOf).toEqual(MARCH);
  expect(watchedSince).toEqual(JANUARY);
  const all = months.filter((one) => one.homeType === null);
  expect(all.map((one) => one.month)).toEqual(['2026-01', '2026-02']);
  // The sold ones came in January too; those of the dataset that may not show them are nowhere.
  expect(all[0]!.listed!.count).toBe(11);
  expect(all[1]).toMatchObject({
    sold: { count: 5, price: 930_000, pricePerSquareFoot: 930, days: 39 },
    listed: null,
  });
  // January was not watched whole. In February five were offered of which the license lets us tell.
  expect(all[0]!.supply).toBeNull();
  expect(all[1]!.supply).toBe(5);
});

test('a dataset that is hidden is in no month', async () => {
  await store.hideDataset('kc', 'test');
  expect(await store.refreshMarket(MARCH)).toBe(true);
  const { months, supply } = await store.findMarket(IRVINE, 'sale', MARCH.getTime());
  expect(months).toEqual([]);
  expect(supply.find((one) => one.homeType === null)!.active).toBe(1);
  await store.showDataset('kc');
});

test('sales near a home are those that licences show, nearest first, without the home itself', async () => {
  const near = { latitude: 33.71, longitude: -117.77, meters: 8_000 };
  const question = {
    homeType: 'house',
    since: '2026-01-01',
    near,
    place: null,
    except: null,
    supply: null,
  } as const;
  const { sales, barsValuation } = await store.findSales(question);
  expect(barsValuation).toBe(false);
  expect(sales.map((one) => one.closePrice)).toEqual([910_000, 920_000, 930_000, 940_000, 950_000]);
  const meters = sales.map((one) => one.distanceMeters!);
  expect([...meters].sort((a, b) => a - b)).toEqual(meters);
  expect(meters[0]! / 55.6).toBeGreaterThan(5.5);
  expect(meters[0]! / 55.6).toBeLessThan(6.5);
  const first = sales[0]!.card.homeId;
  const others = await store.findSales({ ...question, except: first });
  expect(others.sales).toHaveLength(4);
  const byPlace = await store.findSales({ ...question, near: null, place: { id: '92620', kind: 'zip' } });
  expect(byPlace.sales).toHaveLength(5);
  expect(byPlace.sales[0]!.distanceMeters).toBeNull();
  const nowhere = await store.findSales({
    ...question,
    near: null,
    supply: { place: IRVINE, searchType: 'sale', now: MARCH.getTime() },
  });
  expect(nowhere.sales).toEqual([]);
  expect(nowhere.supply.find((one) => one.homeType === 'house')!.active).toBe(5);
  expect((await store.findSales({ ...question, since: '2026-03-01' })).sales).toEqual([]);
});

test('a seller who bars automated values has no spread beside the home (rule R5)', async () => {
  const placed = home({ internetAutomatedValuationDisplayYN: false });
  await write('kc', JANUARY, [placed]);
  const { rows } = await store.pool.query<{ home_id: string }>(
    'select home_id from listing where listing_key = $1',
    [placed.listing.listingKey],
  );
  const question = {
    homeType: 'house',
    since: '2026-01-01',
    near: null,
    place: IRVINE,
    supply: null,
  } as const;
  const homeId = rows[0]!.home_id;
  const barred = await store.findSales({ ...question, except: homeId });
  expect(barred.barsValuation).toBe(true);
  // The home turned out to be one with an older one: its listings keep the id under which they came.
  await store.pool.query(`update known_home set merged_into = 'h-older' where home_id = $1`, [homeId]);
  expect((await store.findSales({ ...question, except: 'h-older' })).barsValuation).toBe(true);
  await store.pool.query('update known_home set merged_into = null where home_id = $1', [homeId]);
  expect((await store.findSales({ ...question, except: null })).barsValuation).toBe(false);
});
