import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SortedSlots } from './odata-order.ts';

it('stays sorted while rows are added, removed and moved, and iterates from any position in both directions', () => {
  const step = fc.tuple(fc.nat(400), fc.nat(30));
  fc.assert(
    fc.property(
      fc.array(fc.nat(30), { maxLength: 3000, size: 'max' }),
      fc.array(step, { maxLength: 300 }),
      (first, steps) => {
        const values = new Map(first.map((value, slot) => [slot, value]));
        const compare = (a: number, b: number) => (values.get(a) ?? 0) - (values.get(b) ?? 0) || a - b;
        const order = new SortedSlots(values.keys(), compare);
        for (const [slot, value] of steps) {
          if (values.has(slot)) {
            expect(order.remove(slot)).toBe(true);
            values.delete(slot);
          }
          if (value < 25) {
            values.set(slot, value);
            order.insert(slot);
          }
        }
        const sorted = [...values.keys()].sort(compare);
        expect(order.size).toBe(sorted.length);
        expect([...order.upwards()]).toEqual(sorted);
        expect([...order.downwards()]).toEqual(sorted.toReversed());
        for (const from of [-1, 0, 12, 24, 99]) {
          const isFrom = (slot: number) => (values.get(slot) ?? 0) >= from;
          expect([...order.upwards(isFrom)]).toEqual(sorted.filter(isFrom));
          expect([...order.downwards(isFrom)]).toEqual(sorted.filter((slot) => !isFrom(slot)).reverse());
        }
      },
    ),
    { numRuns: 60 },
  );
});

it('moves a changed row with two binary searches, whatever the size', () => {
  const countComparisons = (size: number) => {
    const values = Array.from({ length: size }, (_, slot) => (slot * 7919) % size);
    let compared = 0;
    const order = new SortedSlots(values.keys(), (a, b) => {
      compared += 1;
      return (values[a] as number) - (values[b] as number) || a - b;
    });
    compared = 0;
    for (let slot = 0; slot < 1000; slot += 1) {
      order.remove(slot);
      values[slot] = size + slot;
      order.insert(slot);
    }
    return compared / 1000;
  };
  // Removal and insertion: twice the binary logarithm of the size, and a few comparisons for block bounds.
  expect(countComparisons(1_000)).toBeLessThan(2 * 10 + 6);
  expect(countComparisons(100_000)).toBeLessThan(2 * 17 + 6);
});
