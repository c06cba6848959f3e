import { expect, test } from 'vitest';
import {
  formatManDollars,
  formatShortUsd,
  formatShortWon,
  formatUsd,
  formatWon,
  toPyeong,
  toSquareMeters,
} from './measures.ts';

test('1,850 sq ft are 171.9 m² and 52.0 평', () => {
  expect(toSquareMeters(1850)).toBeCloseTo(171.87, 2);
  expect(toPyeong(1850)).toBeCloseTo(51.99, 2);
});
test('won are written in 억 and 만, rounded half up', () => {
  expect(formatWon(1_812_500_000)).toBe('18억 1,250만 원');
  expect(formatShortWon(1_812_500_000)).toBe('약 18.1억 원');
  expect(formatWon(98_000_000)).toBe('9,800만 원');
});
test('dollars read the same in both languages, with a 만 gloss for Korean', () => {
  expect(formatUsd('ko', 1_250_000)).toBe('$1,250,000');
  expect(formatUsd('en', -51_000)).toBe('−$51,000');
  expect(formatManDollars(1_250_000)).toBe('125만 달러');
});
test('a pin says the price in a few characters', () => {
  expect(formatShortUsd('en', 1_250_000)).toBe('$1.25M');
  expect(formatShortUsd('en', 880_000)).toBe('$880K');
  expect(formatShortUsd('en', 999_900)).toBe('$1M');
  expect(formatShortUsd('ko', 1_250_000)).toBe('$125만');
  expect(formatShortUsd('ko', 3_200)).toBe('$3,200');
});
