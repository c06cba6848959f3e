import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldName } from '../people/agents.ts';
import { createChangeSet, createPlaced, createTestDatabase, type TestDatabase } from '../testing.ts';
import { migrate } from './migrate.ts';
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

/** Columns of 0001 that the rows of a table have, in a word for COPY and INSERT. */
const TABLES = [
  'dataset',
  'feed_state',
  'listing',
  'listing_history',
  'listing_change',
  'media',
  'home_identity',
  'known_home',
  'home',
  'quarantine',
];

test('a store of the first version keeps its homes, its ledger and its numbers, and learns the rest as listings come', async () => {
  const seenAt = new Date('2026-11-19T00:00:00Z');
  const upserts = [
    createPlaced({ parcelNumber: '529-261-07' }),
    createPlaced({ listingKey: 'k2', listingId: 'X2', streetNumber: '7', internetAddressDisplayYN: false }),
  ];
  const quarantined = [{ listingKey: 'q', reason: 'x', raw: { x: 1 } }];
  await store.applyChanges(createChangeSet({ seenAt, upserts, quarantined, cursor: 'c1' }));
  const before = await homes();

  // The same rows in the schema of 0001, with only what that version wrote.
  const first = await readFile(new URL('../../migrations/0001-listings.sql', import.meta.url), 'utf8');
  await store.pool.query('alter schema public rename to present');
  await store.pool.query(`create schema public; ${first}`);
  await store.pool.query(`create table public.migration (name text primary key, applied_at timestamptz not null default now());
    insert into public.migration (name) values ('0001-listings.sql')`);
  for (const table of TABLES) {
    const { rows } = await store.pool.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [`public.${table}`],
    );
    const { columns } = rows[0]!;
    await store.pool.query(
      `insert into public.${table} (${columns}) select ${columns} from present.${table}`,
    );
  }
  await store.pool.query(`update listing set row_hash = 'of the first version';
    delete from home_identity where home_key not in (select home_key from listing);
    drop schema present cascade`);
  await Promise.all([1, 2].map(() => migrate(database.databaseUrl, () => undefined)));

  expect(await homes()).toEqual(before);
  expect(await store.loadCursor('kc')).toMatchObject({ cursor: 'c1', sequence: 2, hiddenSince: null });
  const detail = (await store.loadHome(before[0]!.homeId))!;
  expect(detail.ledger).toHaveLength(1);
  expect(detail.marketTime.listings).toBe(1);
  expect(await store.findMedia(detail.card.photo!)).toBeDefined();

  // The listings come again, then the same home from another dataset, which knows its address only.
  await store.applyChanges(createChangeSet({ upserts }));
  await store.applyChanges(
    createChangeSet({
      dataset: 'crmls',
      upserts: [createPlaced({ dataset: 'crmls', listingKey: 'c1', originatingSystemName: 'Other' })],
    }),
  );
  expect(await homes()).toEqual(before);
  const { rows } = await store.pool.query(
    'select count(*)::int as n from listing_history group by dataset order by 1',
  );
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  await store.purgeDataset('kc');
  expect((await homes()).map((card) => card.homeId)).toEqual([detail.homeId]);
});

test('contacts of before learn the state of their licence: by the register, else where the home stands for who lists it', async () => {
  const own = await createTestDatabase();
  const client = new pg.Client(own.databaseUrl);
  try {
    const { rows } = await store.pool.query<{ name: string }>('select name from migration');
    const before = rows.map(({ name }) => name).filter((name) => name < '0018');
    await client.connect();
    await client.query('drop schema public cascade; create schema public');
    await migrate(own.databaseUrl, () => undefined, { only: new Set(before) });
    await client.query(
      `insert into agent (agent_id, dataset, member_key, name, name_folded, license_number, license_state, languages, places,
         specialties, homes_listed, homes_sold)
       values ('known', 'kc', 'm', 'A', 'a', '01', 'WA', '{}', '{}', '{}', 1, 0)`,
    );
    for (const [id, role, license, agentId] of [
      ['broker', 'advertising_broker', '01', null],
      ['lister', 'listing_agent', '01', 'unknown'],
      ['lister-known', 'listing_agent', '01', 'known'],
      ['lister-without', 'listing_agent', null, 'unknown'],
      // Who works elsewhere than where the home stands: nobody knows of where the number is.
      ['agent', 'agent', '01', 'unknown'],
      ['realtor', 'realtor', '01', null],
    ])
      await client.query(
        `insert into contact (contact_id, name, email, message, locale, slots, notices, recipient_role, recipient_name,
           recipient_email, recipient_license, agent_id, home_path, created_at, updated_at)
         values ($1, 'A', 'a@b.example', '', 'ko', '[]', '{}', $2, 'R', 'r@b.example', $3, $4, '/ca/irvine/home', now(), now())`,
        [id, role, license, agentId],
      );
    await migrate(own.databaseUrl, () => undefined);
    const learned = await client.query(
      `select contact_id as id, recipient_license_state as state from contact
       where recipient_license_state is not null order by 1`,
    );
    expect(learned.rows).toEqual([
      { id: 'broker', state: 'CA' },
      { id: 'lister', state: 'CA' },
      { id: 'lister-known', state: 'WA' },
    ]);
  } finally {
    await client.end();
    await own.drop();
  }
});

test('accounts of before learn from the audit log where their role comes from', async () => {
  const own = await createTestDatabase();
  const client = new pg.Client(own.databaseUrl);
  try {
    const { rows } = await store.pool.query<{ name: string }>('select name from migration');
    const before = rows.map(({ name }) => name).filter((name) => name < '0021');
    await client.connect();
    await client.query('drop schema public cascade; create schema public');
    await migrate(own.databaseUrl, () => undefined, { only: new Set(before) });
    const set = (role: string) => ['account.set_role', null, { role }] as const;
    const change = (from: string, to: string) => ['user.change_role', 'boss', { from, to }] as const;
    for (const [id, role, done] of [
      ['by-setting', 'admin', [set('admin')]],
      ['by-admin', 'admin', [change('user', 'admin')]],
      ['taken', 'user', [set('admin'), change('admin', 'user')]],
      ['taken-then-realtor', 'realtor', [change('admin', 'user')]],
      ['given-back', 'admin', [change('admin', 'user'), change('user', 'admin')]],
      ['unknown', 'admin', []],
    ] as const) {
      await client.query(
        `insert into account (user_id, role, name, locale, created_at, updated_at) values ($1, $2, 'A', 'en', now(), now())`,
        [id, role],
      );
      for (const [action, actor, facts] of done)
        await client.query(
          'insert into audit_log (at, actor_id, action, subject, facts) values (now(), $1, $2, $3, $4)',
          [actor, action, id, JSON.stringify(facts)],
        );
    }
    await migrate(own.databaseUrl, () => undefined);
    const learned = await client.query(
      `select user_id as id, role_source as source, role_given_by as by, admin_taken_at is not null as taken
       from account order by 1`,
    );
    expect(learned.rows).toEqual([
      { id: 'by-admin', source: 'admin', by: 'boss', taken: false },
      { id: 'by-setting', source: 'setting', by: null, taken: false },
      { id: 'given-back', source: 'admin', by: 'boss', taken: false },
      { id: 'taken', source: 'admin', by: 'boss', taken: true },
      { id: 'taken-then-realtor', source: null, by: null, taken: true },
      { id: 'unknown', source: null, by: null, taken: false },
    ]);
  } finally {
    await client.end();
    await own.drop();
  }
});

test('a migration that was edited after it was applied stops the start, and nothing is run', async () => {
  const own = await createTestDatabase();
  const client = new pg.Client(own.databaseUrl);
  const start = () => migrate(own.databaseUrl, () => undefined);
  const run = (sql: string) => client.query<{ name: string; checksum: string | null }>(sql);
  try {
    await client.connect();
    const { rows: written } = await run('select name, checksum from migration order by name');
    expect(written.every(({ checksum }) => /^[\da-f]{64}$/.test(checksum ?? ''))).toBe(true);
    await run(`update migration set checksum = 'of other statements' where name in ('0003-search-facts.sql', '0005-accounts.sql');
      delete from migration where name = '0025-letter-order.sql'`);
    await expect(start()).rejects.toThrow(/^0003-search-facts\.sql, 0005-accounts\.sql were edited/);
    // 0025 would have failed: what it adds is there.
    await run(`insert into migration (name) values ('0025-letter-order.sql')`);
    await expect(Store.open({ databaseUrl: own.databaseUrl })).rejects.toThrow('new migration');

    // A version before checksums wrote none: they are learned, and hold from then on.
    await run('alter table migration drop column checksum');
    await start();
    expect((await run('select name, checksum from migration order by name')).rows).toEqual(written);
    // What a newer version has applied is none of our files.
    await run(`insert into migration (name, checksum) values ('9999-newer.sql', 'x')`);
    await start();
  } finally {
    await client.end();
    await own.drop();
  }
});

async function homes() {
  const snapshot = await store.openSnapshot();
  const cards = (await Array.fromAsync(snapshot.homes)).flat();
  return cards
    .map((card) => ({ homeId: card.homeId, streetLine: card.streetLine, listPrice: card.listPrice }))
    .sort((a, b) => ((a.streetLine ?? '') < (b.streetLine ?? '') ? 1 : -1));
}

test('profiles that were tied to agents by their licence alone keep the tie only where the account has proven the address of the feed', async () => {
  const own = await createTestDatabase();
  const client = new pg.Client(own.databaseUrl);
  try {
    const { rows } = await store.pool.query<{ name: string }>('select name from migration');
    const before = rows.map(({ name }) => name).filter((name) => name < '0024');
    await client.connect();
    await client.query('drop schema public cascade; create schema public');
    await migrate(own.databaseUrl, () => undefined, { only: new Set(before) });
    // Whom the account of the profile signs in as, whether its provider has proven that, and the address of the feed.
    for (const [id, email, isProven, ofFeed] of [
      ['proven', 'Ann@Oak.example', true, 'ann@oak.example'],
      ['unproven', 'bo@oak.example', false, 'bo@oak.example'],
      ['stranger', 'mallory@gmail.example', true, 'cy@oak.example'],
      ['colleague', 'office@oak.example', true, 'office@oak.example'],
      ['office', 'other@oak.example', true, 'office@oak.example'],
    ] as const) {
      await client.query(
        `insert into account (user_id, role, name, email, email_verified, locale, created_at, updated_at)
         values ($1, 'realtor', $1, $2, $3, 'en', now(), now())`,
        [id, email, isProven],
      );
      await client.query(
        `insert into realtor (realtor_id, user_id, name, license_number, license_state, broker_name, email, languages, places,
           specialties, verification, created_at, updated_at)
         values ($1, $1, 'José  김-Lee', $1, 'CA', 'b', 'e@example.com', '{}', '{}', '{}', 'verified', now(), now())`,
        [id],
      );
      await client.query(
        `insert into agent (agent_id, dataset, member_key, name, name_folded, license_number, license_state, email, languages,
           places, specialties, homes_listed, homes_sold, realtor_id)
         values ('agent ' || $1, 'kc', $1, 'A', 'a', $1, 'CA', $2, '{}', '{}', '{}', 1, 0, $1)`,
        [id, ofFeed],
      );
    }
    await migrate(own.databaseUrl, () => undefined);
    const links = await client.query('select realtor_id, proof from agent_link');
    expect(links.rows).toEqual([{ realtor_id: 'proven', proof: 'address' }]);
    const tied = await client.query(
      `select realtor_id from agent where dataset = 'kc' and realtor_id is not null`,
    );
    expect(tied.rows).toEqual([{ realtor_id: 'proven' }]);
    const alone = await client.query(
      `select agent_id, name_folded from agent where dataset = '' order by agent_id`,
    );
    expect(alone.rows).toEqual(
      ['colleague', 'office', 'stranger', 'unproven'].map((id) => ({
        agent_id: id,
        name_folded: foldName('José  김-Lee'),
      })),
    );
  } finally {
    await client.end();
    await own.drop();
  }
});
