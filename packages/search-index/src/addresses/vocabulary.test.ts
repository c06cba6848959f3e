import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Vocabulary } from './vocabulary.ts';

test('asked by prefix it gives each word once, in order, whether settled or waiting', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(word), fc.array(word), word, (first, later, prefix) => {
      const words = new Vocabulary();
      // Enough words to be merged, none of which begins like those above.
      for (let i = 0; i < 600; i++) words.numberOf(`x${i}`);
      for (const one of first) words.numberOf(one);
      words.settle();
      for (const one of later) words.numberOf(one);
      const expected = [...new Set([...first, ...later])].filter((one) => one.startsWith(prefix)).sort();
      const range = words.startingWith(prefix);
      const found = [...words.numbersIn(range)].map((number) => words.textOf(number));
      expect(found.filter((one) => !one.startsWith('x')).sort()).toEqual(expected);
      for (const one of [...first, ...later]) {
        expect(words.isIn(range, words.find(one))).toBe(one.startsWith(prefix));
        expect(words.textOf(words.numberOf(one))).toBe(one);
      }
      expect(words.find('never came')).toBe(-1);
    }),
    { numRuns: 50 },
  );
});
