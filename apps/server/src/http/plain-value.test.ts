import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPlainFault } from './plain-value.ts';

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

test.each([
  [{ name: 'a\0b' }, { field: 'name', reason: 'malformed' }],
  [{ slots: [{ note: '\ud800' }] }, { field: 'slots.0.note', reason: 'malformed' }],
  [{ 'a\0': 1 }, { field: '', reason: 'unknown' }],
  [JSON.parse('{"x": {"__proto__": {"role": "admin"}}}'), { field: 'x.__proto__', reason: 'unknown' }],
  [{ constructor: { prototype: {} } }, { field: 'constructor', reason: 'unknown' }],
  [nested(13), { field: 'a.a.a', reason: 'malformed' }],
  [Array.from({ length: 6_000 }, () => 0), { field: '', reason: 'too_many' }],
  [Array.from({ length: 100 }, () => Array(100).fill(0)), { field: '', reason: 'too_many' }],
])('%# is refused before a schema is asked', (value, fault) => {
  expect(findPlainFault(value)).toEqual(fault);
});

test('what a form may send is let through, however it is written', () => {
  expect(findPlainFault(nested(12))).toBeUndefined();
  expect(findPlainFault({ name: '김서연 🏠', message: 'line\nline\ttab' })).toBeUndefined();
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: 'grapheme' }), (value) => {
      const fault = findPlainFault(value);
      expect(
        fault === undefined || /\\u0000|__proto__|constructor|prototype/.test(JSON.stringify(value)),
      ).toBe(true);
    }),
  );
});
