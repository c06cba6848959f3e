import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/**
 * `expect(actual, message()).toEqual(expected)` for loops over thousands of values: strictly equal values skip the
 * matcher, and the message is built only on a mismatch.
 */
export function expectEqual(actual: unknown, expected: unknown, message?: () => string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, message?.()).toEqual(expected);
}
