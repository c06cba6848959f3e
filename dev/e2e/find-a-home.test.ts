import { describe, expect } from 'vitest';
import { createApiClient, errand, pickVariants } from './errand.ts';
import { SearchScreen } from './search-screen.ts';

const IRVINE = 'searchType=sale&place=irvine-ca';

describe('someone looks for a home in Irvine', () => {
  for (const { typed, locale, width } of pickVariants(0, [
    { typed: 'Irvine', locale: 'en', width: 1440 },
    { typed: '어바인', locale: 'ko', width: 390 },
  ] as const)) {
    errand(
      `types ${typed}, sees list and map agree, opens a home and comes back to it (${width} px)`,
      async ({ meet }) => {
        const { total } = await createApiClient().listHomes({ query: `${IRVINE}&want=total` });
        // Without WebGL a phone has its plain map, with the same pins.
        const visitor = await meet({ locale, width, map: width === 1440 });
        const { page } = visitor;
        const screen = new SearchScreen(visitor);
        await visitor.open('/');
        await screen.placeBox.fill(typed);
        await screen.suggestions.first().waitFor();
        await screen.placeBox.press('ArrowDown');
        await expect
          .poll(() => screen.highlightedSuggestion.textContent())
          .toMatch(locale === 'ko' ? /^어바인 \(Irvine\), CA/ : /^Irvine, CA/);
        await screen.placeBox.press('Enter');

        await screen.waitForTotal(total);
        expect(visitor.address).toBe('/homes/for_sale/irvine-ca');
        expect(await page.locator('html').getAttribute('lang')).toBe(locale === 'ko' ? 'ko-KR' : 'en-US');
        expect(await screen.cards.count()).toBe(Math.min(40, total));
        await screen.seesOnMap(total);

        if (width === 390)
          await page.getByRole('button', { name: visitor.say('sheet.list'), exact: true }).click();
        const card = screen.cards.nth(36);
        const homeId = (await card.getAttribute('data-home')) ?? '';
        // Waits until it can be clicked: not below the bar at the bottom of a phone.
        await card.getByRole('link').click({ trial: true });
        const before = await card.boundingBox();
        const address = visitor.address;
        const ids = await screen.listHomeIds();
        await card.getByRole('link').click();
        await page.waitForURL((url) => url.pathname.endsWith(`/${homeId}`));
        await page.getByText(visitor.say('listing.facts')).first().waitFor();

        await page.goBack();
        await screen.waitForTotal(total);
        expect(visitor.address).toBe(address);
        const link = screen.card(homeId).getByRole('link');
        await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
        expect(await screen.listHomeIds()).toEqual(ids);
        const after = await screen.card(homeId).boundingBox();
        expect(Math.abs((after?.y ?? Number.NaN) - (before?.y ?? 0))).toBeLessThanOrEqual(
          before?.height ?? 0,
        );
        expect(await screen.card(homeId).evaluate(isOnScreen)).toBe(true);
      },
    );
  }

  errand(
    'scrolls far down the list of a phone, and finds the same position after returning from a home',
    async ({ meet }) => {
      const visitor = await meet({ locale: 'ko', width: 390 });
      const { page } = visitor;
      const screen = new SearchScreen(visitor);
      await visitor.open('/homes/for_sale/orange-county-ca');
      await page.getByRole('button', { name: visitor.say('sheet.list'), exact: true }).click();
      const later = page.getByRole('list', { name: visitor.say('search.results_more') }).getByRole('article');
      const scroller = page.locator('.search-scroll');
      // Inserting a page keeps the scroll position, apart from the heights of its first cards: they lie above the window, and replace
      // estimated ones. Less than half a card.
      const end = await scroller.evaluate((box) => {
        box.scrollTo(0, box.scrollHeight);
        return box.scrollTop;
      });
      await later.first().waitFor();
      await visitor.waitForFrames();
      expect(Math.abs((await scroller.evaluate((box) => box.scrollTop)) - end)).toBeLessThan(220);
      // Two pages load automatically; only cards near the screen are rendered.
      const scrollToLast = async (wanted: number) => {
        await expect
          .poll(async () => {
            await scroller.evaluate((box) => box.scrollTo(0, box.scrollHeight));
            return later.evaluateAll((cards) =>
              Math.max(0, ...cards.map((card) => Number(card.closest('li')?.ariaPosInSet ?? 0))),
            );
          })
          .toBe(wanted);
      };
      await scrollToLast(80);
      expect(await later.count()).toBeLessThan(30);
      // The button loads its page, and two more load automatically.
      const more = page.getByRole('button', { name: visitor.say('pages.more') });
      await more.click();
      await scrollToLast(200);
      await more.waitFor();
      expect(await later.count()).toBeLessThan(30);

      await scroller.evaluate((box) => box.scrollBy(0, -8_000));
      const inView = async () =>
        later.evaluateAll((cards) => {
          const card = cards.find((one) => one.getBoundingClientRect().top > 100);
          return card?.getAttribute('data-home') ?? '';
        });
      await expect.poll(inView).not.toBe('');
      await visitor.waitForFrames();
      const homeId = await inView();
      const before = await screen.card(homeId).boundingBox();
      const zoomed = visitor.address;
      await screen.card(homeId).getByRole('link').click();
      await page.waitForURL((url) => url.pathname.endsWith(`/${homeId}`));
      await page.getByText(visitor.say('listing.facts')).first().waitFor();
      // Navigation within the page adds no history entries: the button leads to the results, as Back would.
      const sections = page
        .getByRole('navigation', { name: visitor.say('listing.sections') })
        .getByRole('link');
      for (const at of [2, 1]) {
        await sections.nth(at).click();
        await expect.poll(() => sections.nth(at).getAttribute('aria-current')).toBe('true');
      }
      await page.getByRole('button', { name: visitor.say('nav.back') }).click();
      const link = screen.card(homeId).getByRole('link');
      await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
      const after = await screen.card(homeId).boundingBox();
      expect(Math.abs((after?.y ?? Number.NaN) - (before?.y ?? 0))).toBeLessThanOrEqual(before?.height ?? 0);
      expect(await page.locator('#results').getAttribute('data-stop')).toBe('full');
      expect(visitor.address).toBe(zoomed);

      // The first hidden home inserts a note above, the tenth may give it another line: the scroll position is kept.
      const next = page.locator(`li:has([data-home="${homeId}"]) + li [data-home]`);
      const hide = page.getByRole('button', { name: visitor.say('hidden.hide'), exact: true });
      for (let count = 1; count <= 10; count += 1) {
        const hidden = await next.getAttribute('data-home');
        await next.locator('[data-more]').click();
        // Waits until it can be clicked: a button below the bar at the bottom of a phone is scrolled to first.
        await hide.click({ trial: true });
        const seen = await screen.card(homeId).boundingBox();
        await hide.click();
        await expect.poll(() => page.locator(`[data-home="${hidden}"]`).count()).toBe(0);
        await visitor.waitForFrames();
        const now = await screen.card(homeId).boundingBox();
        const moved = Math.abs((now?.y ?? Number.NaN) - (seen?.y ?? 0));
        expect(moved, `px, after hiding home ${count}`).toBeLessThan(3);
      }
    },
  );

  errand('switches between list and map, reloads the page, and leaves it', async ({ meet }) => {
    const visitor = await meet({ width: 390 });
    const { page } = visitor;
    await visitor.open('/');
    await visitor.open('/homes/for_sale/irvine-ca');
    const scroller = page.locator('.search-scroll');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const stands = (stop: string) =>
      expect.poll(() => page.locator('#results').getAttribute('data-stop')).toBe(stop);
    const top = () => scroller.evaluate((box) => box.scrollTop);
    for (const _ of [1, 2]) {
      await press(visitor.say('sheet.list'));
      await stands('full');
      await press(visitor.say('sheet.map'));
      await stands('peek');
    }
    await press(visitor.say('sheet.list'));
    await stands('full');
    await scroller.evaluate((box) => box.scrollTo(0, 3_000));
    await visitor.waitForFrames();
    const place = await top();
    await page.reload();
    await stands('full');
    await expect.poll(top).toBe(place);
    await page.goBack();
    await stands('peek');
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/');
  });

  for (const { typed, locale } of [
    { typed: ['얼바인', 'djqkdls', 'ㅇㅂㅇ'], locale: 'ko' },
    { typed: ['djqkdls', '어바인', 'irvin'], locale: 'en' },
  ] as const) {
    errand(`finds Irvine by ${typed.join(', ')} (${locale})`, async ({ meet }) => {
      const visitor = await meet({ locale });
      const screen = new SearchScreen(visitor);
      await visitor.open('/');
      for (const text of typed) {
        // The suggestions of before go first.
        await screen.placeBox.fill('zzqq');
        await expect.poll(() => screen.suggestions.filter({ hasText: /Irvine/ }).count()).toBe(0);
        await screen.placeBox.fill(text);
        await expect.poll(() => screen.suggestions.first().textContent()).toMatch(/Irvine\b.*CA/);
        expect(await screen.placeBox.inputValue()).toBe(text);
      }
      await screen.placeBox.press('ArrowDown');
      await screen.placeBox.press('Enter');
      await expect.poll(() => visitor.address).toBe('/homes/for_sale/irvine-ca');
      await visitor.settle();
    });
  }

  errand('focuses the place box with one key, and closes its list with another', async ({ meet }) => {
    const visitor = await meet();
    const screen = new SearchScreen(visitor);
    await visitor.open('/homes/for_sale/irvine-ca');
    // On a busy machine the key handler is attached a moment after the page is rendered.
    await expect
      .poll(async () => {
        await visitor.page.keyboard.press('/');
        return screen.placeBox.evaluate((box) => box === document.activeElement);
      })
      .toBe(true);
    await screen.placeBox.fill('tustin');
    await screen.suggestions.first().waitFor();
    await visitor.page.keyboard.press('Escape');
    await expect.poll(() => screen.suggestions.count()).toBe(0);
    expect(await screen.placeBox.inputValue()).toBe('tustin');
    expect(visitor.address).toBe('/homes/for_sale/irvine-ca');
  });

  errand('goes directly to a home by its address and by its MLS number', async ({ meet }) => {
    const { listings } = await createApiClient().listHomes({ query: IRVINE });
    const home = listings.find(
      (one) => !one.addressWithheld && one.streetLine !== null && one.listingId !== null,
    );
    const visitor = await meet();
    const screen = new SearchScreen(visitor);
    for (const typed of [`${home?.streetLine} irvine`, home?.listingId ?? '']) {
      await visitor.open('/');
      await screen.placeBox.fill(typed);
      await screen.suggestions.first().waitFor();
      await screen.placeBox.press('ArrowDown');
      await screen.placeBox.press('Enter');
      await expect.poll(() => visitor.address).toBe(home?.path);
      await visitor.settle();
    }
  });
});

/** Whether at least half of it is visible. */
function isOnScreen(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return Math.min(bottom, window.innerHeight) - Math.max(top, 0) >= height / 2;
}
