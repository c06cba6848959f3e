import type { MarketMonthAnswer, SupplyAnswer } from '@maru/contract';
import { expect, test } from 'vitest';
import { buildSeries, linesByType } from './market-charts.tsx';

const month = (name: string, homeType: MarketMonthAnswer['homeType'], price: number | null) => ({
  month: name,
  homeType,
  listed: price === null ? null : { count: 9, price, pricePerSquareFoot: null },
  sold: null,
  supply: null,
});
const price = (one: MarketMonthAnswer) => one.listed?.price;

test('a month without a value between two is a gap, months before and after are not there', () => {
  const { points, known } = buildSeries(
    [
      month('2025-10', null, null),
      month('2025-11', null, 1),
      month('2026-02', null, 2),
      month('2026-03', null, null),
    ],
    null,
    price,
  );
  expect(points.map((one) => [one.month, one.value])).toEqual([
    ['2025-11', 1],
    ['2025-12', null],
    ['2026-01', null],
    ['2026-02', 2],
  ]);
  expect(known).toBe(2);
});

test('types of enough months have lines of their own, and all together where none has', () => {
  const names = ['2026-01', '2026-02', '2026-03'];
  const houses = names.map((name) => month(name, 'house', 5));
  const all = names.map((name) => month(name, null, 4));
  const condo = month('2026-01', 'condo', 3);
  const supply = [null, 'condo', 'house'].map((homeType) => ({ homeType }) as SupplyAnswer);
  const lines = (months: MarketMonthAnswer[]) => linesByType({ months, supply }, price);
  expect(lines([...houses, ...all, condo]).map((one) => one.homeType)).toEqual(['house']);
  expect(lines([...all, condo]).map((one) => one.homeType)).toEqual([null]);
  expect(lines([condo])).toEqual([]);
});
