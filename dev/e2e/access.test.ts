import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { askApi, errand, LANGUAGES, waysOf } from './errand.ts';
import { SearchScreen } from './search-screen.ts';
import type { Visitor } from './visitor.ts';

const { listings } = await askApi().listHomes({ query: 'searchType=sale&place=irvine-ca&page=2' });
const home = listings.find((one) => !one.addressWithheld);
const PAGES = ['/', '/homes/for_sale/irvine-ca', home?.path ?? ''];

const hasFocus = (element: Locator) =>
  element.evaluate((one) => one === document.activeElement || one.contains(document.activeElement));

/** What is fetched first: a machine that runs other tests too is slow at it. */
const SLOW = { timeout: 20_000 };

/** Presses Tab until the focus is there, as somebody without a mouse does, and not for ever. */
async function tabTo({ page }: Visitor, target: Locator, most = 80): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    if ((await target.count()) > 0 && (await hasFocus(target))) return;
    await page.keyboard.press('Tab');
  }
  const reached = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300));
  throw new Error(`${most} presses of Tab did not reach ${target}; they ended at ${reached}`);
}

describe('someone without a mouse', () => {
  errand(
    'searches, opens a home and writes to who answers, by keys alone and in Korean',
    async ({ meet }) => {
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
      await expect.poll(() => screen.litSuggestion.textContent()).toMatch(/^어바인 \(Irvine\), CA/);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/ko/homes/for_sale/irvine-ca');
      await screen.cards.first().waitFor();
      // Where they are is read out, and Tab goes on from there.
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
    },
  );
});

describe('someone who enlarges the page to 400 %', () => {
  errand(
    'reads it in one column: front page, list, home, and what is in no other place on a phone',
    async ({ meet }) => {
      const visitor = await meet({ locale: 'ko' });
      const { page } = visitor;
      // 1280 × 1024 at 400 % (WCAG 1.4.10).
      await page.setViewportSize({ width: 320, height: 256 });
      for (const path of PAGES) {
        await visitor.open(path);
        const wide = await page.evaluate(widerThanThePage);
        expect({ path, wide }).toEqual({ path, wide: [] });
        // What stays on the screen while one scrolls leaves most of it to what is read.
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        expect({ path, stays: await page.evaluate(shareThatStays) }).toEqual({ path, stays: 'little' });
      }
      // The header has no room for them there.
      const foot = page.getByRole('navigation', { name: visitor.say('site.sections_foot') });
      await foot.getByRole('link', { name: visitor.say('nav.agents'), exact: true }).click();
      await page.waitForURL('**/ko/_maru_agent');
      await foot.getByRole('link', { name: visitor.say('nav.sell'), exact: true }).click();
      await page.waitForURL('**/ko/sell');
      await expect.poll(() => hasFocus(visitor.heading)).toBe(true);
    },
  );
});

describe('someone whose browser is set to letters twice as large', () => {
  // English, whose words are the longer ones, in the short run.
  for (const locale of waysOf(0, LANGUAGES)) {
    errand(
      `has the smallest words twice as large, and none out of its place (${locale})`,
      async ({ meet }) => {
        const usual = await meet({ locale, width: 390 });
        const visitor = await meet({ locale, width: 390 });
        const { page } = visitor;
        await visitor.enlargeLetters(2);
        for (const path of PAGES) {
          await usual.open(path);
          await visitor.open(path);
          const [before, after] = [
            await usual.page.evaluate(smallestLetters),
            await page.evaluate(smallestLetters),
          ];
          expect({ path, smallest: after }).toEqual({ path, smallest: 2 * before });
          const wide = await page.evaluate(widerThanThePage);
          expect({ path, wide }).toEqual({ path, wide: [] });
        }
        // Who answers is told on a phone's bar, which leaves the page to what is read.
        await page.locator('#ask-bar > button').waitFor(SLOW);
        expect(await page.evaluate(shareThatStays)).toBe('little');
      },
    );
  }
});

describe('someone whose device asks for less motion and for high contrast', () => {
  errand('loses nothing', async ({ meet }) => {
    const visitor = await meet();
    const { page } = visitor;
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    for (const path of PAGES) {
      await visitor.open(path);
      expect({ path, faults: await accessibilityFaults(visitor) }).toEqual({ path, faults: [] });
    }
  });
});

/** How large the smallest letters of a page are, in px. */
function smallestLetters(): number {
  const sizes = [...document.querySelectorAll<HTMLElement>('header *, main *, footer *')].flatMap((one) => {
    const hasWords = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!hasWords || one.closest('svg, noscript') || !one.checkVisibility()) return [];
    return [Number.parseFloat(getComputedStyle(one).fontSize)];
  });
  return Math.round(Math.min(...sizes));
}

/** What makes the page scroll sideways: the page itself, and what stands out of it without a frame of its own. */
function widerThanThePage(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const out = [...document.body.querySelectorAll('*')].filter(
    (one) => one.getBoundingClientRect().right > clientWidth + 1,
  );
  return [`${scrollWidth} > ${clientWidth}`, ...out.slice(0, 5).map((one) => one.outerHTML.slice(0, 160))];
}

/** Whether what is fixed to the window, or sticks to it, covers more than a quarter of its middle column. */
function shareThatStays(): string {
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
