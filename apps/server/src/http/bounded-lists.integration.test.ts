import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../testing/testing-callers.ts';
import { ask, contactBody, fillMarket, realtorBody } from '../testing/testing-people.ts';

let running: TestApp;
let admin: TestCaller;
let jane: TestCaller;
let realtorId: string;
const rows = async <T>(sql: string, ...values: unknown[]) =>
  (await running.parts.store.pool.query(sql, values)).rows as T[];
const logged = async (action: string, actorId: string) =>
  (
    await rows<{ facts: object }>(
      'select facts from audit_log where action = $1 and actor_id = $2 order by audit_id',
      action,
      actorId,
    )
  ).map(({ facts }) => facts);

beforeAll(async () => {
  running = await startTestApp({ env: { CONTACTS_AN_HOUR: '1000' } });
  const { app, parts } = running;
  await fillMarket(parts.store);
  admin = await createCaller(parts, { role: 'admin' });
  jane = await createCaller(parts, { role: 'realtor' });
  const made = await ask(app, 'POST /maru/v1/realtor', { body: realtorBody(), headers: jane.headers });
  ({ realtorId } = made.body);
  await ask(app, `PUT /maru/v1/admin/realtor/${realtorId}/verification`, {
    body: { verification: 'verified' },
    headers: admin.headers,
  });
  const sent = await ask(app, 'POST /maru/v1/realtor-contacts', { body: contactBody({ realtorId }) });
  expect(sent.status).toBe(201);
});
afterAll(async () => {
  await (running as TestApp | undefined)?.close();
});

test('one’s own data is read in pages and sent as a stream, and how many rows it has is written down', async () => {
  const who = await createCaller(running.parts, { role: 'user' });
  await rows(
    `insert into audit_log (at, actor_id, action, subject, facts)
     select now(), $1, 'user.list', 'user', jsonb_build_object('n', n) from generate_series(1, 2500) n`,
    who.userId,
  );
  await rows(
    `insert into contact (contact_id, sender_user_id, name, email, message, locale, slots, notices, recipient_role,
       recipient_name, recipient_email, home_path, created_at, updated_at)
     select 'many-' || n, $1, 'A', 'a@b.example', 'Message ' || n, 'en', '[]', '{}', 'realtor', 'R', 'r@b.example', null, now(), now()
     from generate_series(1, 1200) n`,
    who.userId,
  );
  const answer = await ask(running.app, 'GET /v1/user/me/export', { headers: who.headers });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-length']).toBeUndefined();
  const { audit, contacts } = answer.body.data;
  const numbers = audit.flatMap((one: { facts: { n?: number } }) => one.facts.n ?? []);
  expect(numbers).toEqual(Array.from({ length: 2500 }, (_, at) => at + 1));
  expect(new Set(contacts.map((one: { message: string }) => one.message)).size).toBe(1200);
  const told = Object.values<unknown>(answer.body.data)
    .flat()
    .filter((one) => one !== null).length;
  const [{ rows: counted } = { rows: 0 }] = (await logged('account.export', who.userId)) as {
    rows: number;
  }[];
  // The entry that says so is one of the rows, and was written after they were counted.
  expect(told - counted).toBe(1);
});

test('no page of one’s own data has more than 500 rows', async () => {
  const sizes: number[] = [];
  for await (const page of running.parts.store.people.exportPages(admin.userId, 'audit')) {
    sizes.push(page.length);
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  const { userId } = (
    await rows<{ userId: string }>(
      `select actor_id as "userId" from audit_log group by 1 order by count(*) desc limit 1`,
    )
  )[0]!;
  const many: number[] = [];
  for await (const page of running.parts.store.people.exportPages(userId, 'audit')) many.push(page.length);
  expect(many.slice(0, 5)).toEqual([500, 500, 500, 500, 500]);
});

test('each page of contacts that is exported is written down with its number of rows', async () => {
  await rows(
    `insert into contact (contact_id, realtor_id, name, email, message, locale, slots, notices, recipient_role,
       recipient_name, recipient_email, home_path, created_at, updated_at)
     select 'in-' || n, $1, 'A', 'a@b.example', 'Hello', 'en', '[]', '{}', 'realtor', 'R', 'r@b.example', null,
       date_trunc('second', now()), now()
     from generate_series(1, 600) n`,
    realtorId,
  );
  const path = 'GET /maru/v1/realtor-contacts/export';
  const first = (await ask(running.app, path, { headers: jane.headers })).body;
  const second = (await ask(running.app, `${path}?cursor=${first.next}`, { headers: jane.headers })).body;
  expect(second.next).toBeUndefined();
  expect(await logged('contact.export', jane.userId)).toEqual([{ rows: 500 }, { rows: 101 }]);
});

test('whoever lists people, or what they have written, is written down with how much it was', async () => {
  const lists: Record<string, string> = {
    'user.list': '/v1/user/list?limit=2',
    'contact.list': '/maru/v1/realtor-contacts?box=all&limit=2',
    'report.list': '/maru/v1/admin/report?limit=2',
    'review.list': '/maru/v1/admin/review?limit=2',
    'realtor.list': '/maru/v1/realtor?limit=2',
    'home.list_take_downs': '/maru/v1/admin/take-down?limit=2',
    'home.list_corrections': '/maru/v1/admin/correction?limit=2',
    'audit.list': '/maru/v1/admin/audit?limit=2',
  };
  const reader = await createCaller(running.parts, { role: 'admin' });
  for (const [action, url] of Object.entries(lists)) {
    const answer = await ask(running.app, `GET ${url}`, { headers: reader.headers });
    const { items } = answer.body;
    expect([action, answer.status, items.length <= 2]).toEqual([action, 200, true]);
    expect([action, await logged(action, reader.userId)]).toEqual([action, [{ items: items.length }]]);
  }
  // A realtor who looks at the public profiles, or at their own, is nobody's business.
  await ask(running.app, 'GET /maru/v1/realtor', { headers: jane.headers });
  expect(await logged('realtor.list', jane.userId)).toEqual([]);
});

test('of somebody with very many devices the hundred seen last are listed', async () => {
  const who = await createCaller(running.parts, { role: 'user' });
  await rows(
    `insert into session (session_id, user_id, provider, user_agent, created_at, last_seen_at, expires_at)
     select 'device-' || n, $1, 'kakao', '', now(), now() - n * interval '1 second', now() + interval '1 day'
     from generate_series(1, 150) n`,
    who.userId,
  );
  const listed = await ask(running.app, 'GET /v1/user/me/devices', { headers: who.headers });
  expect(listed.body.items).toHaveLength(100);
  const seen = await ask(running.app, `GET /maru/v1/admin/user/${who.userId}`, { headers: admin.headers });
  expect(seen.body.sessions).toBe(151);
});
