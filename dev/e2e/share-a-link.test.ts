import { formatUsd, LOCALES, localePath } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import sharp from 'sharp';
import { describe, expect, inject, test } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { createApiClient, errand } from './errand.ts';

const { baseUrl } = inject('site');

/** The link preview's metadata in a page's HTML. */
async function fetchPreview(path: string): Promise<Record<string, string>> {
  const html = await (await fetch(baseUrl + path, { headers: { cookie: 'i18n_redirected=en' } })).text();
  const said: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<meta [^>]*>/g)) {
    const name = /(?:property|name)="([^"]+)"/.exec(tag)?.[1];
    const content = /content="([^"]*)"/.exec(tag)?.[1];
    if (name !== undefined && content !== undefined) said[name] = content.replaceAll('&amp;', '&');
  }
  return said;
}

describe('someone receiving a link', () => {
  test.each(LOCALES)(
    'to a home, a search or a market and sees a picture before opening it (%s)',
    async (locale) => {
      const { listings, total } = await createApiClient().listHomes({
        query: 'searchType=sale&place=irvine-ca',
      });
      const home = listings.find((one) => one.photo !== null && one.listPrice !== null)!;
      const price = formatUsd(locale, home.listPrice!);
      const count = formatMessage(locale, 'search.count', { count: total });
      for (const [path, words] of [
        [home.path, price],
        ['/homes/for_sale/irvine-ca', count],
        ['/irvine-ca', count],
        ['/city?place=irvine-ca', count],
        ['/', ''],
      ] as const) {
        const said = await fetchPreview(localePath(locale, path));
        expect(said['og:image']).toMatch(new RegExp(`^${baseUrl}/og/${locale}/.*[?&]v=\\w+$`));
        expect(said['og:image:alt']).toContain(words);
        expect(said).toMatchObject({
          'og:locale': locale === 'ko' ? 'ko_KR' : 'en_US',
          'og:image:width': '1200',
          'og:image:height': '630',
          'twitter:card': 'summary_large_image',
          'twitter:image': said['og:image'],
        });
        expect(said['og:url']?.startsWith(baseUrl + localePath(locale, '/').replace(/\/$/, ''))).toBe(true);
        const answer = await fetch(said['og:image']!);
        expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg']);
        const picture = Buffer.from(await answer.arrayBuffer());
        const { width, height } = await sharp(picture).metadata();
        expect({ width, height }).toEqual({ width: 1200, height: 630 });
        const { channels } = await sharp(picture).stats();
        expect(channels[0]!.stdev).toBeGreaterThan(5);
      }
    },
  );
});

describe('someone sharing a page', () => {
  errand(
    'in both languages, by copy, QR code and KakaoTalk; the commute destination only when ticked',
    async ({ meet }) => {
      // The simulated KakaoTalk is another process.
      const visitor = await meet({ locale: 'ko', width: 390, signsIn: true });
      const { page } = visitor;
      await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
      await visitor.open('/shortlist');
      await page.evaluate(() => {
        const kept = {
          address: '어바인 사무실',
          transportation: 'car',
          latitude: 33.684,
          longitude: -117.826,
        };
        localStorage.setItem('commute-address', JSON.stringify(kept));
      });
      const path = '/homes/for_sale/irvine-ca?beds=3-&commute=car,0800,-40';
      await visitor.open(`${path}&_source=user`);
      await page.getByRole('button', { name: visitor.say('share.button'), exact: true }).click();
      const dialog = page.getByRole('dialog');
      const link = dialog.getByLabel(visitor.say('share.link'), { exact: true });
      await expect.poll(() => link.inputValue()).toBe(`${baseUrl}/ko${path}`);
      await dialog
        .getByRole('img', { name: visitor.say('share.qr_alt', { url: `${baseUrl}/ko${path}` }) })
        .waitFor();
      expect(await accessibilityFaults(visitor)).toEqual([]);
      await dialog.getByText('English', { exact: true }).click();
      await dialog.getByRole('button', { name: visitor.say('share.copy'), exact: true }).click();
      await dialog.getByText(visitor.say('share.copied')).waitFor();
      expect(await clipboard()).toBe(baseUrl + path);
      await dialog.getByLabel(/어바인 사무실/).check();
      expect(await link.inputValue()).toBe(`${baseUrl}${path}&to=33.684,-117.826`);
      await dialog.getByRole('button', { name: visitor.say('share.copy_both'), exact: true }).click();
      await expect.poll(clipboard).toContain(`한국어: ${baseUrl}/ko${path}&to=33.684,-117.826`);
      const talk = visitor.context.waitForEvent('page');
      await dialog.getByRole('button', { name: visitor.say('share.kakao'), exact: true }).click();
      expect(await (await talk).locator('#link').textContent()).toBe(`${baseUrl}${path}&to=33.684,-117.826`);
    },
  );
});
