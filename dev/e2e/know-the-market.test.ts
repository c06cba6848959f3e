import { formatUsd } from '@maru/words';
import { describe, expect } from 'vitest';
import { createApiClient, errand, pickVariants } from './errand.ts';

const api = createApiClient();

describe('someone learning about the market of a place', () => {
  for (const { locale, width, script } of [
    { locale: 'en', width: 1440, script: true },
    { locale: 'ko', width: 390, script: false },
  ] as const) {
    errand(`from the city to a ZIP code and its homes (${locale}, script: ${script})`, async ({ meet }) => {
      await expect
        .poll(async () => (await api.findMarket({ query: { place: 'irvine-ca' } })).monthsAsOf, {
          timeout: 40_000,
        })
        .not.toBeNull();
      const visitor = await meet({ locale, width, script });
      const { page } = visitor;
      const say = visitor.say.bind(visitor);
      await visitor.open('/city');
      await page.getByRole('link', { name: locale === 'ko' ? /^어바인/ : /^Irvine/ }).click();
      await page.waitForURL((url) => url.searchParams.get('place') === 'irvine-ca');
      const market = await api.findMarket({ query: { place: 'irvine-ca' } });
      const median = formatUsd(locale, Math.round(market.supply[0]?.price.median ?? 0));
      const now = page.getByRole('region', { name: say('market.now') });
      expect(await now.textContent()).toContain(median);
      expect(await now.textContent()).toContain(
        say('market.of', { count: market.supply[0]?.price.count ?? 0 }),
      );

      // The numbers of a chart as a table, also without script.
      const overTime = page.getByRole('region', { name: say('market.over_time') });
      await overTime.getByText(say('chart.numbers')).first().click();
      expect(await overTime.getByRole('row').filter({ visible: true }).count()).toBeGreaterThan(2);

      await page.getByRole('link', { name: '92620', exact: true }).click();
      await page.waitForURL('**/ca/irvine/92620');
      await page.getByRole('heading', { level: 1, name: /92620/ }).waitFor();
      const trail = page.getByRole('navigation', { name: say('market.trail') });
      await trail.getByRole('link', { name: locale === 'ko' ? '어바인' : 'Irvine', exact: true }).waitFor();
      const kinds = page.getByRole('navigation', { name: say('market.kind') });
      await kinds.getByRole('link', { name: say('market.rent') }).click();
      await page.waitForURL('**/ca/irvine/92620?searchType=rent');
      const { total } = await api.listHomes({ query: 'searchType=rent&place=92620&want=total' });
      await page.getByRole('link', { name: say('market.see_all', { count: total }) }).click();
      await page.waitForURL('**/homes/for_rent/92620');
    });
  }
});

describe('someone who may sell', () => {
  for (const { locale, width } of pickVariants(1, [
    { locale: 'en', width: 1440 },
    { locale: 'ko', width: 390 },
  ] as const)) {
    errand(
      `sees comparable sales, and the recipient before contacting (${locale}, ${width} px)`,
      async ({ meet }) => {
        const { listings } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca&type=house' });
        const home = listings.find((one) => one.streetLine !== null && one.unitNumber === null);
        if (home === undefined) throw new Error('no such home');
        const visitor = await meet({ locale, width });
        const { page } = visitor;
        const say = visitor.say.bind(visitor);
        await visitor.open('/sell');
        await page
          .getByLabel(say('sell.address'))
          .fill(`${home.streetLine}, ${home.city}, CA ${home.postalCode}`);
        await page.getByRole('button', { name: say('sell.look') }).click();
        await page.waitForURL((url) => url.searchParams.has('address'));
        const answer = await api.findSales({ query: { homeId: home.homeId } });
        expect(answer.subject.home?.homeId).toBe(home.homeId);
        const sales = page.getByRole('region', { name: new RegExp(home.streetLine ?? '') });
        await sales.waitFor();
        expect(await sales.getByRole('listitem').count()).toBe(answer.sales.length);
        const first = answer.sales[0];
        if (first !== undefined) {
          expect(await sales.getByRole('listitem').first().textContent()).toContain(
            formatUsd(locale, first.closePrice),
          );
          expect(await sales.textContent()).toContain(first.home.listOfficeName ?? '');
        }
        // No price estimate anywhere, and every contact link names its recipient.
        expect(await page.locator('main').textContent()).not.toMatch(/estimated value|예상가는|추정가/i);
        const agents = page.getByRole('region', { name: say('sell.agents') });
        for (const ask of await agents.locator('a[href*="/contact?"]').all()) {
          expect(await ask.textContent()).toMatch(/DRE|면허|licen/i);
        }

        // The form names the recipient again, is prefilled with the subject, and no consent is checked.
        await agents.locator('a[href*="/contact?"]').first().click();
        const form = page.getByRole('dialog');
        const message = form.getByLabel(say('contact.message'));
        await message.waitFor();
        expect(await message.inputValue()).toContain(home.streetLine ?? '');
        const boxes = await form.getByRole('checkbox').all();
        expect(boxes.length).toBeGreaterThan(0);
        for (const box of boxes) expect(await box.isChecked()).toBe(false);
        await form.getByLabel(say('contact.name'), { exact: true }).fill('Kim Seo-yeon');
        await form.getByLabel(say('contact.email'), { exact: true }).fill('seoyeon@example.com');
        await form.locator('button[type=submit]').click();
        await page.waitForURL(/\/receipt/);

        await visitor.open('/sell');
        await page.getByLabel(say('sell.address')).fill('🦄');
        await page.getByRole('button', { name: say('sell.look') }).click();
        await page.getByText(say('sell.not_found')).waitFor();

        // An invalid value is reported at its field and kept for correction.
        await page.getByLabel(say('sell.area')).fill('-5');
        await page.getByRole('button', { name: say('sell.look') }).click();
        await page.waitForURL((url) => url.searchParams.get('livingArea') === '-5');
        await page.getByText(say('reason.out_of_range')).waitFor();
        const area = page.getByLabel(say('sell.area'));
        expect([await area.inputValue(), await area.getAttribute('aria-invalid')]).toEqual(['-5', 'true']);
        expect(await page.getByLabel(say('sell.address')).inputValue()).toBe('🦄');
      },
    );
  }
});
