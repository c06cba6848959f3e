import { expect, test } from 'vitest';
import { DatabaseUnavailable, isRowError, isUnavailable } from './database-errors.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ['a refused connection', withCode('ECONNREFUSED'), true],
  ['a shutdown', withCode('57P01'), true],
  ['a statement over its time', withCode('57014'), true],
  ['a lost connection behind another error', new Error('y', { cause: new DatabaseUnavailable('x') }), true],
  ['all addresses of a host refused', new AggregateError([withCode('ECONNREFUSED')]), true],
  ['a full disk', withCode('53100'), true],
  ['no memory left', withCode('53200'), true],
  ['too many connections', withCode('53300'), true],
  ['a configured limit', withCode('53400'), true],
  ['a standby or a read-only default', withCode('25006'), true],
  ['an I/O error of the server', withCode('58030'), true],
  ['a dropped database', withCode('57P04'), true],
  ['a server that is starting', withCode('57P03'), true],
  ['a broken rule', withCode('23505'), false],
  ['a limit of the statement', withCode('54000'), false],
  ['a wrong statement', withCode('42601'), false],
  ['no error at all', 'ECONNREFUSED', false],
])('%s', (_, error, away) => {
  expect(isUnavailable(error)).toBe(away);
});

test('no row is to blame for a full disk', () => {
  expect(isRowError(withCode('53100'))).toBe(false);
  expect(isRowError(withCode('22001'))).toBe(true);
});
