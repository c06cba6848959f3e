import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProvenIdentity } from './sign-ins.ts';
import { Store } from './store.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let store: Store;
const now = new Date('2026-11-21T12:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open({ databaseUrl: database.databaseUrl });
});

afterAll(async () => {
  await (store as Store | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

const signIn = (
  identity: Partial<ProvenIdentity> & { subject: string; email: string },
  more: { browser?: string; isAdmin?: boolean } = {},
) =>
  store.signIns.signIn({
    identity: { provider: 'kakao', name: 'A person', picture: null, locale: 'en', ...identity },
    browser: more.browser ?? 'a browser',
    userAgent: '',
    isAdmin: more.isAdmin ?? false,
    now,
  });
const count = async (table: string, email: string) =>
  Number((await store.pool.query(`select count(*) as n from ${table} where email = $1`, [email])).rows[0].n);

test('one person who signs in twenty times at once is one account with twenty sessions', async () => {
  const email = 'twenty@example.com';
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => signIn({ subject: '20', email })));
  expect(new Set(outcomes.map((one) => one.kind === 'signed_in' && one.account.userId)).size).toBe(1);
  expect(outcomes.filter((one) => one.kind === 'signed_in' && one.isNew)).toHaveLength(1);
  expect(await count('account', email)).toBe(1);
});

test('of two providers that bring a new address at once one makes the account and the other waits', async () => {
  for (let round = 0; round < 10; round += 1) {
    const email = `both-${round}@example.com`;
    const outcomes = await Promise.all([
      signIn({ subject: `k${round}`, email }),
      signIn({ subject: `g${round}`, email, provider: 'google' }),
    ]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['join', 'signed_in']);
    expect(await count('account', email)).toBe(1);
  }
});

test('an identity that waits is joined once, and by nobody but the owner of the address', async () => {
  const email = 'wanted@example.com';
  const owner = await signIn({ subject: 'w1', email }, { browser: 'home' });
  expect(await signIn({ subject: 'w2', email, provider: 'google' }, { browser: 'cafe' })).toEqual({
    kind: 'join',
    provider: 'kakao',
  });
  // Somebody else signs in at the same browser.
  const passer = await signIn({ subject: 'p1', email: 'passer@example.com' }, { browser: 'cafe' });
  expect(passer).toMatchObject({ kind: 'signed_in', joined: [] });
  const joined = await Promise.all(
    [1, 2, 3].map(() => signIn({ subject: 'w1', email }, { browser: 'cafe' })),
  );
  expect(joined.flatMap((one) => (one.kind === 'signed_in' ? one.joined : []))).toEqual(['google']);
  const by = await signIn({ subject: 'w2', email, provider: 'google' }, { browser: 'elsewhere' });
  expect(
    by.kind === 'signed_in' && owner.kind === 'signed_in' && by.account.userId === owner.account.userId,
  ).toBe(true);
});

test('an address that changes at the provider is followed, unless it is somebody else’s', async () => {
  const before = await signIn({ subject: 'm1', email: 'maiden@example.com' });
  const other = await signIn({ subject: 'm2', email: 'other@example.com' });
  if (before.kind !== 'signed_in' || other.kind !== 'signed_in') throw new Error('not signed in');
  const moved = await signIn({ subject: 'm1', email: 'married@example.com' });
  expect(moved).toMatchObject({ account: { userId: before.account.userId, email: 'married@example.com' } });
  // The old one is free for whoever has it now.
  const next = await signIn({ subject: 'm3', email: 'maiden@example.com', provider: 'google' });
  expect(next).toMatchObject({ kind: 'signed_in', isNew: true });
  const taken = await signIn({ subject: 'm1', email: 'other@example.com' });
  expect(taken).toMatchObject({ account: { userId: before.account.userId, email: 'married@example.com' } });
  const { rows } = await store.pool.query(
    `select user_id from verified_email where email = 'other@example.com'`,
  );
  expect(rows).toEqual([{ user_id: other.account.userId }]);
});

test('an owner named by a setting becomes an admin at the next sign-in, and that is written down', async () => {
  const person = { subject: 'o1', email: 'boss@example.com' };
  expect(await signIn(person)).toMatchObject({ account: { role: 'user' }, session: { role: 'user' } });
  const raised = await signIn(person, { isAdmin: true });
  expect(raised).toMatchObject({ account: { role: 'admin' }, session: { role: 'admin' } });
  if (raised.kind !== 'signed_in') throw new Error('not signed in');
  const actions = (await store.audit.list({ subject: raised.account.userId, limit: 10 })).map(
    ({ action }) => action,
  );
  expect(actions).toContain('account.set_role');
});

test('who comes with the address of another account is no admin by it', async () => {
  await signIn({ subject: 'a1', email: 'owner@example.com' });
  await signIn({ subject: 'a2', email: 'nobody@example.com', provider: 'google' });
  const moved = { subject: 'a2', email: 'owner@example.com', provider: 'google' };
  expect(await signIn(moved, { isAdmin: true })).toMatchObject({
    kind: 'signed_in',
    account: { role: 'user', email: 'nobody@example.com' },
    session: { role: 'user' },
  });
  expect(await signIn({ subject: 'a1', email: 'owner@example.com' }, { isAdmin: true })).toMatchObject({
    account: { role: 'admin' },
  });
});

test('what was begun is ended once, by the browser that began it, within a quarter of an hour', async () => {
  const begun = { provider: 'kakao', nonce: 'n', codeVerifier: 'v', redirectUrl: '/', locale: 'ko' as const };
  const start = (state: string) => store.signIns.startAttempt({ ...begun, state, browser: 'mine', now });
  const take = (state: string, browser: string | undefined, provider = 'kakao', at = now) =>
    store.signIns.takeAttempt({ state, browser, provider, now: at });
  await start('s1');
  expect(await take('s1', 'theirs')).toBe('other_browser');
  expect(await take('s1', undefined)).toBe('other_browser');
  expect(await take('s1', 'mine', 'google')).toBe('unknown');
  const taken = await Promise.all(Array.from({ length: 10 }, () => take('s1', 'mine')));
  expect(taken.filter((one) => typeof one === 'object')).toEqual([begun]);
  await start('s2');
  expect(await take('s2', 'mine', 'kakao', new Date(now.getTime() + 16 * 60_000))).toBe('unknown');
});
