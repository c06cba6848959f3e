import { describe, expect } from 'vitest';
import { askApi, errand, LANGUAGES } from './errand.ts';
import { SearchScreen } from './search-screen.ts';
import type { Visitor } from './visitor.ts';

/** WCAG 2.2 AA, 2.5.8; and what a thumb finds (FEATURES.md section 7). */
const LEAST_PX = 24;
const THUMB_PX = 44;
const PLACE = '/homes/for_sale/irvine-ca';

describe('someone presses with a thumb', () => {
  for (const locale of LANGUAGES) {
    errand(`and finds what they press on each page, large enough (${locale})`, async ({ meet }) => {
      const visitor = await meet({ locale, width: 390, map: true });
      const { page } = visitor;
      const say = visitor.say.bind(visitor);
      const screen = new SearchScreen(visitor);
      const { listings } = await askApi().listHomes({ query: 'searchType=sale&place=irvine-ca' });
      const home = listings.find((one) => !one.addressWithheld);

      await visitor.open('/');
      await expectLarge(visitor, 'front page');
      await screen.placeBox.fill(locale === 'ko' ? '어바인' : 'irvine');
      await screen.suggestions.first().waitFor();
      await expectLarge(visitor, 'place box');

      await visitor.open(PLACE);
      // The first map of a browser has its shaders made.
      await screen.pins.first().waitFor({ timeout: 20_000 });
      // The place box, sale or rent, the filters and the bell stand in one row.
      const bar = await page.getByRole('search').first().boundingBox();
      expect(bar?.height).toBeLessThan(2 * 44);
      // The tools of the map stand in one row, and open what there is on a press.
      const tools = page.getByRole('button', { name: say('map.tools'), exact: true });
      const follow = page.locator('label', { hasText: say('map.follow') });
      const rows = await Promise.all([tools, follow].map(async (one) => (await one.boundingBox())?.y));
      expect(rows[0]).toBe(rows[1]);
      const draw = page.getByRole('button', { name: say('map.draw'), exact: true });
      expect(await draw.count()).toBe(0);
      await tools.click();
      await draw.waitFor();
      await expectLarge(visitor, 'map');
      await page.keyboard.press('Escape');
      await expect.poll(() => draw.count()).toBe(0);
      await page.getByRole('button', { name: say('sheet.list'), exact: true }).click();
      await expect.poll(() => page.locator('#results').getAttribute('data-stop')).toBe('full');
      await expectLarge(visitor, 'list');

      // Where nothing is found its words are not below the two buttons at the thumb.
      await visitor.open(`${PLACE}?price=-1500000&beds=9-&has=pool&sqft=-50`);
      const words = await page.getByRole('heading', { name: say('empty.title') }).boundingBox();
      const buttons = await page.getByRole('group', { name: say('sheet.view') }).boundingBox();
      expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThan(buttons?.y ?? 0);
      await page.getByRole('button', { name: say('empty.save') }).waitFor();
      await expectLarge(visitor, 'nothing found');

      await visitor.open(home?.path ?? '');
      await page.getByText(say('listing.facts')).first().waitFor();
      await expectLarge(visitor, 'listing');
      const panel = page.getByRole('region', { name: say('contact.panel') });
      await panel.getByRole('button').first().click();
      await page.getByRole('dialog').waitFor();
      await expectLarge(visitor, 'contact');
      await visitor.open('/my-page');
      await expectLarge(visitor, 'my page');
    });
  }
});

async function expectLarge({ page }: Visitor, where: string): Promise<void> {
  const found = await page.evaluate(pressable);
  expect(found.length, where).toBeGreaterThan(0);
  const small = found.filter(({ width, height }) => Math.min(width, height) < LEAST_PX);
  expect(small, `${where}: less than ${LEAST_PX} px`).toEqual([]);
  const forThumb = found.filter(({ isMain, height }) => isMain && height < THUMB_PX);
  expect(forThumb, `${where}: a control less than ${THUMB_PX} px high`).toEqual([]);
}

/** Whatever can be pressed on the page, with the size that a finger has of it; links within a text are left out, as 2.5.8 does. */
function pressable() {
  const kinds = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="option"]';
  return [...document.querySelectorAll<HTMLElement>(kinds)].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]') !== null)
      return [];
    const style = getComputedStyle(element);
    if (style.display === 'inline') return [];
    const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((one) =>
      one.getBoundingClientRect(),
    );
    // What is drawn small may be pressed around (search.css).
    const around = getComputedStyle(element, '::after');
    const isAround = around.content !== 'none' && around.position === 'absolute';
    const width = Math.max(
      ...boxes.map((box) => box.width),
      isAround ? Number.parseFloat(around.width) || 0 : 0,
    );
    const height = Math.max(
      ...boxes.map((box) => box.height),
      isAround ? Number.parseFloat(around.height) || 0 : 0,
    );
    // Only spoken: it is no target before it has the focus.
    if (width <= 1 || height <= 1) return [];
    // A term that is explained stands within a text, as a link does.
    const isTerm = element.matches('[data-term]');
    const isMain = !isTerm && element.matches('button, select, textarea, summary, input, [role="option"]');
    const name = `${element.tagName.toLowerCase()} ${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}`;
    return [{ name, width: Math.round(width), height: Math.round(height * 10) / 10, isMain }];
  });
}
