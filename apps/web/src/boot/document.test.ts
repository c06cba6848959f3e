import { CATALOGUES, compileMessages } from '@maru/words/server';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createWords } from '../i18n/words.tsx';
import { afterQuiet, ErrorDocument, isDescription, META_DELAY_MS } from './document.tsx';

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

test('an error outside the page has the error screen as a document of its own, with its messages', async () => {
  const words = createWords('en', compileMessages(CATALOGUES.en), 'test');
  const router = createRouter({
    routeTree: createRootRoute({
      loader: () => {
        throw new Error('A script of the header is missing.');
      },
      errorComponent: ErrorDocument,
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    context: { words, locale: 'en', publicUrl: 'https://maru.test', site: {} },
    isServer: true,
  } as never);
  await router.load();
  const html = renderToString(createElement(RouterProvider, { router: router as never }));
  expect(html).toMatch(/^<html lang="en-US"/);
  expect(html).toContain(`>${words.t('error.screen.main')}</a>`);
});
