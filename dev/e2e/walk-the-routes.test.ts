import { get } from 'node:http';
import { LOCALE_COOKIE, localePath } from '@maru/words';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { ROUTES } from '../../apps/web/src/boot/routes.ts';
import { accessibilityFaults } from './accessibility.ts';
import { createApiClient, errand, IS_LONG, LANGUAGES, pickVariants, WIDTHS } from './errand.ts';
import { findJoinedWords } from './glued-words.ts';
import { Visitor } from './visitor.ts';
import { namesIn, textInWrongLanguage } from './wrong-language.ts';

/** A page of every route: its address and its canonical address (null: none). */
interface Example {
  path: string;
  canonical: string | null;
  mayFail?: RegExp;
}

const { baseUrl } = inject('site');
const api = createApiClient();
const list = await api.listHomes({ query: 'searchType=sale&place=irvine-ca' });
const home = list.listings.find((one) => !one.addressWithheld && one.photosCount > 2);
if (home === undefined) throw new Error('the sample market has no open home for sale in Irvine');
const whole = await api.findHome({ query: { homeId: home.homeId } });
const names = [
  'Equal Housing Opportunity',
  ...namesIn([list, whole]),
  ...namesIn(await api.listHomes({ query: 'searchType=sale' })),
  ...namesIn(await api.listHomes({ query: 'searchType=rent&place=irvine-ca' })),
  ...namesIn(await api.listHomes({ query: 'searchType=sale&place=92620' })),
  ...namesIn(await api.findPlace({ query: { text: 'irvine-ca' } })),
];

const EXAMPLES: Record<string, Example> = {
  front: { path: '/', canonical: '/' },
  'homes-for-type': { path: '/homes/for_sale', canonical: '/homes/for_sale' },
  'homes-for-type-address': { path: '/homes/for_sale/irvine-ca', canonical: '/homes/for_sale/irvine-ca' },
  'homes-for-type-address-id': { path: `/homes/for_sale/irvine-ca/${home.homeId}`, canonical: home.path },
  'search-address': { path: '/irvine-ca', canonical: '/homes/for_sale/irvine-ca' },
  'search-address-type': { path: '/irvine-ca/rent', canonical: '/homes/for_rent/irvine-ca' },
  city: { path: '/city?place=irvine-ca', canonical: '/homes/for_sale/irvine-ca' },
  detail: { path: `/detail?homeId=${home.homeId}`, canonical: home.path },
  list: { path: '/list?searchType=rent&place=irvine-ca', canonical: '/homes/for_rent/irvine-ca' },
  sell: { path: '/sell', canonical: '/sell' },
  area: { path: '/ca/irvine/92620', canonical: '/homes/for_sale/92620' },
  listing: { path: home.path, canonical: home.path },
  accessibility: { path: '/accessibility', canonical: '/accessibility' },
  licenses: { path: '/licenses', canonical: '/licenses' },
  'privacy-policy': { path: '/privacy-policy', canonical: '/privacy-policy' },
  'terms-of-use': { path: '/terms-of-use', canonical: '/terms-of-use' },
  login: { path: '/login', canonical: null },
  // Without a preceding sign-in it reports that the browser keeps no cookies.
  'login-redirect': {
    path: '/login/redirect',
    canonical: null,
    mayFail: /^401 \/api\/auth\/token\/refresh$/,
  },
  'my-page': { path: '/my-page', canonical: null },
  'my-page-embedded': { path: '/_my-page', canonical: null },
  receipt: { path: '/receipt', canonical: null },
  shortlist: { path: '/shortlist', canonical: null },
  'renter-kit': { path: '/renter-kit', canonical: '/renter-kit' },
  'privacy-choices': { path: '/privacy-choices', canonical: '/privacy-choices' },
  guide: { path: '/guide', canonical: '/guide' },
  agents: { path: '/_maru_agent', canonical: '/_maru_agent' },
  contact: { path: `/contact?homeId=${home.homeId}`, canonical: `/contact?homeId=${home.homeId}` },
  report: { path: `/report?homeId=${home.homeId}`, canonical: null },
  realtor: { path: '/realtor', canonical: null },
  'realtor-contacts': { path: '/realtor/contacts', canonical: null },
  'realtor-numbers': { path: '/realtor/numbers', canonical: null },
  'realtor-videos': { path: '/realtor/videos', canonical: null },
  'admin-detail': { path: '/admin/detail?tab=audit', canonical: null },
  'admin-marketing': { path: '/admin/marketing', canonical: null },
};

test('every route of the table has an example here', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(ROUTES.map((row) => row.name).sort());
});

const parsePolicy = (header: string | null) =>
  Object.fromEntries((header ?? '').split('; ').map((part) => [part.split(' ')[0], part]));
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(baseUrl + path, { headers, redirect: 'manual' });

const DESKTOP_PAGES = /^(front|homes-for-type-address|listing|city|agents|sell|guide|contact)$/;
/**
 * Pages that repeat another route's content: a list, a home, or whom the page is for, which is the same for all pages
 * of realtors and of admins.
 */
const SHOWN_ELSEWHERE =
  /^(homes-for-type|homes-for-type-address-id|search-address|search-address-type|list|detail|my-page-embedded|realtor-contacts|realtor-numbers|realtor-videos|admin-marketing)$/;

/**
 * All pages in both languages and both widths in the long run. In the short one Korean is tested on a phone, and
 * English on a desktop on one page of each kind; the HTML is tested in both languages.
 */
function pickWidths(
  locale: (typeof LANGUAGES)[number],
  { name }: (typeof ROUTES)[number],
): readonly (typeof WIDTHS)[number][] {
  if (IS_LONG) return WIDTHS;
  if (locale === 'ko') return SHOWN_ELSEWHERE.test(name) ? [] : [390];
  return DESKTOP_PAGES.test(name) ? [1440] : [];
}

/** One visitor per language and width visits all pages: a fresh profile for each costs more than the page. */
const read = errand.extend('meetReader', { scope: 'file' }, async ({ browser }, { onCleanup }) => {
  const mayFail = EXAMPLES['login-redirect']?.mayFail;
  const readers = new Map<string, Visitor>();
  onCleanup(async () => {
    for (const reader of readers.values()) await reader.leave();
  });
  return async (locale: (typeof LANGUAGES)[number], width: (typeof WIDTHS)[number]) => {
    const key = `${locale} ${width}`;
    const reader =
      readers.get(key) ?? (await Visitor.arrive(browser, baseUrl, { locale, width, map: IS_LONG, mayFail }));
    readers.set(key, reader);
    return reader;
  };
});

for (const row of ROUTES) {
  const { path, canonical } = EXAMPLES[row.name] ?? { path: '/', canonical: null };
  describe(row.path, () => {
    for (const locale of LANGUAGES) {
      const address = localePath(locale, path);
      test(`answers ${address} with a complete page and its metadata`, async () => {
        const answer = await ask(address, { cookie: `${LOCALE_COOKIE}=${locale}` });
        const html = await answer.text();
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8/i);
        const policy = parsePolicy(answer.headers.get('content-security-policy'));
        expect(policy['default-src']).toBe("default-src 'none'");
        expect(policy['script-src']).toMatch(/^script-src 'self'/);
        // Besides our own scripts, Google's and Kakao's from the trial's simulated providers.
        const { google } = inject('site').signIn;
        const standIns = [`${google}/gsi/client`, / http:\/\/127\.0\.0\.1:\d+\/kakao_js_sdk\/kakao\.min\.js/];
        const own = standIns.reduce<string>((left, one) => left.replace(one, ''), policy['script-src'] ?? '');
        expect(own).not.toMatch(/unsafe|\*|https?:/);
        expect(policy['frame-ancestors']).toBe("frame-ancestors 'none'");
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');

        expect(html).toMatch(
          new RegExp(`^<!doctype html><html [^>]*lang="${locale === 'ko' ? 'ko-KR' : 'en-US'}"`, 'i'),
        );
        const head = html.slice(0, html.indexOf('</head>'));
        expect(head.match(/<title>/g)).toHaveLength(1);
        const robots = /<meta name="robots" content="([^"]+)"/.exec(head)?.[1];
        expect(robots).toBe(row.index ? 'index,follow' : 'noindex,follow');
        if (canonical !== null && !row.browserOnly) {
          expect(parseLinks(head)).toEqual({
            canonical: baseUrl + localePath(locale, canonical),
            'en-US': baseUrl + canonical,
            'ko-KR': baseUrl + localePath('ko', canonical),
            'x-default': baseUrl + canonical,
          });
        }
      });

      for (const width of pickWidths(locale, row)) {
        read(`people read ${address} at ${width} px`, async ({ meetReader }) => {
          const visitor = await meetReader(locale, width);
          const { page, faults } = visitor;
          faults.length = 0;
          await visitor.open(path);
          expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
          expect(await visitor.heading.textContent()).not.toBe('');
          expect(await page.getByRole('main').count()).toBe(1);
          expect(await page.title()).toContain(visitor.say('site.name'));
          await expect
            .poll(() =>
              page.evaluate(() =>
                [...document.images].every((one) => one.complete || one.loading === 'lazy'),
              ),
            )
            .toBe(true);
          expect(await accessibilityFaults(visitor)).toEqual([]);
          expect(await textInWrongLanguage(page, locale, names)).toEqual([]);
          expect(await findJoinedWords(page)).toEqual([]);
          expect(await sidewaysScroll(page)).toBe(0);
          if (locale === 'ko' && (await visitor.layoutShift()) > 0.05) {
            // The test's browser has no Korean fallback font, so it shows wide boxes until ours is loaded.
            await visitor.open(path);
          }
          expect(await visitor.layoutShift()).toBeLessThanOrEqual(0.05);
          expect(faults).toEqual([]);
        });
      }
    }
  });
}

describe('pages that do not exist', () => {
  for (const locale of pickVariants(1, LANGUAGES)) {
    errand(`an unknown address shows the way back (${locale})`, async ({ meet }) => {
      const visitor = await meet({ locale, width: locale === 'ko' ? 390 : 1440 });
      const { page } = visitor;
      const answer = await visitor.open('/a/b/c/d/e');
      expect(answer.status()).toBe(404);
      expect(await visitor.heading.textContent()).toBe(visitor.say('error.screen.title'));
      await page
        .getByText(visitor.say('error.not_found', { path: '/a/b/c/d/e' }), { exact: false })
        .waitFor();
      await page.getByRole('button', { name: visitor.say('error.screen.back') }).waitFor();
      expect(await accessibilityFaults(visitor)).toEqual([]);
      expect(await textInWrongLanguage(page, locale, names)).toEqual([]);
      await page.getByRole('link', { name: visitor.say('error.screen.main') }).click();
      await expect.poll(() => visitor.address).toBe('/');
    });
  }

  for (const locale of pickVariants(0, LANGUAGES)) {
    errand(`an unknown place is answered with the nearest names (${locale})`, async ({ meet }) => {
      const visitor = await meet({ locale });
      const { page } = visitor;
      const answer = await visitor.open('/homes/for_sale/irvinne-ca');
      expect(answer.status()).toBe(404);
      expect(await visitor.heading.textContent()).toBe(visitor.say('error.screen.title'));
      await page.getByText(visitor.say('error.screen.not_found'), { exact: true }).waitFor();
      expect(await accessibilityFaults(visitor)).toEqual([]);
      await page
        .getByRole('main')
        .getByRole('link', { name: locale === 'ko' ? /어바인/ : /Irvine/ })
        .first()
        .click();
      await expect.poll(() => visitor.address).toBe('/homes/for_sale/irvine-ca');
    });
  }

  for (const locale of pickVariants(1, LANGUAGES)) {
    errand(`a removed home is named by its id (${locale})`, async ({ meet }) => {
      const visitor = await meet({ locale });
      const answer = await visitor.open('/ca/irvine/1-nowhere-st-92620/h0000gone');
      expect(answer.status()).toBe(404);
      expect(await visitor.heading.textContent()).toBe(visitor.say('error.screen.title'));
      await visitor.page.getByText(visitor.say('error.home_not_found')).waitFor();
      await visitor.page.getByText(visitor.say('error.screen.home_id', { homeId: 'h0000gone' })).waitFor();
    });
  }

  for (const locale of pickVariants(0, LANGUAGES)) {
    errand(
      `the browser-only address shows a home, or says that there is none (${locale})`,
      async ({ meet }) => {
        const shell = await ask(localePath(locale, `/homes/for_sale/irvine-ca/${home.homeId}`));
        expect(shell.status).toBe(200);
        const body = (await shell.text()).replace(/^[\s\S]*<\/head>|<script[\s\S]*?<\/script>/g, '');
        expect(body).not.toContain(home.streetLine ?? '–');

        const visitor = await meet({ locale, mayFail: /^404 \/maru\/v1\/home\?/ });
        await visitor.open(`/homes/for_sale/irvine-ca/${home.homeId}`);
        await visitor.page
          .getByText(home.streetLine ?? '–')
          .first()
          .waitFor();

        const answer = await visitor.open('/homes/for_sale/irvine-ca/h0000gone');
        expect(answer.status()).toBe(404);
        expect(await visitor.heading.textContent()).toBe(visitor.say('error.screen.title'));
        await visitor.page.getByText(visitor.say('error.screen.home_id', { homeId: 'h0000gone' })).waitFor();
      },
    );
  }

  test('a wrong street in a home’s address is redirected, in both languages', async () => {
    for (const locale of LANGUAGES) {
      const answer = await ask(localePath(locale, `/ca/irvine/not-this-street-1/${home.homeId}`));
      expect(answer.status).toBe(301);
      expect(new URL(answer.headers.get('location') ?? '', baseUrl).pathname).toBe(
        localePath(locale, home.path),
      );
    }
  });

  test('Korean names in an address redirect to the canonical address of the place', async () => {
    for (const [typed, path] of [
      ['/ko/얼바인', '/ko/homes/for_sale/irvine-ca'],
      ['/Irvine', '/homes/for_sale/irvine-ca'],
      ['/ko/homes/for_rent/어바인', '/ko/homes/for_rent/irvine-ca'],
    ] as const) {
      const answer = await ask(encodeURI(typed));
      expect([typed, answer.status]).toEqual([typed, 301]);
      expect(new URL(answer.headers.get('location') ?? '', baseUrl).pathname).toBe(path);
    }
  });

  test('unknown calls and files get the common error shape, with their path', async () => {
    for (const path of [
      '/maru/v1/nothing',
      '/v1/nothing',
      '/api/nothing',
      '/assets/old.js',
      '/favicon.png',
    ]) {
      const answer = await ask(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.json()).toMatchObject({ statusCode: 404, message: `Page not found: ${path}` });
    }
  });

  test('only sale and rent are search types', async () => {
    for (const path of ['/homes/for_swap', '/homes/for_swap/irvine-ca', '/irvine-ca/swap', '/homes/xyz']) {
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    }
  });
});

test('the front page loads at most 120 KB of script and 9 KB of messages', async () => {
  const html = await (await ask('/', { cookie: `${LOCALE_COOKIE}=en` })).text();
  const scripts = new Set(html.match(/\/assets\/[\w.-]+\.js/g));
  expect(scripts.size).toBeGreaterThan(0);
  const sizes = await Promise.all([...scripts].map((path) => bytesOnTheWire(baseUrl + path)));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120 * 1024);
  const words = /\/maru\/v1\/translation\?[^"]+/.exec(html)?.[0].replaceAll('&amp;', '&');
  expect(words).toContain('parts=site');
  expect(await bytesOnTheWire(baseUrl + words)).toBeLessThanOrEqual(9 * 1024);
});

describe('the language of the front page', () => {
  test('follows the browser on the first visit, and only there', async () => {
    const korean = { 'accept-language': 'ko-KR,ko;q=0.9,en;q=0.5' };
    const front = await ask('/?isLoggedIn=false', korean);
    expect(front.status).toBe(302);
    expect(front.headers.get('location')).toBe('/ko?isLoggedIn=false');
    expect(front.headers.get('vary')).toMatch(/Accept-Language/);
    expect((await ask('/', { 'accept-language': 'en-US' })).status).toBe(200);
    expect((await ask('/homes/for_sale', korean)).status).toBe(200);
    expect((await ask('/ko', { 'accept-language': 'en-US' })).status).toBe(200);
  });

  test('then follows the choice', async () => {
    for (const [cookie, language, path, location] of [
      [`${LOCALE_COOKIE}=en`, 'ko-KR', '/', null],
      [`${LOCALE_COOKIE}=ko`, 'ko-KR', '/', '/ko'],
      [`a=b; ${LOCALE_COOKIE}=ko`, 'en-US', '/?a=1&b=%20', '/ko?a=1&b=%20'],
      [`${LOCALE_COOKIE}=xx`, 'ko-KR', '/', '/ko'],
      [`${LOCALE_COOKIE}=xx; ${LOCALE_COOKIE}=en`, 'ko-KR', '/', null],
      [`${LOCALE_COOKIE}=en`, 'en-US', '/ko', null],
      [`${LOCALE_COOKIE}=ko`, 'ko-KR', '/sell', null],
    ] as const) {
      const answer = await ask(path, { 'accept-language': language, cookie });
      expect([cookie, path, answer.status, answer.headers.get('location')]).toEqual([
        cookie,
        path,
        location === null ? 200 : 302,
        location,
      ]);
    }
  });

  test('is not confused by a shared cache', async () => {
    for (const cookie of [`${LOCALE_COOKIE}=en`, `${LOCALE_COOKIE}=ko`]) {
      const { headers } = await ask('/', { cookie });
      expect(headers.get('cache-control')).toMatch(/^private/);
      expect(headers.get('vary')).toContain('Cookie, Accept-Language');
    }
  });

  test('can be chosen by a link, which keeps the query and removes its own parameter', async () => {
    const html = await (await ask('/ko/sell?address=%EC%96%B4')).text();
    const href = /<a href="([^"]*)" [^>]*lang="en-US"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    expect(href).toBe(`/sell?address=%EC%96%B4&${LOCALE_COOKIE}=en`);
    const answer = await ask(href ?? '');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/sell?address=%EC%96%B4']);
    expect(answer.headers.get('set-cookie')).toBe(
      `${LOCALE_COOKIE}=en; Path=/; Max-Age=31536000; SameSite=Lax`,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(
      (await ask(`/?${LOCALE_COOKIE}=xx`, { 'accept-language': 'en' })).headers.get('set-cookie'),
    ).toBeNull();
  });

  errand('a choice is kept in a cookie for a year', async ({ meet }) => {
    const visitor = await meet({ locale: 'en' });
    await visitor.open('/');
    await visitor.page.getByRole('link', { name: visitor.say('language.ko') }).click();
    await visitor.page.waitForURL('**/ko');
    const cookie = (await visitor.context.cookies()).find((one) => one.name === LOCALE_COOKIE);
    expect(cookie).toMatchObject({ value: 'ko', path: '/', sameSite: 'Lax' });
    const days = ((cookie?.expires ?? 0) * 1_000 - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
  });
});

/** Canonical and alternate addresses by language. */
function parseLinks(html: string): Record<string, string> {
  const links: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<link [^>]*>/g)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1];
    const rel = attribute('rel');
    if (rel === 'canonical') links.canonical = attribute('href') ?? '';
    if (rel === 'alternate') links[attribute('hrefLang') ?? ''] = attribute('href') ?? '';
  }
  return links;
}

/** The transferred size of a response with brotli. */
function bytesOnTheWire(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

/** Pixels by which the page overflows sideways. */
function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}
