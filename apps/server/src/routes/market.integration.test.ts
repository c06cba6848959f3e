import { createHash } from 'node:crypto';
import type {
  HomeAnswer,
  HomeListAnswer,
  HomeMarketAnswer,
  LedgerAnswer,
  MarketAnswer,
} from '@maru/contract';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Line, startLine } from '../../../../dev/line/line.ts';

let database: TestDatabase;
let line: Line;

beforeAll(async () => {
  database = await createTestDatabase();
  line = await startLine({ databaseUrl: database.databaseUrl, size: 400 });
  await line.follow();
});

afterAll(async () => {
  await (line as Line | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

test('a place has its medians, the places around it and within it, and says of too few only how many', async () => {
  const { status, body } = await line.get('/maru/v1/district/market?place=irvine-ca');
  expect(status).toBe(200);
  const market = body as MarketAnswer;
  const list = (await line.list('searchType=sale&place=irvine-ca&want=total')) as HomeListAnswer;
  const [all, ...types] = market.supply;
  expect(all).toMatchObject({ homeType: null, active: list.total });
  expect(types.reduce((sum, one) => sum + one.active, 0)).toBe(list.total);
  for (const one of market.supply) {
    for (const value of [one.price, one.pricePerSquareFoot, one.days]) {
      expect(value.median === null).toBe(value.count < market.fewest);
    }
  }
  expect(market.parents.map(({ slug }) => slug)).toEqual(['ca', 'orange-county-ca']);
  expect(market.children.length).toBeGreaterThan(0);
  expect(market.children.every((one) => one.active > 0)).toBe(true);
  expect(market.place.nameKo).toBe('어바인');
  const zips = market.children.filter(({ kind }) => kind === 'zip');
  expect(zips.reduce((sum, one) => sum + one.active, 0)).toBeLessThanOrEqual(list.total);
  const unknown = await line.get('/maru/v1/district/market?place=nowhere-zz');
  expect(unknown.status).toBe(404);
  expect((await line.get('/maru/v1/district/market?place=irvine-ca&searchType=swap')).status).toBe(400);
});

test('around a home stand others, without itself, and its price is beside that of its place', async () => {
  const list = (await line.list('searchType=sale&place=irvine-ca&want=listings')) as HomeListAnswer;
  const home = list.listings.find((one) => one.livingArea !== null && !one.addressWithheld)!;
  const { status, body } = await line.get(`/maru/v1/home/market?homeId=${home.homeId}&searchType=sale`);
  expect(status).toBe(200);
  const market = body as HomeMarketAnswer;
  expect(market.nearby.length).toBeGreaterThan(0);
  expect(market.nearby.map(({ homeId }) => homeId)).not.toContain(home.homeId);
  expect(market.nearby.every((one) => one.searchType === 'sale')).toBe(true);
  expect(market.pricePerSquareFoot).toBeCloseTo(home.listPrice! / home.livingArea!, 6);
  expect(market.supply?.homeType).toBe(home.homeType);
  expect(market.sales).not.toBeNull();
  for (const sale of market.sales!.sales) expect(sale.home.homeType).toBe(home.homeType);
  expect((await line.get('/maru/v1/home/market?homeId=zzzz')).status).toBe(404);
});

test('an address gives its comparable sales, how they were chosen, and a spread of five or more alone', async () => {
  const { status, body } = await line.get(
    `/maru/v1/home/sales?address=${encodeURIComponent('1 Nowhere Lane, Irvine, CA 92620')}&beds=3`,
  );
  expect(status).toBe(200);
  expect(body.subject).toMatchObject({ home: null, homeType: 'house', bedroomsTotal: 3 });
  expect(body.subject.place.slug).toBe('92620');
  expect(body.chosen).toMatchObject({ homeType: 'house', months: 12, withinMeters: null });
  expect(body.price === null).toBe(body.sales.length < 5);
  expect((await line.get('/maru/v1/home/sales')).body.data.fields).toEqual([
    { field: 'address', reason: 'missing' },
  ]);
  expect((await line.get('/maru/v1/home/sales?address=%F0%9F%A6%84')).status).toBe(404);
});

test('six changes are six rows in order, in a chain of hashes that anybody can make again', async () => {
  const { dataset } = line.feedSettings;
  const { listings } = (await line.list('searchType=sale&place=irvine-ca&want=listings')) as HomeListAnswer;
  const { homeId, listPrice } = listings.find((one) => one.dataset === dataset && !one.addressWithheld)!;
  const load = async () => (await line.get(`/maru/v1/home?homeId=${homeId}`)).body as HomeAnswer;
  const before = await load();
  const now = () => new Date().toISOString();
  const changes = [
    { ListPrice: listPrice! - 10_000, PriceChangeTimestamp: now() },
    { BedroomsTotal: (before.listing.bedroomsTotal ?? 0) + 1 },
    { ListPrice: listPrice! - 20_000, PriceChangeTimestamp: now() },
    { StandardStatus: 'Pending', MlsStatus: 'Pending', StatusChangeTimestamp: now() },
    { StandardStatus: 'Active', MlsStatus: 'Active', StatusChangeTimestamp: now() },
    { ListPrice: listPrice!, PriceChangeTimestamp: now() },
  ];
  for (const change of changes) {
    await line.control('change', [{ ListingKey: before.listing.listingKey, ...change }]);
    await line.catchUp();
  }

  const ledger = (await line.get(`/maru/v1/home/ledger?homeId=${homeId}`)).body as LedgerAnswer;
  const kinds = ['price', 'facts', 'price', 'status', 'back_on_market', 'price'];
  expect(ledger.rows).toHaveLength(before.history.length + changes.length);
  expect(ledger.rows.slice(-6).map((row) => row.kind)).toEqual(kinds);
  let hash = '';
  for (const row of ledger.rows) {
    const { id, kind, dataset, listingId, oldValue, newValue, sourceTime, seenTime } = row;
    const told = JSON.stringify([id, kind, dataset, listingId, oldValue, newValue, sourceTime, seenTime]);
    hash = createHash('sha256').update(`${hash}\n${told}`).digest('hex');
    expect(row.hash).toBe(hash);
  }
  expect(ledger.hash).toBe(hash);

  const after = await load();
  expect(after.ledgerHash).toBe(hash);
  expect(after.history.map((row) => row.id).sort()).toEqual(ledger.rows.map((row) => row.id).sort());
  const facts = after.history.find((row) => row.kind === 'facts')!;
  const beds = before.listing.bedroomsTotal ?? 0;
  expect(facts.changes).toEqual([{ field: 'bedroomsTotal', oldValue: beds, newValue: beds + 1 }]);
  expect((await line.get('/maru/v1/home/ledger?homeId=zzzz')).status).toBe(404);
});
