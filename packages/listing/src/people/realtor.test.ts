import { describe, expect, test } from 'vitest';
import { mayEditRealtor, normalizeLicense, parseLanguages } from './realtor.ts';

describe('licence numbers', () => {
  test.each([
    ['CA', '01234567', '01234567'],
    ['CA', ' DRE #01234567', '01234567'],
    ['CA', 'CalBRE 00001234', '00001234'],
    ['CA', 'Lic. 01234567', '01234567'],
    ['CA', '1234567', undefined],
    ['CA', '012345678', undefined],
    ['CA', '0123456A', undefined],
    ['NY', '10401234567', '10401234567'],
    ['TX', '0123456', '0123456'],
    ['WA', 'No. 21-4567', '21-4567'],
    ['WA', 'abcd', undefined],
    ['WA', '', undefined],
  ])('%s %s', (state, given, known) => {
    expect(normalizeLicense(state, given)).toBe(known);
  });
});

test('only its owner and admins may see and change what is not public', () => {
  const realtor = { userId: 'u1' };
  expect(mayEditRealtor(undefined, realtor)).toBe(false);
  expect(mayEditRealtor({ userId: 'u2', role: 'realtor' }, realtor)).toBe(false);
  expect(mayEditRealtor({ userId: 'u1', role: 'realtor' }, realtor)).toBe(true);
  expect(mayEditRealtor({ userId: 'u3', role: 'admin' }, realtor)).toBe(true);
});

test('languages are told in one way, each once', () => {
  expect(parseLanguages(['English', 'Korean', 'ko-KR', 'Spanish (fluent)', 'Tlingit', ' '])).toEqual([
    'en',
    'ko',
    'es',
    'Tlingit',
  ]);
});
