import type { Listing } from '@maru/listing';
import { isBarredFromDisplay } from '@maru/listing/display';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestStore } from '../testing/testing-own-store.ts';
import { createChangeSet, createPlaced, createRules, emptyStore } from '../testing.ts';
import { BARRED_RECORD } from './barred-record.ts';

/** `FeedTypes`: rows that are licensed for other purposes than public display. */

const store = await openTestStore();
const NOW = new Date('2026-11-20T12:00:00Z');

beforeEach(() => emptyStore(store));

let count = 0;
/** A row of a combined feed, of a home of its own. */
function row(listingKey: string, feedTypes: string[], own: Partial<Listing> = {}) {
  count += 1;
  const placed = createPlaced({
    listingKey,
    feedTypes,
    streetNumber: String(count),
    unparsedAddress: `${count} Oak St, Irvine, CA 92620`,
    publicRemarks: 'With an ADU.',
    ...own,
  });
  return { ...placed, raw: { ListingKey: listingKey, FeedTypes: feedTypes } as unknown };
}

const rules = createRules({ allowSold: true, allowHistory: true });
const write = (...upserts: ReturnType<typeof row>[]) =>
  store.applyChanges(createChangeSet({ seenAt: NOW, rules, upserts, initialLoadDone: true }));

/** Everything that visitors could be told a listing of, by the keys of the listings. */
async function shown() {
  const snapshot = await store.openSnapshot();
  const search = (await Array.fromAsync(snapshot.homes)).flat().map((card) => card.listingKey);
  await store.refreshAgents();
  const keys = async (sql: string) =>
    (await store.pool.query<{ key: string }>(sql)).rows.map((one) => one.key).sort();
  const words = await store.findByKeyword({ q: 'adu', searchType: 'sale' });
  const pages: string[] = [];
  const pictures: string[] = [];
  for (const one of await keys('select distinct home_id as key from listing')) {
    const found = await store.loadHome(one);
    if (found !== undefined) pages.push(found.listing.listingKey);
  }
  const { rows: media } = await store.pool.query<{ id: string; key: string }>(
    `select media_id as id, listing_key as key from media where position = 1`,
  );
  for (const { id, key } of media) if ((await store.findMedia(id)) !== undefined) pictures.push(key);
  return {
    search: search.sort(),
    pages: pages.sort(),
    pictures: pictures.sort(),
    agents: await keys('select listing_key as key from agent_listing'),
    words: words?.in?.size,
  };
}

const only = (...keys: string[]) => ({
  search: keys,
  pages: keys,
  pictures: keys,
  agents: keys,
  words: keys.length,
});

describe('a feed of several licences', () => {
  test('a row that names licences of which none is IDX is nowhere; one that names none is shown', async () => {
    await write(
      row('bbo', ['BBO', 'PDAP']),
      row('both', ['VOW', 'IDX']),
      row('idx', ['IDX']),
      row('none', []),
      row('vow', ['VOW']),
    );
    expect(await shown()).toEqual(only('both', 'idx', 'none'));
  });

  test('a row that goes from IDX to VOW leaves with the change feed, and comes back with IDX', async () => {
    const place = { streetNumber: '999', unparsedAddress: '999 Oak St, Irvine, CA 92620' };
    await write(row('kept', ['IDX']), row('moves', ['IDX'], place));
    const before = await store.newestSequences();
    await write(row('moves', ['VOW'], place));
    const { changes } = await store.readChanges(before, 100);
    expect(changes.upserts).toEqual([]);
    expect(new Set(changes.removals.map((one) => one.homeId)).size).toBe(1);
    expect(await shown()).toEqual(only('kept'));
    // A field that is no longer sent does not take the restriction away; an empty one does.
    const silent = { ...row('moves', [], { ...place, listPrice: 1 }), raw: { ListingKey: 'moves' } };
    await write(silent);
    expect(await shown()).toEqual(only('kept'));
    await write(row('moves', [], place));
    expect(await shown()).toEqual(only('kept', 'moves'));
  });

  test('where two datasets offer a home, the licensed listing stands for it', async () => {
    const place = { streetNumber: '998', unparsedAddress: '998 Oak St, Irvine, CA 92620' };
    await write(
      row('idx', ['IDX'], { ...place, modificationTimestamp: '2026-11-01T00:00:00.000Z' }),
      row('vow', ['VOW'], { ...place, modificationTimestamp: '2026-11-10T00:00:00.000Z' }),
    );
    expect((await shown()).search).toEqual(['idx']);
  });
});

test('what is no home, or not in the country, is nowhere; as nothing vanishes that states neither (rule F100)', async () => {
  await write(
    row('boat', [], { propertySubType: 'Boat Slip' }),
    row('business', [], { propertyType: 'Business Opportunity' }),
    row('farm', [], { propertyType: 'Farm' }),
    row('mexico', [], { country: 'MX' }),
    row('office', [], { propertyType: 'Residential Lease', leaseAmountFrequency: '$/SF/YR' }),
    row('unsaid', [], { propertyType: null, propertySubType: null }),
    row('weeks', [], { commonInterest: 'Timeshare' }),
  );
  expect(await shown()).toEqual(only('farm', 'unsaid'));
});

describe('rows that an older version has stored', () => {
  /** As a version that did not ask for licenses has left them. */
  async function forgetLicences() {
    await store.pool.query(`update listing set displayable = true`);
    await store.pool.query(`update dataset set derivation = 4, sweep_after = null`);
    await store.pool.query(`update listing set card = (card::jsonb || '{"derivation": 4}')::json`);
    await store.hideDataset('kc', 'test');
    await store.showDataset('kc');
  }

  test('are hidden at the start, told as removals, retired ones too', async () => {
    await write(row('idx', ['IDX']), row('none', []), row('left', ['VOW']), row('vow', ['VOW']));
    await store.applyChanges(
      createChangeSet({ seenAt: NOW, rules, removals: [{ listingKey: 'left', reason: 'gone' }] }),
    );
    await forgetLicences();
    // Pages ask the record itself, and do not wait for the row to be hidden.
    expect(await shown()).toMatchObject({ search: ['idx', 'none', 'vow'], pages: ['idx', 'none'] });
    const before = await store.newestSequences();
    await Promise.all([store.refreshCards(NOW), store.refreshCards(NOW)]);
    expect(await shown()).toEqual(only('idx', 'none'));
    const { changes } = await store.readChanges(before, 100);
    const { rows: homes } = await store.pool.query(`select home_id from listing where listing_key = 'vow'`);
    expect(changes.removals).toContainEqual({ homeId: homes[0].home_id, searchType: 'sale' });
    const { rows } = await store.pool.query('select listing_key from listing where displayable order by 1');
    expect(rows.map((one) => one.listing_key)).toEqual(['idx', 'none']);
    expect(await store.refreshCards(NOW)).toBe(0);
  });

  test('of a feed without the field all stay', async () => {
    await write(row('a', []), row('b', []));
    // As a version that did not know the field has written it.
    await store.pool.query(`update listing set record = (record::jsonb - 'feedTypes')::json`);
    await forgetLicences();
    await store.refreshCards(NOW);
    expect(await shown()).toEqual(only('a', 'b'));
  });
});

test('the months of the market count no such row, and are made anew once stored ones are hidden', async () => {
  const sale = (key: string, feedTypes: string[]) =>
    row(key, feedTypes, { onMarketDate: '2026-11-02', originalEntryTimestamp: null });
  await write(
    ...['1', '2', '3', '4', '5'].map((key) => sale(`i${key}`, ['IDX'])),
    sale('v1', ['VOW']),
    sale('v2', ['VOW']),
  );
  const counted = async () => {
    const { rows } = await store.pool.query(
      `select listed_count, supply from market_month where place = 'irvine-ca' and home_type = 'all'`,
    );
    return rows.map((one) => one.listed_count);
  };
  await store.pool.query('update listing set displayable = true');
  await store.pool.query('update dataset set derivation = 4');
  expect(await store.refreshMarket(NOW)).toBe(true);
  expect(await counted()).toEqual([7]);
  await store.refreshCards(NOW);
  expect(await store.refreshMarket(NOW)).toBe(true);
  expect(await counted()).toEqual([5]);
});

test('nobody is told by email of what happens to such a row', async () => {
  const place = { streetNumber: '997', unparsedAddress: '997 Oak St, Irvine, CA 92620' };
  await write(row('moves', ['IDX'], place));
  await store.alerts.match(() => [], { now: NOW, limit: 500 });
  await write(row('moves', ['VOW'], { ...place, listPrice: 700_000, standardStatus: 'Withdrawn' }));
  const told: string[] = [];
  await store.alerts.match(
    ({ listingKey }) => {
      told.push(listingKey);
      return [];
    },
    { now: NOW, limit: 500 },
  );
  expect(told).toEqual([]);
});

test('the rule in SQL is the rule of @maru/listing', async () => {
  const flags = [true, false, null];
  const types = [[], ['IDX'], ['idx '], ['VOW'], ['BBO', 'VOW'], ['VOW', 'IDX'], ['IDX Plus'], ['']];
  for (const internetEntireListingDisplayYN of flags) {
    for (const feedTypes of types) {
      const record = { internetEntireListingDisplayYN, feedTypes };
      for (const type of ['json', 'jsonb']) {
        const { rows } = await store.pool.query(`select ${BARRED_RECORD(`$1::${type}`)} as barred`, [
          JSON.stringify(record),
        ]);
        expect({ record, barred: rows[0].barred }).toEqual({ record, barred: isBarredFromDisplay(record) });
      }
    }
  }
  const offers: Partial<Listing>[] = [
    ...['Residential', 'Commercial Sale', 'Business Opportunity', 'Farm'].map((propertyType) => ({
      propertyType,
    })),
    ...['Timeshare', 'Boat Slip', 'Condominium', 'Hotel/Motel'].map((propertySubType) => ({
      propertySubType,
    })),
    ...['Timeshare', 'Stock Cooperative'].map((commonInterest) => ({ commonInterest })),
    ...['$/SF/YR', 'per sq. ft.', 'Weekly', 'Per Acre'].map((leaseAmountFrequency) => ({
      leaseAmountFrequency,
    })),
    ...['US', 'MX', null].map((country) => ({ country })),
  ];
  for (const offer of offers) {
    const record = { internetEntireListingDisplayYN: null, feedTypes: [], ...offer };
    const { rows } = await store.pool.query(`select ${BARRED_RECORD('$1::json')} as barred`, [
      JSON.stringify(record),
    ]);
    expect({ record, barred: rows[0].barred }).toEqual({ record, barred: isBarredFromDisplay(record) });
  }
  for (const record of [{}, { feedTypes: null }, { feedTypes: 'VOW' }]) {
    const { rows } = await store.pool.query(`select ${BARRED_RECORD('$1::json')} as barred`, [
      JSON.stringify(record),
    ]);
    expect(rows[0].barred).toBe(false);
  }
});
