import { formatUsd, LOCALES, localePath } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import sharp from 'sharp';
import { describe, expect, inject, test } from 'vitest';
import { askApi } from './errand.ts';

const { baseUrl } = inject('site');

/** What a page's HTML says to who previews its link. */
async function previewOf(path: string): Promise<Record<string, string>> {
  const html = await (await fetch(baseUrl + path, { headers: { cookie: 'i18n_redirected=en' } })).text();
  const said: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<meta [^>]*>/g)) {
    const name = /(?:property|name)="([^"]+)"/.exec(tag)?.[1];
    const content = /content="([^"]*)"/.exec(tag)?.[1];
    if (name !== undefined && content !== undefined) said[name] = content.replaceAll('&amp;', '&');
  }
  return said;
}

describe('somebody gets a link', () => {
  test.each(LOCALES)(
    'to a home or a search and sees a picture of it before it is opened (%s)',
    async (locale) => {
      const { listings, total } = await askApi().listHomes({ query: 'searchType=sale&place=irvine-ca' });
      const home = listings.find((one) => one.photo !== null && one.listPrice !== null)!;
      const price = formatUsd(locale, home.listPrice!);
      const count = formatMessage(locale, 'search.count', { count: total });
      for (const [path, words] of [
        [home.path, price],
        ['/homes/for_sale/irvine-ca', count],
        ['/irvine-ca', count],
        ['/', ''],
      ] as const) {
        const said = await previewOf(localePath(locale, path));
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
