import { expect, test } from 'vitest';
import { answererName } from './agent-words.ts';

test('a Korean reader sees both names, the one on the license always', () => {
  const jane = { name: 'Jane Kim', nameKo: '김지은' };
  expect(answererName(jane, { locale: 'ko' })).toBe('김지은 (Jane Kim)');
  expect(answererName(jane, { locale: 'en' })).toBe('Jane Kim');
  expect(answererName({ name: 'Eugene Cho', nameKo: null }, { locale: 'ko' })).toBe('Eugene Cho');
  expect(answererName({ name: '김지은', nameKo: '김지은' }, { locale: 'ko' })).toBe('김지은');
});
