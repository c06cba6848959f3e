/**
 * `node dev/e2e/take-screenshots.ts BASE_URL OUT_DIR [--dark] [--only front,search]`: screenshots of the main pages
 * of a running product, in both languages, on a phone and on a desktop, once everything in view is loaded.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient, fetchTransport } from '@maru/contract/client';
import type { Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { Visitor } from './visitor.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dark: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const [baseUrl, outDir] = positionals;
if (baseUrl === undefined || outDir === undefined) throw new Error('BASE_URL and OUT_DIR are required');

const api = createClient(fetchTransport(baseUrl, 'en-US'));
const { listings } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca' });
const home = listings.find((one) => !one.addressWithheld && one.photosCount >= 5) ?? listings[0];
const PAGES: Record<string, string> = {
  front: '/',
  search: '/homes/for_sale/irvine-ca',
  rent: '/homes/for_rent/irvine-ca',
  home: home?.path ?? '/',
  'not-found': '/homes/for_sale/irvinne-ca',
  login: '/login',
};
const wanted = values.only?.split(',') ?? Object.keys(PAGES);

await mkdir(outDir, { recursive: true });
const browser = await launchBrowser();
try {
  for (const locale of ['en', 'ko'] as const) {
    for (const width of [390, 1440] as const) {
      const visitor = await Visitor.arrive(browser, baseUrl, { locale, width, dark: values.dark });
      for (const name of wanted) {
        await visitor.open(PAGES[name] ?? '/');
        await waitUntilComplete(visitor.page);
        const file = [name, locale, width, ...(values.dark ? ['dark'] : [])].join('-');
        await visitor.page.screenshot({ path: join(outDir, `${file}.png`) });
      }
      await visitor.leave();
    }
  }
} finally {
  await browser.close();
}

/** Waits until visible pictures are decoded, the map has its pins and tiles, and nothing is animated. */
async function waitUntilComplete(page: Page): Promise<void> {
  const map = page.locator('aside .maplibregl-canvas, .maplibregl-canvas').first();
  const hasMap = (await page.locator('[data-search] .search-map').filter({ visible: true }).count()) > 0;
  if (hasMap) {
    await map.waitFor({ timeout: 20_000 }).catch(() => undefined);
    await page
      .locator('button.map-pin')
      .first()
      .waitFor({ timeout: 20_000 })
      .catch(() => undefined);
  }
  await page.waitForFunction(
    () =>
      [...document.images]
        .filter((one) => {
          const { top, bottom, left, right } = one.getBoundingClientRect();
          const isInside = bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
          return isInside && one.checkVisibility();
        })
        .every((one) => one.complete),
    undefined,
    { timeout: 60_000 },
  );
  // Compares two successive screenshots until they are equal.
  let last = '';
  for (let tries = 0; tries < 20; tries += 1) {
    const now = (await page.screenshot()).toString('base64');
    if (now === last) return;
    last = now;
    await page.evaluate(() => new Promise((done) => setTimeout(done, 250)));
  }
}
