import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseSales, computeSpread, MAX_SALES, type Sale } from './comparable-sales.ts';

const sale = (own: Partial<Sale> = {}): Sale => ({
  homeType: 'house',
  bedroomsTotal: 3,
  livingArea: 1_800,
  closePrice: 900_000,
  distanceMeters: 300,
  ...own,
});
const many = (count: number, own: Partial<Sale> = {}) => Array.from({ length: count }, () => sale(own));
const subject = { homeType: 'house', bedroomsTotal: 3, livingArea: 1_800 } as const;

describe('the sales that a home is compared with', () => {
  it('are of its type, its size give or take a quarter, its rooms give or take one', () => {
    const others = [
      sale({ homeType: 'condo' }),
      sale({ livingArea: 2_300 }),
      sale({ livingArea: null }),
      sale({ bedroomsTotal: 5 }),
    ];
    const choice = chooseSales(subject, [...others, ...many(6)], true);
    expect(choice.sales).toEqual(many(6));
    expect(choice.livingArea).toEqual({ min: 1_350, max: 2_250 });
    expect(choice.beds).toEqual({ min: 2, max: 4 });
  });

  it('are the nearest, and from farther away only where there are too few', () => {
    expect(chooseSales(subject, [...many(8), ...many(9, { distanceMeters: 1_000 })], true).withinMeters).toBe(
      805,
    );
    const wide = chooseSales(subject, [...many(3), ...many(5, { distanceMeters: 4_000 })], true);
    expect(wide.withinMeters).toBe(4_828);
    expect(wide.sales).toHaveLength(8);
    expect(chooseSales(subject, many(30), true).sales).toHaveLength(MAX_SALES);
  });

  it('are of any size where too few are alike, and that is told', () => {
    const choice = chooseSales(subject, [...many(2), ...many(7, { livingArea: 4_000 })], true);
    expect(choice.sales).toHaveLength(9);
    expect(choice.livingArea).toBeNull();
    expect(choice.beds).toBeNull();
  });

  it('are those of the place where the home has no exact position', () => {
    const choice = chooseSales(subject, many(6, { distanceMeters: null }), false);
    expect(choice.withinMeters).toBeNull();
    expect(choice.sales).toHaveLength(6);
    expect(chooseSales(subject, many(6, { distanceMeters: null }), true).sales).toEqual([]);
  });
});

describe('a spread', () => {
  it('is not told of fewer than five', () => {
    expect(computeSpread([1, 2, 3, 4])).toBeUndefined();
  });

  it('has its median in the middle and its ends at the ends', () => {
    expect(computeSpread([5, 1, 2, 4, 3])).toEqual({
      count: 5,
      low: 1,
      quarter: 2,
      median: 3,
      threeQuarters: 4,
      high: 5,
    });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 5 }), (values) => {
        const spread = computeSpread(values)!;
        const steps = [spread.low, spread.quarter, spread.median, spread.threeQuarters, spread.high];
        expect([...steps].sort((a, b) => a - b)).toEqual(steps);
        expect(spread.low).toBe(Math.min(...values));
        expect(spread.high).toBe(Math.max(...values));
        const below = values.filter((value) => value < spread.median).length;
        expect(below).toBeLessThanOrEqual(values.length / 2);
      }),
    );
  });
});
