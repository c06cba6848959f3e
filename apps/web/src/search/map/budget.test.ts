import { expect, test } from 'vitest';
import { countFits, fitOf, loadBudget, USUAL_BUDGET } from './budget.ts';
import type { MapCluster } from './map-view.ts';

const pin = (amount: number | null): MapCluster => ({
  latitude: 33.7,
  longitude: -117.8,
  count: 1,
  home: {
    homeId: `h${amount}`,
    listPrice: 900_000,
    standardStatus: 'Active',
    monthlyCost: amount === null ? null : { amount, isWhole: true },
  },
});

test('a home fits a budget, stretches it by a tenth, or is over it; several homes, and unknown costs, are neither', () => {
  const amounts = [5_000, 6_000, 6_500, 6_601, null];
  expect(amounts.map((amount) => fitOf(pin(amount), 6_000))).toEqual([
    'fits',
    'fits',
    'stretch',
    'over',
    undefined,
  ]);
  expect(fitOf(pin(5_000), null)).toBeUndefined();
  expect(fitOf({ latitude: 0, longitude: 0, count: 3 }, 6_000)).toBeUndefined();
  expect(countFits(amounts.map(pin), 6_000)).toEqual({ fits: 2, stretch: 1, over: 1 });
});

test('without a storage the usual budget holds', () => {
  expect(loadBudget('rent')).toBe(USUAL_BUDGET.rent);
});
