import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoredValue } from './stored-value.ts';

/** One storage of a browser, with tabs that hear of each other's writes. */
class Browser {
  readonly texts = new Map<string, string>();
  readonly listeners = new Set<(event: { key: string | null }) => void>();
  isShut = false;
  isFull = false;
  readonly storage = {
    getItem: (key: string) => {
      if (this.isShut) throw new Error('shut');
      return this.texts.get(key) ?? null;
    },
    setItem: (key: string, text: string) => {
      if (this.isShut || this.isFull) throw new Error('full');
      this.texts.set(key, text);
    },
    removeItem: (key: string) => {
      this.texts.delete(key);
    },
  };
  changeElsewhere(key: string, text: string): void {
    this.texts.set(key, text);
    for (const listener of this.listeners) listener({ key });
  }
}

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
  vi.stubGlobal('localStorage', browser.storage);
  vi.stubGlobal('addEventListener', (_: string, listener: (event: { key: string | null }) => void) =>
    browser.listeners.add(listener),
  );
  vi.stubGlobal('removeEventListener', (_: string, listener: (event: { key: string | null }) => void) =>
    browser.listeners.delete(listener),
  );
});
afterEach(() => vi.unstubAllGlobals());

const list = () =>
  new StoredValue<readonly string[]>('maru/compare', {
    parse: (text) => (text === null ? [] : text.split(',')),
    format: (all) => (all.length === 0 ? null : all.join(',')),
  });

test('two tabs that add in turn lose nothing of each other', () => {
  const [a, b] = [list(), list()];
  a.update((all) => [...all, 'h1']);
  b.update((all) => [...all, 'h2']);
  a.update((all) => [...all, 'h3']);
  expect(browser.texts.get('maru/compare')).toBe('h1,h2,h3');
  expect([a.read(), b.read()]).toEqual([
    ['h1', 'h2', 'h3'],
    ['h1', 'h2', 'h3'],
  ]);
});

test('the value is the same object until it changes', () => {
  const value = list();
  value.update(() => ['h1']);
  expect(value.read()).toBe(value.read());
  const before = value.read();
  value.update((all) => [...all, 'h2']);
  expect(value.read()).not.toBe(before);
});

test('a subscriber hears of changes of its own tab and of others, and nothing after it has left', () => {
  const value = list();
  let heard = 0;
  const leave = value.subscribe(() => {
    heard += 1;
  });
  value.update(() => ['h1']);
  browser.changeElsewhere('maru/compare', 'h1,h2');
  browser.changeElsewhere('other', 'x');
  expect([heard, value.read()]).toEqual([2, ['h1', 'h2']]);
  leave();
  browser.changeElsewhere('maru/compare', 'h3');
  expect([heard, browser.listeners.size]).toEqual([2, 0]);
});

test('where storage is full or shut, the value lives in memory', () => {
  const value = list();
  value.update(() => ['h1']);
  browser.isFull = true;
  value.update((all) => [...all, 'h2']);
  expect(value.read()).toEqual(['h1', 'h2']);
  expect(browser.texts.get('maru/compare')).toBe('h1');
  browser.isFull = false;
  value.update((all) => [...all, 'h3']);
  expect(browser.texts.get('maru/compare')).toBe('h1,h2,h3');

  browser.isShut = true;
  const shut = list();
  expect(shut.read()).toEqual([]);
  shut.update(() => ['h9']);
  expect(shut.read()).toEqual(['h9']);
});

test('an empty value leaves nothing in storage', () => {
  const value = list();
  value.update(() => ['h1']);
  value.update(() => []);
  expect(browser.texts.size).toBe(0);
});
