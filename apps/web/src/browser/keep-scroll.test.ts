import { afterEach, expect, test, vi } from 'vitest';
import { keepScroll, restoreKeptScroll } from './keep-scroll.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page with a list that scrolls in a box of its own, in a tab that remembers. */
function standIn() {
  const list = {
    scrollTop: 1500,
    getAttribute: () => 'list',
    scrollTo: (_: number, y: number) => put(y),
    querySelectorAll: () => [],
  };
  const put = (y: number) => void Object.assign(list, { scrollTop: y });
  const kept = new Map<string, string>();
  vi.stubGlobal('document', {
    querySelectorAll: () => [list],
    querySelector: (what: string) => (what.includes('scroll') ? list : null),
  });
  vi.stubGlobal('window', { scrollY: 0, scrollTo: () => undefined });
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => work());
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return list;
}

test.each([
  [25_000, 1500],
  [120_000, 0],
])('a page in another language that takes %d ms shows the list %d px down', (ms, down) => {
  vi.useFakeTimers();
  const list = standIn();
  keepScroll();
  list.scrollTop = 0;
  vi.advanceTimersByTime(ms);
  restoreKeptScroll();
  expect(list.scrollTop).toBe(down);
  list.scrollTop = 0;
  restoreKeptScroll();
  expect(list.scrollTop).toBe(0);
});
