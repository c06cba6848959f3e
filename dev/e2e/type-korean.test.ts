import type { CDPSession } from 'playwright-core';
import { describe, expect } from 'vitest';
import { errand, pickVariants, WIDTHS } from './errand.ts';
import { SearchScreen } from './search-screen.ts';

/** What a two-set Korean keyboard composes while typing 어바인. */
const STEPS = ['ㅇ', '어', '업', '어바', '어방', '어바이', '어바인'];

describe('someone using a Korean input method', () => {
  for (const width of pickVariants(0, WIDTHS)) {
    errand(`composes 어바인, presses Enter once, and one search starts (${width} px)`, async ({ meet }) => {
      const visitor = await meet({ locale: 'ko', width });
      const { page } = visitor;
      const screen = new SearchScreen(visitor);
      await visitor.open('/');
      const box = await screen.placeBox.elementHandle();
      await screen.placeBox.click();
      const steps = () => page.evaluate(() => history.length);
      const before = await steps();
      const arrivals: string[] = [];
      page.on('framenavigated', (frame) => arrivals.push(new URL(frame.url()).pathname));
      const keyboard = await page.context().newCDPSession(page);

      for (const text of STEPS) {
        await compose(keyboard, text);
        expect(await screen.placeBox.inputValue()).toBe(text);
      }
      // Koreans rarely commit a syllable: suggestions must follow the uncommitted one.
      await expect.poll(() => screen.suggestions.first().textContent()).toMatch(/^어바인/);
      // The Enter that commits the syllable belongs to the input method …
      await press(keyboard, 'Enter', 229);
      await keyboard.send('Input.insertText', { text: '어바인' });
      expect(await screen.placeBox.inputValue()).toBe('어바인');
      expect(arrivals).toEqual([]);
      // … the next one submits.
      await press(keyboard, 'Enter', 13);
      await expect.poll(() => decodeURI(visitor.address)).toBe('/homes/for_sale/irvine-ca');
      await visitor.settle();
      // The arrival is announced to screen readers: this neither moves focus nor adds a history entry.
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      await visitor.waitForFrames();
      // The page stores the scroll position in its own history entry: this is no second search.
      expect([...new Set(arrivals)]).toEqual(['/ko/homes/for_sale/irvine-ca']);
      expect(await steps()).toBe(before + 1);
      expect(await box?.evaluate((one) => (one as HTMLInputElement).value)).toMatch(/^어바인/);
    });
  }

  errand('moves one suggestion per arrow key, and none during composition', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko' });
    const screen = new SearchScreen(visitor);
    await visitor.open('/');
    const box = await screen.placeBox.elementHandle();
    await screen.placeBox.click();
    const keyboard = await visitor.context.newCDPSession(visitor.page);
    for (const text of STEPS) await compose(keyboard, text);
    await screen.suggestions.nth(1).waitFor();
    await press(keyboard, 'ArrowDown', 229);
    expect(await screen.highlightedSuggestion.count()).toBe(0);

    await keyboard.send('Input.insertText', { text: '어바인' });
    await visitor.waitForFrames();
    await press(keyboard, 'ArrowDown', 40);
    await screen.highlightedSuggestion.waitFor();
    expect(await screen.suggestions.evaluateAll(litAt)).toEqual([0]);
    await press(keyboard, 'ArrowDown', 40);
    await expect.poll(() => screen.suggestions.evaluateAll(litAt)).toEqual([1]);
    // The same input element: a new one would lose the syllable.
    expect(await box?.evaluate((one) => one.isConnected && one === document.activeElement)).toBe(true);
    expect(await screen.placeBox.inputValue()).toBe('어바인');
  });
});

const litAt = (options: Element[]) =>
  options.flatMap((one, index) => (one.getAttribute('aria-selected') === 'true' ? [index] : []));

function compose(keyboard: CDPSession, text: string): Promise<unknown> {
  return keyboard.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
}

/** `code` 229: a key handled by the input method. */
async function press(keyboard: CDPSession, key: 'Enter' | 'ArrowDown', code: number): Promise<void> {
  const common = { key, code: key, windowsVirtualKeyCode: code, nativeVirtualKeyCode: code };
  const text = key === 'Enter' && code === 13 ? { text: '\r' } : {};
  await keyboard.send('Input.dispatchKeyEvent', {
    type: code === 229 ? 'rawKeyDown' : 'keyDown',
    ...common,
    ...text,
  });
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common });
}
