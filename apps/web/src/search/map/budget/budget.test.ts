import { expect, test } from 'vitest';
import { classifyCost } from '../../../listing/facts/monthly-budget.ts';
import type { MapCluster } from '../map-view.ts';
import { joinOverlapping } from '../pins.ts';
import {
  clusterFit,
  fitCounts,
  gridCell,
  loadBudget,
  mostStretch,
  USUAL_BUDGET,
  withFits,
  withinBudget,
} from './budget.ts';

const pin = (amount: number | null, isWhole = true): MapCluster => ({
  latitude: 33.7,
  longitude: -117.8,
  count: 1,
  home: {
    homeId: `h${amount}`,
    listPrice: 900_000,
    standardStatus: 'Active',
    monthlyCost: amount === null ? null : { amount, isWhole },
  },
});

test('a home fits a budget, stretches it by a tenth, or is over it; of what is not stated whole only "over" is sure', () => {
  const amounts = [5_000, 6_000, 6_500, 6_601, null];
  expect(amounts.map((amount) => clusterFit(pin(amount), 6_000))).toEqual([
    'fits',
    'fits',
    'stretch',
    'over',
    'unsure',
  ]);
  expect([5_000, 6_500, 6_601].map((amount) => clusterFit(pin(amount, false), 6_000))).toEqual([
    'unsure',
    'unsure',
    'over',
  ]);
  expect(clusterFit(pin(5_000), null)).toBeUndefined();
  expect(clusterFit({ latitude: 0, longitude: 0, count: 3 }, 6_000)).toBeUndefined();
  expect(classifyCost(undefined, 6_000)).toBeUndefined();
});

test('the search is asked for what fits, within the monthly cost that it asks for itself', () => {
  const query = { searchType: 'sale', place: 'irvine-ca', page: 3, unk: ['hoa', 'monthly'] } as const;
  expect(withinBudget({ ...query, unk: [...query.unk] }, 6_000)).toEqual({
    searchType: 'sale',
    place: 'irvine-ca',
    monthly: { max: 6_000 },
    wholeCost: true,
    unk: ['hoa'],
  });
  expect(withinBudget({ searchType: 'sale', monthly: { min: 2_000, max: 5_000 } }, 6_000)?.monthly).toEqual({
    min: 2_000,
    max: 5_000,
  });
  expect(withinBudget({ searchType: 'sale', monthly: { min: 7_000 } }, 6_000)).toBeNull();
  expect([500, 6_000, 6_100, 19_990].map(mostStretch)).toEqual([550, 6_600, 6_710, 21_989]);
  expect(fitCounts({ total: 566, fits: 54, upToStretch: 64, unsure: 51 })).toEqual({
    fits: 54,
    stretch: 10,
    unsure: 51,
    over: 451,
  });
});

test('circles know how many of their homes fit, also those that are drawn as one', () => {
  const circle = (latitude: number, longitude: number, count: number) => ({ latitude, longitude, count });
  const [one, other] = [circle(33.7, -117.8, 40), circle(33.9, -117.8, 12)];
  // The homes that fit lie elsewhere in the same cell.
  const within = [circle(33.7001, -117.8001, 9)];
  expect(gridCell(within[0]!, 10)).toBe(gridCell(one, 10));
  const counted = withFits([one, other, pin(5_000), pin(9_000)], within, 10, 6_000);
  expect(counted.map(({ fits }) => fits)).toEqual([9, 0, 1, 0]);
  const joined = joinOverlapping(counted, 2);
  expect(joined).toHaveLength(1);
  expect(joined[0]).toMatchObject({ count: 54, fits: 10 });
  expect(withFits([one], undefined, 10, 6_000)[0]?.fits).toBeUndefined();
});

test('without a storage the usual budget holds', () => {
  expect(loadBudget('rent')).toBe(USUAL_BUDGET.rent);
});
