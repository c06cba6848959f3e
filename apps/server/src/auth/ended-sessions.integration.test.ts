import type { UserRole } from '@maru/listing/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../testing/testing-callers.ts';
import { ask } from '../testing/testing-people.ts';

/** Calls that race with the end of a session: half are made before its answer and half after. */
const CALLS = 1_000;
const UNLIMITED = { CALLS_A_MINUTE: '1000000', LISTS_A_MINUTE: '1000000', SIGN_INS_A_MINUTE: '1000000' };
const LISTENERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and query ilike 'listen %'`;

let node: TestApp;
let other: TestApp;
let admin: TestCaller;
let time = Date.parse('2026-11-22T18:00:00Z');
const now = () => time;

beforeAll(async () => {
  node = await startTestApp({ now, env: UNLIMITED });
  other = await startTestApp({ now, env: UNLIMITED, databaseUrl: node.databaseUrl });
  admin = await createCaller(node.parts, { role: 'admin' });
});
afterAll(async () => {
  await (other as TestApp | undefined)?.close();
  await (node as TestApp | undefined)?.close();
});

const person = (role: UserRole = 'user') => createCaller(node.parts, { role });
const isAccepted = async (app: TestApp, who: TestCaller) =>
  (await ask(app.app, 'GET /v1/user/me/devices', { headers: who.headers })).status === 200;
const asAdmin = (line: string, body: unknown) => ask(node.app, line, { body, headers: admin.headers });

/** What ends a session or the role that its tokens name; `status` is that of its answer. */
const ENDINGS: Record<string, { end: (who: TestCaller) => Promise<{ status: number }>; status: number }> = {
  'its owner signs out': {
    end: (who) => ask(node.app, 'POST /v1/user/me/sign-out', { body: {}, headers: who.headers }),
    status: 200,
  },
  'its owner signs out everywhere': {
    end: (who) =>
      ask(node.app, 'POST /v1/user/me/sign-out', { body: { everywhere: true }, headers: who.headers }),
    status: 200,
  },
  'its owner ends the device': {
    end: (who) => ask(node.app, `DELETE /v1/user/me/devices/${who.sessionId}`, { headers: who.headers }),
    status: 200,
  },
  'an admin signs its owner out': {
    end: (who) => asAdmin(`POST /maru/v1/admin/user/${who.userId}/sign-out`, {}),
    status: 200,
  },
  'an admin changes the role': {
    end: (who) => asAdmin(`PUT /maru/v1/admin/user/${who.userId}/role`, { newRole: 'realtor' }),
    status: 200,
  },
  'the account is deleted': {
    end: async (who) => {
      const { accounts } = node.parts.store;
      await accounts.requestDeletion(who.userId, new Date(time), new Date(time));
      return { status: (await accounts.deleteDue(new Date(time))).length };
    },
    status: 1,
  },
  'a used refresh token comes back': {
    end: async ({ refreshToken }) => {
      const { sessions } = node.parts.store;
      await sessions.refresh({ refreshToken, userAgent: '', now: new Date(time) });
      const cookie = `maru-refresh-3000=${refreshToken}`;
      time += 11_000;
      return await ask(node.app, 'POST /api/auth/token/refresh', {
        headers: { cookie },
      });
    },
    status: 401,
  },
};

test.each(Object.keys(ENDINGS))('no call that begins after the answer is accepted: %s', async (name) => {
  const { end, status } = ENDINGS[name]!;
  const who = await person();
  expect(await isAccepted(node, who)).toBe(true);
  let answered = false;
  const calls: Promise<{ beganAfter: boolean; accepted: boolean }>[] = [];
  const begin = async () => {
    const beganAfter = answered;
    return { beganAfter, accepted: await isAccepted(node, who) };
  };
  const ending = end(who).then((answer) => {
    answered = true;
    return answer;
  });
  while (!answered && calls.length < CALLS / 2) {
    calls.push(begin());
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await ending).status).toBe(status);
  while (calls.length < CALLS) calls.push(begin());
  const outcomes = await Promise.all(calls);
  const late = outcomes.filter((one) => one.beganAfter);
  expect(late.length).toBeGreaterThanOrEqual(CALLS / 2);
  expect(late.filter((one) => one.accepted).length).toBe(0);
});

test('another node refuses within a second when notifications do not arrive', async () => {
  const who = await person();
  const deaf = await startTestApp({
    now,
    env: UNLIMITED,
    databaseUrl: node.databaseUrl,
    more: ({ store }) => {
      store.onSessionChange = () => () => undefined;
      return {};
    },
  });
  try {
    expect(await isAccepted(deaf, who)).toBe(true);
    await asAdmin(`POST /maru/v1/admin/user/${who.userId}/sign-out`, {});
    // Nothing has told this node: it may accept until it looks again, which is due after a second.
    time += 1_000;
    // The first check waits for the query; on a busy machine it may answer before it by the old list.
    await expect.poll(() => isAccepted(deaf, who)).toBe(false);
  } finally {
    await deaf.close();
  }
});

test('another node refuses after the connection that listens was killed', async () => {
  const who = await person();
  expect(await isAccepted(other, who)).toBe(true);
  await node.parts.store.pool.query(LISTENERS);
  await node.parts.store.sessions.end({ userId: who.userId, reason: 'sign_out', now: new Date(time) });
  time += 1_000;
  await expect.poll(() => isAccepted(other, who)).toBe(false);
  expect(await isAccepted(node, who)).toBe(false);
});

test('another node is told by a notification, without the clock moving', async () => {
  const who = await person();
  expect(await isAccepted(other, who)).toBe(true);
  const told = Promise.withResolvers<void>();
  const stop = other.parts.store.onSessionChange(() => told.resolve());
  await asAdmin(`PUT /maru/v1/admin/user/${who.userId}/role`, { newRole: 'realtor' });
  await told.promise;
  stop();
  await expect.poll(() => isAccepted(other, who)).toBe(false);
});
