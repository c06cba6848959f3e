import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createApiClient, errand, pickVariants, WIDTHS } from './errand.ts';
import { SearchScreen } from './search-screen.ts';

describe('someone changing the language', () => {
  for (const width of pickVariants(0, WIDTHS)) {
    errand(`and keeps the page, its filters and the scroll position (${width} px)`, async ({ meet }) => {
      const visitor = await meet({ width });
      const { page } = visitor;
      const screen = new SearchScreen(visitor);
      const address = '/homes/for_sale/irvine-ca?price=-1500000&beds=3-&sort=price';
      await visitor.open(address);
      const ids = await screen.listHomeIds();
      if (width === 390)
        await page.getByRole('button', { name: visitor.say('sheet.list'), exact: true }).click();
      const card = screen.cards.nth(20);
      const homeId = (await card.getAttribute('data-home')) ?? '';
      await card.scrollIntoViewIfNeeded();
      const before = await card.boundingBox();

      await page.getByRole('link', { name: visitor.say('language.ko'), exact: true }).click();
      await page.waitForURL('**/ko/**');
      await visitor.settle();
      expect(visitor.address).toBe(address);
      expect(await page.locator('html').getAttribute('lang')).toBe('ko-KR');
      const korean = await meet({ locale: 'ko', width });
      expect(await readScreen(page, korean.say('search.results'))).toEqual(ids);
      const stop = () => page.locator('#results').getAttribute('data-stop');
      if (width === 390) await expect.poll(stop).toBe('full');
      await expect
        .poll(async () => Math.abs(((await screen.card(homeId).boundingBox())?.y ?? 1e6) - (before?.y ?? 0)))
        .toBeLessThanOrEqual(before?.height ?? 0);
      await page.getByRole('link', { name: korean.say('language.en'), exact: true }).click();
      await page.waitForURL((url) => !url.pathname.startsWith('/ko'));
      expect(visitor.address).toBe(address);
    });
  }

  errand('on a home’s page, and reads about the same home', async ({ meet }) => {
    const { listings } = await createApiClient().listHomes({ query: 'searchType=rent&place=irvine-ca' });
    const home = listings.find((one) => one.streetLine !== null);
    const visitor = await meet();
    await visitor.open(home?.path ?? '/');
    await visitor.page
      .getByRole('link', { name: visitor.say('language.ko'), exact: true })
      .first()
      .click();
    await visitor.page.waitForURL('**/ko/**');
    await visitor.settle();
    expect(visitor.address).toBe(home?.path);
    expect(await visitor.heading.textContent()).toContain(home?.streetLine ?? '');
  });
});

const range = (low: number, high: number, step: number) =>
  fc
    .tuple(
      fc.integer({ min: low / step, max: high / step }),
      fc.integer({ min: low / step, max: high / step }),
    )
    .map(([a, b]) => `${Math.min(a, b) * step}-${Math.max(a, b) * step}`);
const optional = (values: fc.Arbitrary<string>) => fc.option(values, { nil: undefined, freq: 2 });
const searches = fc
  .record({
    searchType: fc.constantFrom('sale', 'sale', 'rent'),
    place: optional(
      fc.constantFrom('irvine-ca', '92620', 'orange-county-ca', 'ca', 'glendale-az', 'woodbury-irvine-ca'),
    ),
    price: optional(range(0, 3_000_000, 100_000)),
    beds: optional(fc.constantFrom('2-', '3', '3-4', '-2')),
    type: optional(fc.constantFrom('house', 'condo,townhouse', 'apartment,condo')),
    sqft: optional(range(500, 4_000, 250)),
    hoa: optional(fc.constantFrom('-300', '100-500')),
    unk: optional(fc.constantFrom('hoa', 'hoa,sqft')),
    sort: optional(fc.constantFrom('price', '-price', 'ppsf', '-sqft', '-lot', '-year')),
    page: optional(fc.constantFrom('1', '2', '3')),
  })
  .map((search) =>
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}=${value}`)
      .join('&'),
  );

test('the same search has the same homes in the same order, repeatedly and in the other language (rules R16, R23)', async () => {
  const [english, korean] = [createApiClient('en'), createApiClient('ko')];
  await fc.assert(
    fc.asyncProperty(searches, async (query) => {
      const [first, again, other] = await Promise.all(
        [english, english, korean].map((api) => api.listHomes({ query })),
      );
      const listIds = (answer: typeof first) => answer?.listings.map((one) => one.homeId);
      expect(listIds(again)).toEqual(listIds(first));
      expect(listIds(other)).toEqual(listIds(first));
      expect([again?.total, other?.total]).toEqual([first?.total, first?.total]);
      expect(other?.unknown).toEqual(first?.unknown);
    }),
    { numRuns: process.env.MARU_TEST_LONG === '1' ? 200 : 30 },
  );
});

/** The listed homes of a page whose language differs from its visitor's. */
function readScreen(page: Page, list: string): Promise<string[]> {
  return page
    .getByRole('list', { name: list })
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-home') ?? ''));
}
