import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BrowserLike } from '../../../../dev/sign-in/browser-like.ts';
import { startProvider } from '../../../../dev/sign-in/provider.ts';
import { SignInSite } from '../../../../dev/sign-in/sign-in-site.ts';
import { startTestApp } from '../testing/testing-app.ts';
import { createCaller } from '../testing/testing-callers.ts';
import { PRODUCTION } from '../testing/testing-settings.ts';
import { SignInClient } from './sign-in-client.ts';

let auth: SignInSite;

beforeAll(async () => {
  auth = await SignInSite.start();
});
afterEach(() => auth.reset());
afterAll(() => (auth as SignInSite | undefined)?.close());

const RUNS = process.env.MARU_TEST_LONG === '1' ? 5_000 : 100;
const isCallback = (to: URL) => to.pathname.endsWith('/callback');
const failureOf = (end: URL | string) => {
  const { pathname, searchParams } = new URL(end);
  return `${pathname} ${searchParams.get('error')}`;
};

describe('signing in at a provider', () => {
  test.each([
    ['kakao', 'minji', '김민지', 'user', 'ko'],
    ['google', 'jane', 'Jane Kim', 'user', 'en'],
    ['google', 'owner', 'Maru Owner', 'admin', 'en'],
  ] as const)('%s says who %s is', async (provider, person, name, role, locale) => {
    const path =
      locale === 'ko' ? '/ko/homes/for_sale/irvine-ca?beds=3-' : '/homes/for_sale/irvine-ca?beds=3-';
    const browser = new BrowserLike();
    const { choose } = await auth.begin(browser, provider, path);
    const end = new URL((await choose({ person })).url);
    expect(end.pathname).toBe(locale === 'ko' ? '/ko/login/redirect' : '/login/redirect');
    expect(end.searchParams.get('redirectUrl')).toBe(path);
    expect(end.href).not.toMatch(/token|code=|eyJ/i);
    const { status, accessToken } = await auth.refresh(browser);
    expect(status).toBe(200);
    const { body } = await auth.call('/v1/user', accessToken);
    expect(body).toMatchObject({ name, role, locale, providers: [provider] });
    expect(body.email).toMatch(/@/);
  });

  test('a fresh sign-in has the provider ask who it is, also where it knows', async () => {
    const promptOf = async (path: string) => {
      const answer = await fetch(`${auth.url}${path}`, { redirect: 'manual' });
      return new URL(answer.headers.get('location') ?? '').searchParams.get('prompt');
    };
    expect(await promptOf('/v1/oauth/kakao?redirectUrl=%2F')).toBeNull();
    expect(await promptOf('/v1/oauth/kakao?redirectUrl=%2F&fresh=true')).toBe('login');
    expect(await promptOf('/v1/oauth/google?redirectUrl=%2F&fresh=true')).toBe('select_account');
  });

  test('the same person is the same account, another browser another session of it', async () => {
    const first = await auth.refresh((await auth.signIn('kakao', 'minji')).browser);
    const second = await auth.refresh((await auth.signIn('kakao', 'minji')).browser);
    const [one, two] = [
      await auth.call('/v1/user', first.accessToken),
      await auth.call('/v1/user', second.accessToken),
    ];
    expect(one.body.id).toBe(two.body.id);
  });

  test('the refresh token is in a cookie that no script and no other path gets', async () => {
    const browser = new BrowserLike();
    const { choose } = await auth.begin(browser, 'kakao');
    const { url: callback } = await choose({ person: 'minji' }, isCallback);
    const answer = await browser.ask(callback);
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('maru-refresh'));
    expect(cookie).toMatch(/; Path=\/api\/auth;/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('two accounts of one e-mail address become one only when both were proven in one browser', async () => {
    const { browser: first } = await auth.signIn('kakao', 'daniel');
    const before = await auth.count('account');
    // Somebody else's browser proves the other provider: told which way to go, and nobody is signed in.
    const stranger = new BrowserLike();
    const { end } = await auth.signIn('google', 'daniel', stranger);
    expect(failureOf(end)).toBe('/login join_kakao');
    expect((await auth.refresh(stranger)).status).toBe(401);
    // Whoever owns the first account signs in elsewhere: nothing is joined by that.
    const own = await auth.refresh((await auth.signIn('kakao', 'daniel')).browser);
    expect((await auth.call('/v1/user', own.accessToken)).body.providers).toEqual(['kakao']);
    // In the browser that waits, it is.
    await auth.signIn('kakao', 'daniel', stranger);
    const joined = await auth.refresh(stranger);
    expect((await auth.call('/v1/user', joined.accessToken)).body.providers).toEqual(['kakao', 'google']);
    const again = await auth.signIn('google', 'daniel', first);
    expect(again.end.pathname).toBe('/login/redirect');
    expect(await auth.count('account')).toBe(before);
  });

  test('what waits to be joined waits a quarter of an hour', async () => {
    await auth.signIn('google', 'jane');
    const browser = new BrowserLike();
    expect(failureOf((await auth.signIn('kakao', 'jane', browser)).end)).toBe('/login join_google');
    await auth.site.parts.store.pool.query(
      `update pending_identity set created_at = created_at - interval '16 minutes'`,
    );
    const { end } = await auth.signIn('google', 'jane', browser);
    expect(end.pathname).toBe('/login/redirect');
    const { accessToken } = await auth.refresh(browser);
    expect((await auth.call('/v1/user', accessToken)).body.providers).toEqual(['google']);
  });
});

describe('a sign-in that comes to nothing says why, in the language it began in', () => {
  test.each([
    ['kakao', { end: 'access_denied' }, 'cancelled'],
    ['google', { end: 'access_denied' }, 'cancelled'],
    ['kakao', { end: 'consent_required' }, 'denied'],
    ['google', { end: 'temporarily_unavailable' }, 'provider_down'],
    ['kakao', { person: 'no-mail' }, 'email_missing'],
    ['google', { person: 'no-mail' }, 'email_missing'],
    ['kakao', { person: 'unproven' }, 'email_missing'],
    ['kakao', { person: 'minji', clock: 'off' }, 'clock_off'],
    ['google', { person: 'jane', clock: 'off' }, 'clock_off'],
  ] as const)('%s, %o: %s', async (provider, form, failure) => {
    const browser = new BrowserLike();
    const { choose } = await auth.begin(browser, provider, '/ko/sell');
    const end = new URL((await choose(form)).url);
    expect(failureOf(end)).toBe(`/ko/login ${failure}`);
    expect(end.searchParams.get('provider')).toBe(provider);
    expect(end.searchParams.get('redirectUrl')).toBe('/ko/sell');
    expect((await auth.refresh(browser)).status).toBe(401);
  });

  test('the provider breaks when it is asked for the token', async () => {
    const browser = new BrowserLike();
    const { choose } = await auth.begin(browser, 'kakao');
    const { url: callback } = await choose({ person: 'minji' }, isCallback);
    auth.kakao.setFault('down');
    expect(failureOf((await browser.go(callback, auth.isPage)).url)).toBe('/login provider_down');
  });

  test('the provider cannot be reached at all, and is asked again the next time', async () => {
    const gone = await startProvider('kakao');
    const env = {
      KAKAO_ISSUER: gone.issuer,
      KAKAO_CLIENT_ID: gone.clientId,
      KAKAO_CLIENT_SECRET: gone.clientSecret,
    };
    const other = await startTestApp({ env });
    try {
      const start = () =>
        other.app.inject({ url: '/v1/oauth/kakao?redirectUrl=/ko/sell', headers: { host: 'localhost' } });
      gone.setFault('down');
      expect(failureOf((await start()).headers.location as string)).toBe('/ko/login provider_down');
      gone.setFault(undefined);
      expect((await start()).headers.location).toContain(gone.issuer);
      const google = await other.app.inject({ url: '/v1/oauth/google', headers: { host: 'localhost' } });
      expect(failureOf(google.headers.location as string)).toBe('/login provider_down');
    } finally {
      await other.close();
      await gone.close();
    }
  });

  test('the provider says nothing: not for ever', async () => {
    const client = new SignInClient('kakao', { ...auth.kakao }, { patience: 0.2 });
    const own = {
      redirectUri: `${auth.url}/v1/oauth/kakao/callback`,
      state: 's',
      nonce: 'n',
      codeVerifier: 'v',
    };
    auth.kakao.setFault('silent');
    await expect(client.startUrl({ ...own, locale: 'en' })).rejects.toMatchObject({
      failure: 'provider_down',
    });
    auth.kakao.setFault(undefined);
    expect((await client.startUrl({ ...own, locale: 'en' })).origin).toBe(auth.kakao.issuer);
    auth.kakao.setFault('silent');
    const callback = new URL(`${own.redirectUri}?code=c&state=s&iss=${auth.kakao.issuer}`);
    await expect(client.finish(callback, { ...own, locale: 'en' })).rejects.toMatchObject({
      failure: 'provider_down',
    });
  });

  test('the browser keeps no cookies, or another one comes back', async () => {
    const browser = new BrowserLike();
    const { choose } = await auth.begin(browser, 'kakao');
    const { url: callback } = await choose({ person: 'minji' }, isCallback);
    const victim = new BrowserLike();
    expect(failureOf((await victim.go(callback, auth.isPage)).url)).toBe('/login cookies_blocked');
    expect((await auth.refresh(victim)).status).toBe(401);
    // That has not used it up.
    expect(new URL((await browser.go(callback, auth.isPage)).url).pathname).toBe('/login/redirect');
  });
});

describe('what was used once is not used again', () => {
  test('a state, and with it the whole callback', async () => {
    const browser = new BrowserLike();
    const { choose } = await auth.begin(browser, 'google');
    const { url: callback } = await choose({ person: 'jane' }, isCallback);
    await browser.go(callback, auth.isPage);
    const sessions = await auth.count('session');
    expect(failureOf((await browser.go(callback, auth.isPage)).url)).toBe('/login expired');
    expect(
      failureOf((await browser.go(`${auth.url}/v1/oauth/google/callback?code=x`, auth.isPage)).url),
    ).toBe('/login expired');
    const twice = `${callback}&${new URL(callback).searchParams}`;
    expect(failureOf((await browser.go(twice, auth.isPage)).url)).toBe('/login expired');
    expect(await auth.count('session')).toBe(sessions);
  });

  test('a code, under a state that is new', async () => {
    const browser = new BrowserLike();
    const used = await (await auth.begin(browser, 'google')).choose({ person: 'jane' }, isCallback);
    await browser.go(used.url, auth.isPage);
    const fresh = new URL(
      (await (await auth.begin(browser, 'google')).choose({ person: 'jane' }, isCallback)).url,
    );
    fresh.searchParams.set('code', new URL(used.url).searchParams.get('code')!);
    expect(failureOf((await browser.go(fresh.href, auth.isPage)).url)).toBe('/login expired');
  });

  test("a code of somebody else's sign-in is of no use without its secret", async () => {
    const [thief, victim] = [new BrowserLike(), new BrowserLike()];
    const stolen = await (await auth.begin(victim, 'google')).choose({ person: 'jane' }, isCallback);
    const own = new URL(
      (await (await auth.begin(thief, 'google')).choose({ person: 'minji' }, isCallback)).url,
    );
    own.searchParams.set('code', new URL(stolen.url).searchParams.get('code')!);
    expect(failureOf((await thief.go(own.href, auth.isPage)).url)).toBe('/login expired');
    expect((await auth.refresh(thief)).status).toBe(401);
  });

  test('a nonce: an ID token that answers another question is refused', async () => {
    const browser = new BrowserLike();
    const { choose } = await auth.begin(browser, 'google');
    const { url: callback } = await choose({ person: 'jane' }, isCallback);
    await auth.site.parts.store.pool.query(`update sign_in_attempt set nonce = 'another'`);
    expect(failureOf((await browser.go(callback, auth.isPage)).url)).toBe('/login expired');
  });

  test("one provider's callback does not end what was begun at the other", async () => {
    const browser = new BrowserLike();
    const { choose } = await auth.begin(browser, 'google');
    const { url: callback } = await choose({ person: 'jane' }, isCallback);
    const crossed = callback.replace('/oauth/google/', '/oauth/kakao/');
    expect(failureOf((await browser.go(crossed, auth.isPage)).url)).toBe('/login expired');
  });
});

test('nobody is sent to another site, however the address is written', async () => {
  const known = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%2f/evil.example',
    '/%5cevil.example',
    '%2f%2fevil.example',
    '/\tevil',
    '/..//evil.example',
    'data:text/html,x',
    '\\\\evil.example',
    'http:evil.example',
    '/\u0000/evil.example',
    '///evil.example',
    '/%252f%252fevil.example',
    ' //evil.example',
  ];
  const pieces = fc.constantFrom(
    '/',
    '//',
    '\\',
    '%2f',
    '%5c',
    '%252f',
    'evil.example',
    'https:',
    'javascript:',
    '@',
    '\t',
    '\n',
    '.',
    '..',
    ';',
    '?',
    '#',
    'a',
  );
  const text = fc.oneof(
    fc.constantFrom(...known),
    fc.array(pieces, { maxLength: 8 }).map((some) => some.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  const { pool } = auth.site.parts.store;
  await fc.assert(
    fc.asyncProperty(text, async (redirectUrl) => {
      await pool.query('delete from sign_in_attempt');
      const query = new URLSearchParams({ redirectUrl });
      const answer = await auth.site.app.inject({
        url: `/v1/oauth/kakao?${query}`,
        headers: { host: new URL(auth.url).host },
      });
      // What no query may have in it is refused as such.
      if (answer.statusCode === 400) return;
      expect(new URL(answer.headers.location as string).origin).toBe(auth.kakao.issuer);
      const { rows } = await pool.query('select redirect_url from sign_in_attempt');
      const target = new URL(rows[0].redirect_url, 'https://own.example');
      expect(target.origin).toBe('https://own.example');
      expect(rows[0].redirect_url).toMatch(/^\/(?![/\\])/);
    }),
    { numRuns: RUNS },
  );
});

test('in production the cookie goes over TLS alone, and the site is the one of the setting', async () => {
  const env = { ...PRODUCTION, KAKAO_CLIENT_ID: 'none', GOOGLE_CLIENT_ID: 'none' };
  const real = await startTestApp({ env });
  try {
    const { refreshToken } = await createCaller(real.parts, { role: 'user' });
    const ask = (origin: string | undefined, name = '__Secure-maru-refresh') =>
      real.app.inject({
        method: 'POST',
        url: '/api/auth/token/refresh',
        headers: {
          host: 'inside:3000',
          cookie: `${name}=${refreshToken}`,
          ...(origin === undefined ? {} : { origin }),
        },
      });
    for (const origin of ['http://inside:3000', 'http://maru.example', 'https://maru.example.evil.example']) {
      expect((await ask(origin)).statusCode, origin).toBe(403);
    }
    expect((await ask(undefined, 'maru-refresh')).statusCode).toBe(401);
    const answer = await ask('https://maru.example');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['set-cookie']).toMatch(
      /^__Secure-maru-refresh=.*; Path=\/api\/auth; .*HttpOnly; Secure; SameSite=Lax$/,
    );
    const start = await real.app.inject({ url: '/v1/oauth/kakao', headers: { host: 'inside:3000' } });
    expect(start.headers.location).toMatch(/^https:\/\/maru\.example\/login\?error=provider_down/);
  } finally {
    await real.close();
  }
});

test('where the API is on another host a sign-in ends where it began, and then goes to the site', async () => {
  const real = await startTestApp({
    env: {
      ...PRODUCTION,
      KAKAO_CLIENT_ID: 'none',
      GOOGLE_CLIENT_ID: auth.google.clientId,
      GOOGLE_CLIENT_SECRET: auth.google.clientSecret,
      GOOGLE_ISSUER: auth.google.issuer,
      COMMON_API_URL: 'maru.example=https://api.maru.example',
    },
  });
  try {
    const start = await real.app.inject({ url: '/v1/oauth/google', headers: { host: 'inside:3000' } });
    const provider = new URL(String(start.headers.location));
    const callback = 'https://api.maru.example/v1/oauth/google/callback';
    expect(provider.searchParams.get('redirect_uri')).toBe(callback);
    const query = new URLSearchParams({ state: provider.searchParams.get('state')!, error: 'access_denied' });
    const [cookie = ''] = [start.headers['set-cookie']].flat();
    const end = await real.app.inject({
      url: `/v1/oauth/google/callback?${query}`,
      headers: { host: 'inside:3000', cookie: String(cookie).split(';', 1)[0] },
    });
    expect(end.headers.location).toMatch(/^https:\/\/maru\.example\/login\?error=cancelled/);
  } finally {
    await real.close();
  }
});
