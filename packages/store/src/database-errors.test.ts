import { expect, test } from 'vitest';
import { DatabaseUnavailable, isUnavailable } from './database-errors.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ['a refused connection', withCode('ECONNREFUSED'), true],
  ['a shutdown', withCode('57P01'), true],
  ['a statement over its time', withCode('57014'), true],
  ['a lost connection behind another error', new Error('y', { cause: new DatabaseUnavailable('x') }), true],
  ['all addresses of a host refused', new AggregateError([withCode('ECONNREFUSED')]), true],
  ['a broken rule', withCode('23505'), false],
  ['a wrong statement', withCode('42601'), false],
  ['no error at all', 'ECONNREFUSED', false],
])('%s', (_, error, away) => {
  expect(isUnavailable(error)).toBe(away);
});
