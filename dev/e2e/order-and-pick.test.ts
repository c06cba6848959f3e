import { SORTS } from '@maru/listing/search';
import { describe, expect } from 'vitest';
import { createApiClient, errand } from './errand.ts';
import { FilterDialog } from './filter-dialog.ts';
import { SearchScreen } from './search-screen.ts';

const PLACE = '/homes/for_sale/irvine-ca';
const IRVINE = 'searchType=sale&place=irvine-ca';
const api = createApiClient();

describe('someone sorting a list', () => {
  errand('by every order, with the same result as for anybody (rule R16)', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko' });
    const screen = new SearchScreen(visitor);
    await visitor.open(PLACE);
    const order = visitor.page.getByRole('combobox', { name: visitor.say('sort.label') });
    // The commute order needs a destination, which choose-filters covers.
    for (const sort of SORTS.filter((one) => one !== 'commute')) {
      await order.selectOption(sort);
      await expect.poll(() => visitor.query.get('sort') ?? 'new').toBe(sort);
      const { listings } = await api.listHomes({ query: `${IRVINE}&sort=${sort}` });
      await expect
        .poll(() => screen.listHomeIds(), { message: sort })
        .toEqual(listings.map(({ homeId }) => homeId));
    }
  });
});

describe('someone checking counts before choosing', () => {
  errand('each choice has exactly the promised number of homes', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko' });
    const say = visitor.say.bind(visitor);
    await visitor.open(`${PLACE}?beds=2-`);
    const { choices } = await api.listHomes({ query: `${IRVINE}&beds=2-&want=choices` });
    if (choices === undefined) throw new Error('the API counts no choices');
    const dialog = await FilterDialog.open(visitor);
    const promised = async (legend: Parameters<FilterDialog['group']>[0], text: string, count: number) => {
      const choice = dialog.group(legend).locator('label').filter({ hasText: text }).first();
      await expect
        .poll(() => choice.textContent(), { message: text })
        .toContain(say('search.count', { count }));
    };
    await promised('criterion.stories', say('filter.stories_one'), choices.stories.one);
    await promised('filter.parking', say('filter.at_least_spaces', { count: 2 }), choices.parking[1] ?? -1);
    await promised('criterion.facing', say('filter.side_se'), choices.facing.se);
    await promised('filter.dom', say('filter.days', { days: 7 }), choices.dom[2] ?? -1);
    await promised('criterion.senior', say('filter.senior_without'), choices.senior.without);
    await promised('filter.condition', say('criterion.new'), choices.new);
    await promised('criterion.cut', say('filter.cut_percent', { percent: 3 }), choices.cut[1] ?? -1);
    await promised('criterion.open', say('filter.open_any'), choices.open.any);
    await dialog.choose('criterion.stories', say('filter.stories_one'));
    await dialog.waitForTotal(choices.stories.one);
    // Its own counts are unchanged, the others are now of fewer homes.
    await promised('criterion.stories', say('filter.stories_more'), choices.stories.more);
    const fewer = await api.listHomes({ query: `${IRVINE}&beds=2-&stories=1&want=choices` });
    await promised('criterion.open', say('filter.open_any'), fewer.choices?.open.any ?? -1);
    await dialog.choose('criterion.open', say('filter.open_any'));
    await dialog.show(fewer.choices?.open.any ?? -1);
    expect(visitor.address).toBe(`${PLACE}?beds=2-&stories=1&open=any`);
  });

  errand(
    'of homes in one school district, then of one school in it, for rent as well, and sold',
    async ({ meet }) => {
      const visitor = await meet({ locale: 'ko' });
      const { page } = visitor;
      const screen = new SearchScreen(visitor);
      await visitor.open(PLACE);
      const dialog = await FilterDialog.open(visitor);
      // Names count as typed while no suggestion has arrived; a school that is suggested has its own id and more homes.
      const typed = Promise.withResolvers<void>();
      await page.route(/home\/suggest/, async (route) => {
        await typed.promise;
        await route.continue();
      });
      for (const [legend, name] of [
        ['criterion.schoolDistrict', 'Irvine Unified'],
        ['criterion.school', 'Northwood High School'],
      ] as const) {
        const field = page.getByRole('textbox', { name: visitor.say(legend), exact: true });
        await field.fill(name);
        await field.press('Enter');
      }
      typed.resolve();
      const query = 'schoolDistrict=irvine-usd&school=northwood-high';
      const { total } = await api.listHomes({ query: `${IRVINE}&${query}&want=total` });
      expect(total).toBeGreaterThan(0);
      await dialog.show(total);
      expect(visitor.address).toBe(`${PLACE}?${query}`);
      await screen.waitForTotal(total);
      // The switch keeps the place and the filters common to both.
      const kinds = page.getByRole('navigation', { name: visitor.say('search.type_label') });
      await kinds.getByRole('link', { name: visitor.say('search.rent'), exact: true }).click();
      await expect.poll(() => visitor.address).toBe(`/homes/for_rent/irvine-ca?${query}`);
      const rented = await api.listHomes({ query: `searchType=rent&place=irvine-ca&${query}&want=total` });
      await screen.waitForTotal(rented.total);

      // Sold homes are offered where the feed's license allows it.
      await visitor.open(`${PLACE}?status=sold`);
      const sold = await api.listHomes({ query: `${IRVINE}&status=sold` });
      await screen.waitForTotal(sold.total);
      expect(await screen.listHomeIds()).toEqual(sold.listings.map(({ homeId }) => homeId));
    },
  );

  errand('and finds viewed and saved homes marked on the map', async ({ meet }) => {
    const { listings } = await api.listHomes({ query: 'searchType=sale&place=92620' });
    const home = listings.find((one) => !one.addressWithheld && one.latitude !== null);
    const homeId = home?.homeId ?? '';
    const [west, south] = [(home?.longitude ?? 0) - 0.004, (home?.latitude ?? 0) - 0.003];
    const bbox = [west, south, west + 0.008, south + 0.006].map((degree) => degree.toFixed(4)).join(',');
    const visitor = await meet({ map: true });
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    await visitor.open(`${PLACE}?bbox=${bbox}&zoom=16`);
    const marked = (mark: string) => screen.map.locator(`button.map-pin[data-kind="home"][${mark}]`);
    await screen.map.locator('button.map-pin[data-kind="home"]').first().waitFor();
    await page.locator(`[data-save="${homeId}"]`).first().click();
    await expect.poll(() => marked('data-saved').count()).toBe(1);
    expect(await marked('data-seen').count()).toBe(0);
    await screen.card(homeId).getByRole('link').click();
    await page.waitForURL((url) => url.pathname.endsWith(`/${homeId}`));
    await page.goBack();
    await expect.poll(() => marked('data-seen').count()).toBe(1);
    expect(await marked('data-saved').count()).toBe(1);
  });
});
