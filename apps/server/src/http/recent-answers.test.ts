import { expect, test } from 'vitest';
import { RecentAnswers } from './recent-answers.ts';

test('an answer is made once for a version, and the least recently asked is forgotten first', () => {
  const recent = new RecentAnswers<string>(2);
  const made: string[] = [];
  const ask = (key: string, version: string) =>
    recent.find(key, version, () => {
      made.push(`${key}${version}`);
      return `${key}${version}`;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(ask(key, '1')).toBe(`${key}1`);
  expect(made).toEqual(['a1', 'b1', 'c1', 'b1']);
  expect(ask('a', '2')).toBe('a2');
  expect(made.at(-1)).toBe('a2');
});
