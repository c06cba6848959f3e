import type { SourceAnswer } from '@maru/contract';
import { CATALOGUES, compileMessages } from '@maru/words/server';
import { expect, test } from 'vitest';
import { createWords } from '../../i18n/words.tsx';
import { countListed, limitTexts } from './result-limits.ts';

const [en, ko] = (['en', 'ko'] as const).map((locale) =>
  createWords(locale, compileMessages(CATALOGUES[locale]), 'v'),
) as [ReturnType<typeof createWords>, ReturnType<typeof createWords>];
const sources = (count: number) => Array.from({ length: count }, () => ({}) as SourceAnswer);
const one = { source: 'KC MLS', shown: 500, total: 1_234 };

test('one source needs no name', () => {
  const answer = { limited: [one], sources: sources(1) };
  expect(limitTexts(answer, en)).toEqual(['The first 500 of 1,234 are shown; narrow your search.']);
  expect(limitTexts(answer, ko)).toEqual(['1,234건 중 처음 500건만 볼 수 있어요. 조건을 더 좁혀 보세요.']);
});

test('of several sources each limit is told with its own total', () => {
  const answer = { limited: [one, { source: 'OC MLS', shown: 10, total: null }], sources: sources(3) };
  expect(limitTexts(answer, en)).toEqual([
    'Only the first 500 of 1,234 homes from KC MLS are shown; narrow your search.',
    'Only the first 10 homes from OC MLS are shown; narrow your search.',
  ]);
  expect(limitTexts(answer, ko)).toEqual([
    'KC MLS 매물 1,234건 중 처음 500건만 볼 수 있어요. 조건을 더 좁혀 보세요.',
    'OC MLS 매물은 처음 10건만 볼 수 있어요. 조건을 더 좁혀 보세요.',
  ]);
});

test('the pages have all homes but those that a limit leaves out', () => {
  expect(countListed({ total: 1_234, limited: [one] })).toBe(500);
  expect(countListed({ total: 2_000, limited: [one, { source: 'B', shown: 10, total: 20 }] })).toBe(1_256);
  expect(countListed({ total: 2_000 })).toBe(2_000);
});
