import { expect, test, vi } from 'vitest';
import { afterQuiet, isDescription, META_DELAY_MS } from './document.tsx';

test('what describes a page changes once things have been still for 10 ms', () => {
  vi.useFakeTimers();
  try {
    const shown: string[] = [];
    let forget = () => {};
    const show = (title: string) => {
      forget();
      forget = afterQuiet(META_DELAY_MS, () => void shown.push(title));
    };
    show('Homes');
    vi.advanceTimersByTime(9);
    show('A home');
    vi.advanceTimersByTime(9);
    expect(shown).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(['A home']);
  } finally {
    vi.useRealTimers();
  }
});

test('styles and scripts do not wait', () => {
  expect(isDescription({ tag: 'title', children: 'x' })).toBe(true);
  expect(isDescription({ tag: 'meta', attrs: { name: 'robots' } })).toBe(true);
  expect(isDescription({ tag: 'link', attrs: { rel: 'canonical' } })).toBe(true);
  expect(isDescription({ tag: 'script', attrs: { type: 'application/ld+json' } })).toBe(true);
  expect(isDescription({ tag: 'link', attrs: { rel: 'stylesheet' } })).toBe(false);
  expect(isDescription({ tag: 'link', attrs: { rel: 'modulepreload' } })).toBe(false);
});
