import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Streets } from './streets.ts';

const area = { city: 'Irvine', stateOrProvince: 'NV', postalCode: '92620' };

test('a prefix query returns each word once, as long as a street has it', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', 'я'),
    minLength: 1,
    maxLength: 6,
  });
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  const wordsIn = (names: string[]) => names.flatMap((one) => one.split(' '));
  fc.assert(
    fc.property(fc.array(name), fc.array(name), word, (staying, leaving, prefix) => {
      const streets = new Streets();
      const made = [...staying, ...leaving].map((one) => streets.findOrAdd(one, area));
      const known = (names: string[]) =>
        [...new Set(wordsIn(names))].filter((one) => one.startsWith(prefix)).sort();
      expect(streets.wordsStarting(prefix).sort()).toEqual(known([...staying, ...leaving]));
      const kept = new Set(made.slice(0, staying.length));
      for (const street of new Set(made.slice(staying.length))) {
        if (street !== undefined && !kept.has(street)) streets.remove(street);
      }
      expect(streets.wordsStarting(prefix).sort()).toEqual(known(staying));
      for (const one of wordsIn(staying)) expect(streets.named(one).length).toBeGreaterThan(0);
      expect(streets.named('never came')).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('streets are identified by the short forms of their words and by their area', () => {
  const streets = new Streets();
  const street = streets.findOrAdd('North Oak Street', area);
  expect(streets.findOrAdd('N Oak St', area)).toBe(street);
  expect(streets.findOrAdd('N Oak St', { ...area, postalCode: '92602' })).not.toBe(street);
  expect(streets.findOrAdd('#', area)).toBeUndefined();
  expect(streets.around('irvine')).toHaveLength(2);
});
