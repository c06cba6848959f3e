import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetUserIn } from '../people/people.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { Store } from './store.ts';

let database: TestDatabase;
let store: Store;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open({ databaseUrl: database.databaseUrl });
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await (client as pg.Client | undefined)?.end();
  await (store as Store | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

async function writeContact(id: string, createdAt: string, updatedAt: string): Promise<void> {
  await client.query(
    `insert into contact (contact_id, name, email, message, locale, slots, notices, recipient_role, recipient_name,
       recipient_email, created_at, updated_at)
     values ($1, 'A', 'a@b.example', 'Hello', 'ko', '[]', '{}', 'realtor', 'R', 'r@b.example', $2, $3)`,
    [id, createdAt, updatedAt],
  );
  await client.query(`insert into contact_event (contact_id, kind, at) values ($1, 'created', $2)`, [
    id,
    createdAt,
  ]);
  await writeConsent('contact', id, createdAt);
}

const writeConsent = (kind: string, id: string, at: string) =>
  client.query(
    `insert into contact_consent (subject_kind, subject_id, kind, is_accepted, text_version, text, text_hash, locale,
       recipient_name, ip, at)
     values ($1, $2, 'calls', true, '1', 'May call', 'h', 'ko', 'R', '203.0.113.9', $3)`,
    [kind, id, at],
  );
const count = async (table: string) =>
  Number((await client.query(`select count(*)::int as count from ${table}`)).rows[0].count);

test('contacts go with their consents when nothing has happened to them for so long, and nothing else does', async () => {
  for (let number = 0; number < 205; number += 1)
    await writeContact(`old-${number}`, '2023-01-01T00:00:00Z', '2023-02-01T00:00:00Z');
  await writeContact('answered', '2023-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
  await writeContact('new', '2026-06-01T00:00:00Z', '2026-06-01T00:00:00Z');
  for (const [id, at] of [
    ['old', '2023-01-01T00:00:00Z'],
    ['new', '2026-06-01T00:00:00Z'],
  ] as const) {
    await client.query(
      `insert into listing_report (report_id, home_id, reason, message, email, locale, answer_by, created_at)
       values ($1, 'h1', 'price', 'It is gone', 'a@b.example', 'ko', $2, $2)`,
      [`report-${id}`, at],
    );
    await writeConsent('report', `report-${id}`, at);
    await store.audit.write({ actorId: null, action: 'user.list', subject: id, at: new Date(at) });
  }
  const before = new Date('2025-01-01T00:00:00Z');
  const question = { contactsBefore: before, emailsBefore: before, auditBefore: before };
  expect(await store.retention.forget(question)).toEqual({
    contacts: 205,
    reports: 1,
    letters: 0,
    auditRows: 1,
  });
  expect(await store.retention.forget(question)).toEqual({
    contacts: 0,
    reports: 0,
    letters: 0,
    auditRows: 0,
  });
  expect([await count('contact'), await count('contact_event'), await count('contact_consent')]).toEqual([
    2, 2, 3,
  ]);
  // The report stays, for the home's sake.
  const { rows } = await client.query('select report_id, email from listing_report order by report_id');
  expect(rows).toEqual([
    { report_id: 'report-new', email: 'a@b.example' },
    { report_id: 'report-old', email: null },
  ]);
});

test('that a letter was sent is forgotten after a while, unless it is about a contact, or still waits', async () => {
  for (const [id, kind, at, sentAt, failedAt] of [
    ['alert-sent', 'alert', '2026-01-01', '2026-01-01', null],
    ['alert-failed', 'alert', '2026-01-01', null, '2026-01-03'],
    ['alert-waits', 'alert', '2026-01-01', null, null],
    ['alert-new', 'alert', '2026-06-01', '2026-06-01', null],
    ['summary', 'realtor-summary', '2026-01-01', '2026-01-01', null],
    ['receipt', 'contact-receipt', '2026-01-01', '2026-01-01', null],
  ])
    await client.query(
      `insert into letter (letter_id, kind, subject_id, locale, to_email, created_at, sent_at, failed_at)
       values ($1, $2, 's', 'ko', 'a@b.example', $3, $4, $5)`,
      [id, kind, at, sentAt, failedAt],
    );
  const long = new Date('2000-01-01');
  const question = { contactsBefore: long, emailsBefore: new Date('2026-05-01'), auditBefore: long };
  expect((await store.retention.forget(question)).letters).toBe(3);
  const { rows } = await client.query('select letter_id from letter order by letter_id');
  expect(rows.map((row) => row.letter_id)).toEqual(['alert-new', 'alert-waits', 'receipt']);
});

test('with an account goes that letters were sent to it', async () => {
  const now = new Date('2026-06-01T00:00:00Z');
  const { userId } = await store.accounts.create(
    { name: 'A', email: 'gone@b.example', emailVerified: true, locale: 'ko' },
    now,
  );
  // Somebody else has typed the same address and never proven it.
  const { userId: stranger } = await store.accounts.create(
    { name: 'B', email: 'gone@b.example', emailVerified: false, locale: 'ko' },
    now,
  );
  await client.query('insert into verified_email (email, user_id) values ($1, $2)', [
    'gone@b.example',
    userId,
  ]);
  const found = (user: string, letterId: string) =>
    client.query(
      `insert into alert_item (user_id, search_id, dataset, listing_key, history_id, home_id, kind, facts, found_at, letter_id)
       values ($1, 's', 'kc', $2, 1, 'h1', 'new', '{}', $3, $2)`,
      [user, letterId, now],
    );
  await found(userId, 'of-former');
  await found(userId, 'of-waiting');
  for (const [subject, to, sentAt] of [
    ['of-old', 'gone@b.example', now],
    ['of-waiting', 'gone@b.example', null],
    // As the account's address was before.
    ['of-former', 'former@b.example', now],
    ['of-another', 'stays@b.example', now],
  ])
    await client.query(
      `insert into letter (letter_id, kind, subject_id, locale, to_email, created_at, sent_at)
       values ($1, 'alert', $1, 'ko', $2, $3, $4)`,
      [subject, to, now, sentAt],
    );
  const forget = async (user: string) => {
    await store.accounts.requestDeletion(user, now, now);
    expect(await store.accounts.deleteDue(now, (one, due) => forgetUserIn(one, due, now))).toEqual([user]);
    const { rows } = await client.query(
      `select subject_id from letter where subject_id like 'of-%' order by 1`,
    );
    return rows.map((row) => row.subject_id);
  };
  expect(await forget(stranger)).toEqual(['of-another', 'of-former', 'of-old', 'of-waiting']);
  expect(await forget(userId)).toEqual(['of-another']);
});

const NOON = new Date('2026-06-02T12:00:00Z');

test('an account that cannot be deleted holds up no other, and is said', async () => {
  const now = NOON;
  const newAccount = async (name: string) =>
    (await store.accounts.create({ name, email: null, emailVerified: false, locale: 'ko' }, now)).userId;
  const [first, second] = [await newAccount('first'), await newAccount('second')];
  await store.accounts.requestDeletion(first, new Date(now.getTime() - 1_000), now);
  await store.accounts.requestDeletion(second, now, now);
  const forget = async (_: unknown, userId: string) => {
    if (userId === first) throw new Error('stuck');
  };
  await expect(store.accounts.deleteDue(now, forget)).rejects.toThrow('1 accounts could not be deleted');
  expect(await store.accounts.find(second)).toBeUndefined();
  expect(await store.accounts.deleteDue(now)).toEqual([first]);
});

test('a picture that is nobody’s is known until its file is gone', async () => {
  const now = NOON;
  const expiresAt = new Date(now.getTime() - 2 * 86_400_000);
  const upload = { uploadId: 'u1', userId: 'nobody', mediaType: 'image/png', bytes: 1, expiresAt };
  await store.uploads.create(upload, now);
  const away = () => Promise.reject(new Error('the bucket is away'));
  await expect(store.uploads.sweep(now, away)).rejects.toThrow('away');
  const deleted: string[] = [];
  const sweep = () => store.uploads.sweep(now, async (ids) => void deleted.push(...ids));
  expect([await sweep(), await sweep(), deleted]).toEqual([1, 0, ['u1']]);
});
