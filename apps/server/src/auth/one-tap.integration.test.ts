import { decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BrowserLike } from '../../../../dev/sign-in/browser-like.ts';
import { SignInSite } from '../../../../dev/sign-in/sign-in-site.ts';

let auth: SignInSite;

beforeAll(async () => {
  auth = await SignInSite.start();
});
afterEach(() => auth.reset());
afterAll(() => (auth as SignInSite | undefined)?.close());

describe('One Tap', () => {
  const state = JSON.stringify({ role: '', type: 'maru', redirectUrl: '/' });
  /** A browser that has asked what to set its prompt up with. */
  async function prepared(browser = new BrowserLike()) {
    const answer = await browser.ask(`${auth.url}/v1/oauth/google/one-tap`);
    const { clientId, nonce, scriptUrl } = (await answer.json()) as Record<string, string>;
    return { browser, clientId: clientId!, nonce: nonce!, scriptUrl: scriptUrl! };
  }
  async function send(browser: BrowserLike, body: unknown, headers: Record<string, string> = {}) {
    const answer = await browser.ask(`${auth.url}/v1/oauth/google/one-tap`, {
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
      clientId: auth.google.clientId,
      scriptUrl: `${auth.google.issuer}/gsi/client`,
    });
    const idToken = await auth.google.credential('jane', { nonce });
    const { status, body } = await send(browser, { idToken, state });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: 'ok', msg: '' });
    expect((await auth.call('/v1/user', body.accessToken)).body.name).toBe('Jane Kim');
    expect((await auth.refresh(browser)).status).toBe(200);
  });

  test('a refused token is answered with 200 and a reason, in the language of the page', async () => {
    const { browser, nonce } = await prepared();
    const { kid } = decodeProtectedHeader(await auth.google.credential('jane'));
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const good = JSON.parse(
      Buffer.from((await auth.google.credential('jane', { nonce })).split('.')[1]!, 'base64url').toString(),
    );
    const elsewhere = await prepared();
    const second = Math.floor(Date.now() / 1_000);
    const refused: Record<string, string> = {
      'no nonce': await auth.google.credential('jane'),
      "another browser's nonce": await auth.google.credential('jane', { nonce: elsewhere.nonce }),
      'another audience': await auth.google.credential('jane', { nonce, aud: 'somebody-else' }),
      'another issuer': await auth.google.credential('jane', { nonce, iss: 'https://accounts.example' }),
      expired: await auth.google.credential('jane', { nonce, exp: second - 120 }),
      'a clock that is off': await auth.google.credential('jane', { nonce, iat: second - 7_200 }),
      'no verified address': await auth.google.credential('jane', { nonce, email_verified: false }),
      'no address': await auth.google.credential('no-mail', { nonce }),
      'alg none': new UnsecuredJWT({ ...good }).encode(),
      'another key': await new SignJWT(good).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
      'a key of its own': await new SignJWT(good)
        .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(privateKey) })
        .sign(privateKey),
      'no token': 'no token',
    };
    const accounts = await auth.count('session');
    for (const [name, idToken] of Object.entries(refused)) {
      const { status, body } = await send(browser, { idToken, state }, { 'accept-language': 'ko' });
      expect({ status, success: body.success, accessToken: body.accessToken }, name).toEqual({
        status: 200,
        success: 'fail',
        accessToken: '',
      });
      expect(body.msg, name).toMatch(/\p{Script=Hangul}/u);
    }
    expect(await auth.count('session')).toBe(accounts);
  });

  test('a token is good for once, also in another spelling', async () => {
    const { browser, nonce } = await prepared();
    const cookie = browser.cookie(auth.url, 'maru-nonce')!;
    const idToken = await auth.google.credential('jane', { nonce });
    expect((await send(browser, { idToken, state })).body.success).toBe('ok');
    expect((await send(browser, { idToken, state })).body.success).toBe('fail');
    const name = `maru-nonce-${new URL(auth.site.parts.settings.publicUrl).port}`;
    browser.setCookie(auth.url, name, cookie);
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
    const own = await auth.refresh((await auth.signIn('google', 'jane')).browser);
    const { browser, nonce } = await prepared();
    const idToken = await auth.google.credential('jane', { nonce });
    expect((await send(browser, { idToken, state }, { authorization: 'Bearer no' })).status).toBe(401);
    const { body } = await send(browser, { idToken, state }, { authorization: `Bearer ${own.accessToken}` });
    expect(body.success).toBe('ok');
    expect((await auth.call('/v1/auth/token/valid', own.accessToken)).body).toEqual({ valid: false });
    expect((await auth.call('/v1/auth/token/valid', body.accessToken)).body).toEqual({ valid: true });
  });

  describe('posted as a form', () => {
    async function post(
      browser: BrowserLike,
      form: Record<string, string>,
      headers: Record<string, string> = {},
    ) {
      return await browser.ask(`${auth.url}/api/auth/callback`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers,
      });
    }
    const ownState = JSON.stringify({ role: '', type: 'maru', redirectUrl: '/ko/sell' });

    test('signs in with the double cookie and goes where the state says', async () => {
      const browser = new BrowserLike();
      browser.setCookie(auth.url, 'g_csrf_token', 'twice');
      const credential = await auth.google.credential('jane');
      const form = { credential, g_csrf_token: 'twice', state: ownState };
      const answer = await post(browser, form, { origin: auth.url });
      expect(answer.status).toBe(303);
      const end = new URL(answer.headers.get('location')!);
      expect(end.origin).toBe(auth.url);
      expect(`${end.pathname} ${end.searchParams.get('redirectUrl')}`).toBe('/ko/login/redirect /ko/sell');
      expect((await auth.refresh(browser)).status).toBe(200);
      // Not a second time.
      const again = new URL((await post(browser, form)).headers.get('location')!);
      expect(again.searchParams.get('loginSuccess')).toBe('false');
    });

    test('its nonce is spent: whoever signs out has another one for the next prompt', async () => {
      const { browser, nonce } = await prepared();
      browser.setCookie(auth.url, 'g_csrf_token', 'twice');
      const credential = await auth.google.credential('jane', { nonce });
      await post(browser, { credential, g_csrf_token: 'twice', state: ownState });
      const next = await prepared(browser);
      expect(next.nonce).not.toBe(nonce);
      const idToken = await auth.google.credential('jane', { nonce: next.nonce });
      expect((await send(browser, { idToken, state })).body.success).toBe('ok');
    });

    test('without it, with another one, or with a token of another nonce, it goes back with a message', async () => {
      const credential = await auth.google.credential('jane');
      for (const [cookie, form] of [
        [undefined, { credential, g_csrf_token: 'twice' }],
        ['once', { credential, g_csrf_token: 'twice' }],
        ['twice', { credential }],
        ['', { credential, g_csrf_token: '' }],
        [
          'twice',
          { credential: await auth.google.credential('jane', { nonce: 'another' }), g_csrf_token: 'twice' },
        ],
        ['twice', { g_csrf_token: 'twice' }],
      ] as const) {
        const browser = new BrowserLike();
        if (cookie !== undefined) browser.setCookie(auth.url, 'g_csrf_token', cookie);
        const answer = await post(browser, form as unknown as Record<string, string>);
        expect(answer.status).toBe(303);
        const end = new URL(answer.headers.get('location')!);
        expect(end.origin + end.pathname).toBe(`${auth.url}/`);
        expect(end.searchParams.get('loginSuccess')).toBe('false');
        expect(end.searchParams.get('msg')).not.toBe('');
        expect((await auth.refresh(browser)).status).toBe(401);
      }
    });

    test('a foreign site may not post it, and nothing leads to one', async () => {
      const browser = new BrowserLike();
      browser.setCookie(auth.url, 'g_csrf_token', 'twice');
      const credential = await auth.google.credential('jane');
      const foreign = await post(
        browser,
        { credential, g_csrf_token: 'twice' },
        { origin: 'https://evil.example' },
      );
      expect(foreign.status).toBe(403);
      const state = JSON.stringify({ role: '', type: 'maru', redirectUrl: 'https://evil.example' });
      const answer = await post(browser, { credential, g_csrf_token: 'twice', state });
      const end = new URL(answer.headers.get('location')!);
      expect(end.origin).toBe(auth.url);
      expect(end.searchParams.get('redirectUrl')).toBe('/');
    });
  });
});
