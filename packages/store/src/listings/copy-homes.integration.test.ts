import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomHomes } from '../../../../dev/conformance/random-homes.ts';
import { createCard } from '../../../../dev/conformance/search-engine-suite.ts';
import { Store } from '../db/store.ts';
import { createTestDatabase, loadHomeCards, type TestDatabase } from '../testing.ts';

let database: TestDatabase;
let store: Store;

/** Every sign that COPY, lists or JSON write in a way of their own. */
const ODD = ' A "B" \\ C\tD\nE\rF,{}\b\f\v 오크 스트리트 \\N \u{1f3e0} ';
const homes = [
  ...randomHomes(5, 6_000),
  createCard({
    homeId: 'odd',
    streetLine: ODD,
    city: '\\N',
    unitNumber: '',
    listOfficeName: '\\',
    listPrice: 0.1,
    associationFeeMonthly: -12.5,
    previousListPrice: 123_456_789_012_345_680,
    priceChangedAt: 1e300,
    latitude: -1e-7,
    photoAlteration: [ODD, 'NULL', '', 'a,b', '{}', 'plain'],
    schools: ['one'],
    nextOpenHouse: { startTime: ODD, endTime: null },
  }),
];

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open({ databaseUrl: database.databaseUrl });
  await loadHomeCards(store, homes);
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

test('a snapshot is every card as it was stored, sign for sign and digit for digit', async () => {
  const { homes: pages, count } = await store.openSnapshot();
  const byId = new Map((await Array.fromAsync(pages)).flat().map((card) => [formatKey(card), card]));
  expect(count).toBe(homes.length);
  expect(byId.size).toBe(homes.length);
  for (const home of homes) expect(byId.get(formatKey(home))).toEqual(home);
});

test('a snapshot that is left early or never read gives its connection back', async () => {
  // More than the pool has connections.
  for (let i = 0; i < 6; i += 1) {
    for await (const page of (await store.openSnapshot()).homes) {
      expect(page.length).toBeGreaterThan(0);
      break;
    }
    await (await store.openSnapshot()).close();
  }
  expect((await Array.fromAsync((await store.openSnapshot()).homes)).flat()).toHaveLength(homes.length);
});

const formatKey = (card: { homeId: string; searchType: string }) => `${card.homeId} ${card.searchType}`;
