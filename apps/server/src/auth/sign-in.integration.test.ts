import type { Device } from '@maru/contract';
import fc from 'fast-check';
import { decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BrowserLike } from '../../../../dev/sign-in/browser-like.ts';
import { ADMIN_EMAIL } from '../../../../dev/sign-in/people.ts';
import { type RunningProvider, startProvider } from '../../../../dev/sign-in/provider.ts';
import { signInSettings } from '../../../../dev/sign-in/sign-in-service.ts';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { createCaller } from '../testing/testing-callers.ts';
import { PRODUCTION } from '../testing/testing-settings.ts';
import { SignInClient } from './sign-in-client.ts';

const RUNS = process.env.MARU_TEST_LONG === '1' ? 5_000 : 100;
let kakao: RunningProvider;
let google: RunningProvider;
let site: TestApp;
let url: string;
/** How far the site's clock is ahead (ms). */
let ahead = 0;

beforeAll(async () => {
  [kakao, google] = await Promise.all([startProvider('kakao'), startProvider('google')]);
  const env = signInSettings({
    pid: 0,
    providers: { kakao: { ...kakao, port: 0 }, google: { ...google, port: 0 } },
    scriptUrl: `${google.issuer}/gsi/client`,
    shareScriptUrl: '',
    adminEmail: ADMIN_EMAIL,
  });
  site = await startTestApp({ env, listen: true, now: () => Date.now() + ahead });
  url = site.url;
});

afterEach(() => {
  ahead = 0;
  kakao?.setFault(undefined);
  google?.setFault(undefined);
});

afterAll(async () => {
  await (site as TestApp | undefined)?.close();
  await Promise.all([kakao?.close(), google?.close()]);
});

type Form = { person: string; clock?: 'off' } | { end: string };

/** As far as the stand-in's page; `choose` presses a button there and goes on to the site's page. */
async function begin(browser: BrowserLike, provider: 'kakao' | 'google', redirectUrl = '/') {
  const start = `${url}/v1/oauth/${provider}?${new URLSearchParams({ redirectUrl })}`;
  const page = await browser.go(start, isPage);
  return {
    page,
    choose: async (form: Form, stopAt: (to: URL) => boolean = isPage) => {
      const body = new URLSearchParams(form as Record<string, string>);
      return await browser.go(page.url, stopAt, { method: 'POST', body });
    },
  };
}
/** The site of this test has no pages: where it would send a visitor is the end. */
const isPage = (to: URL) => to.origin === url && !to.pathname.startsWith('/v1/');
const isCallback = (to: URL) => to.pathname.endsWith('/callback');

async function signIn(provider: 'kakao' | 'google', person: string, browser = new BrowserLike()) {
  const { choose } = await begin(browser, provider);
  const end = new URL((await choose({ person })).url);
  return { browser, end };
}

async function refresh(browser: BrowserLike): Promise<{ status: number; accessToken: string }> {
  const answer = await browser.ask(`${url}/api/auth/token/refresh`, { method: 'POST' });
  const { accessToken = '' } = (await answer.json()) as { accessToken?: string };
  return { status: answer.status, accessToken };
}

async function call(path: string, accessToken: string, init: RequestInit = {}) {
  const answer = await fetch(`${url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${accessToken}`, ...(init.headers as Record<string, string>) },
  });
  return { status: answer.status, body: await answer.json() };
}

const failureOf = (end: URL | string) => {
  const { pathname, searchParams } = new URL(end);
  return `${pathname} ${searchParams.get('error')}`;
};
const count = async (table: string) =>
  Number((await site.parts.store.pool.query(`select count(*) as n from ${table}`)).rows[0].n);

describe('signing in at a provider', () => {
  test.each([
    ['kakao', 'minji', '김민지', 'user', 'ko'],
    ['google', 'jane', 'Jane Kim', 'user', 'en'],
    ['google', 'owner', 'Maru Owner', 'admin', 'en'],
  ] as const)('%s says who %s is', async (provider, person, name, role, locale) => {
    const path =
      locale === 'ko' ? '/ko/homes/for_sale/irvine-ca?beds=3-' : '/homes/for_sale/irvine-ca?beds=3-';
    const browser = new BrowserLike();
    const { choose } = await begin(browser, provider, path);
    const end = new URL((await choose({ person })).url);
    expect(end.pathname).toBe(locale === 'ko' ? '/ko/login/redirect' : '/login/redirect');
    expect(end.searchParams.get('redirectUrl')).toBe(path);
    expect(end.href).not.toMatch(/token|code=|eyJ/i);
    const { status, accessToken } = await refresh(browser);
    expect(status).toBe(200);
    const { body } = await call('/v1/user', accessToken);
    expect(body).toMatchObject({ name, role, locale, providers: [provider] });
    expect(body.email).toMatch(/@/);
  });

  test('a fresh sign-in has the provider ask who it is, also where it knows', async () => {
    const promptOf = async (path: string) => {
      const answer = await fetch(`${url}${path}`, { redirect: 'manual' });
      return new URL(answer.headers.get('location') ?? '').searchParams.get('prompt');
    };
    expect(await promptOf('/v1/oauth/kakao?redirectUrl=%2F')).toBeNull();
    expect(await promptOf('/v1/oauth/kakao?redirectUrl=%2F&fresh=true')).toBe('login');
    expect(await promptOf('/v1/oauth/google?redirectUrl=%2F&fresh=true')).toBe('select_account');
  });

  test('the same person is the same account, another browser another session of it', async () => {
    const first = await refresh((await signIn('kakao', 'minji')).browser);
    const second = await refresh((await signIn('kakao', 'minji')).browser);
    const [one, two] = [
      await call('/v1/user', first.accessToken),
      await call('/v1/user', second.accessToken),
    ];
    expect(one.body.id).toBe(two.body.id);
  });

  test('the refresh token is in a cookie that no script and no other path gets', async () => {
    const browser = new BrowserLike();
    const { choose } = await begin(browser, 'kakao');
    const { url: callback } = await choose({ person: 'minji' }, isCallback);
    const answer = await browser.ask(callback);
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('maru-refresh'));
    expect(cookie).toMatch(/; Path=\/api\/auth;/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('two accounts of one e-mail address become one only when both were proven in one browser', async () => {
    const { browser: first } = await signIn('kakao', 'daniel');
    const before = await count('account');
    // Somebody else's browser proves the other provider: told which way to go, and nobody is signed in.
    const stranger = new BrowserLike();
    const { end } = await signIn('google', 'daniel', stranger);
    expect(failureOf(end)).toBe('/login join_kakao');
    expect((await refresh(stranger)).status).toBe(401);
    // Whoever owns the first account signs in elsewhere: nothing is joined by that.
    const own = await refresh((await signIn('kakao', 'daniel')).browser);
    expect((await call('/v1/user', own.accessToken)).body.providers).toEqual(['kakao']);
    // In the browser that waits, it is.
    await signIn('kakao', 'daniel', stranger);
    const joined = await refresh(stranger);
    expect((await call('/v1/user', joined.accessToken)).body.providers).toEqual(['kakao', 'google']);
    const again = await signIn('google', 'daniel', first);
    expect(again.end.pathname).toBe('/login/redirect');
    expect(await count('account')).toBe(before);
  });

  test('what waits to be joined waits a quarter of an hour', async () => {
    await signIn('google', 'jane');
    const browser = new BrowserLike();
    expect(failureOf((await signIn('kakao', 'jane', browser)).end)).toBe('/login join_google');
    await site.parts.store.pool.query(
      `update pending_identity set created_at = created_at - interval '16 minutes'`,
    );
    const { end } = await signIn('google', 'jane', browser);
    expect(end.pathname).toBe('/login/redirect');
    const { accessToken } = await refresh(browser);
    expect((await call('/v1/user', accessToken)).body.providers).toEqual(['google']);
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
    const { choose } = await begin(browser, provider, '/ko/sell');
    const end = new URL((await choose(form)).url);
    expect(failureOf(end)).toBe(`/ko/login ${failure}`);
    expect(end.searchParams.get('provider')).toBe(provider);
    expect(end.searchParams.get('redirectUrl')).toBe('/ko/sell');
    expect((await refresh(browser)).status).toBe(401);
  });

  test('the provider breaks when it is asked for the token', async () => {
    const browser = new BrowserLike();
    const { choose } = await begin(browser, 'kakao');
    const { url: callback } = await choose({ person: 'minji' }, isCallback);
    kakao.setFault('down');
    expect(failureOf((await browser.go(callback, isPage)).url)).toBe('/login provider_down');
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
    const client = new SignInClient('kakao', { ...kakao }, { patience: 0.2 });
    const own = { redirectUri: `${url}/v1/oauth/kakao/callback`, state: 's', nonce: 'n', codeVerifier: 'v' };
    kakao.setFault('silent');
    await expect(client.startUrl({ ...own, locale: 'en' })).rejects.toMatchObject({
      failure: 'provider_down',
    });
    kakao.setFault(undefined);
    expect((await client.startUrl({ ...own, locale: 'en' })).origin).toBe(kakao.issuer);
    kakao.setFault('silent');
    const callback = new URL(`${own.redirectUri}?code=c&state=s&iss=${kakao.issuer}`);
    await expect(client.finish(callback, { ...own, locale: 'en' })).rejects.toMatchObject({
      failure: 'provider_down',
    });
  });

  test('the browser keeps no cookies, or another one comes back', async () => {
    const browser = new BrowserLike();
    const { choose } = await begin(browser, 'kakao');
    const { url: callback } = await choose({ person: 'minji' }, isCallback);
    const victim = new BrowserLike();
    expect(failureOf((await victim.go(callback, isPage)).url)).toBe('/login cookies_blocked');
    expect((await refresh(victim)).status).toBe(401);
    // That has not used it up.
    expect(new URL((await browser.go(callback, isPage)).url).pathname).toBe('/login/redirect');
  });
});

describe('what was used once is not used again', () => {
  test('a state, and with it the whole callback', async () => {
    const browser = new BrowserLike();
    const { choose } = await begin(browser, 'google');
    const { url: callback } = await choose({ person: 'jane' }, isCallback);
    await browser.go(callback, isPage);
    const sessions = await count('session');
    expect(failureOf((await browser.go(callback, isPage)).url)).toBe('/login expired');
    expect(failureOf((await browser.go(`${url}/v1/oauth/google/callback?code=x`, isPage)).url)).toBe(
      '/login expired',
    );
    const twice = `${callback}&${new URL(callback).searchParams}`;
    expect(failureOf((await browser.go(twice, isPage)).url)).toBe('/login expired');
    expect(await count('session')).toBe(sessions);
  });

  test('a code, under a state that is new', async () => {
    const browser = new BrowserLike();
    const used = await (await begin(browser, 'google')).choose({ person: 'jane' }, isCallback);
    await browser.go(used.url, isPage);
    const fresh = new URL(
      (await (await begin(browser, 'google')).choose({ person: 'jane' }, isCallback)).url,
    );
    fresh.searchParams.set('code', new URL(used.url).searchParams.get('code')!);
    expect(failureOf((await browser.go(fresh.href, isPage)).url)).toBe('/login expired');
  });

  test("a code of somebody else's sign-in is of no use without its secret", async () => {
    const [thief, victim] = [new BrowserLike(), new BrowserLike()];
    const stolen = await (await begin(victim, 'google')).choose({ person: 'jane' }, isCallback);
    const own = new URL((await (await begin(thief, 'google')).choose({ person: 'minji' }, isCallback)).url);
    own.searchParams.set('code', new URL(stolen.url).searchParams.get('code')!);
    expect(failureOf((await thief.go(own.href, isPage)).url)).toBe('/login expired');
    expect((await refresh(thief)).status).toBe(401);
  });

  test('a nonce: an ID token that answers another question is refused', async () => {
    const browser = new BrowserLike();
    const { choose } = await begin(browser, 'google');
    const { url: callback } = await choose({ person: 'jane' }, isCallback);
    await site.parts.store.pool.query(`update sign_in_attempt set nonce = 'another'`);
    expect(failureOf((await browser.go(callback, isPage)).url)).toBe('/login expired');
  });

  test("one provider's callback does not end what was begun at the other", async () => {
    const browser = new BrowserLike();
    const { choose } = await begin(browser, 'google');
    const { url: callback } = await choose({ person: 'jane' }, isCallback);
    const crossed = callback.replace('/oauth/google/', '/oauth/kakao/');
    expect(failureOf((await browser.go(crossed, isPage)).url)).toBe('/login expired');
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
  const { pool } = site.parts.store;
  await fc.assert(
    fc.asyncProperty(text, async (redirectUrl) => {
      await pool.query('delete from sign_in_attempt');
      const query = new URLSearchParams({ redirectUrl });
      const answer = await site.app.inject({
        url: `/v1/oauth/kakao?${query}`,
        headers: { host: new URL(url).host },
      });
      // What no query may have in it is refused as such.
      if (answer.statusCode === 400) return;
      expect(new URL(answer.headers.location as string).origin).toBe(kakao.issuer);
      const { rows } = await pool.query('select redirect_url from sign_in_attempt');
      const target = new URL(rows[0].redirect_url, 'https://own.example');
      expect(target.origin).toBe('https://own.example');
      expect(rows[0].redirect_url).toMatch(/^\/(?![/\\])/);
    }),
    { numRuns: RUNS },
  );
});

describe('One Tap', () => {
  const state = JSON.stringify({ role: '', type: 'maru', redirectUrl: '/' });
  /** A browser that has asked what to set its prompt up with. */
  async function prepared(browser = new BrowserLike()) {
    const answer = await browser.ask(`${url}/v1/oauth/google/one-tap`);
    const { clientId, nonce, scriptUrl } = (await answer.json()) as Record<string, string>;
    return { browser, clientId: clientId!, nonce: nonce!, scriptUrl: scriptUrl! };
  }
  async function send(browser: BrowserLike, body: unknown, headers: Record<string, string> = {}) {
    const answer = await browser.ask(`${url}/v1/oauth/google/one-tap`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { success?: string; accessToken: string; msg: string },
    };
  }

  test('its token signs in, with the nonce of this browser', async () => {
    const { browser, clientId, nonce, scriptUrl } = await prepared();
    expect({ clientId, scriptUrl }).toEqual({
      clientId: google.clientId,
      scriptUrl: `${google.issuer}/gsi/client`,
    });
    const idToken = await google.credential('jane', { nonce });
    const { status, body } = await send(browser, { idToken, state });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: 'ok', msg: '' });
    expect((await call('/v1/user', body.accessToken)).body.name).toBe('Jane Kim');
    expect((await refresh(browser)).status).toBe(200);
  });

  test('a refused token is answered with 200 and a reason, in the language of the page', async () => {
    const { browser, nonce } = await prepared();
    const { kid } = decodeProtectedHeader(await google.credential('jane'));
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const good = JSON.parse(
      Buffer.from((await google.credential('jane', { nonce })).split('.')[1]!, 'base64url').toString(),
    );
    const elsewhere = await prepared();
    const second = Math.floor(Date.now() / 1_000);
    const refused: Record<string, string> = {
      'no nonce': await google.credential('jane'),
      "another browser's nonce": await google.credential('jane', { nonce: elsewhere.nonce }),
      'another audience': await google.credential('jane', { nonce, aud: 'somebody-else' }),
      'another issuer': await google.credential('jane', { nonce, iss: 'https://accounts.example' }),
      expired: await google.credential('jane', { nonce, exp: second - 120 }),
      'a clock that is off': await google.credential('jane', { nonce, iat: second - 7_200 }),
      'no verified address': await google.credential('jane', { nonce, email_verified: false }),
      'no address': await google.credential('no-mail', { nonce }),
      'alg none': new UnsecuredJWT({ ...good }).encode(),
      'another key': await new SignJWT(good).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
      'a key of its own': await new SignJWT(good)
        .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(privateKey) })
        .sign(privateKey),
      'no token': 'no token',
    };
    const accounts = await count('session');
    for (const [name, idToken] of Object.entries(refused)) {
      const { status, body } = await send(browser, { idToken, state }, { 'accept-language': 'ko' });
      expect({ status, success: body.success, accessToken: body.accessToken }, name).toEqual({
        status: 200,
        success: 'fail',
        accessToken: '',
      });
      expect(body.msg, name).toMatch(/\p{Script=Hangul}/u);
    }
    expect(await count('session')).toBe(accounts);
  });

  test('a token is good for once, also in another spelling', async () => {
    const { browser, nonce } = await prepared();
    const cookie = browser.cookie(url, 'maru-nonce')!;
    const idToken = await google.credential('jane', { nonce });
    expect((await send(browser, { idToken, state })).body.success).toBe('ok');
    expect((await send(browser, { idToken, state })).body.success).toBe('fail');
    const name = `maru-nonce-${new URL(site.parts.settings.publicUrl).port}`;
    browser.setCookie(url, name, cookie);
    expect((await send(browser, { idToken, state })).body.success).toBe('fail');
    const parts = idToken.split('.');
    const respelled = [
      ...parts.slice(0, 2),
      `${parts[2]!.slice(0, -1)}${parts[2]!.endsWith('A') ? 'B' : 'A'}`,
    ].join('.');
    expect((await send(browser, { idToken: respelled, state })).body.success).toBe('fail');
  });

  test.each([
    ['no token', { state }],
    ['an empty token', { idToken: '', state }],
    ['a token that is no text', { idToken: 7, state }],
    ['no state', { idToken: 'x' }],
    ['a state that is no JSON', { idToken: 'x', state: 'redirect' }],
    [
      'a state of another site',
      { idToken: 'x', state: JSON.stringify({ role: '', type: 'other', redirectUrl: '/' }) },
    ],
    [
      'a role that one gives oneself',
      { idToken: 'x', state: JSON.stringify({ role: 'admin', type: 'maru', redirectUrl: '/' }) },
    ],
    ['a field too many', { idToken: 'x', state, role: 'admin' }],
    ['nothing', undefined],
    ['no object', []],
  ])('%s is a malformed request', async (_, body) => {
    const { status, body: told } = await send(new BrowserLike(), body);
    expect(status).toBe(400);
    expect(told).toMatchObject({ statusCode: 400, data: { code: 'invalid_request' } });
  });

  test('a bearer token is taken, its session replaced; a bad one is 401', async () => {
    const own = await refresh((await signIn('google', 'jane')).browser);
    const { browser, nonce } = await prepared();
    const idToken = await google.credential('jane', { nonce });
    expect((await send(browser, { idToken, state }, { authorization: 'Bearer no' })).status).toBe(401);
    const { body } = await send(browser, { idToken, state }, { authorization: `Bearer ${own.accessToken}` });
    expect(body.success).toBe('ok');
    expect((await call('/v1/auth/token/valid', own.accessToken)).body).toEqual({ valid: false });
    expect((await call('/v1/auth/token/valid', body.accessToken)).body).toEqual({ valid: true });
  });

  describe('posted as a form', () => {
    async function post(
      browser: BrowserLike,
      form: Record<string, string>,
      headers: Record<string, string> = {},
    ) {
      return await browser.ask(`${url}/api/auth/callback`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers,
      });
    }
    const ownState = JSON.stringify({ role: '', type: 'maru', redirectUrl: '/ko/sell' });

    test('signs in with the double cookie and goes where the state says', async () => {
      const browser = new BrowserLike();
      browser.setCookie(url, 'g_csrf_token', 'twice');
      const credential = await google.credential('jane');
      const form = { credential, g_csrf_token: 'twice', state: ownState };
      const answer = await post(browser, form, { origin: url });
      expect(answer.status).toBe(303);
      const end = new URL(answer.headers.get('location')!);
      expect(end.origin).toBe(url);
      expect(`${end.pathname} ${end.searchParams.get('redirectUrl')}`).toBe('/ko/login/redirect /ko/sell');
      expect((await refresh(browser)).status).toBe(200);
      // Not a second time.
      const again = new URL((await post(browser, form)).headers.get('location')!);
      expect(again.searchParams.get('loginSuccess')).toBe('false');
    });

    test('its nonce is spent: whoever signs out has another one for the next prompt', async () => {
      const { browser, nonce } = await prepared();
      browser.setCookie(url, 'g_csrf_token', 'twice');
      const credential = await google.credential('jane', { nonce });
      await post(browser, { credential, g_csrf_token: 'twice', state: ownState });
      const next = await prepared(browser);
      expect(next.nonce).not.toBe(nonce);
      const idToken = await google.credential('jane', { nonce: next.nonce });
      expect((await send(browser, { idToken, state })).body.success).toBe('ok');
    });

    test('without it, with another one, or with a token of another nonce, it goes back with a message', async () => {
      const credential = await google.credential('jane');
      for (const [cookie, form] of [
        [undefined, { credential, g_csrf_token: 'twice' }],
        ['once', { credential, g_csrf_token: 'twice' }],
        ['twice', { credential }],
        ['', { credential, g_csrf_token: '' }],
        [
          'twice',
          { credential: await google.credential('jane', { nonce: 'another' }), g_csrf_token: 'twice' },
        ],
        ['twice', { g_csrf_token: 'twice' }],
      ] as const) {
        const browser = new BrowserLike();
        if (cookie !== undefined) browser.setCookie(url, 'g_csrf_token', cookie);
        const answer = await post(browser, form as unknown as Record<string, string>);
        expect(answer.status).toBe(303);
        const end = new URL(answer.headers.get('location')!);
        expect(end.origin + end.pathname).toBe(`${url}/`);
        expect(end.searchParams.get('loginSuccess')).toBe('false');
        expect(end.searchParams.get('msg')).not.toBe('');
        expect((await refresh(browser)).status).toBe(401);
      }
    });

    test('a foreign site may not post it, and nothing leads to one', async () => {
      const browser = new BrowserLike();
      browser.setCookie(url, 'g_csrf_token', 'twice');
      const credential = await google.credential('jane');
      const foreign = await post(
        browser,
        { credential, g_csrf_token: 'twice' },
        { origin: 'https://evil.example' },
      );
      expect(foreign.status).toBe(403);
      const state = JSON.stringify({ role: '', type: 'maru', redirectUrl: 'https://evil.example' });
      const answer = await post(browser, { credential, g_csrf_token: 'twice', state });
      const end = new URL(answer.headers.get('location')!);
      expect(end.origin).toBe(url);
      expect(end.searchParams.get('redirectUrl')).toBe('/');
    });
  });
});

describe('a session', () => {
  test('is refreshed by its cookie, from this site alone', async () => {
    const { browser } = await signIn('kakao', 'minji');
    const ask = (origin?: string) =>
      browser.ask(`${url}/api/auth/token/refresh`, {
        method: 'POST',
        headers: origin === undefined ? {} : { origin },
      });
    for (const origin of ['https://evil.example', 'null', `${url}.evil.example`, 'http://127.0.0.1:1']) {
      const answer = await ask(origin);
      expect(answer.status, origin).toBe(403);
      expect(await answer.json()).toMatchObject({ statusCode: 403, data: { code: 'foreign_origin' } });
    }
    expect((await ask(url)).status).toBe(200);
    expect((await ask()).status).toBe(200);
    const nobody = await new BrowserLike().ask(`${url}/api/auth/token/refresh`, { method: 'POST' });
    expect(nobody.status).toBe(401);
    expect(await nobody.json()).toMatchObject({ statusCode: 401, data: { code: 'unauthorized' } });
    // An access token that is over is no reason to refuse a new one.
    const answer = await browser.ask(`${url}/api/auth/token/refresh`, {
      method: 'POST',
      headers: { authorization: 'Bearer over' },
    });
    expect(answer.status).toBe(200);
  });

  test('ends when an old refresh token comes again, and takes the cookie away', async () => {
    const { browser } = await signIn('kakao', 'minji');
    const name = `maru-refresh-${new URL(site.parts.settings.publicUrl).port}`;
    const stolen = browser.cookie(url, 'maru-refresh')!;
    const { accessToken } = await refresh(browser);
    expect(browser.cookie(url, 'maru-refresh')).not.toBe(stolen);
    ahead = 11_000;
    const thief = new BrowserLike();
    thief.setCookie(url, name, stolen, '/api/auth');
    expect((await refresh(thief)).status).toBe(401);
    expect(thief.cookie(url, 'maru-refresh')).toBeUndefined();
    expect((await refresh(browser)).status).toBe(401);
    await expect.poll(async () => (await call('/v1/user', accessToken)).status).toBe(401);
  });

  test('is valid, not valid, or to be refreshed first', async () => {
    const { browser } = await signIn('kakao', 'minji');
    const { accessToken } = await refresh(browser);
    const valid = (token: string) => call('/v1/auth/token/valid', token);
    expect(await valid(accessToken)).toEqual({ status: 200, body: { valid: true } });
    for (const bad of ['', 'forged', `${accessToken.slice(0, -4)}AAAA`]) {
      const { status, body } = await valid(bad);
      expect({ status, statusCode: body.statusCode }).toEqual({ status: 401, statusCode: 401 });
    }
    const missing = await fetch(`${url}/v1/auth/token/valid`);
    expect([missing.status, ((await missing.json()) as { statusCode: number }).statusCode]).toEqual([
      401, 401,
    ]);
    ahead = 15 * 60_000;
    expect((await valid(accessToken)).status).toBe(401);
    ahead = 0;
    await call('/v1/user/me/sign-out', accessToken, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await valid(accessToken)).toEqual({ status: 200, body: { valid: false } });
  });

  test('is one of several devices, each of which can be ended, and all of them at once', async () => {
    const agents = {
      desk: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      phone:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 KAKAOTALK 11.2.0',
    };
    const desk = (await signIn('google', 'owner', new BrowserLike({ 'user-agent': agents.desk }))).browser;
    const phone = (await signIn('google', 'owner', new BrowserLike({ 'user-agent': agents.phone }))).browser;
    const third = (await signIn('google', 'owner')).browser;
    const [onDesk, onPhone, onThird] = await Promise.all([refresh(desk), refresh(phone), refresh(third)]);
    const { body } = await call('/v1/user/me/devices', onDesk.accessToken);
    const told = body.items.map(({ browser, system, kind, current }: Device) =>
      [browser, system, kind, current].join(),
    );
    expect(told).toContain('Chrome,Windows,desktop,true');
    expect(told).toContain('KakaoTalk,iOS,phone,false');
    const id = body.items.find((one: Device) => one.browser === 'KakaoTalk').id;
    const end = (token: string, which: string) =>
      call(`/v1/user/me/devices/${which}`, token, { method: 'DELETE' });
    // Not somebody else's.
    const stranger = await refresh((await signIn('kakao', 'minji')).browser);
    expect((await end(stranger.accessToken, id)).status).toBe(404);
    expect((await end(onDesk.accessToken, id)).status).toBe(200);
    expect((await end(onDesk.accessToken, id)).status).toBe(404);
    expect((await refresh(phone)).status).toBe(401);
    await expect.poll(async () => (await call('/v1/user', onPhone.accessToken)).status).toBe(401);
    expect((await call('/v1/user', onThird.accessToken)).status).toBe(200);

    const out = await call('/v1/user/me/sign-out', onDesk.accessToken, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ everywhere: true }),
    });
    expect(out.status).toBe(200);
    for (const browser of [desk, third]) expect((await refresh(browser)).status).toBe(401);
    await expect.poll(async () => (await call('/v1/user', onThird.accessToken)).status).toBe(401);
    expect((await call('/v1/user', stranger.accessToken)).status).toBe(200);
  });
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
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER: google.issuer,
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

test('the keys that check access tokens are published, and nothing of the others', async () => {
  const answer = await fetch(`${url}/.well-known/jwks.json`);
  const { keys } = (await answer.json()) as { keys: Record<string, string>[] };
  expect(keys[0]).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
  expect(keys.some((key) => 'd' in key)).toBe(false);
});
