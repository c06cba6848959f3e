import type { HomeCard } from '@maru/listing';
import { beforeEach, expect, test } from 'vitest';
import { openTestStore } from '../testing/testing-own-store.ts';
import { createChangeSet, createPlaced, emptyStore } from '../testing.ts';

const store = await openTestStore();

beforeEach(() => emptyStore(store));

const NOW = new Date('2026-11-20T12:00:00Z');
const upserts = Array.from({ length: 5 }, (_, i) =>
  createPlaced({
    listingKey: `k${i}`,
    listingId: `X${i}`,
    streetNumber: String(i + 1),
    publicRemarks: 'With an ADU.',
    storiesTotal: 2,
    poolPrivateYN: true,
    elementarySchool: 'Oak Elementary School',
    openHouses: [
      {
        openHouseKey: 'o',
        openHouseStartTime: '2026-11-22T20:00:00Z',
        openHouseEndTime: null,
        openHouseRemarks: null,
      },
    ],
  }),
);

/** As the version before it has left them: cards without the new facts, homes without them, and no words. */
async function ageCards() {
  await store.pool.query(`
    update listing set card = card - 'derivation' - 'stories_total' - 'features_yes' - 'features_stated' - 'schools'
      - 'open_house_days';
    update home set stories_total = null, features_yes = 0, features_stated = 0, schools = '{}', open_house_days = '{}';
    update dataset set derivation = 0;
    delete from listing_text`);
}

async function cards(): Promise<HomeCard[]> {
  const snapshot = await store.openSnapshot();
  const homes = (await Array.fromAsync(snapshot.homes)).flat();
  return homes.sort((a, b) => (a.listingKey < b.listingKey ? -1 : 1));
}

test('stored cards that another version made are made anew from the records, told as changes, once', async () => {
  await store.applyChanges(createChangeSet({ seenAt: NOW, upserts }));
  const fresh = await cards();
  expect(fresh[0]).toMatchObject({
    storiesTotal: 2,
    schools: ['oak-elementary'],
    openHouseDays: ['2026-11-22'],
  });
  await ageCards();
  const before = await store.newestSequences();
  expect(await store.findByKeyword({ q: 'adu', searchType: 'sale' })).toEqual({ in: new Set() });
  const made = await Promise.all([store.refreshCards(NOW), store.refreshCards(NOW)]);
  expect(made.sort()).toEqual([0, 5]);
  expect(await cards()).toEqual(fresh);
  expect((await store.findByKeyword({ q: 'adu', searchType: 'sale' }))?.in?.size).toBe(5);
  const { changes } = await store.readChanges(before, 100);
  expect(changes.upserts).toHaveLength(5);
  expect(await store.refreshCards(NOW)).toBe(0);
  // What the feed then says again is no change.
  expect(await store.applyChanges(createChangeSet({ seenAt: NOW, upserts }))).toMatchObject({ changed: 0 });
});

test('a listing that its feed brings before its card was made anew is written, and not told to have changed', async () => {
  await store.applyChanges(createChangeSet({ seenAt: NOW, upserts }));
  const fresh = await cards();
  await ageCards();
  await store.applyChanges(createChangeSet({ seenAt: NOW, upserts: upserts.slice(0, 2) }));
  expect((await cards()).slice(0, 2)).toEqual(fresh.slice(0, 2));
  expect(await store.refreshCards(NOW)).toBe(3);
  const { rows } = await store.pool.query('select kind from listing_history');
  expect(rows.map((row) => row.kind)).toEqual(Array(5).fill('new'));
});

test('a home whose listings were written by the version before is shown, with the rest unstated', async () => {
  await store.applyChanges(createChangeSet({ seenAt: NOW, upserts }));
  await ageCards();
  await store.hideDataset('kc', 'lost');
  expect(await cards()).toEqual([]);
  await store.showDataset('kc');
  expect((await cards())[0]).toMatchObject({ listPrice: 900_000, storiesTotal: null, schools: [] });
});
