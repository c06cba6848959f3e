import type { WordPart } from '@maru/words';
import { loadBundledWords } from '@maru/words/bundled';
import { CATALOGUES, compileMessages } from '@maru/words/server';
import { expect, test } from 'vitest';
import { createLoadedWords } from './load-words.ts';
import { createWords } from './words.tsx';

test('a translation that fails to load is logged, and the bundled words are used', async () => {
  const logged: unknown[] = [];
  const failure = new Error('Network Error');
  for (const locale of ['en', 'ko'] as const) {
    const words = createLoadedWords(locale, {
      fetchParts: () => Promise.reject(failure),
      loadBundled: loadBundledWords,
      log: (_, error) => logged.push(error),
    });
    await words.load(['site']);
    expect(words.messages).toEqual(compileMessages(CATALOGUES[locale]));
  }
  expect(logged).toEqual([failure, failure]);
});

test('each part is asked for once, those that are missing together, and what the server says is used', async () => {
  const asked: WordPart[][] = [];
  const words = createLoadedWords('ko', {
    fetchParts: async (parts) => {
      asked.push([...parts]);
      return Object.fromEntries(parts.map((part) => [part, `${part}!`]));
    },
    loadBundled: () => Promise.reject(new Error('not asked')),
    log: () => expect.unreachable(),
  });
  await Promise.all([words.load(['site', 'search']), words.load(['site', 'home', 'cost']), words.load([])]);
  await words.load(['home']);
  expect(asked).toEqual([
    ['site', 'search'],
    ['home', 'cost'],
  ]);
  expect(words.messages).toEqual({ site: 'site!', search: 'search!', home: 'home!', cost: 'cost!' });
});

test('what was laid over a bundled word stays when a later part fails, and a part that never came is asked for again', async () => {
  let isAway = false;
  let isBundledAway = true;
  const words = createLoadedWords('en', {
    fetchParts: async () => {
      if (isAway) throw new Error('Network Error');
      return { 'nav.buy': 'Buy now' };
    },
    loadBundled: async () => {
      if (isBundledAway) throw new Error('a script of this page did not come');
      return { 'nav.buy': 'Buy', 'kit.title': 'Kit' };
    },
    log: () => undefined,
  });
  await words.load(['site']);
  isAway = true;
  await expect(words.load(['renting'])).rejects.toThrow('did not come');
  isBundledAway = false;
  await words.load(['renting']);
  expect(words.messages).toEqual({ 'nav.buy': 'Buy now', 'kit.title': 'Kit' });
});

test('a part that was bundled is asked for again, and what the server says then is what the page says', async () => {
  let isAway = true;
  const asked: WordPart[][] = [];
  const words = createLoadedWords('en', {
    fetchParts: async (parts) => {
      asked.push([...parts]);
      if (isAway) throw new Error('Network Error');
      return compileMessages({ 'nav.buy': 'Buy {what}, now' });
    },
    loadBundled: async () => compileMessages({ 'nav.buy': 'Buy {what}' }),
    log: () => undefined,
  });
  const { t } = createWords('en', words.messages, 'v', (error) => expect.unreachable(error.message));
  await words.load(['site', 'home']);
  expect(t('nav.buy', { what: 'a home' })).toBe('Buy a home');
  isAway = false;
  await words.load(['site', 'home']);
  expect(t('nav.buy', { what: 'a home' })).toBe('Buy a home, now');
  await words.load(['site', 'home']);
  expect(asked).toEqual([
    ['site', 'home'],
    ['site', 'home'],
  ]);
});
