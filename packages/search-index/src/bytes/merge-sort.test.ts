import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeSort } from './merge-sort.ts';

function drained<T>(steps: Generator<void, T>): { value: T; pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const step = steps.next();
    if (step.done === true) return { value: step.value, pauses };
  }
}

test('rows are sorted by the comparison, each once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { maxLength: 400 }), (keys) => {
      const compare = (a: number, b: number) => keys[a] - keys[b] || a - b;
      const { value } = drained(mergeSort(Int32Array.from(keys.keys()), compare));
      expect([...value]).toEqual([...keys.keys()].sort(compare));
    }),
  );
});

test('a long sort yields often', () => {
  const count = 100_000;
  const compare = (a: number, b: number) => Math.imul(a, 0x9e3779b1) - Math.imul(b, 0x9e3779b1) || a - b;
  const { value, pauses } = drained(
    mergeSort(
      Int32Array.from({ length: count }, (_, i) => i),
      compare,
    ),
  );
  expect(value.every((row, i) => i === 0 || compare(value[i - 1], row) < 0)).toBe(true);
  expect(pauses).toBeGreaterThan(30);
});
