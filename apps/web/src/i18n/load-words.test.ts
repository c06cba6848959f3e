import { loadBundledWords } from '@maru/words/bundled';
import { CATALOGUES } from '@maru/words/server';
import { expect, test } from 'vitest';
import { loadWords } from './load-words.ts';

test('a translation that fails to load is logged, and the bundled words are used', async () => {
  const logged: unknown[] = [];
  const failure = new Error('Network Error');
  for (const locale of ['en', 'ko'] as const) {
    const { messages, version } = await loadWords(locale, {
      fetchWords: () => Promise.reject(failure),
      loadBundled: loadBundledWords,
      log: (_, error) => logged.push(error),
    });
    expect(messages).toEqual(CATALOGUES[locale]);
    expect(version).toBe('bundled');
  }
  expect(logged).toEqual([failure, failure]);
});

test('what the server says is used as it is, and nothing is logged', async () => {
  const words = { messages: { a: 'b' }, version: 'v' };
  const used = await loadWords('ko', {
    fetchWords: async () => words,
    loadBundled: () => Promise.reject(new Error('not asked')),
    log: () => expect.unreachable(),
  });
  expect(used).toBe(words);
});
