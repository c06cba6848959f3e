import { expect, test } from 'vitest';
import { checkPlain } from './page-state.tsx';

test('what JSON keeps as it is passes', () => {
  const value = { a: [1, 'x', null, { b: true }], c: {}, d: undefined, e: Object.create(null) };
  expect(() => checkPlain(value, 'data')).not.toThrow();
});

test.each([
  ['a Map', new Map([[1, 2]])],
  ['a Set', new Set([1])],
  ['a Date', new Date(0)],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['undefined in a list', [undefined]],
  ['a bigint', 1n],
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['an instance of a class', new URL('http://localhost/')],
])('%s is refused, with where it stands', (_, value) => {
  expect(() => checkPlain({ loader: { list: [0, value] } }, 'data')).toThrow(/^data\.loader\.list\.1/);
});
