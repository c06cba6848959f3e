import type { SentenceAnswer } from '@maru/contract';
import { expect, test } from 'vitest';
import {
  looksLikeSentence,
  MAX_SENTENCE,
  namesPlace,
  noteSentence,
  saysMore,
  strayWords,
} from './sentence.ts';

const answer: SentenceAnswer = {
  searchType: 'sale',
  filters: {},
  notUnderstood: [],
  path: '/homes/for_sale',
  total: null,
  placeLink: null,
  otherPlaces: [],
  slips: [],
  neutralHint: false,
  neutralTopics: [],
  notes: [],
};

test('the name of a place is no sentence, and is not asked about while it is composed', () => {
  for (const text of ['', 'Irvine', '어바인', '얼바', '92620', 'ㅇㅂㅇ'])
    expect(looksLikeSentence(text)).toBe(false);
  for (const text of ['3 beds', 'Irvine 3bd', '어바인 방', '방3개', '3개', '수영장있는집', '어바인·터스틴']) {
    expect(looksLikeSentence(text)).toBe(true);
  }
});

test('a sentence is offered when it asks for more than a place, or should be told why it does not', () => {
  expect(saysMore({ ...answer, place: 'irvine-ca' }, 'sale')).toBe(false);
  expect(saysMore({ ...answer, notUnderstood: ['purple'] }, 'sale')).toBe(false);
  expect(saysMore({ ...answer, filters: { beds: '3-' } }, 'sale')).toBe(true);
  const tustin = { slug: 'tustin-ca', kind: 'city', name: 'Tustin', nameKo: null } as const;
  const otherPlaces = [{ ...tustin, label: 'Tustin, CA', isExcluded: false }];
  expect(saysMore({ ...answer, place: 'irvine-ca', otherPlaces }, 'sale')).toBe(true);
  expect(saysMore({ ...answer, searchType: 'rent' }, 'sale')).toBe(true);
  expect(saysMore({ ...answer, nearMe: 5_000 }, 'sale')).toBe(true);
  expect(saysMore({ ...answer, neutralHint: true }, 'sale')).toBe(true);
});

test('what is longer than can be asked is said to be cut', () => {
  expect(noteSentence(answer, 'a'.repeat(MAX_SENTENCE)).isCut).toBe(false);
  expect(noteSentence(answer, 'a'.repeat(MAX_SENTENCE + 1)).isCut).toBe(true);
});

test('a misspelled name is told on the page that it led to', () => {
  const slips = [{ text: 'irvne', place: 'Irvine, CA' }];
  expect(noteSentence({ ...answer, slips }, 'irvne 3br').guess).toEqual(slips[0]);
  expect(noteSentence(answer, 'irvine 3br')).not.toHaveProperty('guess');
});

test('half a sentence still says where', () => {
  expect(namesPlace({ ...answer, place: 'irvine-ca', notUnderstood: ['3'] })).toBe(true);
  expect(namesPlace({ ...answer, notUnderstood: ['purple'] })).toBe(false);
});

test('a word that is still being typed is not struck through, nor the number before it', () => {
  expect(strayWords(['3'], 'irvine 3 be')).toEqual([]);
  expect(strayWords(['수영'], '어바인 수영')).toEqual([]);
  expect(strayWords(['purple'], 'irvine purple 3 be')).toEqual(['purple']);
  expect(strayWords(['purple'], 'irvine purple ')).toEqual(['purple']);
});
