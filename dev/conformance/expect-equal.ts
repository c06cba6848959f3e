import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/**
 * `expect(actual, message()).toEqual(expected)` for loops over thousands of values: what is strictly equal passes
 * without a matcher, and the message is made only for what is not.
 */
export function expectEqual(actual: unknown, expected: unknown, message?: () => string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, message?.()).toEqual(expected);
}
