import { describe, expect } from 'vitest';
import { createApiClient, errand, pickVariants } from './errand.ts';
import { SearchScreen } from './search-screen.ts';

const SALE = '/homes/for_sale/irvine-ca';
const api = createApiClient();

describe('someone reading the cards of a list', () => {
  for (const locale of pickVariants(1, ['en', 'ko'] as const)) {
    errand(`and sees monthly costs, sorted by them, with the loan’s terms (${locale})`, async ({ meet }) => {
      const visitor = await meet({ locale });
      const { page } = visitor;
      const screen = new SearchScreen(visitor);
      await visitor.open(SALE);
      await page.getByRole('combobox', { name: visitor.say('sort.label') }).selectOption('monthly');
      await expect.poll(() => visitor.query.get('sort')).toBe('monthly');
      const { listings, loan } = await api.listHomes({
        query: 'searchType=sale&place=irvine-ca&sort=monthly',
      });
      await expect.poll(() => screen.listHomeIds()).toEqual(listings.map(({ homeId }) => homeId));
      for (const { homeId, monthlyCost } of listings.slice(0, 5)) {
        const text = await screen.card(homeId).textContent();
        expect(text).toContain(`$${monthlyCost?.amount.toLocaleString('en-US')}`);
      }
      const said = visitor.say('search.loan', { down: '20%', rate: String(loan?.rate), years: 30 });
      await page.getByText(said).first().waitFor();
      expect(await visitor.layoutShift()).toBeLessThanOrEqual(0.05);
    });
  }

  errand('and turns the photos of one; only the first one came with the page', async ({ meet }) => {
    const visitor = await meet();
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/media/')) requests.push(pathname.split('/')[2] ?? '');
    });
    await visitor.open(SALE);
    const { listings } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca' });
    const home = listings.slice(0, 4).find(({ photosCount }) => photosCount > 2);
    const card = screen.card(home?.homeId ?? '');
    await card.scrollIntoViewIfNeeded();
    const { photos } = await api.findHome({ query: { homeId: home?.homeId ?? '', searchType: 'sale' } });
    await expect.poll(() => requests).toContain(home?.photo);
    expect(requests.filter((one) => photos.slice(1).some(({ photo }) => photo === one))).toEqual([]);
    // Even when no cost filter is set.
    expect(await card.textContent()).toContain('/mo');
    await card.hover();
    await card.getByRole('button', { name: visitor.say('card.photo_next') }).click();
    await card.getByText(`2/${photos.length}`).waitFor();
    await expect.poll(() => requests).toContain(photos[1]?.photo);
    await card.getByRole('button', { name: visitor.say('card.photo_previous') }).click();
    await card.getByText(`1/${photos.length}`).waitFor();
    // The arrows do not open the home.
    expect(visitor.address).toBe(SALE);
  });

  errand('on a phone without paging, and returns to the opened home', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', width: 390 });
    const { page } = visitor;
    await visitor.open(SALE);
    await page.getByRole('button', { name: visitor.say('sheet.list'), exact: true }).click();
    const { listings } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca&page=2' });
    const button = page.getByRole('button', { name: visitor.say('pages.more') });
    await button.scrollIntoViewIfNeeded();
    const screen = new SearchScreen(visitor);
    const home = listings.slice(0, 4).find(({ photosCount }) => photosCount > 2);
    const card = screen.card(home?.homeId ?? '');
    await card.scrollIntoViewIfNeeded();
    const next = card.getByRole('button', { name: visitor.say('card.photo_next') });
    // An invisible arrow does not react: a press there opens the home, as anywhere on its card.
    const arrow = computeMiddle(await next.boundingBox());
    await page.touchscreen.tap(arrow.x, arrow.y);
    await page.waitForURL(`**${home?.path}`);
    await page.goBack();
    await card.scrollIntoViewIfNeeded();
    const { x, y } = computeMiddle(await next.boundingBox());
    // A horizontal swipe turns the photo; a vertical one, or one below the photo, does not.
    const photo = card.getByText(new RegExp(`^\\d+/${home?.photosCount}$`));
    await visitor.swipe({ x, y }, { x: x - 150, y: y + 20 });
    await expect.poll(() => photo.textContent()).toBe(`2/${home?.photosCount}`);
    await visitor.swipe({ x: x - 50, y }, { x, y: y - 60 });
    const { y: below } = computeMiddle(await card.getByRole('heading').boundingBox());
    await visitor.swipe({ x, y: below }, { x: x - 150, y: below });
    const { y: again } = computeMiddle(await next.boundingBox());
    await visitor.swipe({ x: x - 150, y: again }, { x, y: again });
    await expect.poll(() => photo.textContent()).toBe(`1/${home?.photosCount}`);
    expect(visitor.address).toBe(SALE);

    const fifth = screen.card(listings[4]?.homeId ?? '');
    await fifth.scrollIntoViewIfNeeded();
    expect(await page.getByRole('navigation', { name: visitor.say('pages.label') }).isVisible()).toBe(false);
    await fifth.getByRole('link').click();
    await page.waitForURL(/\/ca\//);
    await page.goBack();
    await expect
      .poll(() =>
        fifth.evaluate((card) => {
          const { top, bottom } = card.getBoundingClientRect();
          return bottom > 0 && top < window.innerHeight && card.contains(document.activeElement);
        }),
      )
      .toBe(true);
  });

  errand('and finds none, but the nearest alternatives with their counts', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko' });
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    const nothing = 'price=-1500000&beds=9-&has=pool';
    await visitor.open(`${SALE}?${nothing}`);
    await page.getByRole('heading', { name: visitor.say('empty.title') }).waitFor();
    const costly = await api.listHomes({
      query: 'searchType=sale&place=irvine-ca&price=-1500000&has=pool&want=total',
    });
    const row = page.getByRole('link', {
      name: new RegExp(visitor.say('empty.without', { filter: visitor.say('chip.beds_min', { value: 9 }) })),
    });
    await row.waitFor();
    expect(await row.textContent()).toContain(visitor.say('search.count', { count: costly.total }));
    await row.click();
    await screen.waitForTotal(costly.total);
  });
});

const computeMiddle = (box: { x: number; y: number; width: number; height: number } | null) => {
  if (box === null) throw new Error('no element to touch');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
