import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Store } from './store.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

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
    await store.audit.write({ actorId: null, action: 'test.write', subject: id, at: new Date(at) });
  }
  const before = new Date('2025-01-01T00:00:00Z');
  const question = { contactsBefore: before, auditBefore: before };
  expect(await store.retention.forget(question)).toEqual({ contacts: 205, reports: 1, auditRows: 1 });
  expect(await store.retention.forget(question)).toEqual({ contacts: 0, reports: 0, auditRows: 0 });
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
