import { expect, test } from 'vitest';
import { namesAnyStreet } from './street.ts';

test('a text that names a street does, whatever the street', () => {
  for (const text of ['near 56th Street', 'off Oak Ave', 'at 12 la veta way', 'on O’Neill Dr. today']) {
    expect(namesAnyStreet(text)).toBe(true);
  }
  expect(namesAnyStreet('A quiet street, 3 beds, near the park way')).toBe(false);
});

test('a text made to be slow is read', () => {
  for (const sign of ['0', 'A', 'A.', '1 a ', "A'"]) {
    expect(namesAnyStreet(sign.repeat(100_000))).toBe(false);
  }
});
