import { Store } from '@maru/store';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCaller, type TestCaller } from '../testing/testing-callers.ts';
import { type AccessTokens, createAccessTokens } from './access-tokens.ts';

const ISSUER = 'http://localhost:3000';
let database: TestDatabase;
let store: Store;
let accessTokens: AccessTokens;
let caller: TestCaller;
let time = Date.parse('2026-11-21T12:00:00Z');
const now = () => time;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open({ databaseUrl: database.databaseUrl });
  accessTokens = createAccessTokens({ store, issuer: ISSUER, now });
  caller = await createCaller({ store, accessTokens, now }, { role: 'realtor' });
});

afterAll(async () => {
  await (store as Store | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

describe('the keys', () => {
  test('are there for whoever comes first, however many at once, on however many nodes', async () => {
    const own = await createTestDatabase();
    const stores = await Promise.all([1, 2, 3].map(() => Store.open({ databaseUrl: own.databaseUrl })));
    const nodes = stores.map((one) => createAccessTokens({ store: one, issuer: ISSUER, now }));
    const who = { userId: 'u', sessionId: 's', role: 'user', signedInAt: new Date(time) } as const;
    const { signedInAt: _, ...caller } = { ...who, authTime: time / 1_000 };
    const tokens = await Promise.all(
      nodes.flatMap((node) => Array.from({ length: 10 }, () => node.issue(who))),
    );
    expect((await stores[0]!.signingKeys.list(new Date(now()))).length).toBe(1);
    for (const token of tokens) for (const node of nodes) expect(await node.check(token)).toEqual(caller);
    for (const one of stores) await one.close();
    await own.drop();
  });

  test('change each month: the next is published before it signs, the last until nothing of it is good', async () => {
    const own = await createTestDatabase();
    const one = await Store.open({ databaseUrl: own.databaseUrl });
    let at = time;
    const node = createAccessTokens({ store: one, issuer: ISSUER, now: () => at });
    const who = { userId: 'u', sessionId: 's', role: 'user', signedInAt: new Date(time) } as const;
    const { signedInAt: _, ...caller } = { ...who, authTime: time / 1_000 };
    const kidOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;
    const first = kidOf(await node.issue(who));
    let published = 0;
    for (let day = 0; day < 100; day += 5) {
      for (const minutes of [1, 50, 61, 1_380, 1_439]) {
        at = time + day * 86_400_000 + minutes * 60_000;
        const token = await node.issue(who);
        const { keys } = await node.keys.published();
        expect(keys.map(({ kid }) => kid)).toContain(kidOf(token));
        published = Math.max(published, keys.length);
        // A node that has just started knows it too, and one that knew an older list.
        const other = createAccessTokens({ store: one, issuer: ISSUER, now: () => at });
        expect(await other.check(token)).toEqual(caller);
      }
    }
    const last = await node.issue(who);
    expect(kidOf(last)).not.toBe(first);
    expect(published).toBeGreaterThan(1);
    expect(published).toBeLessThan(5);
    const { keys } = await node.keys.published();
    expect(keys.map(({ kid }) => kid)).not.toContain(first);
    await one.close();
    await own.drop();
  });
});

describe('an access token', () => {
  test('says who its owner is, to every node that shares the store', async () => {
    const { userId, role, sessionId, authTime, accessToken } = caller;
    const elsewhere = createAccessTokens({ store, issuer: ISSUER, now });
    for (const node of [accessTokens, elsewhere]) {
      expect(await node.check(accessToken)).toEqual({ userId, role, sessionId, authTime });
    }
  });

  test('is good for fifteen minutes', async () => {
    time += 15 * 60_000 - 1;
    expect(await accessTokens.check(caller.accessToken)).toBeDefined();
    time += 1_000;
    expect(await accessTokens.check(caller.accessToken)).toBeUndefined();
    time -= 15 * 60_000;
  });

  test('does not outlive its session, and says when its owner signed in', async () => {
    const signedInAt = new Date(time - 3_600_000);
    const token = await accessTokens.issue({ ...caller, signedInAt, expiresAt: new Date(time + 60_000) });
    expect(await accessTokens.check(token)).toMatchObject({
      authTime: Math.floor(signedInAt.getTime() / 1_000),
    });
    time += 60_000;
    expect(await accessTokens.check(token)).toBeUndefined();
    time -= 60_000;
  });

  test('is checked without the store: also while that is away', async () => {
    const own = await Store.open({ databaseUrl: database.databaseUrl });
    const node = createAccessTokens({ store: own, issuer: ISSUER, now });
    expect(await node.check(caller.accessToken)).toBeDefined();
    await own.close();
    time += 10 * 60_000;
    expect(await node.check(caller.accessToken)).toBeDefined();
    expect(await node.check('not.a.token')).toBeUndefined();
    expect(await node.issue(caller)).toMatch(/^eyJ/);
    time -= 10 * 60_000;
  });

  test('is refused when it is forged, of another audience, issuer or kind, unsigned, or of another key', async () => {
    const { userId, sessionId, accessToken } = caller;
    const [stored] = await store.signingKeys.list(new Date(now()));
    const own = await importJWK(stored!.privateJwk, 'EdDSA');
    const { privateKey: foreign } = await generateKeyPair('EdDSA');
    const iat = Math.floor(now() / 1000);
    const good = {
      iss: ISSUER,
      aud: 'maru',
      sub: userId,
      sid: sessionId,
      role: 'admin',
      iat,
      exp: iat + 900,
    };
    const header = { alg: 'EdDSA', kid: stored!.kid, typ: 'at+jwt' };
    const sign = (claims: object, head: object = header, key: Parameters<SignJWT['sign']>[0] = own) =>
      new SignJWT({ ...good, ...claims }).setProtectedHeader({ ...header, ...head }).sign(key);
    // Of a version that did not write `auth_time`: as old as can be.
    expect(await accessTokens.check(await sign({}))).toMatchObject({ userId, authTime: 0 });

    const [head, body, signature] = accessToken.split('.') as [string, string, string];
    const raised = JSON.parse(Buffer.from(body, 'base64url').toString());
    const swapped = Buffer.from(JSON.stringify({ ...raised, role: 'admin' })).toString('base64url');
    const secret = new TextEncoder().encode(JSON.stringify(stored!.publicJwk));
    const forged: Record<string, string> = {
      'another body': `${head}.${swapped}.${signature}`,
      'no signature': `${head}.${body}.`,
      'alg none': new UnsecuredJWT(good).encode(),
      'alg none under our key': `${Buffer.from(JSON.stringify({ ...header, alg: 'none' })).toString('base64url')}.${body}.`,
      'a public key as a secret': await sign({}, { alg: 'HS256' }, secret),
      'another key under our name': await sign({}, {}, foreign),
      'an unknown key': await sign({}, { kid: 'unknown' }, foreign),
      'no key': await sign({}, { kid: undefined }),
      'a key of its own': await sign(
        {},
        { jwk: await exportJWK((await generateKeyPair('EdDSA', { extractable: true })).publicKey) },
        foreign,
      ),
      'another audience': await sign({ aud: 'elsewhere' }),
      'another issuer': await sign({ iss: 'https://elsewhere.example' }),
      'another kind': await sign({}, { typ: 'JWT' }),
      'no end': await sign({ exp: undefined }),
      ended: await sign({ exp: iat - 1 }),
      nobody: await sign({ sub: undefined }),
      'no session': await sign({ sid: undefined }),
      'no such role': await sign({ role: 'owner' }),
      text: 'not a token',
      nothing: '',
      'three dots': '..',
      'too long': 'a'.repeat(100_000),
    };
    const passed: string[] = [];
    for (const [name, token] of Object.entries(forged)) {
      if ((await accessTokens.check(token)) !== undefined) passed.push(name);
    }
    expect(passed).toEqual([]);
  });
});
