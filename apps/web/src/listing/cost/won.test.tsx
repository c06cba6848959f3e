import { CATALOGUES, compileMessages } from '@maru/words/server';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SiteSettings } from '../../browser/site-settings.ts';
import { createWords, WordsProvider } from '../../i18n/words.tsx';
import { Won } from './won.tsx';
import { WonSwitch } from './won-switch.tsx';

const NOW = Date.parse('2026-11-21T17:00:00Z');

/** What a page says of an amount, $1,250,000 if none is given, with a rate. */
function said(
  wonRate: SiteSettings['wonRate'],
  locale: 'en' | 'ko' = 'ko',
  short = false,
  usd = 1_250_000,
): string {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory(),
    context: { site: { wonRate } },
  } as never);
  const words = createWords(locale, compileMessages(CATALOGUES[locale]), 'test');
  const html = renderToString(
    <RouterContextProvider router={router}>
      <WordsProvider words={words}>
        <Won usd={usd} now={NOW} short={short} />
        <WonSwitch now={NOW} />
      </WordsProvider>
    </RouterContextProvider>,
  );
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

const rate = (asOf: string, isSample = false) => ({ won: 1_450, asOf, isSample });

test('won stand beside dollars with the rate and its day; rounded to 만, on a card to a tenth of 억', () => {
  expect(said(rate('2026-11-20'))).toContain('약 18억 1,250만 원');
  expect(said(rate('2026-11-20'))).toContain('1달러 1,450원(2026년 11월 20일 기준)');
  expect(said(rate('2026-11-20'), 'ko', true)).toContain('약 18.1억 원');
  expect(said(rate('2020-01-01', true))).toContain('예시 환율');
});

test('nothing, or next to it, is not about 0 won', () => {
  for (const usd of [0, 3]) expect(said(rate('2026-11-20'), 'ko', false, usd)).not.toContain('0 원');
  expect(said(rate('2026-11-20'), 'ko', false, 4)).toContain('약 1만 원');
});

test('English pages show won when one asks for them', () => {
  expect(said(rate('2026-11-20'), 'en')).not.toContain('₩1,812');
  expect(said(rate('2026-11-20'), 'en')).toContain('Show won');
});

test('a rate older than seven days is not reckoned with, and that is said; nor is one that nobody has set', () => {
  expect(said(rate('2026-11-14'))).toContain('18억');
  for (const old of ['2026-11-12', '2025-11-21']) {
    expect(said(rate(old))).not.toContain('18억');
    expect(said(rate(old))).toContain('7일이 지났어요');
  }
  expect(said(undefined)).not.toContain('18억');
  expect(said(undefined)).toContain('지금은 원화로 볼 수 없어요.');
  expect(said(undefined, 'en')).toContain('Amounts in won are not available right now.');
});
