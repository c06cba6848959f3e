import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { parseSettings } from '../env.ts';
import { runVisit } from '../front-door/current-visit.ts';
import { contentSecurityPolicy, foreignSources } from './content-security-policy.ts';
import { registerPages, siteSettings, splitAddress } from './pages.ts';

test('the policy names the hashes of the given scripts and allows no other inline script', () => {
  const policy = contentSecurityPolicy(['go()'], false);
  const hash = createHash('sha256').update('go()').digest('base64');
  expect(policy.match(/'sha256-[^']+'/g)).toEqual([`'sha256-${hash}'`]);
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(policy).toContain("default-src 'none'");
});

test('Google’s hosts are in the policy only where its map is', () => {
  expect(contentSecurityPolicy([], false)).not.toContain('google');
  const googleMaps = { key: 'k', scriptUrl: 'https://maps.googleapis.com/maps/api/js' };
  const policy = contentSecurityPolicy([], false, foreignSources({ ...bare, googleMaps }));
  expect(policy).toMatch(/script-src [^;]*https:\/\/maps\.googleapis\.com/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
});

test.each([
  ['/irvine-ca?beds=3-', '/irvine-ca', '?beds=3-'],
  ['//', '//', ''],
  ['//evil.example/x', '//evil.example/x', ''],
  ['/\\evil.example', '//evil.example', ''],
  ['http://evil.example/irvine-ca?a=1', '/irvine-ca', '?a=1'],
  ['http://[', '/', ''],
  ['*', '/*', ''],
  ['?a', '/', '?a'],
])('the request line %s asks for %s of this site', (line, pathname, search) => {
  expect(splitAddress(line)).toEqual({ pathname, search });
});

const bare = {
  propertyApiUrl: '',
  commonApiUrl: '',
  kakao: null,
  google: null,
  googleIdentityScriptUrl: 'https://accounts.google.com/gsi/client',
  mortgageRate: null,
  wonRate: null,
  googleMaps: null,
  kakaoShare: null,
  s3: null,
  iconFallbackUrl: '',
  translation: null,
  thirdParties: { analytics: null, tagManager: null, errorTracking: null, experiments: {} },
};
const google = { clientId: 'c', clientSecret: 'a secret', issuer: 'https://accounts.google.com' };

test('a page may ask nobody but this site, unless a setting names others', () => {
  const policy = contentSecurityPolicy([], false, foreignSources(bare));
  // A frame for whoever presses "play", which asks for nothing by itself.
  const frames = 'frame-src https://www.youtube-nocookie.com;';
  expect(policy).toContain(frames);
  expect(policy.replace(frames, '')).not.toMatch(/https?:/);
  const more = foreignSources({
    ...bare,
    google,
    propertyApiUrl: 'a.example=https://api.a.example/v,https://api.example',
    commonApiUrl: 'https://api.example',
  });
  const wider = contentSecurityPolicy([], false, more);
  expect(wider).toContain("script-src 'self' https://accounts.google.com/gsi/client;");
  expect(wider).toContain(
    "connect-src 'self' https://api.a.example https://api.example https://accounts.google.com/gsi/;",
  );
  expect(wider).toContain('frame-src https://www.youtube-nocookie.com https://accounts.google.com/gsi/;');
  expect(wider).toContain("style-src 'self' https://accounts.google.com/gsi/;");
  const s3 = {
    endpoint: 'https://bucket.example/a',
    bucket: 'b',
    region: 'r',
    accessKeyId: 'k',
    secretAccessKey: 's',
  };
  expect(contentSecurityPolicy([], false, foreignSources({ ...bare, s3 }))).toContain(
    "connect-src 'self' https://bucket.example;",
  );
});

test('a page may ask Kakao and post to it only where links are passed on by KakaoTalk', () => {
  const scriptUrl = 'https://t1.kakaocdn.net/kakao_js_sdk/2.7.5/kakao.min.js';
  const policy = contentSecurityPolicy(
    [],
    false,
    foreignSources({ ...bare, kakaoShare: { key: 'k', scriptUrl } }),
  );
  expect(policy).toContain(`script-src 'self' ${scriptUrl};`);
  expect(policy).toContain("form-action 'self' https://*.kakao.com https://t1.kakaocdn.net;");
  expect(policy).toMatch(/connect-src 'self' [^;]*https:\/\/\*\.kakao\.com/);
});

test('services of third parties are in the policy and in the page only where they are set', () => {
  const analytics = { id: 'G-1', scriptUrl: 'https://www.googletagmanager.com/gtag/js' };
  const errorTracking = { url: 'https://errors.example/api/7/envelope/', key: 'k' };
  const set = {
    ...bare,
    iconFallbackUrl: 'https://icons.example',
    thirdParties: { ...bare.thirdParties, analytics, errorTracking, experiments: { order: ['a', 'b'] } },
  };
  const policy = contentSecurityPolicy([], false, foreignSources(set));
  expect(policy).toMatch(/script-src 'self' https:\/\/www\.googletagmanager\.com\/gtag\/js /);
  expect(policy).toMatch(
    /connect-src 'self' https:\/\/icons\.example https:\/\/errors\.example [^;]*google-analytics/,
  );
  expect(policy).not.toMatch(/script-src[^;]*(unsafe|errors\.example|icons\.example)/);
  expect(siteSettings(set).thirdParties).toEqual({ analytics, errorTracking, experiments: true });
  expect(siteSettings(set).iconFallbackUrl).toBe('https://icons.example');
});

test('the browser learns whom one can sign in with, and no secret', () => {
  const translation = { url: 'https://translate.example', key: 'a secret' };
  expect(siteSettings({ ...bare, translation })).toMatchObject({ canTranslate: true });
  expect(JSON.stringify(siteSettings({ ...bare, translation }))).not.toMatch(/secret|translate\.example/);
  expect(siteSettings(bare)).toEqual({ propertyApiUrl: '', commonApiUrl: '', providers: [], oneTap: false });
  const told = siteSettings({ ...bare, google, kakao: { ...google, clientId: 'k' } });
  expect(told).toMatchObject({ providers: ['kakao', 'google'], oneTap: true });
  expect(JSON.stringify(told)).not.toContain('secret');
});

/** The pages of a build that are rendered when the test says so: each adds to `rendering`. */
async function startPages(index: object = { findCard: () => undefined }) {
  const dist = await mkdtemp(join(tmpdir(), 'maru-web-'));
  const write = async (name: string, text: string) => {
    await mkdir(join(dist, name, '..'), { recursive: true });
    await writeFile(join(dist, name), text);
  };
  await write('client/.vite/manifest.json', '{"src/boot/entry.client.tsx":{"file":"assets/entry.js"}}');
  await write('client/builds/latest.json', '{"id":"1"}');
  await write(
    'server/entry.server.js',
    `export const ROUTES = [], INLINE_SCRIPTS = [], createWords = () => ({});
     export const render = () => new Promise((resolve) => globalThis.rendering.push(resolve));`,
  );
  const rendering: ((page: unknown) => void)[] = [];
  Object.assign(globalThis, { rendering });
  const app = Fastify();
  await registerPages(app, {
    settings: { ...parseSettings({ MARU_MODE: 'trial', DATA_DIR: dist }), webDist: dist },
    engine: { version: () => '1' },
    index,
    content: {
      words: () => ({ version: '1', messages: {} }),
      version: () => '1',
      announcement: () => null,
    },
    now: Date.now,
  } as unknown as Parameters<typeof registerPages>[1]);
  return {
    app,
    rendering,
    render: () => {
      for (const done of rendering) done({ status: 200, headers: new Headers(), html: '<p>page</p>' });
    },
    [Symbol.asyncDispose]: async () => {
      Reflect.deleteProperty(globalThis, 'rendering');
      await app.close();
      await rm(dist, { recursive: true, force: true });
    },
  };
}

test('who waits for a page that another request renders holds no place', async () => {
  await using pages = await startPages();
  const { app, rendering, render } = pages;
  await app.ready();
  const states = ['running', 'running'];
  const answers = states.map((_, at) => {
    const place = {
      suspend: () => void states.splice(at, 1, 'suspended'),
      resume: () => void states.splice(at, 1, 'running'),
    };
    return runVisit({ place, address: '192.0.2.1', waits: 0 }, async () => await app.inject('/page'));
  });
  await expect.poll(() => states).toEqual(['running', 'suspended']);
  expect(rendering).toHaveLength(1);
  render();
  expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['<p>page</p>', '<p>page</p>']);
  expect(states).toEqual(['running', 'running']);
});

test('a page is not rendered when all who asked for it have gone before its turn', async () => {
  await using pages = await startPages();
  const { app, rendering, render } = pages;
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const connections = () =>
    new Promise<number>((done) => app.server.getConnections((_, count) => done(count)));
  const firsts = ['/a', '/b'].map((path) => fetch(url + path));
  await expect.poll(() => rendering.length).toBe(2);
  const gone = ['/c', '/d', '/shared'].map((path) =>
    get(url + path, { agent: false }).on('error', () => undefined),
  );
  await expect.poll(connections).toBe(5);
  const stays = get(`${url}/shared`, { agent: false });
  await expect.poll(connections).toBe(6);
  for (const request of gone) request.destroy();
  await expect.poll(connections).toBe(3);
  render();
  await Promise.all(firsts);
  await expect.poll(() => rendering.length).toBe(3);
  render();
  const [response] = (await once(stays, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  expect(await text(response)).toBe('<p>page</p>');
  expect(rendering).toHaveLength(3);
});

test('the kept page of a home is shown until that home changes, and those of other homes stay (rule R3)', async () => {
  const prices = new Map([
    ['h1', 900_000],
    ['h2', 700_000],
  ]);
  const findCard = (homeId: string, searchType: string) =>
    searchType === 'sale' && prices.has(homeId) ? { homeId, listPrice: prices.get(homeId) } : undefined;
  await using pages = await startPages({ findCard });
  const { app, rendering, render } = pages;
  await app.ready();
  const open = async (homeId: string, count: number) => {
    const answer = app.inject(`/ca/irvine/1-oak-st-92620/${homeId}`);
    await expect.poll(() => rendering.length).toBe(count);
    render();
    expect((await answer).statusCode).toBe(200);
  };
  await open('h1', 1);
  await open('h2', 2);
  await open('h1', 2);
  prices.set('h1', 850_000);
  await open('h1', 3);
  await open('h1', 3);
  await open('h2', 3);
});
