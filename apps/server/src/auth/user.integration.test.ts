import type { User } from '@maru/contract';
import type { UserRole } from '@maru/listing/people';
import { DAY_MS } from '@maru/listing/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepAccounts } from '../jobs/hourly-jobs.ts';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../testing/testing-callers.ts';

let site: TestApp;
/** How far the site's clock is ahead (ms). */
let ahead = 0;
const callers = {} as Record<UserRole | 'other', TestCaller>;
const QUIET = { info: () => undefined } as never;

beforeAll(async () => {
  site = await startTestApp({ now: () => Date.now() + ahead });
  for (const role of ['user', 'realtor', 'admin'] as const) {
    callers[role] = await createCaller(site.parts, { role, name: `The ${role}` });
  }
  callers.other = await createCaller(site.parts, {
    role: 'user',
    name: 'Another one',
    phone: '+19495550123',
  });
});

beforeEach(() => {
  ahead = 0;
});

afterAll(async () => {
  await (site as TestApp | undefined)?.close();
});

async function call(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  caller: TestCaller | undefined,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const answer = await site.app.inject({
    method,
    url: path,
    headers: {
      host: 'localhost',
      ...caller?.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}
const get = (path: string, caller?: TestCaller, headers?: Record<string, string>) =>
  call('GET', path, caller, { headers });
const put = (body: unknown, caller = callers.user, headers?: Record<string, string>) =>
  call('PUT', '/v1/user', caller, { body, headers });
const fieldsOf = (body: { data: { fields: { field: string; reason: string }[] } }) =>
  body.data.fields.map(({ field, reason }) => `${field} ${reason}`);
const consentOf = (user: User, kind: string) => user.consents.find((one) => one.kind === kind)!;

describe("one's own profile", () => {
  test('is changed field by field, and kept', async () => {
    const edit = {
      name: '  김민지 ',
      phone: '(949) 555-0100',
      locale: 'ko',
      units: 'pyeong',
      currency: 'KRW',
    };
    const { status, body } = await put(edit);
    expect(status).toBe(200);
    const wanted = { name: '김민지', phone: '+19495550100', locale: 'ko', units: 'pyeong', currency: 'KRW' };
    expect(body).toMatchObject({ ...wanted, role: 'user', id: callers.user.userId });
    expect((await put({ phone: null, units: null })).body).toMatchObject({
      ...wanted,
      phone: null,
      units: null,
    });
    expect((await get('/v1/user', callers.user)).body).toMatchObject({ name: '김민지', phone: null });
  });

  test.each([
    [{ role: 'admin' }, 'role'],
    [{ email: 'owner@maru.example' }, 'email'],
    [{ id: 'another' }, 'id'],
    [{ emailVerified: true }, 'emailVerified'],
    [{ deletionAt: null }, 'deletionAt'],
    [{ picture: 'https://elsewhere.example/p.png' }, 'picture'],
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ phone: '12' }, 'phone'],
    [{ phone: 'call me' }, 'phone'],
    [{ locale: 'fr' }, 'locale'],
    [{ units: 'cubits' }, 'units'],
    [{ commuteAddresses: [{ address: 'x', transportation: 'rocket' }] }, 'commuteAddresses.0.transportation'],
    [{ commuteAddresses: [{ address: 'x', latitude: 91, longitude: 0 }] }, 'commuteAddresses.0.latitude'],
    [{ commuteAddresses: [{ address: 'x', latitude: 33 }] }, 'commuteAddresses.0.longitude'],
    [{ commuteAddresses: Array(6).fill({ address: 'x' }) }, 'commuteAddresses'],
    [{ consents: [{ kind: 'everything', given: true, version: 'x', source: '/' }] }, 'consents.0.kind'],
    [
      { consents: [{ kind: 'commute_address', given: true, version: 'x', source: 'https://evil.example' }] },
      'consents.0.source',
    ],
  ])('%j is refused and changes nothing', async (edit, field) => {
    const before = (await get('/v1/user', callers.user)).body;
    const { status, body } = await put(edit);
    expect(status).toBe(400);
    expect(body.data.fields.map((one: { field: string }) => one.field)).toContain(field);
    expect((await get('/v1/user', callers.user)).body).toEqual(before);
  });

  test('is not written over by whoever has not seen the last change (If-Match)', async () => {
    const { headers, body: before } = await get('/v1/user', callers.user);
    const etag = headers.etag as string;
    const first = await put({ name: 'First' }, callers.user, { 'if-match': etag });
    expect(first.status).toBe(200);
    expect(first.headers.etag).not.toBe(etag);
    const second = await put({ name: 'Second' }, callers.user, { 'if-match': etag });
    expect([second.status, second.body.data.code]).toEqual([412, 'precondition_failed']);
    expect((await put({ name: before.name }, callers.user, { 'if-match': '*' })).status).toBe(200);
    // Of two at once one wins.
    const now = (await get('/v1/user', callers.user)).headers.etag as string;
    const race = await Promise.all(
      ['one', 'two', 'three'].map((name) => put({ name }, callers.user, { 'if-match': now })),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  test('nobody is anybody without a token', async () => {
    for (const path of [
      '/v1/user',
      '/v1/user/list',
      `/v1/user/${callers.user.userId}`,
      '/v1/user/me/devices',
      '/v1/user/me/export',
    ]) {
      const { status, body } = await get(path);
      expect({ status, statusCode: body.statusCode, code: body.data.code }).toEqual({
        status: 401,
        statusCode: 401,
        code: 'unauthorized',
      });
    }
    // Before what is sent is looked at.
    expect((await call('PUT', '/v1/user', undefined, { body: { role: 'admin' } })).status).toBe(401);
  });
});

describe('a consent', () => {
  test('is asked for in words, and kept with the words that were agreed to', async () => {
    const { body: before } = await get('/v1/user', callers.other, { 'accept-language': 'ko' });
    const asked = consentOf(before, 'marketing_email');
    expect(asked).toMatchObject({ given: false, answered: null });
    expect(asked.text).toMatch(/동의합니다/);
    const answer = { kind: 'marketing_email', given: true, version: asked.version, source: '/my-page' };
    const { body } = await put({ consents: [answer] }, callers.other);
    const given = consentOf(body, 'marketing_email');
    expect(given).toMatchObject({
      given: true,
      answered: { version: asked.version, locale: 'ko', source: '/my-page' },
    });
    expect(given.answered?.hash.startsWith(asked.version)).toBe(true);
    // In the language of this answer the words are others.
    expect(given.text).not.toBe(asked.text);
    await put({ consents: [{ ...answer, given: false }] }, callers.other);
    const { rows } = await site.parts.store.pool.query(
      'select given from consent where user_id = $1 order by consent_id',
      [callers.other.userId],
    );
    expect(rows).toEqual([{ given: true }, { given: false }]);
  });

  test('to words that have changed since is refused', async () => {
    const stale = { kind: 'marketing_email', given: true, version: '0123456789abcdef', source: '/my-page' };
    const { status, body } = await put({ consents: [stale] });
    expect([status, fieldsOf(body)]).toEqual([400, ['consents.0.version expired']]);
  });

  test('is what commute addresses are kept by, and what takes them away', async () => {
    const commute = { address: '1 Main St, Irvine, CA', latitude: 33.68, longitude: -117.82 };
    const refused = await put({ commuteAddresses: [commute] });
    expect([refused.status, fieldsOf(refused.body)]).toEqual([400, ['consents missing']]);
    const { version } = consentOf((await get('/v1/user', callers.user)).body, 'commute_address');
    const yes = { kind: 'commute_address', given: true, version, source: '/my-page' };
    const kept = await put({
      consents: [yes],
      commuteAddresses: [commute, { address: 'UCI', transportation: 'bicycle' }],
    });
    expect(kept.body.commuteAddresses).toEqual([
      { ...commute, transportation: 'car' },
      { address: 'UCI', latitude: null, longitude: null, transportation: 'bicycle' },
    ]);
    expect((await put({ name: 'As before' })).body.commuteAddresses).toHaveLength(2);
    const taken = await put({ consents: [{ ...yes, given: false }] });
    expect(taken.body.commuteAddresses).toEqual([]);
    const { rows } = await site.parts.store.pool.query('select count(*)::int as n from commute_address');
    expect(rows[0].n).toBe(0);
  });
});

describe('other people', () => {
  test('an admin lists them, newest first, page by page', async () => {
    const seen: string[] = [];
    const times: string[] = [];
    let next: string | undefined;
    do {
      const query = new URLSearchParams({ limit: '2', ...(next === undefined ? {} : { cursor: next }) });
      const { status, body } = await get(`/v1/user/list?${query}`, callers.admin);
      expect(status).toBe(200);
      expect(body.items.length).toBeLessThanOrEqual(2);
      seen.push(...body.items.map((one: { id: string }) => one.id));
      times.push(...body.items.map((one: { createdAt: string }) => one.createdAt));
      next = body.next;
    } while (next !== undefined);
    expect(new Set(seen)).toEqual(new Set(Object.values(callers).map(({ userId }) => userId)));
    expect(seen).toHaveLength(4);
    expect(times).toEqual(times.toSorted().toReversed());
    const { body } = await get('/v1/user/list?role=realtor', callers.admin);
    expect(body.items.map((one: { id: string }) => one.id)).toEqual([callers.realtor.userId]);
    for (const cursor of [
      'no',
      Buffer.from('["x",1]').toString('base64url'),
      Buffer.from('[]').toString('base64url'),
    ]) {
      expect((await get(`/v1/user/list?cursor=${cursor}`, callers.admin)).status).toBe(400);
    }
  });

  test('nobody else may', async () => {
    for (const role of ['user', 'realtor'] as const) {
      const { status, body } = await get('/v1/user/list', callers[role]);
      expect([status, body.data.code]).toEqual([403, 'forbidden']);
    }
  });

  test('one sees oneself; a person who is not there and one who is are the same to all but admins', async () => {
    const { userId } = callers.other;
    for (const path of ['', '/email', '/phone']) {
      expect((await get(`/v1/user/${userId}${path}`, callers.other)).status).toBe(200);
      expect((await get(`/v1/user/${userId}${path}`, callers.admin)).status).toBe(200);
      for (const role of ['user', 'realtor'] as const) {
        const there = await get(`/v1/user/${userId}${path}`, callers[role]);
        const none = await get(`/v1/user/00000000-0000-4000-8000-000000000000${path}`, callers[role]);
        expect([there.status, none.status]).toEqual([404, 404]);
        expect(there.body).toEqual(none.body);
      }
    }
    expect((await get(`/v1/user/${userId}/phone`, callers.other)).body).toEqual({ phone: '+19495550123' });
    expect((await get(`/v1/user/${userId}`, callers.admin)).body).not.toHaveProperty('email');
  });

  test('a realtor sees of whoever wrote to them what was agreed to, until it is taken back', async () => {
    const { pool } = site.parts.store;
    const realtorId = 'r-1';
    await pool.query(
      `insert into realtor (realtor_id, user_id, name, license_number, license_state, broker_name, email, languages, places,
         specialties, verification, created_at, updated_at)
       values ($1, $2, 'Jane Kim', '01234567', 'CA', 'Broker', 'jane@example.com', '{}', '{}', '{}', 'verified', now(), now())`,
      [realtorId, callers.realtor.userId],
    );
    await pool.query(
      `insert into contact (contact_id, sender_user_id, name, email, message, locale, slots, notices, realtor_id,
         recipient_role, recipient_name, recipient_email, created_at, updated_at)
       values ('c-1', $2, 'Another one', 'a@example.com', 'Hello', 'en', '[]', '{}', $1, 'realtor', 'Jane Kim',
         'jane@example.com', now(), now())`,
      [realtorId, callers.other.userId],
    );
    const { userId } = callers.other;
    const see = async () => {
      const paths = ['', '/email', '/phone'];
      return await Promise.all(
        paths.map(async (path) => (await get(`/v1/user/${userId}${path}`, callers.realtor)).status),
      );
    };
    expect(await see()).toEqual([404, 404, 404]);
    await pool.query(
      `insert into contact_consent (subject_kind, subject_id, kind, is_accepted, text_version, text, text_hash, locale,
         recipient_name, ip, at)
       values ('contact', 'c-1', 'call', true, 'v', 'text', 'hash', 'en', 'Jane Kim', '127.0.0.1', now())`,
    );
    expect(await see()).toEqual([200, 404, 200]);
    await pool.query(`update contact set withdrawn_at = now() where contact_id = 'c-1'`);
    expect(await see()).toEqual([404, 404, 404]);
    const { rows } = await pool.query(
      'select distinct action from audit_log where actor_id = $1 and subject = $2 order by action',
      [callers.realtor.userId, userId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['user.read_person', 'user.read_phone']);
  });
});

describe("one's own data", () => {
  test('is given out whole, as a file', async () => {
    const { status, headers, body } = await get('/v1/user/me/export', callers.other);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="maru-\d{4}-\d\d-\d\d\.json"$/);
    expect(body.account.id).toBe(callers.other.userId);
    expect(Object.keys(body.data)).toEqual(
      expect.arrayContaining(['identities', 'sessions', 'consents', 'audit', 'contacts']),
    );
    expect(body.data.contacts).toHaveLength(1);
    expect(body.data.audit.map((one: { action: string }) => one.action)).toContain('account.export');
    expect(JSON.stringify(body)).not.toMatch(/token_?hash|salt|private/i);
    expect(JSON.stringify(body)).not.toContain(callers.user.userId);
  });

  test('is deleted a fortnight after one asks for it, unless one thinks better of it', async () => {
    const leaver = await createCaller(site.parts, { role: 'user', email: 'leaver@example.com' });
    const { store } = site.parts;
    const ask = () => call('POST', '/v1/user/me/deletion', leaver);
    const sweep = () => sweepAccounts({ store, log: QUIET }, new Date(site.parts.now()));
    const { body } = await ask();
    expect(Date.parse(body.deletionAt) - Date.now()).toBeGreaterThan(13.9 * DAY_MS);
    expect((await ask()).body).toEqual(body);
    expect((await get('/v1/user', leaver)).body.deletionAt).toBe(body.deletionAt);
    expect((await call('DELETE', '/v1/user/me/deletion', leaver)).body).toEqual({ deletionAt: null });
    ahead = 15 * DAY_MS;
    await sweep();
    ahead = 0;
    expect((await get('/v1/user', leaver)).status).toBe(200);

    await ask();
    await sweep();
    expect((await get('/v1/user', leaver)).status).toBe(200);
    await store.pool.query(
      `update account set deletion_due_at = now() - interval '1 second' where user_id = $1`,
      [leaver.userId],
    );
    await sweep();
    await sweep();
    await expect.poll(async () => (await get('/v1/user', leaver)).status).toBe(401);
    expect(
      (await store.sessions.refresh({ refreshToken: leaver.refreshToken, userAgent: '', now: new Date() }))
        .kind,
    ).toBe('refused');
    const { rows } = await store.pool.query(
      `select (select count(*) from account where user_id = $1) + (select count(*) from consent where user_id = $1)
         + (select count(*) from account_identity where user_id = $1) as left,
         (select array_agg(action order by audit_id) from audit_log where subject = $1) as done`,
      [leaver.userId],
    );
    expect(Number(rows[0].left)).toBe(0);
    expect(rows[0].done).toEqual([
      'account.request_deletion',
      'account.cancel_deletion',
      'account.request_deletion',
      'account.delete',
    ]);
  });
});

test('a role that changes makes the tokens of the old one void, and the new one is to be had', async () => {
  const rising = await createCaller(site.parts, { role: 'user' });
  expect((await get('/v1/user/list', rising)).status).toBe(403);
  await site.parts.store.accounts.setRole(rising.userId, 'admin', new Date());
  await expect.poll(async () => (await get('/v1/user/list', rising)).status).toBe(401);
  expect((await get('/v1/auth/token/valid', rising)).status).toBe(401);
  const outcome = await site.parts.store.sessions.refresh({
    refreshToken: rising.refreshToken,
    userAgent: '',
    now: new Date(),
  });
  if (outcome.kind !== 'refreshed') throw new Error(outcome.reason);
  const accessToken = await site.parts.accessTokens.issue(outcome.session);
  expect(
    (await get('/v1/user/list', { ...rising, headers: { authorization: `Bearer ${accessToken}` } })).status,
  ).toBe(200);
});

test('a role that goes to and fro at once never refuses the newest token', async () => {
  const { store, accessTokens } = site.parts;
  const wavering = await createCaller(site.parts, { role: 'user' });
  for (let turn = 0; turn < 20; turn += 1) {
    const role = turn % 2 === 0 ? 'realtor' : 'user';
    await store.accounts.setRole(wavering.userId, role, new Date());
    const accessToken = await accessTokens.issue({ ...wavering, role });
    expect(
      (await get('/v1/user', { ...wavering, headers: { authorization: `Bearer ${accessToken}` } })).status,
    ).toBe(200);
  }
});

test('no e-mail address, phone number or token stands in the audit log', async () => {
  const { rows } = await site.parts.store.pool.query('select row_to_json(a)::text as text from audit_log a');
  expect(rows.length).toBeGreaterThan(5);
  for (const { text } of rows) expect(text).not.toMatch(/@|\+1949|eyJ/);
});
