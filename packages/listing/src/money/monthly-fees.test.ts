import { expect, test } from 'vitest';
import { associationFeeMonthly, monthlyAmount } from './monthly-fees.ts';

test.each([
  ['Annually', 1_200, 100],
  ['Semi-Annually', 600, 100],
  ['Quarterly', 300, 100],
  ['Bi-Monthly', 200, 100],
  ['Monthly', 100, 100],
  ['Semi-Monthly', 50, 100],
  ['Bi-Weekly', 60, 130],
  ['Weekly', 30, 130],
  ['Daily', 12, 365],
  ['One Time', 500, 0],
  ['Seasonal', 500, 0],
  ['Now And Then', 500, null],
  [null, 500, null],
])('%s %d is %s a month', (frequency, amount, monthly) => {
  expect(monthlyAmount(amount, frequency)).toBe(monthly);
});

const fees = (
  first: [number | null, string | null],
  second: [number | null, string | null] = [null, null],
) => ({
  associationYN: true as boolean | null,
  associationFee: first[0],
  associationFeeFrequency: first[1],
  associationFee2: second[0],
  associationFee2Frequency: second[1],
});

test('two fees are added, each by its own frequency', () => {
  expect(associationFeeMonthly(fees([300, 'Monthly'], [600, 'Quarterly']))).toBe(500);
});

test('what is paid once is no part of the month, and alone leaves it unstated', () => {
  expect(associationFeeMonthly(fees([500, 'One Time'], [80, 'Monthly']))).toBe(80);
  expect(associationFeeMonthly(fees([500, 'One Time']))).toBeNull();
});

test('a fee whose frequency is not stated leaves the sum unstated: it is never guessed', () => {
  expect(associationFeeMonthly(fees([300, null]))).toBeNull();
  expect(associationFeeMonthly(fees([300, 'Monthly'], [90, null]))).toBeNull();
});

test('no association is 0; an association without a fee is not', () => {
  expect(associationFeeMonthly({ ...fees([null, null]), associationYN: false })).toBe(0);
  expect(associationFeeMonthly(fees([null, null]))).toBeNull();
  expect(associationFeeMonthly({ ...fees([null, null]), associationYN: null })).toBeNull();
});
