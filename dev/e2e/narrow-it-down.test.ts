import { describe, expect, inject, test } from 'vitest';
import { createApiClient, errand, pickVariants } from './errand.ts';
import { SearchScreen } from './search-screen.ts';

const PLACE = '/homes/for_sale/irvine-ca';
const { baseUrl } = inject('site');
const api = createApiClient();
const fetchCount = async (query: string) =>
  (await api.listHomes({ query: `searchType=sale&place=irvine-ca&${query}` })).total;

describe('someone narrowing a search', () => {
  for (const locale of pickVariants(0, ['en', 'ko'] as const)) {
    errand(
      `by price, beds and type, each in the address, on a chip and in the count (${locale})`,
      async ({ meet }) => {
        const visitor = await meet({ locale });
        const { page } = visitor;
        const screen = new SearchScreen(visitor);
        const say = visitor.say.bind(visitor);
        await visitor.open(PLACE);
        await screen.waitForTotal(await fetchCount(''));

        await page.getByRole('button', { name: say('filter.price'), exact: true }).click();
        const highest = page
          .getByRole('group', { name: say('filter.price_exact') })
          .getByRole('textbox', { name: say('filter.to') });
        await highest.fill('1.2m');
        await highest.press('Enter');
        await expect.poll(() => visitor.query.get('price')).toBe('-1200000');
        await page.keyboard.press('Escape');
        await screen.waitForTotal(await fetchCount('price=-1200000'));

        await page.getByRole('button', { name: say('filter.rooms'), exact: true }).click();
        await page
          .getByRole('group', { name: say('filter.beds') })
          .getByRole('radio', { name: new RegExp(`^${literal(say('filter.at_least', { count: 3 }))}`) })
          .check();
        await expect.poll(() => visitor.query.get('beds')).toBe('3-');
        await page.keyboard.press('Escape');
        await screen.waitForTotal(await fetchCount('price=-1200000&beds=3-'));

        await page.getByRole('button', { name: say('filter.type'), exact: true }).click();
        await page.getByRole('checkbox', { name: new RegExp(`^${literal(say('type.house'))}`) }).check();
        await expect.poll(() => visitor.query.get('type')).toBe('house');
        await page.keyboard.press('Escape');
        const narrowed = await fetchCount('price=-1200000&beds=3-&type=house');
        await screen.waitForTotal(narrowed);
        expect(visitor.address).toBe(`${PLACE}?price=-1200000&beds=3-&type=house`);
        expect(await screen.chips.getByRole('link').count()).toBe(4);

        await screen.chips
          .getByRole('link')
          .filter({ hasText: say('chip.beds_min', { value: 3 }) })
          .click();
        await screen.waitForTotal(await fetchCount('price=-1200000&type=house'));
        expect(visitor.query.get('beds')).toBeNull();
        await page.goBack();
        await screen.waitForTotal(narrowed);
        await screen.chips.getByRole('link', { name: say('chip.clear') }).click();
        await screen.waitForTotal(await fetchCount(''));
        expect(visitor.address).toBe(PLACE);
      },
    );
  }

  errand('on a phone, where nothing changes before the button is pressed', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', width: 390 });
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    const say = visitor.say.bind(visitor);
    await visitor.open(PLACE);
    const opener = page.getByRole('button', { name: say('filter.open'), exact: true });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: say('filter.title') });
    await dialog
      .getByRole('group', { name: say('filter.beds') })
      .getByRole('radio', { name: new RegExp(`^${literal(say('filter.at_least', { count: 4 }))}`) })
      .check();
    // An invalid value is not discarded with the dialog.
    const highest = dialog
      .getByRole('group', { name: say('filter.price_exact') })
      .getByRole('textbox', { name: say('filter.to') });
    await highest.fill('90 grand');
    await dialog.getByRole('button', { name: /[0-9]/ }).last().tap();
    await dialog.getByText(say('filter.bad_number')).waitFor();
    expect(await highest.evaluate((field) => field === document.activeElement)).toBe(true);
    await highest.fill('');
    const count = await fetchCount('beds=4-');
    const show = dialog.getByRole('button', { name: say('filter.show', { count }) });
    await show.waitFor();
    expect(visitor.address).toBe(PLACE);
    await show.click();
    await expect.poll(() => visitor.address).toBe(`${PLACE}?beds=4-`);
    await screen.waitForTotal(count);
    expect(await dialog.count()).toBe(0);
  });

  errand(
    'and homes with an unstated HOA fee are counted, and included with one press (rule R10)',
    async ({ meet }) => {
      const { total, unknown } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca&hoa=-300' });
      expect(unknown.hoa).toBeGreaterThan(0);
      const visitor = await meet();
      const screen = new SearchScreen(visitor);
      await visitor.open(`${PLACE}?hoa=-300`);
      await screen.waitForTotal(total);
      const name = visitor.say('search.unknown', {
        count: String(unknown.hoa),
        filter: visitor.say('filter.hoa'),
      });
      const include = visitor.page.getByRole('checkbox', { name });
      await include.check();
      await screen.waitForTotal(total + (unknown.hoa ?? Number.NaN));
      expect(visitor.query.get('unk')).toBe('hoa');
      await visitor.page.getByRole('checkbox', { name }).uncheck();
      await screen.waitForTotal(total);
    },
  );
});

describe('someone editing the address by hand', () => {
  for (const locale of pickVariants(1, ['en', 'ko'] as const)) {
    errand(`and reads which values were ignored, over the remaining homes (${locale})`, async ({ meet }) => {
      const visitor = await meet({ locale });
      const { page } = visitor;
      const screen = new SearchScreen(visitor);
      const bad =
        'price=cheap&beds=5-2&type=castle&page=-3&bbox=1,2&sort=__proto__&zoom=x&_source=user&nobody=knows';
      const answer = await visitor.open(`${PLACE}?${bad}`);
      expect(answer.status()).toBe(200);
      await screen.waitForTotal(await fetchCount('beds=2-5'));
      for (const filter of [
        'filter.price',
        'filter.type',
        'filter.page',
        'chip.bbox',
        'sort.label',
      ] as const) {
        await page.getByText(visitor.say('search.notice_dropped', { filter: visitor.say(filter) })).waitFor();
      }
      await page
        .getByText(visitor.say('search.notice_swapped', { filter: visitor.say('filter.beds') }))
        .waitFor();
      await page.getByRole('link', { name: visitor.say('search.notice_close') }).click();
      await expect.poll(() => visitor.address).toBe(`${PLACE}?beds=2-5`);
    });
  }

  test('never gets a server error', async () => {
    const long = 'a'.repeat(10_000);
    for (const [path, allowed] of [
      [`${PLACE}?price=%E0%A4%A&beds=%00`, [200]],
      [`${PLACE}?bbox=180,90,-180,-90&zoom=99&page=999999999999`, [200]],
      [`${PLACE}?price=${long}`, [200, 414, 431]],
      [`/homes/for_sale?text=${long}`, [404, 414, 431]],
      [`/${long}`, [404, 414, 431]],
      ['/%E0%A4%A', [400, 404]],
      ['/homes/for_sale/%E0%A4%A', [400, 404]],
      ['/homes/for_sale/..%2f..%2fetc%2fpasswd', [404]],
      [`${PLACE}?price=1&price=2&beds=3-&beds=4-`, [200]],
    ] as const) {
      const { status } = await fetch(baseUrl + path);
      expect([path.slice(0, 80), allowed.includes(status as never) || status]).toEqual([
        path.slice(0, 80),
        true,
      ]);
    }
  });

  test('while the API names an invalid value of a known key, and ignores unknown keys', async () => {
    const ask = (query: string) => fetch(`${baseUrl}/maru/v1/home/list?searchType=sale&${query}`);
    for (const [query, field] of [
      ['price=cheap', 'price'],
      ['beds=5-2', 'beds'],
      ['page=-3', 'page'],
      ['bbox=1,2', 'bbox'],
      ['sort=__proto__', 'sort'],
    ] as const) {
      const answer = await ask(query);
      expect([query, answer.status]).toEqual([query, 400]);
      const body = (await answer.json()) as { data: { code: string; fields: { field: string }[] } };
      expect(body.data.code).toBe('invalid_request');
      expect(body.data.fields.map((one) => one.field)).toEqual([field]);
    }
    expect((await ask('nobody=knows')).status).toBe(200);
  });
});

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
