import type { HomeCard, Listing } from '@maru/listing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createChangeSet,
  createMedia,
  createPlaced,
  createRules,
  createTestDatabase,
  emptyStore,
  type TestDatabase,
} from '../testing.ts';
import { Store } from './store.ts';

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

/** One batch with these listings. */
async function write(...listings: Partial<Listing>[]): Promise<{ sequence: number; changed: number }> {
  return await store.applyChanges(createChangeSet({ upserts: listings.map(createPlaced) }));
}

async function allHomes(): Promise<HomeCard[]> {
  const snapshot = await store.openSnapshot();
  return (await Array.fromAsync(snapshot.homes)).flat();
}

async function onlyHome(): Promise<HomeCard> {
  const homes = await allHomes();
  expect(homes).toHaveLength(1);
  return homes[0]!;
}

async function ledgerKinds(listingKey: string): Promise<string[]> {
  const { rows } = await store.pool.query<{ kind: string }>(
    'select kind from listing_history where listing_key = $1 order by history_id',
    [listingKey],
  );
  return rows.map((row) => row.kind);
}

describe('the truth ledger', () => {
  test('price, status, photos, withdrawal and return are written as they happen, with both times', async () => {
    await write({});
    await write({ listPrice: 880_000, priceChangeTimestamp: '2026-11-05T08:00:00.000Z' });
    await write({ listPrice: 880_000, standardStatus: 'Pending' });
    await write({ listPrice: 880_000, standardStatus: 'Active' });
    await write({ listPrice: 880_000, media: [createMedia({ mediaKey: 'new' })] });
    await write({
      listPrice: 880_000,
      media: [createMedia({ mediaKey: 'new' })],
      standardStatus: 'Withdrawn',
    });
    expect(await ledgerKinds('k1')).toEqual([
      'new',
      'price',
      'status',
      'back_on_market',
      'photos',
      'withdrawn',
    ]);
    const { rows } = await store.pool.query(
      `select old_value, new_value, source_time, seen_time, sequence from listing_history where kind = 'price'`,
    );
    expect(rows).toEqual([
      {
        old_value: { listPrice: 900_000, closePrice: null },
        new_value: { listPrice: 880_000, closePrice: null },
        source_time: new Date('2026-11-05T08:00:00.000Z'),
        seen_time: new Date('2026-11-20T12:00:00Z'),
        sequence: 2,
      },
    ]);
  });

  test('a listing that the feed no longer has leaves at once, and comes back to the same home', async () => {
    await write({});
    const { homeId } = await onlyHome();
    await store.applyChanges(
      createChangeSet({ removals: [{ listingKey: 'k1', reason: 'not in the feed' }] }),
    );
    expect(await allHomes()).toEqual([]);
    expect(await store.loadHome(homeId)).toBeUndefined();
    expect(await store.wasHome(homeId)).toBe(true);
    expect(await store.wasHome('hnever')).toBe(false);
    expect(await Array.fromAsync(store.listKeys('kc'))).toEqual([]);
    await write({});
    expect((await onlyHome()).homeId).toBe(homeId);
    expect(await ledgerKinds('k1')).toEqual(['new', 'withdrawn', 'back_on_market']);
  });

  test('visitors see price and status of the shown listing, and earlier listings only where the licence allows', async () => {
    await write({
      listingKey: 'old',
      standardStatus: 'Expired',
      modificationTimestamp: '2025-01-01T00:00:00Z',
    });
    await write({ listingKey: 'k1' });
    await write({ listingKey: 'k1', listPrice: 850_000, streetNumber: '123', city: 'Tustin' });
    const { homeId } = await onlyHome();
    const seen = async () =>
      (await store.loadHome(homeId))?.ledger.map((row) => `${row.listingKey} ${row.kind}`).sort();
    expect(await seen()).toEqual(['k1 new', 'k1 price']);
    await store.saveDataset({ dataset: 'kc', provider: 'reso', rules: createRules({ allowHistory: true }) });
    expect(await seen()).toEqual(['k1 new', 'k1 price', 'old new']);
  });
});

describe('the change sequence', () => {
  test('the same batch twice changes nothing', async () => {
    const batch = createChangeSet({
      cursor: 'c1',
      upserts: [createPlaced({ listingKey: 'a' }), createPlaced({ listingKey: 'b', streetNumber: '7' })],
      removals: [{ listingKey: 'gone', reason: 'not in the feed' }],
      quarantined: [{ listingKey: null, reason: 'no key', raw: { x: 1 } }],
    });
    expect(await store.applyChanges(batch)).toEqual({ sequence: 2, changed: 2 });
    const before = await allHomes();
    expect(await store.applyChanges(batch)).toEqual({ sequence: 2, changed: 0 });
    expect(await allHomes()).toEqual(before);
    expect(await store.countQuarantine('kc')).toBe(1);
    expect(await ledgerKinds('a')).toEqual(['new']);
  });

  test('a record that was only touched is not a change', async () => {
    await write({});
    expect(await write({ modificationTimestamp: '2026-11-19T00:00:00Z' })).toEqual({
      sequence: 1,
      changed: 0,
    });
  });

  test('when a key comes twice in a batch the later one counts, and a removal wins over both', async () => {
    await write({ listPrice: 1 }, { listPrice: 2 });
    expect((await onlyHome()).listPrice).toBe(2);
    await store.applyChanges(
      createChangeSet({
        upserts: [createPlaced({ listPrice: 3 })],
        removals: [{ listingKey: 'k1', reason: 'taken down' }],
      }),
    );
    expect(await allHomes()).toEqual([]);
  });

  test('two writers at once number their changes without a gap, and a reader behind them misses none', async () => {
    const other = await Store.open({ databaseUrl: database.databaseUrl });
    const writers = [store, other].flatMap((writer, w) =>
      Array.from({ length: 10 }, (_, i) =>
        writer.applyChanges(
          createChangeSet({
            dataset: i % 2 === 0 ? 'kc' : 'crmls',
            upserts: [0, 1, 2].map((n) =>
              createPlaced({
                dataset: i % 2 === 0 ? 'kc' : 'crmls',
                listingKey: `${w}-${i}-${n}`,
                // Both datasets and both writers share these homes.
                streetNumber: String(100 + n),
              }),
            ),
          }),
        ),
      ),
    );
    let after: ReadonlyMap<string, number> = new Map();
    const seen = new Set<string>();
    let isDone = false;
    const reading = (async () => {
      for (let last = false; ; ) {
        last = isDone;
        const step = await store.readChanges(after, 4);
        for (const card of step.changes.upserts) seen.add(card.homeId);
        after = step.sequences;
        if (last && !step.more) return;
      }
    })();
    await Promise.all(writers);
    isDone = true;
    await reading;
    await other.close();
    expect(after).toEqual(
      new Map([
        ['kc', 30],
        ['crmls', 30],
      ]),
    );
    expect(await store.newestSequences()).toEqual(after);
    const { rows } = await store.pool.query(
      `select dataset, count(*) as n, count(distinct sequence) as d, min(sequence) as low, max(sequence) as high
       from listing_change group by 1`,
    );
    for (const row of rows) expect(row).toMatchObject({ n: 30, d: 30, low: 1, high: 30 });
    expect(seen).toEqual(new Set((await allHomes()).map((card) => card.homeId)));
    expect(seen.size).toBe(3);
  });

  test.each([
    { hole: 'at its beginning', missing: 1 },
    { hole: 'in its middle', missing: 3 },
    { hole: 'at its end', missing: 6 },
  ])('a change feed with a hole $hole says so', async ({ missing }) => {
    for (let price = 1; price <= 6; price += 1) await write({ listPrice: price });
    const all = await store.readChanges(new Map(), 100);
    expect(all).toMatchObject({ gaps: [], sequences: new Map([['kc', 6]]), more: false });
    // A page that ends before the newest number is none.
    expect(await store.readChanges(new Map(), 2)).toMatchObject({ gaps: [], more: true });
    await store.pool.query('delete from listing_change where sequence = $1', [missing]);
    expect((await store.readChanges(new Map(), 100)).gaps).toEqual(['kc']);
    // Who has come past it misses nothing.
    if (missing < 6) expect((await store.readChanges(new Map([['kc', missing]]), 100)).gaps).toEqual([]);
    expect((await store.readChanges(new Map([['kc', 6]]), 100)).gaps).toEqual([]);
  });

  test('following the changes leads to the same homes as a snapshot', async () => {
    await write({ listingKey: 'a', streetNumber: '1' }, { listingKey: 'b', streetNumber: '2' });
    const snapshot = await store.openSnapshot();
    const homes = new Map<string, HomeCard>();
    for await (const page of snapshot.homes)
      for (const card of page) homes.set(card.homeId + card.searchType, card);
    expect(snapshot.count).toBe(2);

    await write({ listingKey: 'a', streetNumber: '1', listPrice: 5 }, { listingKey: 'c', streetNumber: '3' });
    await write({ listingKey: 'r', streetNumber: '1', propertyType: 'Residential Lease', listPrice: 3_000 });
    await write({ listingKey: 'c', streetNumber: '4' });
    await write({ listingKey: 'b', streetNumber: '2', internetEntireListingDisplayYN: false });
    let { sequences } = snapshot;
    for (let more = true; more; ) {
      const step = await store.readChanges(sequences, 2);
      for (const key of step.changes.removals) homes.delete(key.homeId + key.searchType);
      for (const card of step.changes.upserts) homes.set(card.homeId + card.searchType, card);
      ({ sequences, more } = step);
    }
    const byId = (a: HomeCard, b: HomeCard) => (a.homeId + a.searchType < b.homeId + b.searchType ? -1 : 1);
    expect([...homes.values()].sort(byId)).toEqual((await allHomes()).sort(byId));
    expect(homes.size).toBe(3);
  });

  test('a commit wakes the listeners', async () => {
    let wakes = 0;
    const stop = store.onChange(() => (wakes += 1));
    await expect.poll(() => wakes).toBe(1);
    await write({});
    await expect.poll(() => wakes).toBe(2);
    stop();
    await write({ listPrice: 1 });
    expect(wakes).toBe(2);
  });
});

describe('homes', () => {
  test('two listings of one address are one home, shown by the active one, and both keep their credit', async () => {
    await write({ listingKey: 'a', modificationTimestamp: '2026-11-01T00:00:00Z' });
    await store.applyChanges(
      createChangeSet({
        dataset: 'crmls',
        upserts: [
          createPlaced({
            dataset: 'crmls',
            listingKey: 'b',
            streetName: 'OAK STREET',
            standardStatus: 'Pending',
            listOfficeName: 'Elm Realty',
            modificationTimestamp: '2026-11-09T00:00:00Z',
          }),
        ],
      }),
    );
    const home = await onlyHome();
    expect(home).toMatchObject({ dataset: 'kc', listingKey: 'a' });
    const detail = await store.loadHome(home.homeId);
    expect(detail?.credits.map((one) => one.listOfficeName)).toEqual(['Oak Realty', 'Elm Realty']);
    expect(detail?.confirmedAt).toEqual(new Date('2026-11-20T12:00:00Z'));
    expect(detail?.media.map((one) => one.mediaKey)).toEqual(['a-1', 'a-2']);
    expect(JSON.stringify(detail)).not.toContain('pictures.example');
    await store.applyChanges(createChangeSet({ removals: [{ listingKey: 'a', reason: 'sold elsewhere' }] }));
    expect(await onlyHome()).toMatchObject({ homeId: home.homeId, dataset: 'crmls', listingKey: 'b' });
  });

  test('a home for sale and for rent has one id and a card in each search', async () => {
    await write(
      { listingKey: 'a' },
      { listingKey: 'b', propertyType: 'Residential Lease', listPrice: 4_000 },
    );
    const homes = await allHomes();
    expect(homes.map((card) => card.searchType).sort()).toEqual(['rent', 'sale']);
    expect(new Set(homes.map((card) => card.homeId)).size).toBe(1);
    const detail = await store.loadHome(homes[0]!.homeId, 'rent');
    expect(detail?.card.listPrice).toBe(4_000);
    expect(detail?.offers).toHaveLength(2);
  });

  test('a home keeps its id when its parcel becomes known, and when its address becomes withheld', async () => {
    await write({});
    const { homeId } = await onlyHome();
    await write({ parcelNumber: '529-261-07' });
    expect((await onlyHome()).homeId).toBe(homeId);
    await write({ parcelNumber: '529-261-07', internetAddressDisplayYN: false });
    expect((await onlyHome()).homeId).toBe(homeId);
  });

  test('a listing whose address was wrong moves to another home, and the old one is told to be gone', async () => {
    await write({});
    const old = await onlyHome();
    const { sequence } = await write({ streetNumber: '125' });
    const { changes } = await store.readChanges(new Map([['kc', sequence - 1]]), 10);
    expect(changes.upserts.map((card) => card.streetLine)).toEqual(['125 Oak St']);
    expect(changes.removals).toContainEqual({ homeId: old.homeId, searchType: 'sale' });
    expect(await store.wasHome(old.homeId)).toBe(true);
  });

  test('a picture has an address of its own that changes with the picture', async () => {
    await write({});
    const first = (await onlyHome()).photo!;
    expect(first).toMatch(/^[\w-]{22}$/);
    expect(await store.findMedia(first)).toMatchObject({
      dataset: 'kc',
      listingKey: 'k1',
      mediaUrl: 'https://pictures.example/k1-1.jpg',
    });
    await write({ photosChangeTimestamp: '2026-11-19T00:00:00Z' });
    expect((await onlyHome()).photo).not.toBe(first);
    expect(await store.findMedia(first)).toBeUndefined();
  });
});

describe('what may not be shown', () => {
  const hidden: Partial<Listing> = {
    internetAddressDisplayYN: false,
    parcelNumber: '529-261-07',
    publicRemarks: 'Come and see 123 Oak St today.',
    media: [createMedia({ shortDescription: 'Front of 123 Oak St' })],
  };

  test('an opted-out listing is in no home, detail, picture or change', async () => {
    await write({});
    const { homeId, photo } = await onlyHome();
    await write({ internetEntireListingDisplayYN: false });
    expect(await allHomes()).toEqual([]);
    expect(await store.loadHome(homeId)).toBeUndefined();
    expect(await store.findMedia(photo!)).toBeUndefined();
    const { changes } = await store.readChanges(new Map([['kc', 1]]), 10);
    expect(changes.upserts).toEqual([]);
    expect(changes.removals).toContainEqual({ homeId, searchType: 'sale' });
  });

  test('a withheld address is nowhere: not in the card, the page, its captions or its ledger', async () => {
    await write({ streetNumber: '125' });
    await write(hidden);
    const home = await onlyHome();
    expect(home).toMatchObject({
      addressWithheld: true,
      streetLine: null,
      unitNumber: null,
      latitude: 33.7,
      longitude: -117.75,
    });
    expect(home.placeIds.neighborhoods).toEqual([]);
    await store.saveDataset({ dataset: 'kc', provider: 'reso', rules: createRules({ allowHistory: true }) });
    const text = JSON.stringify([home, await store.loadHome(home.homeId)]);
    expect(text).not.toMatch(/Oak St|12[35] |529-261|33\.71|117\.77|tours\.example|below the mat/);
    const { rows } = await store.pool.query('select * from home');
    expect(JSON.stringify(rows)).not.toMatch(/Oak St|529-261|33\.71/);
  });

  test('two hidden addresses are never one home', async () => {
    await write({ ...hidden, listingKey: 'a' }, { ...hidden, listingKey: 'b' });
    expect(await allHomes()).toHaveLength(2);
  });

  test('sold homes show only where the licence allows it, from the moment it does', async () => {
    const rules = createRules({ allowSold: true });
    await write({ standardStatus: 'Closed', closeDate: '2026-10-01', closePrice: 870_000 });
    expect(await allHomes()).toEqual([]);
    await store.saveDataset({ dataset: 'kc', provider: 'reso', rules });
    const { homeId } = await onlyHome();
    const step = await store.readChanges(new Map([['kc', 1]]), 10);
    expect(step.changes.upserts.map((card) => card.homeId)).toEqual([homeId]);
    await store.applyChanges(createChangeSet({ rules: createRules() }));
    expect(await allHomes()).toEqual([]);
    expect(await store.newestSequences()).toEqual(new Map([['kc', 3]]));
  });
});

test('what a home was sold for, and when, is told only where the licence allows it', async () => {
  await write({ standardStatus: 'Active', closeDate: '2025-10-01', closePrice: 870_000 });
  const { homeId } = await onlyHome();
  const told = async () => {
    const { closeDate, closePrice } = (await store.loadHome(homeId))!.listing;
    return { closeDate, closePrice };
  };
  expect(await told()).toEqual({ closeDate: null, closePrice: null });
  await store.saveDataset({ dataset: 'kc', provider: 'reso', rules: createRules({ allowSold: true }) });
  expect(await told()).toEqual({ closeDate: '2025-10-01', closePrice: 870_000 });
});

describe('feeds', () => {
  test('the cursor is stored with the batch, failures are stamped, and a success ends them', async () => {
    expect(await store.loadCursor('kc')).toBeUndefined();
    await store.applyChanges(createChangeSet({ cursor: 'page-2', initialLoadDone: true }));
    await store.recordFeedState('kc', 'reso', {
      kind: 'failure',
      at: new Date('2026-11-20T13:00:00Z'),
      message: '503',
    });
    await store.recordFeedState('kc', 'reso', {
      kind: 'failure',
      at: new Date('2026-11-20T14:00:00Z'),
      message: '502',
    });
    expect(await store.loadCursor('kc')).toMatchObject({
      cursor: 'page-2',
      initialLoadDone: true,
      lastSuccessAt: new Date('2026-11-20T12:00:00Z'),
      lastError: '502',
      failingSince: new Date('2026-11-20T13:00:00Z'),
    });
    await store.recordFeedState('kc', 'reso', { kind: 'success', at: new Date('2026-11-20T15:00:00Z') });
    expect(await store.loadCursor('kc')).toMatchObject({
      cursor: 'page-2',
      lastSuccessAt: new Date('2026-11-20T15:00:00Z'),
      failingSince: null,
    });
    expect(await store.datasets()).toMatchObject([{ dataset: 'kc', provider: 'reso', rules: createRules() }]);
  });

  test('an unreadable record waits in quarantine until a readable one comes', async () => {
    await store.applyChanges(
      createChangeSet({
        quarantined: [{ listingKey: 'k1', reason: 'listPrice -1', raw: { ListPrice: -1 } }],
      }),
    );
    expect(await store.listQuarantine('kc')).toMatchObject([{ listingKey: 'k1', reason: 'listPrice -1' }]);
    await write({});
    expect(await store.countQuarantine('kc')).toBe(0);
  });

  test('characters that PostgreSQL cannot store do not stop a batch', async () => {
    await write({ publicRemarks: 'a\0b \ud800 한국어 🏠', listOfficeName: 'Oak\0 Realty' });
    const { homeId } = await onlyHome();
    const detail = await store.loadHome(homeId);
    expect(detail?.listing.publicRemarks).toBe('ab \ufffd 한국어 🏠');
    expect(detail?.card.listOfficeName).toBe('Oak Realty');
  });

  test('a time that cannot be read does not stop a batch', async () => {
    const openHouses = [
      { openHouseKey: 'o', openHouseStartTime: 'soon', openHouseEndTime: null, openHouseRemarks: null },
    ];
    await write({ modificationTimestamp: 'yesterday', priceChangeTimestamp: '2026-99-99', openHouses });
    expect(await allHomes()).toHaveLength(1);
  });

  test('agents and offices are kept as the feed has them', async () => {
    const member = {
      dataset: 'kc',
      memberKey: 'a1',
      memberMlsId: null,
      memberFullName: 'Ann Agent',
      memberEmail: null,
      memberDirectPhone: null,
      memberStateLicense: null,
      memberLanguages: ['Korean'],
      officeKey: null,
      modificationTimestamp: null,
    };
    await store.applyChanges(createChangeSet({ members: [member] }));
    const { rows } = await store.pool.query('select record from member');
    expect(rows).toEqual([{ record: member }]);
  });
});

const LISTING_TABLES = [
  'listing',
  'listing_alias',
  'listing_history',
  'listing_change',
  'media',
  'open_house',
  'listing_text',
  'agent_listing',
  'correction',
];

const REALTOR_TABLES = [
  'server_secret',
  'agent',
  'agent_cursor',
  'agent_link',
  'agent_letter',
  'realtor',
  'realtor_owner',
  'upload',
  'realtor_video',
  'contact',
  'contact_event',
  'contact_consent',
  'contact_reply',
  'video_picture',
  'listing_report',
  'review',
  'letter',
  'unasked_letter',
  'idempotency_key',
];

const ACCOUNT_TABLES = [
  'account',
  'verified_email',
  'account_identity',
  'session',
  'refresh_token',
  'signing_key',
  'sign_in_attempt',
  'pending_identity',
  'spent_token',
  'consent',
  'commute_address',
  'audit_log',
];

const MARKET_TABLES = ['market_month', 'market_state'];
const OWNER_TABLES = [
  'word_change',
  'word_history',
  'site_setting',
  'site_setting_history',
  'campaign',
  'campaign_count',
  'take_down',
  'scan_cursor',
  'change_mark',
];

const SAVED_TABLES = [
  'saved_home',
  'hidden_home',
  'saved_search',
  'alert_settings',
  'alert_cursor',
  'alert_item',
];

const SHORTLIST_TABLES = ['shortlist', 'shortlist_home', 'shortlist_person', 'shortlist_vote'];
/** Each node holds them whole: a search asks them of every home. */
const PLACE_TABLES = ['place_layer', 'place_area', 'place_piece', 'school', 'tax_roll'];

test('listing tables are keyed by the listing and home tables by the home, as a distributed store needs', async () => {
  const { rows } = await store.pool.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by k.n) as columns
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace s on s.oid = c.relnamespace
     cross join lateral unnest(i.indkey) with ordinality as k(attnum, n)
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
     where i.indisprimary and s.nspname = 'public' group by 1`,
  );
  const keys = new Map(rows.map((row) => [row.table, row.columns]));
  for (const table of LISTING_TABLES) {
    expect(keys.get(table)?.slice(0, 2), table).toEqual(['dataset', 'listing_key']);
  }
  for (const table of ['home', 'known_home']) expect(keys.get(table)?.[0], table).toBe('home_id');
  // Small tables that every node may hold whole, and the one look-up from keys to homes.
  const others = [
    'dataset',
    'feed_state',
    'member',
    'office',
    'quarantine',
    'migration',
    'home_identity',
    'key_walk',
    'clock_check',
    ...ACCOUNT_TABLES,
    ...REALTOR_TABLES,
    ...SAVED_TABLES,
    ...SHORTLIST_TABLES,
    ...MARKET_TABLES,
    ...PLACE_TABLES,
    ...OWNER_TABLES,
  ];
  for (const table of keys.keys()) {
    const isKnown = others.includes(table) || ['home', 'known_home', ...LISTING_TABLES].includes(table);
    expect(isKnown, `${table} has no place in this test`).toBe(true);
  }
  const unique = await store.pool.query(
    `select indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and not i.indisprimary and c.relnamespace = 'public'::regnamespace`,
  );
  expect(unique.rows).toEqual([]);
});

test('several processes may open an empty store at once, and open it again', async () => {
  const empty = await createTestDatabase();
  await store.pool.query('select 1');
  const admin = await Store.open({ databaseUrl: empty.databaseUrl });
  await admin.pool.query('drop schema public cascade');
  await admin.pool.query('create schema public');
  await admin.close();
  const opened = await Promise.all([1, 2, 3].map(() => Store.open({ databaseUrl: empty.databaseUrl })));
  const again = await Store.open({ databaseUrl: empty.databaseUrl });
  expect(await again.countHomes()).toBe(0);
  await Promise.all([...opened, again].map((one) => one.close()));
  await empty.drop();
});
