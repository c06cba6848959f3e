import { ROUTES, type Route } from '@maru/contract';
import { MINUTE_MS } from '@maru/listing/time';
import { formatMessage } from '@maru/words/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../testing/testing-callers.ts';
import { ask, fillMarket } from '../testing/testing-people.ts';

let running: TestApp;
let admin: TestCaller;
let target: TestCaller;
const start = Date.parse('2026-11-22T18:00:00Z');
let time = start;

beforeAll(async () => {
  running = await startTestApp({ now: () => time, env: { CONTACTS_AN_HOUR: '1000' } });
  await fillMarket(running.parts.store);
});
afterAll(async () => {
  await (running as TestApp | undefined)?.close();
});
beforeEach(async () => {
  admin = await createCaller(running.parts, { role: 'admin' });
  target = await createCaller(running.parts, { role: 'user' });
});

/** Each call that wants a fresh sign-in, and the status of its answer with one. */
const CALLS: Record<string, { line: () => string; body?: object; status: number }> = {
  changeRole: {
    line: () => `PUT /maru/v1/admin/user/${target.userId}/role`,
    body: { newRole: 'realtor' },
    status: 200,
  },
  purgeDataset: {
    line: () => 'POST /maru/v1/admin/dataset/kc/purge',
    body: { confirm: 'kc' },
    status: 200,
  },
  correctListing: {
    line: () => 'POST /maru/v1/admin/correction',
    body: { dataset: 'kc', listingKey: 'k1', field: 'storiesTotal', value: '7', reason: 'Seen' },
    status: 201,
  },
  removeCorrection: { line: () => 'POST /maru/v1/admin/correction/none/remove', body: {}, status: 404 },
  exportRealtorContacts: { line: () => 'GET /maru/v1/realtor-contacts/export', status: 200 },
  exportUser: { line: () => 'GET /v1/user/me/export', status: 200 },
  requestDeletion: { line: () => 'POST /v1/user/me/deletion', status: 200 },
};

/** The answer of the same person, after a refresh of the access token: that is no sign-in. */
async function refreshed(who: TestCaller): Promise<TestCaller> {
  const { store, accessTokens } = running.parts;
  const outcome = await store.sessions.refresh({
    refreshToken: who.refreshToken,
    userAgent: '',
    now: new Date(time),
  });
  if (outcome.kind !== 'refreshed') throw new Error(outcome.reason);
  const accessToken = await accessTokens.issue(outcome.session);
  return { ...who, headers: { authorization: `Bearer ${accessToken}` } };
}

test('the calls that want a fresh sign-in are these', () => {
  const marked = Object.entries(ROUTES).filter(([, route]) => (route as Route).freshSignIn);
  expect(marked.map(([name]) => name).toSorted()).toEqual(Object.keys(CALLS).toSorted());
});

test.each(Object.keys(CALLS))(
  '%s is refused after fifteen minutes, in both languages, and nothing is done',
  async (name) => {
    const { line, body, status } = CALLS[name]!;
    time += 15 * MINUTE_MS + 1_000;
    const late = await refreshed(admin);
    const entries = async () =>
      (await running.parts.store.pool.query('select count(*)::int as n from audit_log')).rows[0].n;
    const before = await entries();
    for (const locale of ['en', 'ko'] as const) {
      const answer = await ask(running.app, line(), {
        ...(body === undefined ? {} : { body }),
        headers: { ...late.headers, 'accept-language': locale },
      });
      expect([answer.status, answer.body]).toEqual([
        403,
        {
          statusCode: 403,
          statusMessage: formatMessage(locale, 'error.fresh_sign_in_required', {}),
          message: formatMessage('en', 'error.fresh_sign_in_required', {}),
          data: { code: 'fresh_sign_in_required' },
        },
      ]);
    }
    expect(await entries()).toBe(before);
    expect((await running.parts.store.accounts.find(target.userId))?.role).toBe('user');
    expect(await running.parts.store.countHomes()).toBeGreaterThan(0);
    // Another sign-in, and the same call is answered.
    const { store, accessTokens } = running.parts;
    const own = { userId: admin.userId, provider: 'kakao' as const, userAgent: '', now: new Date(time) };
    const token = await accessTokens.issue(await store.sessions.start(own));
    const answer = await ask(running.app, line(), {
      ...(body === undefined ? {} : { body }),
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(status);
    if (name === 'purgeDataset') await fillMarket(store);
  },
);

test('whoever may not make the call at all is told that, not to sign in again', async () => {
  time += 15 * MINUTE_MS + 1_000;
  const late = await refreshed(target);
  const answer = await ask(running.app, CALLS.changeRole!.line(), {
    body: CALLS.changeRole!.body,
    headers: late.headers,
  });
  expect([answer.status, answer.body.data.code]).toEqual([403, 'forbidden']);
});

test('a deletion is cancelled, and everything else goes on, without a fresh sign-in', async () => {
  time += 60 * MINUTE_MS;
  const late = await refreshed(admin);
  for (const line of ['DELETE /v1/user/me/deletion', 'GET /v1/user', 'GET /maru/v1/admin/audit']) {
    expect([line, (await ask(running.app, line, { headers: late.headers })).status]).toEqual([line, 200]);
  }
});

test('how old a sign-in may be is a setting', async () => {
  const own = await startTestApp({ now: () => time, env: { FRESH_SIGN_IN_MINUTES: '1' } });
  try {
    const who = await createCaller(own.parts, { role: 'user' });
    const status = async () =>
      (await ask(own.app, 'GET /v1/user/me/export', { headers: who.headers })).status;
    expect(await status()).toBe(200);
    time += 61_000;
    expect(await status()).toBe(403);
  } finally {
    await own.close();
  }
});
