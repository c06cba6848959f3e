import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Vocabulary } from './vocabulary.ts';

test('asked by prefix it gives each word once, in order, whether settled or waiting', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(word), fc.array(word), word, (first, later, prefix) => {
      const words = new Vocabulary();
      // Enough words to be merged, none of which begins like those above.
      for (let i = 0; i < 600; i++) words.add(`x${i}`);
      for (const one of first) words.add(one);
      words.settle();
      for (const one of later) words.add(one);
      const expected = [...new Set([...first, ...later])].filter((one) => one.startsWith(prefix)).sort();
      expect([...words.withPrefix(prefix)].filter((one) => !one.startsWith('x'))).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});
