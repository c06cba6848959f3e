import { LOCALES } from '@maru/words';
import { describe, expect } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { createApiClient, errand, pickVariants } from './errand.ts';

const SEARCH = '/homes/for_sale/irvine-ca?beds=5-';

describe('someone visiting the front page', () => {
  errand(
    'in Korean: one font file has all common letters, another is loaded for a rare one',
    async ({ meet }) => {
      const visitor = await meet({ locale: 'ko', width: 390 });
      const { page } = visitor;
      const fontFiles = () =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => /\/([^/]+)\.woff2$/.exec(name)?.[1] ?? '')
            .filter(Boolean),
        );
      await visitor.open('/');
      await page.waitForFunction(() => document.querySelectorAll('link[rel="stylesheet"]').length === 2);
      await page.waitForLoadState('networkidle');
      expect((await fontFiles()).map((name) => name.split('-')[0]).sort()).toEqual(['korean']);
      await visitor.heading.evaluate((heading) => heading.append('똠햏'));
      await expect.poll(async () => (await fontFiles()).length).toBeGreaterThan(1);
    },
  );

  for (const locale of pickVariants(0, LOCALES)) {
    errand(`and again: changes in their search are shown under the box (${locale})`, async ({ meet }) => {
      const visitor = await meet({ locale, width: locale === 'ko' ? 390 : 1440 });
      const { page, say } = { page: visitor.page, say: visitor.say.bind(visitor) };
      const before = await pricesOfYesterday();
      await visitor.open('/shortlist');
      await page.evaluate(
        ([path, homes]) => {
          const search = {
            path,
            name: 'Five rooms',
            frequency: 'off',
            savedAt: '2026-11-01T00:00:00.000Z',
          };
          const things = { owner: null, homes: {}, hidden: [], searches: [search], pending: [] };
          localStorage.setItem('maru/saved', JSON.stringify(things));
          const look = { at: '2026-11-20T00:00:00.000Z', total: 1, homes };
          localStorage.setItem('maru/search-looks', JSON.stringify({ [path]: look }));
        },
        [SEARCH, before] as const,
      );
      await visitor.open('/');
      const news = page.getByRole('button', { name: say('front.since') });
      await news.waitFor();
      expect(await news.textContent()).toContain(
        [say('saved.news_fresh', { count: 3 }), say('saved.news_cheaper', { count: 2 })].join(', '),
      );
      // No layout shift was caused.
      expect(await visitor.layoutShift()).toBeLessThanOrEqual(0.05);
      await news.click();
      await page.getByRole('button', { name: say('saved.news_open') }).click();
      await page.locator('[data-change]').nth(4).waitFor();
      expect(await page.locator('[data-change]').count()).toBe(5);
      expect(await accessibilityFaults(visitor)).toEqual([]);
      await page.getByRole('button', { name: say('saved.news_seen') }).click();
      await expect.poll(() => news.count()).toBe(0);

      for (const title of ['front.places', 'front.newcomers', 'front.feeds', 'front.agents'] as const) {
        expect(await page.getByRole('heading', { level: 2, name: say(title) }).count(), title).toBe(1);
      }
      const tile = page.getByRole('link', { name: say('front.collection.cut') });
      const count = Number(/\d+/.exec((await tile.textContent()) ?? '')?.[0]);
      await tile.click();
      await page.waitForURL(/\/homes\/for_sale\/orange-county-ca\?cut=any$/);
      await page.getByText(say('search.count', { count })).first().waitFor();
    });
  }
});

/** The price memory of a visitor who came yesterday: three homes of the search missing and two more expensive. */
async function pricesOfYesterday(): Promise<Record<string, number | null>> {
  const prices: Record<string, number | null> = {};
  for (let page = 1; ; page += 1) {
    const query = `searchType=sale&place=irvine-ca&beds=5-&page=${page}`;
    const { listings, total, pageSize } = await createApiClient().listHomes({ query });
    for (const { homeId, listPrice } of listings) prices[homeId] = listPrice;
    if (page * pageSize >= total) break;
  }
  const ids = Object.keys(prices).filter((id) => prices[id] !== null);
  for (const id of ids.slice(0, 3)) delete prices[id];
  for (const id of ids.slice(3, 5)) prices[id] = (prices[id] ?? 0) + 50_000;
  return prices;
}
