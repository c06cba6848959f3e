import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Store } from '../db/store.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import type { OpenSession } from './sessions.ts';

let database: TestDatabase;
let store: Store;
/** A second node over the same database. */
let other: Store;
let time = Date.parse('2026-11-21T12:00:00Z');
const now = () => new Date(time);
const seconds = (count: number) => {
  time += count * 1_000;
};

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open({ databaseUrl: database.databaseUrl });
  other = await Store.open({ databaseUrl: database.databaseUrl });
});

afterAll(async () => {
  await (store as Store | undefined)?.close();
  await (other as Store | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

let people = 0;
async function signIn(): Promise<OpenSession> {
  people += 1;
  const email = `person-${people}@example.com`;
  const account = await store.accounts.create(
    { name: 'A person', email, emailVerified: true, locale: 'en' },
    now(),
  );
  return await store.sessions.start({
    userId: account.userId,
    provider: 'kakao',
    userAgent: 'a browser',
    now: now(),
  });
}
const refresh = (refreshToken: string, node = store) =>
  node.sessions.refresh({ refreshToken, userAgent: 'a browser', now: now() });
/** The next token. */
async function next(refreshToken: string, node = store): Promise<string> {
  const outcome = await refresh(refreshToken, node);
  if (outcome.kind !== 'refreshed') throw new Error(`refused: ${outcome.reason}`);
  return outcome.session.refreshToken;
}
const isAlive = async (session: OpenSession) => (await store.sessions.findRole(session, now())) !== undefined;

describe('a refresh token', () => {
  test('is good for once: the next one follows, and nothing in the database tells either', async () => {
    const session = await signIn();
    const second = await next(session.refreshToken);
    expect(second).not.toBe(session.refreshToken);
    seconds(11);
    const third = await next(second);
    const { rows } = await store.pool.query('select row_to_json(t)::text as text from refresh_token t');
    const stored = rows.map(({ text }) => text).join();
    for (const token of [session.refreshToken, second, third]) {
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
  });

  test('that is used again ends the whole family, the newest token too', async () => {
    const session = await signIn();
    const second = await next(session.refreshToken);
    seconds(11);
    expect(await refresh(session.refreshToken)).toMatchObject({ kind: 'refused', reason: 'reused' });
    expect(await refresh(second)).toMatchObject({ kind: 'refused', reason: 'ended' });
    expect(await isAlive(session)).toBe(false);
  });

  test('that two tabs bring within ten seconds gives both the same next one, on any node', async () => {
    const session = await signIn();
    const second = await next(session.refreshToken);
    seconds(9);
    expect(await next(session.refreshToken, other)).toBe(second);
    // And what has followed since, so that the browser is never led back to a used one.
    const third = await next(second, other);
    expect(await next(session.refreshToken)).toBe(third);
    seconds(11);
    expect(await next(third)).not.toBe(third);
    expect(await isAlive(session)).toBe(true);
  });

  test('that was never given out, or belongs to a session that has ended or expired, is refused', async () => {
    expect(await refresh('never')).toMatchObject({ reason: 'unknown' });
    expect(await refresh('')).toMatchObject({ reason: 'unknown' });
    const session = await signIn();
    await store.sessions.end({ ...session, reason: 'sign_out', now: now() });
    expect(await refresh(session.refreshToken)).toMatchObject({ reason: 'ended' });
    const idle = await signIn();
    seconds(60 * 86_400 + 1);
    expect(await refresh(idle.refreshToken)).toMatchObject({ reason: 'expired' });
    expect(await store.sessions.list(idle.userId, now())).toEqual([]);
  });
});

test('whatever tokens come when, a family does what its law says', async () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('refresh' as const), back: fc.nat({ max: 4 }) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        seconds: fc.constantFrom(1, 4, 9, 10, 11, 600),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const session = await signIn();
      // The law: tokens in order with when each was used, and whether the family lives.
      const tokens = [{ token: session.refreshToken, usedAt: undefined as number | undefined }];
      let lives = true;
      for (const [at, one] of steps.entries()) {
        if (one.kind === 'wait') seconds(one.seconds);
        else if (one.kind === 'end') {
          await store.sessions.end({ ...session, reason: 'sign_out', now: now() });
          lives = false;
        } else {
          const given = tokens.at(-1 - one.back) ?? tokens[0]!;
          const outcome = await refresh(given.token, at % 2 === 0 ? store : other);
          if (!lives) expect(outcome).toMatchObject({ kind: 'refused', reason: 'ended' });
          else if (given.usedAt !== undefined && time - given.usedAt > 10_000) {
            expect(outcome).toMatchObject({ kind: 'refused', reason: 'reused' });
            lives = false;
          } else {
            if (outcome.kind !== 'refreshed') throw new Error(`refused: ${outcome.reason}`);
            const { refreshToken } = outcome.session;
            if (given.usedAt === undefined) {
              given.usedAt = time;
              expect(tokens.map(({ token }) => token)).not.toContain(refreshToken);
              tokens.push({ token: refreshToken, usedAt: undefined });
            } else expect(refreshToken).toBe(tokens.at(-1)!.token);
          }
        }
        expect(await isAlive(session)).toBe(lives);
      }
    }),
    { numRuns: process.env.MARU_TEST_LONG === '1' ? 1_000 : 40 },
  );
});

test('of 1,000 refreshes racing over 50 sessions none is lost that should live and none lives that should end', async () => {
  const TABS = 20;
  const sessions = await Promise.all(Array.from({ length: 50 }, signIn));
  const stolen = sessions.map(({ refreshToken }) => refreshToken);
  // Each browser has one cookie for all of its tabs.
  const jars = await Promise.all(stolen.map((token) => next(token)));
  seconds(11);

  const fates = sessions.map(
    (_, at) => (['lives', 'lives', 'is replayed', 'signs out', 'ends everywhere'] as const)[at % 5]!,
  );
  const refused = new Map<number, number>();
  const tab = async (at: number, tabAt: number) => {
    const outcome = await refresh(jars[at]!, tabAt % 2 === 0 ? store : other);
    if (outcome.kind === 'refreshed') jars[at] = outcome.session.refreshToken;
    else refused.set(at, (refused.get(at) ?? 0) + 1);
  };
  const fate = async (at: number) => {
    const session = sessions[at]!;
    if (fates[at] === 'is replayed') await refresh(stolen[at]!, other);
    if (fates[at] === 'signs out') await other.sessions.end({ ...session, reason: 'sign_out', now: now() });
    if (fates[at] === 'ends everywhere') {
      await store.sessions.end({ userId: session.userId, reason: 'everywhere', now: now() });
    }
  };
  const work: (() => Promise<void>)[] = [];
  for (let tabAt = 0; tabAt < TABS; tabAt += 1) {
    for (const at of sessions.keys()) {
      work.push(() => tab(at, tabAt));
      if (tabAt === (at * 7) % TABS) work.push(() => fate(at));
    }
  }
  expect(work.length - sessions.length).toBe(1_000);
  // Three times as many at once as there are connections: a machine that is busy otherwise lets nobody wait too long.
  const left = work.values();
  await Promise.all(
    Array.from({ length: 60 }, async () => {
      for (const one of left) await one();
    }),
  );

  // Of each family one token is good, however many have raced: no second branch for a thief to live on.
  const { rows } = await store.pool.query(
    `select count(*) filter (where used_at is null)::int as good from refresh_token
     where session_id = any ($1) group by session_id`,
    [sessions.map(({ sessionId }) => sessionId)],
  );
  expect(rows).toEqual(sessions.map(() => ({ good: 1 })));
  seconds(11);
  for (const [at, session] of sessions.entries()) {
    const shouldLive = fates[at] === 'lives';
    expect(await isAlive(session), `session ${at} ${fates[at]}`).toBe(shouldLive);
    expect((await refresh(jars[at]!)).kind, `session ${at} ${fates[at]}`).toBe(
      shouldLive ? 'refreshed' : 'refused',
    );
    if (shouldLive) expect(refused.get(at), `session ${at}`).toBeUndefined();
  }
});

test('a session that ends, and a role that changes, are told to every node at once', async () => {
  const session = await signIn();
  const told = Promise.withResolvers<void>();
  const since = now();
  seconds(1);
  let isListening = false;
  const heard = Promise.withResolvers<void>();
  const stop = other.onSessionChange(() => (isListening ? told.resolve() : heard.resolve()));
  await heard.promise;
  isListening = true;
  await store.sessions.end({ ...session, reason: 'sign_out', now: now() });
  await told.promise;
  await store.accounts.setRole(session.userId, 'realtor', now());
  stop();
  const { sessions, roles } = await other.sessions.listRevoked(since);
  expect(sessions).toContain(session.sessionId);
  expect(roles).toContainEqual({ userId: session.userId, role: 'realtor' });
});

describe('the absolute age of a session', () => {
  const day = 86_400;

  test('is 180 days from the sign-in, however often it is refreshed', async () => {
    const session = await signIn();
    const signedInAt = now();
    let token = session.refreshToken;
    // Each refresh moves the end by 60 days, up to the absolute one.
    for (let days = 0; days < 175; days += 25) {
      seconds(25 * day);
      const outcome = await refresh(token);
      if (outcome.kind !== 'refreshed') throw new Error(outcome.reason);
      token = outcome.session.refreshToken;
      expect(outcome.session.signedInAt).toEqual(signedInAt);
      const until = Math.min(time + 60 * day * 1_000, signedInAt.getTime() + 180 * day * 1_000);
      expect(outcome.session.expiresAt).toEqual(new Date(until));
    }
    seconds(5 * day - 1);
    token = await next(token);
    expect(await isAlive(session)).toBe(true);
    seconds(1);
    expect(await refresh(token)).toMatchObject({ kind: 'refused', reason: 'expired' });
    expect(await isAlive(session)).toBe(false);
    expect(await store.sessions.list(session.userId, now())).toEqual([]);
  });

  test('holds for sessions that were refreshed by a version without it', async () => {
    const session = await signIn();
    await store.pool.query(`update session set created_at = $2, expires_at = $3 where session_id = $1`, [
      session.sessionId,
      new Date(time - 180 * day * 1_000),
      new Date(time + 60 * day * 1_000),
    ]);
    expect(await refresh(session.refreshToken)).toMatchObject({ kind: 'refused', reason: 'expired' });
    expect(await isAlive(session)).toBe(false);
    expect(await store.sessions.list(session.userId, now())).toEqual([]);
  });

  test('is a setting, for sign-ins at a provider too', async () => {
    const short = await Store.open({ databaseUrl: database.databaseUrl, sessionMaxAge: day * 1_000 });
    try {
      const outcome = await short.signIns.signIn({
        identity: {
          provider: 'kakao',
          subject: 'short',
          email: 'short@example.com',
          name: 'Short',
          picture: null,
          locale: 'en',
        },
        browser: 'a browser',
        userAgent: '',
        adminEmails: new Set(),
        now: now(),
      });
      if (outcome.kind !== 'signed_in') throw new Error('not signed in');
      expect(outcome.session.expiresAt).toEqual(new Date(time + day * 1_000));
      seconds(day);
      expect(await refresh(outcome.session.refreshToken, short)).toMatchObject({ reason: 'expired' });
    } finally {
      await short.close();
    }
  });
});

test('what nobody can use any more is forgotten', async () => {
  const session = await signIn();
  const second = await next(session.refreshToken);
  await store.sessions.end({ ...session, reason: 'sign_out', now: now() });
  expect(await store.sessions.sweep(now())).toBeGreaterThanOrEqual(0);
  expect(await refresh(second)).toMatchObject({ reason: 'ended' });
  seconds(31 * 86_400);
  await store.sessions.sweep(now());
  expect(await refresh(second)).toMatchObject({ reason: 'unknown' });
});

test('the sweep looks at no token that is still remembered: there are as many as refreshes in a month', async () => {
  const client = await store.pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off');
    const { rows } = await client.query('explain delete from refresh_token where used_at < $1', [now()]);
    expect(JSON.stringify(rows)).toContain('refresh_token_used');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
