import { CATALOGUES, pseudoMessage } from '@maru/words/server';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { errand } from './errand.ts';

const messages = Object.fromEntries(
  Object.entries(CATALOGUES.en).map(([key, message]) => [key, pseudoMessage(message)]),
);
/**
 * Pages that show only messages to an anonymous visitor. Not /renter-kit, whose letters are in English for their
 * recipients.
 */
const PAGES = ['/guide', '/sell', '/contact', '/login', '/privacy-choices'];

errand('in the pseudo-locale only data is left in English, and nothing is cut off', async ({ meet }) => {
  // The page was rendered in English: React reports the mismatch and renders it again.
  const visitor = await meet({ width: 390, mayFail: /^(console|uncaught): / });
  const { page } = visitor;
  await page.route('**/maru/v1/translation?*', (route) =>
    route.fulfill({ json: { locale: 'en-US', version: 'pseudo', messages } }),
  );
  await visitor.open('/terms-of-use');
  for (const path of PAGES) {
    await page.evaluate((to) => history.pushState(null, '', to), path);
    await expect.poll(() => visitor.heading.textContent()).toMatch(/^⟦/);
    await expect.poll(() => visitor.address).toBe(path);
    await visitor.waitForFrames();
    expect({ path, plain: await plainTexts(page) }).toEqual({ path, plain: [] });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect({ path, tooWide: Math.max(0, tooWide) }).toEqual({ path, tooWide: 0 });
  }
});

/** Visible texts of the page with a word outside the pseudo-locale's marks. */
function plainTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Names of other sites are the same in any language.
    const NO_WORDS = 'script, style, noscript, [lang="ko"], a[href^="http"]';
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || parent.closest(NO_WORDS) !== null) continue;
      if (parent.getClientRects().length === 0) continue;
      const rest = (node.textContent ?? '').replace(/⟦[^⟦⟧]*⟧/g, '').replace(/⟦[^⟦⟧]*⟧/g, '');
      if (/[A-Za-z]{3}/.test(rest)) found.push(rest.trim().slice(0, 80));
    }
    return found;
  });
}
