import { STRETCH_SHARE } from '@maru/listing/money';
import { formatNumber, type Locale } from '@maru/words';
import { describe, expect } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { createApiClient, errand } from './errand.ts';
import { SearchScreen } from './search-screen.ts';

const IRVINE = 'searchType=sale&place=irvine-ca';
const api = createApiClient();

describe('someone setting a monthly budget (rule R67)', () => {
  for (const { locale, width } of [
    { locale: 'en', width: 1440 },
    { locale: 'ko', width: 390 },
  ] as const) {
    errand(
      `and count, circles, pins and cards show which homes it covers (${locale}, ${width} px)`,
      async ({ meet }) => {
        const visitor = await meet({ locale, width, map: true });
        const { page } = visitor;
        const say = visitor.say.bind(visitor);
        const screen = new SearchScreen(visitor);
        await visitor.open('/homes/for_sale/irvine-ca');
        await screen.pins.first().waitFor({ timeout: 20_000 });
        if (width === 390) await page.getByRole('button', { name: say('map.tools'), exact: true }).click();
        await page.getByRole('button', { name: say('map.budget'), exact: true }).click();
        const panel = page.getByRole('group', { name: say('map.budget') });
        const marks = screen.cards.locator('xpath=..').locator('[data-fits]');
        for (const budget of [6_000, 12_000]) {
          await page.getByRole('textbox', { name: say('map.budget_slider') }).fill(String(budget));
          // Of all homes of the search, those whose whole cost is known to be within it.
          await expect
            .poll(async () => {
              const counts = await fetchCounts(budget, locale);
              const said = [
                say('map.budget_share', counts),
                say('map.budget_unsure', { count: counts.unsure }),
              ];
              const text = await panel.textContent();
              return said.filter((one) => !text?.includes(one));
            })
            .toEqual([]);
          // All of them are marked on the map: in the rings of circles, or on single pins.
          await expect
            .poll(async () => {
              const within = await page.locator('button.map-pin').evaluateAll((pins) =>
                pins.reduce((sum, pin) => {
                  const { dataset, style, textContent } = pin as HTMLElement;
                  if (dataset.kind === 'home') return sum + (dataset.fit === 'fits' ? 1 : 0);
                  const count = Number(textContent?.match(/^[\d,]+/)?.[0].replace(/,/g, ''));
                  return sum + Math.round(count * Number(style.getPropertyValue('--share')));
                }, 0),
              );
              const sure = `${IRVINE}&monthly=-${budget}&wholeCost=1&want=total`;
              return within - (await api.listHomes({ query: sure })).total;
            })
            .toBe(0);
          // The cards of the list agree.
          const { listings } = await api.listHomes({ query: `${IRVINE}&want=listings,costs` });
          const sure = listings.filter(
            ({ monthlyCost }) => monthlyCost?.isWhole && monthlyCost.amount <= budget,
          );
          const text = say('map.card_fits');
          await expect.poll(() => marks.filter({ hasText: text }).count()).toBe(sure.length);
        }
        // On a phone pins extend below the panel: that is the map, which can be moved.
        if (width === 1440) expect(await accessibilityFaults(visitor)).toEqual([]);
        const slider = page.getByRole('slider', { name: say('map.budget_slider') });
        await slider.fill('6000');
        await slider.press('ArrowRight');
        await page.getByRole('button', { name: say('map.budget_set', { amount: '$6,100' }) }).waitFor();
        await page.getByRole('button', { name: say('map.budget_off') }).click();
        await expect.poll(() => marks.count()).toBe(0);
        expect(await page.locator('.map-pin[data-fit], .map-pin[data-share]').count()).toBe(0);
        if (width === 390) {
          // Each Escape closes the innermost open element and returns focus to its opener.
          const tools = page.getByRole('button', { name: say('map.tools'), exact: true });
          await page.getByRole('button', { name: say('map.budget'), exact: true }).click();
          const button = page.getByRole('button', { name: say('map.budget_set', { amount: '$6,100' }) });
          await panel.waitFor();
          for (const [opener, left] of [
            [button, 1],
            [tools, 0],
          ] as const) {
            await page.keyboard.press('Escape');
            await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
            expect([await panel.count(), await button.count()]).toEqual([0, left]);
          }
        }
      },
    );
  }

  errand('and single homes have its color and sign', async ({ meet }) => {
    const visitor = await meet({ map: true });
    const { page } = visitor;
    const say = visitor.say.bind(visitor);
    await visitor.open('/homes/for_sale/92620?price=900000-1300000');
    await page.getByRole('button', { name: say('map.budget'), exact: true }).click();
    const pins = page.locator('.map-pin[data-kind="home"]');
    await page.locator('.map-pin[data-fit]').first().waitFor();
    for (const [budget, signs] of [
      [100_000, /^[✓?] /],
      [500, /^↑ /],
    ] as const) {
      await page.getByRole('textbox', { name: say('map.budget_slider') }).fill(String(budget));
      await expect
        .poll(async () => {
          const texts = await pins.allTextContents();
          return [texts.length > 0, texts.filter((text) => !signs.test(text))];
        })
        .toEqual([true, []]);
    }
  });
});

/** The API's counts as the panel words them. */
async function fetchCounts(budget: number, locale: Locale) {
  const total = async (monthly?: number) =>
    api.listHomes({
      query: `${IRVINE}${monthly === undefined ? '' : `&monthly=-${monthly}&wholeCost=1`}&want=total`,
    });
  const [all, sure, little] = await Promise.all([
    total(),
    total(budget),
    total(Math.floor(budget * STRETCH_SHARE + 1e-6)),
  ]);
  const text = (count: number) => formatNumber(locale, count, 0);
  return {
    fits: text(sure.total),
    total: text(all.total),
    unsure: text((little.atLeast ?? 0) + (little.unknown.monthly ?? 0)),
  };
}
