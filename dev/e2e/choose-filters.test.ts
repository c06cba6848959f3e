import { formatNumber } from '@maru/words';
import { describe, expect } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { createApiClient, errand, pickVariants } from './errand.ts';
import { FilterDialog } from './filter-dialog.ts';
import { SearchScreen } from './search-screen.ts';

const SALE = '/homes/for_sale/irvine-ca';
const RENT = '/homes/for_rent/irvine-ca';
const api = createApiClient();
const fetchCount = async (query: string, searchType = 'sale') =>
  (await api.listHomes({ query: `searchType=${searchType}&place=irvine-ca&want=total&${query}` })).total;

describe('someone combining all filters', () => {
  for (const [locale, width] of pickVariants(0, [
    ['en', 1440],
    ['ko', 390],
  ] as const)) {
    errand(
      `to buy: chosen filters are in the address, and the list equals the API’s answer (${locale})`,
      async ({ meet }) => {
        const visitor = await meet({ locale, width });
        const screen = new SearchScreen(visitor);
        const say = visitor.say.bind(visitor);
        await visitor.open(SALE);
        const dialog = await FilterDialog.open(visitor);

        await dialog.type('criterion.hoa', 'filter.at_most', '500');
        await dialog.choose('criterion.beds', say('filter.at_least', { count: 2 }));
        await dialog.type('filter.size_exact', 'filter.from', '30평');
        await dialog.type('filter.lot', 'filter.from', '100㎡');
        await dialog.type('filter.year', 'filter.from', '1950');
        await dialog.choose('filter.parking', say('filter.at_least_spaces', { count: 1 }));
        await dialog.check('criterion.has', say('feature.ac'));
        await dialog.check('criterion.facing', say('filter.side_s'));
        await dialog.choose('criterion.senior', say('filter.senior_without'));
        await dialog.choose('filter.dom', say('filter.days', { days: 90 }));
        await dialog.check('filter.status', say('status.pending'));
        const query =
          'beds=2-&sqft=1067-&lot=1076-&year=1950-&hoa=-500&dom=-90&parking=1-&facing=s&senior=0&status=active,pending&has=ac';
        const total = await fetchCount(query);
        await dialog.waitForTotal(total);
        expect(await accessibilityFaults(visitor)).toEqual([]);
        await dialog.show(total);
        expect(decodeURIComponent(visitor.address)).toBe(`${SALE}?${query}`);
        await screen.waitForTotal(total);
        expect(await screen.chips.getByRole('link').count()).toBe(12);
      },
    );

    errand(`to rent: the lease, the move and the deposit (${locale})`, async ({ meet }) => {
      const visitor = await meet({ locale, width });
      const say = visitor.say.bind(visitor);
      await visitor.open(RENT);
      const dialog = await FilterDialog.open(visitor);
      await dialog.type('criterion.deposit', 'filter.at_most', '0.6만');
      await dialog.choose('criterion.lease', say('filter.lease_year'));
      await dialog.fillDay('filter.free_by', '2027-03-01');
      await dialog.check('criterion.furnished', say('chip.furnished'));
      await dialog.check('criterion.has', say('feature.pets'));
      const query = 'furnished=1&lease=12&from=2027-03-01&deposit=-6000&has=pets';
      await dialog.show(await fetchCount(query, 'rent'));
      expect(visitor.address).toBe(`${RENT}?${query}`);
    });
  }

  errand('in won, at a stated rate, and by monthly cost with her own loan', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko' });
    const { page } = visitor;
    await visitor.open(SALE);
    const dialog = await FilterDialog.open(visitor);
    await dialog.type('filter.price_exact', 'filter.to', '20억');
    await page.getByText(/20억 원 ≈ \$1,379,310.*1,450/).waitFor();
    await dialog.type('filter.monthly', 'filter.at_most', '9000');
    await page.getByRole('textbox', { name: visitor.say('filter.down') }).fill('30%');
    await page.getByRole('textbox', { name: visitor.say('filter.rate') }).fill('6');
    const query = 'price=-1379310&monthly=-9000&down=30%25&rate=6';
    const { total, atLeast = 0 } = await api.listHomes({
      query: `searchType=sale&place=irvine-ca&${query}`,
    });
    const whole = total - atLeast;
    expect(Math.min(atLeast, whole)).toBeGreaterThan(0);
    const name = visitor.say('search.whole_cost', { count: formatNumber('ko', atLeast, 0) });
    await dialog.waitForTotal(total);
    await page.getByRole('checkbox', { name }).check();
    await dialog.show(whole);
    expect(visitor.address).toBe(`${SALE}?${query.replace('&down', '&wholeCost=1&down')}`);
    // The chip takes the switch back: those homes are counted apart, and listed last.
    await page.getByRole('link', { name: visitor.say('chip.whole_cost') }).click();
    await page
      .getByText(visitor.say('search.count_at_least', { count: whole, least: atLeast }))
      .first()
      .waitFor();
    expect(visitor.address).toBe(`${SALE}?${query}`);
    await page
      .getByText(visitor.say('search.loan', { down: '30%', rate: '6', years: 30 }).slice(0, 20))
      .first()
      .waitFor();
  });

  errand('by words of the description, with exclusions (rule R9)', async ({ meet }) => {
    const visitor = await meet();
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    await visitor.open(SALE);
    const dialog = await FilterDialog.open(visitor);
    const field = page.getByRole('textbox', { name: visitor.say('filter.keyword_label') });
    await field.fill('kitchen -"zzz nothing"');
    await field.press('Enter');
    const query = 'q=kitchen&not=%22zzz%20nothing%22';
    const total = await fetchCount(query);
    expect(total).toBeGreaterThan(0);
    await dialog.show(total);
    expect(visitor.query.get('not')).toBe('"zzz nothing"');
    await screen.waitForTotal(total);
    // On the home's page the keywords are marked.
    await screen.cards.first().getByRole('link').first().click();
    await page.locator('mark').first().waitFor();
    expect((await page.locator('mark').first().textContent())?.toLowerCase()).toMatch(/^kitchens?$/);
    // So they are in another tab.
    await page.goBack();
    await screen.waitForTotal(total);
    const link = screen.cards.nth(1).getByRole('link').first();
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ button: 'middle' })]);
    await tab.locator('mark').first().waitFor();
    await tab.close();
  });

  errand('finds a filter by its name, and gets a message without a match', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', width: 390 });
    const { page } = visitor;
    await visitor.open(SALE);
    await FilterDialog.open(visitor);
    const box = page.getByRole('searchbox', { name: visitor.say('filter.find') });
    await box.fill('수영장');
    const groups = page.getByRole('dialog').getByRole('heading', { level: 3 });
    expect(await groups.allTextContents()).toEqual([visitor.say('filter.group_has')]);
    await box.fill('없는 조건');
    await page.getByText(visitor.say('filter.find_none')).waitFor();
  });
});

describe('someone in a hurry', () => {
  errand(
    'types and continues at once: valid values are applied, invalid ones are kept for correction',
    async ({ meet }) => {
      const visitor = await meet();
      const { page } = visitor;
      const say = visitor.say.bind(visitor);
      await visitor.open(SALE);
      const opener = page.getByRole('search').getByRole('button', { name: /^Price$|\$/ });
      const field = (legend: 'filter.price_exact' | 'filter.monthly', name: 'filter.to' | 'filter.at_most') =>
        page.getByRole('group', { name: say(legend) }).getByRole('textbox', { name: say(name), exact: true });
      // The duration of a real press: nothing may move meanwhile.
      const press = { delay: 120 };

      // The saved search is the typed one.
      await opener.click();
      await field('filter.price_exact', 'filter.to').fill('1.2m');
      await page.getByRole('button', { name: say('save.search'), exact: true }).click(press);
      await page.getByText(say('save.search_said')).last().waitFor();
      await expect.poll(() => visitor.address).toBe(`${SALE}?price=-1200000`);
      const saved = await page.evaluate(() => localStorage.getItem('maru/saved') ?? '');
      expect(saved).toContain(`"${SALE}?price=-1200000"`);

      await opener.click();
      await field('filter.monthly', 'filter.at_most').fill('5000');
      await page.getByRole('button', { name: say('filter.rooms'), exact: true }).click(press);
      await page.getByRole('group', { name: say('filter.beds') }).waitFor();
      await expect.poll(() => visitor.address).toBe(`${SALE}?price=-1200000&monthly=-5000`);

      await opener.click();
      await page.getByRole('textbox', { name: say('filter.rate') }).fill('6');
      await visitor.heading.click(press);
      await expect.poll(() => visitor.query.get('rate')).toBe('6');

      // "Done" does not discard an invalid value.
      await opener.click();
      const done = page.getByRole('button', { name: say('filter.done'), exact: true });
      for (const [refused, good, problem] of [
        [page.getByRole('textbox', { name: say('filter.rate') }), '6', say('filter.bad_rate')],
        [field('filter.price_exact', 'filter.to'), '900k', say('filter.bad_number')],
      ] as const) {
        await refused.fill('90 grand');
        await done.click();
        await page.getByText(problem).waitFor();
        expect(await refused.evaluate((one) => one === document.activeElement)).toBe(true);
        expect(await accessibilityFaults(visitor)).toEqual([]);
        await refused.fill(good);
      }
      expect(visitor.query.get('price')).toBe('-1200000');
      await done.click();
      await expect.poll(() => visitor.query.get('price')).toBe('-900000');
      expect(await done.count()).toBe(0);
    },
  );
});

describe('someone who commutes', () => {
  errand('keeps the destination in this browser, and sorts by minutes', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko' });
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    const say = visitor.say.bind(visitor);
    await visitor.open(SALE);
    const dialog = await FilterDialog.open(visitor);
    await page.getByRole('textbox', { name: say('filter.commute_to') }).fill('풀러턴');
    await page.getByRole('button', { name: say('filter.commute_set'), exact: true }).click();
    await dialog.choose('filter.commute_minutes', say('filter.minutes', { minutes: 60 }));
    const to = '33.87,-117.925';
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('commute-address') ?? '{}'));
    expect(stored).toMatchObject({ transportation: 'car', latitude: expect.closeTo(33.87, 1) });
    const total = await fetchCount(`commute=car,0800,-60&to=${stored.latitude},${stored.longitude}`);
    expect(total, to).toBeGreaterThan(0);
    expect(total, to).toBeLessThan(await fetchCount(''));
    await dialog.show(total);
    expect(visitor.address).toBe(`${SALE}?commute=car,0800,-60`);
    await screen.waitForTotal(total);
    await page.getByRole('combobox', { name: say('sort.label') }).selectOption('commute');
    await expect.poll(() => visitor.query.get('sort')).toBe('commute');
    // A reload is rendered without the destination, which the server does not know; the page then requests again.
    await page.reload();
    await visitor.settle();
    await screen.waitForTotal(total);
    await expect
      .poll(async () => {
        const texts = await screen.cards.evaluateAll((cards) => cards.map((card) => card.textContent ?? ''));
        const minutes = texts.map((text) => Number(/(\d+)–\d+\s?(?:min|분)/.exec(text)?.[1] ?? Number.NaN));
        return minutes.every((one, index) => one <= 60 && (index === 0 || one >= (minutes[index - 1] ?? 0)));
      })
      .toBe(true);
    expect(visitor.address).not.toContain('to=');
  });

  errand('and opens a friend’s link in a browser without a destination', async ({ meet }) => {
    const visitor = await meet();
    const screen = new SearchScreen(visitor);
    await visitor.open(`${SALE}?commute=car,0800,-30`);
    await visitor.page.getByText(visitor.say('search.commute_missing')).waitFor();
    await screen.waitForTotal(await fetchCount(''));
  });
});
