import { expect, test } from 'vitest';
import { CATALOGUES } from './catalogue.ts';
import { layWords, wordsNow } from './laid-words.ts';
import { formatMessage } from './message.ts';
import { isLockedWord, previewMessage, wordProblems } from './word-problems.ts';

const { en, ko } = CATALOGUES;
const findFaults = (locale: 'en' | 'ko', key: keyof typeof en, text: string) =>
  wordProblems({ locale, key, text, bundled: CATALOGUES[locale][key], english: en[key] }).map(
    (one) => one.fault,
  );

test('every bundled message is a good one', () => {
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect({ key, en: findFaults('en', key, en[key]) }).toEqual({ key, en: [] });
    expect({ key, ko: findFaults('ko', key, ko[key]) }).toEqual({ key, ko: [] });
  }
});

test('what would break a page, a letter or the Korean is told before it is kept', () => {
  expect(findFaults('en', 'search.count', '{count, plural, one {# home}')).toEqual(['icu']);
  expect(findFaults('en', 'search.count', '{count, plural, one {# home}}')).toEqual(['icu']);
  expect(findFaults('en', 'search.count', 'Many homes')).toEqual(['placeholders']);
  expect(findFaults('en', 'site.tagline', 'Homes of {name}')).toEqual(['placeholders']);
  expect(findFaults('en', 'site.tagline', 'Hello <script>alert(1)</script>')).toEqual(
    expect.arrayContaining(['markup']),
  );
  expect(findFaults('en', 'nav.buy', '   ')).toEqual(['empty']);
  expect(findFaults('en', 'nav.buy', '매매')).toEqual(['other_language']);
  expect(findFaults('ko', 'nav.buy', 'Buying')).toEqual(['other_language']);
  expect(findFaults('en', 'nav.buy', 'Buy\u0000')).toEqual(['invisible']);
  expect(
    wordProblems({
      locale: 'ko',
      key: 'x',
      text: '목록 보기',
      bundled: '매물 보기',
      english: 'See the listing',
    }),
  ).toEqual([{ fault: 'forbidden', detail: 'listing → 목록' }]);
  expect(findFaults('en', 'nav.buy', 'a'.repeat(4_001))).toEqual(['too_long']);
});

test('a number may be written as a skeleton', () => {
  const said = { locale: 'en' as const, key: 'search.found', bundled: '{count, number} homes', english: '' };
  expect(wordProblems({ ...said, text: '{count, number, ::compact-short} homes' })).toEqual([]);
  expect(previewMessage('en', '{count, number, ::compact-short} homes', { count: 1_200 })).toBe('1.2K homes');
});

test('a preview says what would stand there', () => {
  expect(previewMessage('en', '{count, plural, one {# home} other {# homes}}', { count: 3 })).toBe('3 homes');
  expect(previewMessage('en', '{count', { count: 3 })).toBeUndefined();
});

test('words of consents are locked, since what was agreed to is kept by their hash', () => {
  expect(['consent.contact.call', 'account.consent.marketing_email', 'nav.buy'].map(isLockedWord)).toEqual([
    true,
    true,
    false,
  ]);
});

test('what the owner has laid over is said outside of pages too, and a broken one falls back', () => {
  const was = formatMessage('ko', 'nav.buy');
  layWords({ en: {}, ko: { 'nav.buy': '사는 집', 'no.such.key': 'x' } });
  expect(formatMessage('ko', 'nav.buy')).toBe('사는 집');
  expect(Object.keys(wordsNow('ko'))).not.toContain('no.such.key');
  layWords({ en: {}, ko: { 'nav.buy': '{broken' } });
  expect(formatMessage('ko', 'nav.buy')).toBe(was);
  layWords({ en: {}, ko: {} });
  expect(formatMessage('ko', 'nav.buy')).toBe(was);
});
