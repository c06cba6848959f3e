import { type Transport, type TransportRequest, withBearer } from '@maru/contract/client';
import { expect, test } from 'vitest';
import { Account } from './account.ts';
import { TokenStore } from './token-store.ts';

const user = { id: 'u1', name: '김하나', units: null };

/** A signed-in page whose sign-out answers when the test says so. */
function signedIn() {
  const asked: TransportRequest[] = [];
  const signOut = Promise.withResolvers<{ status: number; body: unknown }>();
  const transport: Transport = async (request) => {
    asked.push(request);
    if (request.path === '/v1/user/me/sign-out') return signOut.promise;
    if (request.path === '/v1/auth/token/valid') return { status: 200, body: { valid: true } };
    return { status: 200, body: user };
  };
  const tokens = new TokenStore(localStorage);
  tokens.keep('mine');
  const gone: string[] = [];
  const account = new Account({ tokens, transport, go: (path) => gone.push(path) });
  /** As the pages call the API. */
  const call = withBearer(transport, account);
  const askPublic = async () => {
    await call({ method: 'GET', path: '/maru/v1/realtor', query: '' });
    return lastAsked('/maru/v1/realtor')?.authorization;
  };
  /** By its path: the session sends requests of its own meanwhile, such as those of the saved homes. */
  const lastAsked = (path: string) => asked.findLast((request) => request.path === path);
  return { account, lastAsked, signOut, gone, askPublic };
}

test('a page that is loaded ahead beside a sign-out does not carry the token that is being revoked', async () => {
  const { account, lastAsked, signOut, gone, askPublic } = signedIn();
  await (await account.session()).load();
  expect(await askPublic()).toBe('Bearer mine');
  const leaving = account.signOut({});
  await expect.poll(() => lastAsked('/v1/user/me/sign-out')?.authorization).toBe('Bearer mine');
  expect(await askPublic()).toBeUndefined();
  signOut.resolve({ status: 200, body: { ended: 1 } });
  await leaving;
  expect(await askPublic()).toBeUndefined();
  expect(gone).toEqual(['/?isLoggedIn=false']);
});

test('after a sign-out that failed one is signed in as before', async () => {
  const { account, signOut, askPublic } = signedIn();
  await (await account.session()).load();
  const leaving = account.signOut({});
  signOut.resolve({ status: 503, body: { statusCode: 503, statusMessage: 'unavailable', message: '' } });
  await expect(leaving).rejects.toMatchObject({ statusCode: 503 });
  expect(await askPublic()).toBe('Bearer mine');
});
