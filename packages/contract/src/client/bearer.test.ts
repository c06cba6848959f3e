import { describe, expect, test } from 'vitest';
import { type BearerSession, withBearer } from './bearer.ts';
import type { TransportRequest } from './transport.ts';

const UNAUTHORIZED = { status: 401, body: { statusCode: 401 } };
const user = { method: 'GET', path: '/v1/user', query: '' };

/** A server that takes one token, and a session that starts with another. */
function world({ good = 'new', first = 'old' }: { good?: string; first?: string } = {}) {
  const asked: TransportRequest[] = [];
  let token: string | undefined = first;
  let refreshes = 0;
  let under: Promise<string | undefined> | undefined;
  const session: BearerSession = {
    token: () => token,
    refresh: (spent) => {
      if (token !== spent) return Promise.resolve(token);
      under ??= Promise.resolve().then(() => {
        refreshes += 1;
        token = 'new';
        under = undefined;
        return token;
      });
      return under;
    },
  };
  const ask = withBearer(async (request) => {
    asked.push(request);
    return request.authorization === `Bearer ${good}` ? { status: 200, body: {} } : UNAUTHORIZED;
  }, session);
  return { ask, asked, session, refreshes: () => refreshes };
}

describe('a transport that says who asks', () => {
  test('sends the token, but with nothing that is the same for everyone', async () => {
    const { ask, asked } = world({ good: 'old' });
    await ask(user);
    expect(asked.at(-1)?.authorization).toBe('Bearer old');
    for (const path of [
      '/maru/v1/home/list',
      '/maru/v1/home',
      '/maru/v1/district/state',
      '/maru/v1/translation',
    ]) {
      await ask({ ...user, path });
      expect(asked.at(-1)?.authorization).toBeUndefined();
    }
    await ask({ ...user, method: 'POST', path: '/maru/v1/realtor-contacts' });
    expect(asked.at(-1)?.authorization).toBe('Bearer old');
    await ask({ ...user, path: '/maru/v1/homely' });
    expect(asked.at(-1)?.authorization).toBe('Bearer old');
  });

  test('a spent token is refreshed once and the call is made again', async () => {
    const { ask, asked, refreshes } = world();
    expect((await ask(user)).status).toBe(200);
    expect(refreshes()).toBe(1);
    expect(asked.map((one) => one.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  test('calls that are refused together wait for one refresh', async () => {
    const { ask, refreshes } = world();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(user)));
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]));
    expect(refreshes()).toBe(1);
  });

  test('a call that is refused twice stays refused', async () => {
    const { ask, asked, refreshes } = world({ good: 'another' });
    expect(await ask(user)).toEqual(UNAUTHORIZED);
    expect(asked).toHaveLength(2);
    expect(refreshes()).toBe(1);
  });

  test('without a new token the refusal stands', async () => {
    const ask = withBearer(async () => UNAUTHORIZED, {
      token: () => undefined,
      refresh: async () => undefined,
    });
    expect(await ask(user)).toEqual(UNAUTHORIZED);
  });

  test('a 401 that is not ours is nobody’s reason to refresh', async () => {
    let refreshes = 0;
    for (const body of [undefined, {}, { statusCode: 403 }, 'no', null]) {
      const ask = withBearer(async () => ({ status: 401, body }), {
        token: () => 'old',
        refresh: async () => {
          refreshes += 1;
          return 'new';
        },
      });
      expect((await ask(user)).status).toBe(401);
    }
    expect(refreshes).toBe(0);
  });
});
