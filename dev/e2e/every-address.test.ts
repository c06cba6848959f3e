import { LOCALE_COOKIE, LOCALES, localePath } from '@maru/words';
import { describe, expect, inject, test } from 'vitest';
import { ROUTES } from '../../apps/web/src/boot/routes.ts';
import { createApiClient } from './errand.ts';

const { baseUrl } = inject('site');
const { listings } = await createApiClient().listHomes({ query: 'searchType=sale&place=irvine-ca' });
const home = listings.find(
  (one) => !one.addressWithheld && one.unitNumber === null && one.streetLine !== null,
);
if (home === undefined) throw new Error('the sample market has no open house for sale in Irvine');
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(baseUrl + path, { redirect: 'manual', headers: { cookie: `${LOCALE_COOKIE}=en`, ...headers } });

/** Unusual values of route parameters. */
const ODD: Record<string, string> = {
  'an encoded slash': 'a%2Fb',
  'an encoded backslash': '%5C%5Cevil.example',
  'two thousand characters': 'x'.repeat(2_000),
  'two thousand Hangul': encodeURIComponent('가'.repeat(700)),
  'Hangul in NFD': encodeURIComponent('얼바인'.normalize('NFD')),
  'a NUL': 'a%00b',
  'a broken escape': '%E0%A4%A',
  dots: '%2e%2e',
  markup: encodeURIComponent('"><script>alert(1)</script>'),
  'a lone surrogate': '%ED%A0%80',
  'right to left': encodeURIComponent('\u202Eabc'),
};
const filled = (path: string, value: string) => path.replace(/\{?\$\w+\}?/g, value);
/** For a route without parameters: appended to it. */
const oddAddress = (path: string, value: string) =>
  path.includes('$') ? filled(path, value) : `${path === '/' ? '' : path}/${value}`;
/** A valid address of each pattern, whether or not its objects exist. */
const example = (path: string) =>
  path
    .replace('{$searchType}', 'sale')
    .replace('$searchType', 'sale')
    .replace('$searchAddress', 'irvine-ca')
    .replace('$address', 'irvine-ca')
    .replace('$state', 'ca')
    .replace('$city', 'irvine')
    .replace('$streetZip', '92620')
    .replace(/\$\w+/g, 'h0000gone');

/** Limited concurrency, since the machine has two cores. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
    }),
  );
}

describe('every route', () => {
  test('answers any value in its address with a page or a refusal, never a 5xx', async () => {
    const addresses = ROUTES.flatMap(({ path }, at) =>
      Object.entries(ODD).map(([what, value], nth) => {
        const locale = LOCALES[(at + nth) % 2] ?? 'en';
        return { what, path, address: localePath(locale, oddAddress(path, value)) };
      }),
    );
    const faults: unknown[] = [];
    await each(addresses, async ({ what, path, address }) => {
      const answer = await ask(address);
      const text = await answer.text();
      const location = answer.headers.get('location') ?? '/';
      const isOurs = location.startsWith('/') && !location.startsWith('//');
      const good = answer.status < 500 && isOurs && !text.includes('<script>alert(1)');
      if (!good) faults.push({ path, what, status: answer.status, location });
    });
    expect(faults).toEqual([]);
  });

  test('has one canonical spelling: others redirect there, with their query', async () => {
    const wrong: unknown[] = [];
    await each(ROUTES, async ({ path }) => {
      const address = localePath('ko', example(path));
      const variants = path === '/' ? ['/ko/'] : [`${address}/`, `${address}//`];
      if (!path.includes('$')) variants.push(address.toUpperCase());
      for (const variant of variants) {
        const answer = await ask(`${variant}?a=1`);
        const location = answer.headers.get('location');
        if (answer.status !== 301 || location !== `${address}?a=1`)
          wrong.push({ variant, status: answer.status, location });
      }
    });
    expect(wrong).toEqual([]);
    for (const [input, to] of [
      ['/Homes/FOR_sale/irvine-ca', '/homes/for_sale/irvine-ca'],
      [`/ko/${encodeURIComponent('얼바인'.normalize('NFD'))}`, '/ko/homes/for_sale/irvine-ca'],
      [`/ko/${encodeURIComponent('얼바인')}`, '/ko/homes/for_sale/irvine-ca'],
      ['/irvine-ca/RENT', '/irvine-ca/rent'],
      ['/CA/Irvine/92620?a=1', '/ca/irvine/92620?a=1'],
      [home.path.toUpperCase(), home.path],
    ] as const) {
      const answer = await ask(input);
      expect([input, answer.status, answer.headers.get('location')?.replace(baseUrl, '')]).toEqual([
        input,
        301,
        to,
      ]);
    }
  });

  test('is the same page regardless of cookies, headers and a proxy', async () => {
    const lies = {
      cookie: `${LOCALE_COOKIE}=%00<script>; ${LOCALE_COOKIE}; =; ;;; auth=${'x'.repeat(2_000)}; g_state={"i_l":`,
      'accept-language': 'xx;q=9, *, ko;q=-1',
      'x-forwarded-for': '::1, evil, 999.1.1.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'javascript',
      'x-original-url': '/admin/detail',
      forwarded: 'for=evil;host=evil.example;proto=ftp',
      'sec-gpc': '1',
    };
    const wrong: unknown[] = [];
    await each(ROUTES, async ({ path, name }) => {
      const address = localePath('ko', example(path));
      const [plain, lied] = await Promise.all([ask(address), ask(address, lies)]);
      const text = await lied.text();
      const readTitle = (html: string) => /<title>([^<]*)/.exec(html)?.[1];
      const same = plain.status === lied.status && readTitle(await plain.text()) === readTitle(text);
      if (!same || lied.status >= 500 || text.includes('evil.example'))
        wrong.push({ name, status: lied.status });
      if (lied.headers.get('set-cookie') !== null) wrong.push({ name, cookie: true });
    });
    expect(wrong).toEqual([]);
  });
});

test('an address and an MLS number lead to their home, also by the form without script', async () => {
  const address = encodeURIComponent(
    `${home.streetLine}, ${home.city}, ${home.stateOrProvince} ${home.postalCode}`,
  );
  for (const input of [
    `/ko/${address}`,
    `/ko/homes/for_sale?text=${address}`,
    `/ko/homes/for_sale?text=${encodeURIComponent(home.listingId ?? '')}`,
  ]) {
    const { status, url } = await fetch(baseUrl + input);
    expect([input, status, new URL(url).pathname]).toEqual([input, 200, `/ko${home.path}`]);
  }
});

test('an address that is not on the market shows its place, says so, and is noindex', async () => {
  for (const [input, locale, said] of [
    ['/1 Main St, Irvine, CA', 'en', 'is not on the market right now'],
    ['/homes/for_sale?text=1 Main St, Irvine, CA', 'en', 'is not on the market right now'],
    ['/ko/1 Main St, Irvine, CA', 'ko', '지금 나와 있는 매물이 아니에요'],
  ] as const) {
    const answer = await ask(encodeURI(input));
    const html = await answer.text();
    expect([input, answer.status, /name="robots" content="([^"]*)"/.exec(html)?.[1]]).toEqual([
      input,
      200,
      expect.stringContaining('noindex'),
    ]);
    const canonical = /rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(new URL(canonical).pathname).toBe(localePath(locale, '/homes/for_sale/irvine-ca'));
    expect(html.replace(/<script.*?<\/script>/gs, '')).toContain(said);
    expect(html).not.toContain('Maine');
  }
  expect((await ask(encodeURI('/1 Zzyzx Qwx, Nowhereville'))).status).toBe(404);
});

test('pages of the sitemap are indexable: its first pages, places and homes', async () => {
  const wrong: unknown[] = [];
  for (const tag of ['en-US', 'ko-KR']) {
    const all = (await (await ask(`/${tag}-sitemap.xml`)).text()).match(/<loc>[^<]+/g) ?? [];
    const paths = all.map((loc) => new URL(loc.slice('<loc>'.length)).pathname);
    await each([...paths.slice(0, 20), ...paths.slice(-2)], async (path) => {
      const answer = await ask(path);
      const html = await answer.text();
      const kept = /name="robots" content="([^"]*)"/.exec(html)?.[1];
      const canonical = /rel="canonical" href="([^"]*)"/.exec(html)?.[1];
      const own = canonical !== undefined && new URL(canonical).pathname === path;
      if (answer.status !== 200 || kept !== 'index,follow' || !own) wrong.push({ path, kept, canonical });
    });
  }
  expect(wrong).toEqual([]);
});

test('an unsupported language is 404', async () => {
  for (const path of ['/fr/sell', '/ko-KR/sell', '/en/sell', '/zz', '/KO-kr'])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  // Calls and files have no Korean address.
  for (const path of ['/ko/api', '/ko/maru/v1/ping', '/ko/assets']) {
    const answer = await ask(path);
    expect([path, answer.status, await answer.text()]).toEqual([
      path,
      404,
      expect.stringContaining('lang="ko-KR"'),
    ]);
  }
  for (const locale of ['fr', 'KO-xx', '', '%00', 'x'.repeat(500)]) {
    const { status } = await ask(`/maru/v1/translation?locale=${locale}`);
    expect([locale, status === 200 || status === 400]).toEqual([locale, true]);
  }
});

test('icons exist at the addresses that browsers, phones and chats request by convention', async () => {
  for (const [name, type] of [
    ['/favicon.svg', 'image/svg+xml'],
    ['/favicon.ico', 'image/vnd.microsoft.icon'],
    ['/apple-touch-icon.png', 'image/png'],
  ] as const) {
    const { status, headers } = await ask(name);
    expect([name, status, headers.get('content-type')]).toEqual([name, 200, type]);
  }
});

test('each prerendered page has its _payload.json, which is cached', async () => {
  for (const { path } of ROUTES.filter((row) => row.prerendered)) {
    for (const locale of LOCALES) {
      const address = `${localePath(locale, path)}/_payload.json`;
      const answer = await ask(address);
      expect([address, answer.status, answer.headers.get('content-type')]).toEqual([
        address,
        200,
        expect.stringMatching(/^application\/json/),
      ]);
      const { text } = (await answer.json()) as { text: { title: string } };
      const page = await (await ask(localePath(locale, path))).text();
      expect(page).toContain(`<h1 class="font-bold text-3xl leading-tight">${text.title}</h1>`);
    }
  }
});

test('messages have an ETag, are immutable at their own address, and are not sent twice', async () => {
  for (const locale of LOCALES) {
    const first = await ask(`/maru/v1/translation?locale=${locale}`);
    const { version } = (await first.json()) as { version: string };
    const own = `/maru/v1/translation?locale=${locale}&v=${version}`;
    const kept = await ask(own);
    expect(kept.headers.get('cache-control')).toContain('immutable');
    const again = await ask(own, { 'if-none-match': kept.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  }
});
