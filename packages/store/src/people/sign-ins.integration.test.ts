import type { SignInProvider } from '@maru/listing/people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Store } from '../db/store.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import type { ProvenIdentity } from './sign-ins.ts';

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
  more: { browser?: string; adminEmails?: string[] } = {},
) =>
  store.signIns.signIn({
    identity: { provider: 'kakao', name: 'A person', picture: null, locale: 'en', ...identity },
    browser: more.browser ?? 'a browser',
    userAgent: '',
    adminEmails: new Set(more.adminEmails),
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
  const raised = await signIn(person, { adminEmails: [person.email] });
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
  const moved = { subject: 'a2', email: 'owner@example.com', provider: 'google' as const };
  expect(await signIn(moved, { adminEmails: [moved.email] })).toMatchObject({
    kind: 'signed_in',
    account: { role: 'user', email: 'nobody@example.com' },
    session: { role: 'user' },
  });
  expect(
    await signIn({ subject: 'a1', email: 'owner@example.com' }, { adminEmails: [moved.email] }),
  ).toMatchObject({
    account: { role: 'admin', roleSource: 'setting', roleGivenBy: null },
  });
});

describe('the role of an admin whom the setting names', () => {
  const roleAfter = async (...own: Parameters<typeof signIn>) => {
    const outcome = await signIn(...own);
    if (outcome.kind !== 'signed_in') throw new Error('not signed in');
    expect(outcome.session.role).toBe(outcome.account.role);
    return outcome.account.role;
  };
  const findUserId = async (person: { subject: string; email: string }) => {
    const outcome = await signIn(person, { adminEmails: [person.email] });
    if (outcome.kind !== 'signed_in') throw new Error('not signed in');
    return outcome.account.userId;
  };

  test('ends at the next sign-in after the address was removed from the setting, and comes back with it', async () => {
    const person = { subject: 'r1', email: 'r1@example.com' };
    const id = await findUserId(person);
    expect(await roleAfter(person, { adminEmails: ['somebody-else@example.com'] })).toBe('user');
    expect((await store.audit.list({ subject: id, action: 'account.set_role', limit: 1 }))[0]).toMatchObject({
      actorId: null,
      facts: { from: 'admin', to: 'user', source: 'setting' },
    });
    expect(await roleAfter(person)).toBe('user');
    expect(await roleAfter(person, { adminEmails: [person.email] })).toBe('admin');
  });

  test('falls back to realtor for whoever has a profile', async () => {
    const person = { subject: 'r2', email: 'r2@example.com' };
    const id = await findUserId(person);
    await store.pool.query(
      `insert into realtor (realtor_id, user_id, name, email, license_number, broker_name, license_state, verification, created_at, updated_at,
         languages, places, specialties)
       values ('r2', $1, 'Realtor', 'r2@example.com', '1', 'Broker', 'CA', 'pending', now(), now(), '{}', '{}', '{}')`,
      [id],
    );
    expect(await roleAfter(person)).toBe('realtor');
  });

  test('stays while any address that the account has proven is in the setting', async () => {
    const person = { subject: 'r3', email: 'r3@example.com' };
    await findUserId(person);
    const google = { subject: 'r3g', email: 'r3-other@example.com', provider: 'google' as const };
    await store.pool.query(
      `with own as (select user_id from account where email = $1),
         identity as (insert into account_identity (provider, subject, user_id, email, email_verified, created_at, last_used_at)
           select 'google', $2, user_id, $3, true, now(), now() from own)
       insert into verified_email (email, user_id) select $3, user_id from own`,
      [person.email, google.subject, google.email],
    );
    expect(await roleAfter(google, { adminEmails: [person.email] })).toBe('admin');
  });

  test('once taken by another admin is not given back by the setting', async () => {
    const actorId = await findUserId({ subject: 'r4a', email: 'r4a@example.com' });
    const person = { subject: 'r4', email: 'r4@example.com' };
    const id = await findUserId(person);
    expect(await store.accounts.changeRole(id, 'user', { actorId, now })).toBe('changed');
    expect(await roleAfter(person, { adminEmails: [person.email] })).toBe('user');
    // Another change of the role between does not make it forgotten.
    await store.accounts.setRole(id, 'realtor', now);
    expect(await roleAfter(person, { adminEmails: [person.email] })).toBe('realtor');
    // An admin gives it back: then it is theirs to take, not the setting's.
    expect(await store.accounts.changeRole(id, 'admin', { actorId, now })).toBe('changed');
    expect(await roleAfter(person)).toBe('admin');
    expect(await store.accounts.find(id)).toMatchObject({
      roleSource: 'admin',
      roleGivenBy: actorId,
      roleChangedAt: now,
    });
  });

  test('is given to whom it was taken from when there is no admin at all', async () => {
    const actorId = await findUserId({ subject: 'r5a', email: 'r5a@example.com' });
    const person = { subject: 'r5', email: 'r5@example.com' };
    const id = await findUserId(person);
    await store.accounts.changeRole(id, 'user', { actorId, now });
    await store.pool.query(`update account set role = 'user' where role = 'admin'`);
    expect(await roleAfter(person, { adminEmails: [person.email] })).toBe('admin');
  });

  test('two admins who take it from each other at once: one remains', async () => {
    const [one, two] = await Promise.all(
      ['r6a', 'r6b'].map((subject) => findUserId({ subject, email: `${subject}@example.com` })),
    );
    const outcomes = await Promise.all([
      store.accounts.changeRole(one!, 'user', { actorId: two!, now }),
      store.accounts.changeRole(two!, 'user', { actorId: one!, now }),
    ]);
    expect(outcomes.toSorted()).toEqual(['changed', 'not_admin']);
  });
});

test('what was begun is ended once, by the browser that began it, within a quarter of an hour', async () => {
  const begun = {
    provider: 'kakao' as const,
    nonce: 'n',
    codeVerifier: 'v',
    redirectUrl: '/',
    locale: 'ko' as const,
  };
  const start = (state: string) => store.signIns.startAttempt({ ...begun, state, browser: 'mine', now });
  const take = (state: string, browser: string | undefined, provider: SignInProvider = 'kakao', at = now) =>
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
