import type { Device } from '@maru/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BrowserLike } from '../../../../dev/sign-in/browser-like.ts';
import { SignInSite } from '../../../../dev/sign-in/sign-in-site.ts';

let auth: SignInSite;

beforeAll(async () => {
  auth = await SignInSite.start();
});
afterEach(() => auth.reset());
afterAll(() => (auth as SignInSite | undefined)?.close());

describe('a session', () => {
  test('is refreshed by its cookie, from this site alone', async () => {
    const { browser } = await auth.signIn('kakao', 'minji');
    const ask = (origin?: string) =>
      browser.ask(`${auth.url}/api/auth/token/refresh`, {
        method: 'POST',
        headers: origin === undefined ? {} : { origin },
      });
    for (const origin of ['https://evil.example', 'null', `${auth.url}.evil.example`, 'http://127.0.0.1:1']) {
      const answer = await ask(origin);
      expect(answer.status, origin).toBe(403);
      expect(await answer.json()).toMatchObject({ statusCode: 403, data: { code: 'foreign_origin' } });
    }
    expect((await ask(auth.url)).status).toBe(200);
    expect((await ask()).status).toBe(200);
    const nobody = await new BrowserLike().ask(`${auth.url}/api/auth/token/refresh`, { method: 'POST' });
    expect(nobody.status).toBe(401);
    expect(await nobody.json()).toMatchObject({ statusCode: 401, data: { code: 'unauthorized' } });
    // An access token that is over is no reason to refuse a new one.
    const answer = await browser.ask(`${auth.url}/api/auth/token/refresh`, {
      method: 'POST',
      headers: { authorization: 'Bearer over' },
    });
    expect(answer.status).toBe(200);
  });

  test('ends when an old refresh token comes again, and takes the cookie away', async () => {
    const { browser } = await auth.signIn('kakao', 'minji');
    const name = `maru-refresh-${new URL(auth.site.parts.settings.publicUrl).port}`;
    const stolen = browser.cookie(auth.url, 'maru-refresh')!;
    const { accessToken } = await auth.refresh(browser);
    expect(browser.cookie(auth.url, 'maru-refresh')).not.toBe(stolen);
    auth.ahead = 11_000;
    const thief = new BrowserLike();
    thief.setCookie(auth.url, name, stolen, '/api/auth');
    expect((await auth.refresh(thief)).status).toBe(401);
    expect(thief.cookie(auth.url, 'maru-refresh')).toBeUndefined();
    expect((await auth.refresh(browser)).status).toBe(401);
    await expect.poll(async () => (await auth.call('/v1/user', accessToken)).status).toBe(401);
  });

  test('is valid, not valid, or to be refreshed first', async () => {
    const { browser } = await auth.signIn('kakao', 'minji');
    const { accessToken } = await auth.refresh(browser);
    const valid = (token: string) => auth.call('/v1/auth/token/valid', token);
    expect(await valid(accessToken)).toEqual({ status: 200, body: { valid: true } });
    for (const bad of ['', 'forged', `${accessToken.slice(0, -4)}AAAA`]) {
      const { status, body } = await valid(bad);
      expect({ status, statusCode: body.statusCode }).toEqual({ status: 401, statusCode: 401 });
    }
    const missing = await fetch(`${auth.url}/v1/auth/token/valid`);
    expect([missing.status, ((await missing.json()) as { statusCode: number }).statusCode]).toEqual([
      401, 401,
    ]);
    auth.ahead = 15 * 60_000;
    expect((await valid(accessToken)).status).toBe(401);
    auth.ahead = 0;
    await auth.call('/v1/user/me/sign-out', accessToken, {
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
    const desk = (await auth.signIn('google', 'owner', new BrowserLike({ 'user-agent': agents.desk })))
      .browser;
    const phone = (await auth.signIn('google', 'owner', new BrowserLike({ 'user-agent': agents.phone })))
      .browser;
    const third = (await auth.signIn('google', 'owner')).browser;
    const [onDesk, onPhone, onThird] = await Promise.all([
      auth.refresh(desk),
      auth.refresh(phone),
      auth.refresh(third),
    ]);
    const { body } = await auth.call('/v1/user/me/devices', onDesk.accessToken);
    const told = body.items.map(({ browser, system, kind, current }: Device) =>
      [browser, system, kind, current].join(),
    );
    expect(told).toContain('Chrome,Windows,desktop,true');
    expect(told).toContain('KakaoTalk,iOS,phone,false');
    const id = body.items.find((one: Device) => one.browser === 'KakaoTalk').id;
    const end = (token: string, which: string) =>
      auth.call(`/v1/user/me/devices/${which}`, token, { method: 'DELETE' });
    // Not somebody else's.
    const stranger = await auth.refresh((await auth.signIn('kakao', 'minji')).browser);
    expect((await end(stranger.accessToken, id)).status).toBe(404);
    expect((await end(onDesk.accessToken, id)).status).toBe(200);
    expect((await end(onDesk.accessToken, id)).status).toBe(404);
    expect((await auth.refresh(phone)).status).toBe(401);
    await expect.poll(async () => (await auth.call('/v1/user', onPhone.accessToken)).status).toBe(401);
    expect((await auth.call('/v1/user', onThird.accessToken)).status).toBe(200);

    const out = await auth.call('/v1/user/me/sign-out', onDesk.accessToken, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ everywhere: true }),
    });
    expect(out.status).toBe(200);
    for (const browser of [desk, third]) expect((await auth.refresh(browser)).status).toBe(401);
    await expect.poll(async () => (await auth.call('/v1/user', onThird.accessToken)).status).toBe(401);
    expect((await auth.call('/v1/user', stranger.accessToken)).status).toBe(200);
  });
});

test('the keys that check access tokens are published, and nothing of the others', async () => {
  const answer = await fetch(`${auth.url}/.well-known/jwks.json`);
  const { keys } = (await answer.json()) as { keys: Record<string, string>[] };
  expect(keys[0]).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
  expect(keys.some((key) => 'd' in key)).toBe(false);
});
