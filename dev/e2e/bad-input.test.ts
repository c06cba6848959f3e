import { describe, expect } from 'vitest';
import { createApiClient, errand } from './errand.ts';
import { SearchScreen } from './search-screen.ts';

const PLACE = '/homes/for_sale/irvine-ca';
const api = createApiClient();

describe('someone with unusual input', () => {
  errand('enters emoji, right-to-left text and five thousand characters, all handled', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', mayFail: /^404 \/maru\/v1\/home\/place\?/ });
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    await visitor.open('/');
    for (const typed of ['🏡🔥🏊‍♀️', 'שלום עולם', '\u202egnivri', '<img src=x onerror=alert(1)>']) {
      await screen.placeBox.fill(typed);
      await screen.placeBox.press('Enter');
      await expect
        .poll(async () => {
          const none = page.getByText(visitor.say('place.none', { text: typed.slice(0, 100) }));
          return (await none.count()) + (await screen.suggestions.count());
        })
        .toBeGreaterThan(0);
      expect(await screen.placeBox.inputValue()).toBe(typed);
      expect(visitor.address).toBe('/');
    }
    // Emoji between words are ignored, and of a very long text the beginning is parsed.
    await screen.placeBox.fill('🏡 어바인 방 3개 🏊');
    await expect
      .poll(() => screen.suggestions.first().textContent())
      .toContain(visitor.say('chip.beds_min', { value: 3 }));
    const novel = `어바인 방 3개 ${'아주 긴 이야기 '.repeat(620)}`;
    expect(novel.length).toBeGreaterThan(5_000);
    await screen.placeBox.fill(novel);
    await screen.placeBox.press('Enter');
    await expect.poll(() => visitor.address).toBe(`${PLACE}?beds=3-`);
    await page.getByText(visitor.say('sentence.cut')).waitFor();
  });

  errand(
    'enters contradictory filters and self-intersecting areas, and gets a clear result',
    async ({ meet }) => {
      const visitor = await meet({ map: true });
      const { page } = visitor;
      const screen = new SearchScreen(visitor);
      // Four bedrooms in the size of a bathroom: no market has such a home.
      const none = await api.listHomes({
        query: 'searchType=sale&place=irvine-ca&beds=4-&sqft=-50&want=total',
      });
      expect(none.total).toBe(0);
      await visitor.open(`${PLACE}?beds=4-&sqft=-50`);
      await page.getByRole('heading', { name: visitor.say('empty.title') }).waitFor();
      const without = await api.listHomes({ query: 'searchType=sale&place=irvine-ca&beds=4-&want=total' });
      const way = page
        .getByRole('link')
        .filter({ hasText: visitor.say('search.count', { count: without.total }) });
      await way.first().click();
      await screen.waitForTotal(without.total);
      expect(visitor.address).toBe(`${PLACE}?beds=4-`);

      // A self-intersecting area: both halves are inside.
      await visitor.open(PLACE);
      await screen.pins.first().waitFor();
      await page.getByRole('button', { name: visitor.say('map.draw'), exact: true }).click();
      const box = await screen.map.boundingBox();
      if (box === null) throw new Error('the map is not shown');
      const at = (right: number, below: number) =>
        [box.x + box.width * (0.5 + right), box.y + box.height * (0.5 + below)] as const;
      const corners = [at(-0.3, -0.2), at(0.3, 0.25), at(0.3, -0.2), at(-0.3, 0.25), at(-0.3, -0.2)] as const;
      await page.mouse.move(...corners[0]);
      await page.mouse.down();
      for (const corner of corners.slice(1)) await page.mouse.move(...corner, { steps: 8 });
      await page.mouse.up();
      await page.getByRole('button', { name: visitor.say('map.draw_search', { count: 1 }) }).click();
      await expect.poll(() => visitor.query.get('poly')).not.toBeNull();
      const { total } = await api.listHomes({ query: screen.apiQuery('sale', 'irvine-ca') });
      expect(total).toBeGreaterThan(0);
      await screen.waitForTotal(total);
      await screen.seesOnMap(total);
    },
  );

  errand(
    'with storage disabled: everything works, with a warning about what is not kept',
    async ({ meet }) => {
      const visitor = await meet({ locale: 'ko', width: 390 });
      const { page } = visitor;
      const screen = new SearchScreen(visitor);
      await page.addInitScript(() => {
        const refuse = () => {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
        };
        Storage.prototype.setItem = refuse;
        Object.defineProperty(window, 'localStorage', { get: refuse });
      });
      await visitor.open(`${PLACE}?beds=4-`);
      const heart = page.locator('[data-save]').first();
      const homeId = (await heart.getAttribute('data-save')) ?? '';
      await heart.click();
      await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
      await page.getByText(visitor.say('save.not_lasting')).first().waitFor();
      await page.getByRole('button', { name: visitor.say('save.search'), exact: true }).click();
      await page.getByText(visitor.say('save.search_said')).last().waitFor();
      // Kept while the document lives, across navigation within the site.
      await page.getByRole('button', { name: visitor.say('sheet.list'), exact: true }).click();
      await screen.card(homeId).getByRole('link').click();
      await page.waitForURL((url) => url.pathname.endsWith(`/${homeId}`));
      await page.goBack();
      await expect
        .poll(() => page.locator(`[data-save="${homeId}"]`).first().getAttribute('aria-pressed'))
        .toBe('true');
    },
  );
});
