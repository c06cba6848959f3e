import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { createApiClient, errand, LANGUAGES, pickVariants } from './errand.ts';
import { SearchScreen } from './search-screen.ts';
import type { Visitor } from './visitor.ts';

const { listings } = await createApiClient().listHomes({ query: 'searchType=sale&place=irvine-ca&page=2' });
const home = listings.find((one) => !one.addressWithheld);
const PAGES = ['/', '/homes/for_sale/irvine-ca', home?.path ?? ''];

const hasFocus = (element: Locator) =>
  element.evaluate((one) => one === document.activeElement || one.contains(document.activeElement));

/** For first requests, which are slow while other tests run. */
const SLOW = { timeout: 20_000 };

/** Presses Tab until the element has focus, at most `most` times. */
async function tabTo({ page }: Visitor, target: Locator, most = 80): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    if ((await target.count()) > 0 && (await hasFocus(target))) return;
    await page.keyboard.press('Tab');
  }
  const reached = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300));
  throw new Error(`${target} has no focus after ${most} presses of Tab; the focus is on ${reached}`);
}

describe('someone using a keyboard only', () => {
  errand('searches, opens a home and writes to its agent, in Korean', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko' });
    const { page } = visitor;
    const say = visitor.say.bind(visitor);
    const screen = new SearchScreen(visitor);
    await visitor.open('/');
    await page.keyboard.press('Tab');
    expect(await hasFocus(page.getByRole('link', { name: say('site.skip') }))).toBe(true);
    await page.keyboard.press('Enter');
    await tabTo(visitor, screen.placeBox, 20);
    await page.keyboard.type('어바인');
    await screen.suggestions.first().waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => screen.highlightedSuggestion.textContent()).toMatch(/^어바인 \(Irvine\), CA/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/ko/homes/for_sale/irvine-ca');
    await screen.cards.first().waitFor();
    // The heading is focused and read out, and Tab continues from there.
    await expect.poll(() => hasFocus(visitor.heading)).toBe(true);

    const card = screen.cards.first().getByRole('link');
    await tabTo(visitor, card);
    const homeId = (await screen.cards.first().getAttribute('data-home')) ?? '';
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/${homeId}`);
    await expect.poll(() => hasFocus(visitor.heading), SLOW).toBe(true);

    const ask = page
      .getByRole('region', { name: say('contact.panel') })
      .getByRole('button')
      .first();
    await ask.waitFor(SLOW);
    await tabTo(visitor, ask);
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog');
    await form.waitFor(SLOW);
    await expect.poll(() => hasFocus(form)).toBe(true);
    await tabTo(visitor, form.getByLabel(say('contact.name'), { exact: true }));
    await page.keyboard.type('한지민');
    await tabTo(visitor, form.getByLabel(say('contact.email'), { exact: true }));
    await page.keyboard.type('jimin.han@example.com');
    await tabTo(visitor, form.locator('button[type="submit"]'));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/ko/receipt');
    await page.getByText('jimin.han@example.com').first().waitFor(SLOW);
    await expect.poll(() => hasFocus(visitor.heading), SLOW).toBe(true);
  });
});

describe('someone zooming to 400 %', () => {
  errand(
    'reads the front page, a list and a home in one column, with the footer’s copy of header items',
    async ({ meet }) => {
      const visitor = await meet({ locale: 'ko' });
      const { page } = visitor;
      // 1280 × 1024 at 400 % (WCAG 1.4.10).
      await page.setViewportSize({ width: 320, height: 256 });
      for (const path of PAGES) {
        await visitor.open(path);
        const wide = await page.evaluate(findOverflowingElements);
        expect({ path, wide }).toEqual({ path, wide: [] });
        // Fixed elements leave most of the screen to the content.
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        expect({ path, stays: await page.evaluate(checkFixedElements) }).toEqual({ path, stays: 'little' });
      }
      // The header has no room for them at this size.
      const foot = page.getByRole('navigation', { name: visitor.say('site.sections_foot') });
      await foot.getByRole('link', { name: visitor.say('nav.agents'), exact: true }).click();
      await page.waitForURL('**/ko/_maru_agent');
      await foot.getByRole('link', { name: visitor.say('nav.sell'), exact: true }).click();
      await page.waitForURL('**/ko/sell');
      await expect.poll(() => hasFocus(visitor.heading)).toBe(true);
    },
  );
});

describe('someone whose browser has twice the default font size', () => {
  // English in the short run, since its texts are longer.
  for (const locale of pickVariants(0, LANGUAGES)) {
    errand(`gets twice the smallest font size, without overflow (${locale})`, async ({ meet }) => {
      const usual = await meet({ locale, width: 390 });
      const visitor = await meet({ locale, width: 390 });
      const { page } = visitor;
      await visitor.scaleFont(2);
      for (const path of PAGES) {
        await usual.open(path);
        await visitor.open(path);
        const [before, after] = [
          await usual.page.evaluate(findSmallestFontSize),
          await page.evaluate(findSmallestFontSize),
        ];
        expect({ path, smallest: after }).toEqual({ path, smallest: 2 * before });
        const wide = await page.evaluate(findOverflowingElements);
        expect({ path, wide }).toEqual({ path, wide: [] });
      }
      // On a phone the agent is named on a fixed bar, which leaves the screen to the content.
      await page.locator('#ask-bar > button').waitFor(SLOW);
      expect(await page.evaluate(checkFixedElements)).toBe('little');
    });
  }
});

describe('someone whose device prefers reduced motion and high contrast', () => {
  errand('has everything', async ({ meet }) => {
    const visitor = await meet();
    const { page } = visitor;
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    for (const path of PAGES) {
      await visitor.open(path);
      expect({ path, faults: await accessibilityFaults(visitor) }).toEqual({ path, faults: [] });
    }
  });
});

/** The smallest font size of the page, in px. */
function findSmallestFontSize(): number {
  const sizes = [...document.querySelectorAll<HTMLElement>('header *, main *, footer *')].flatMap((one) => {
    const hasWords = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!hasWords || one.closest('svg, noscript') || !one.checkVisibility()) return [];
    return [Number.parseFloat(getComputedStyle(one).fontSize)];
  });
  return Math.round(Math.min(...sizes));
}

/** What makes the page scroll sideways: the page itself, and elements that overflow it outside a scroll container. */
function findOverflowingElements(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const out = [...document.body.querySelectorAll('*')].filter(
    (one) => one.getBoundingClientRect().right > clientWidth + 1,
  );
  return [`${scrollWidth} > ${clientWidth}`, ...out.slice(0, 5).map((one) => one.outerHTML.slice(0, 160))];
}

/** Whether fixed and sticky elements cover more than a quarter of the middle column. */
function checkFixedElements(): string {
  let covered = 0;
  for (let y = 2; y < innerHeight; y += 4) {
    for (let at = document.elementFromPoint(innerWidth / 2, y); at !== null; at = at.parentElement) {
      const { position } = getComputedStyle(at);
      if (position !== 'fixed' && position !== 'sticky') continue;
      covered += 4;
      break;
    }
  }
  return covered <= innerHeight / 4 ? 'little' : `${covered} of ${innerHeight} px`;
}
