import { expect, test } from 'vitest';
import { buildPin, leadPrice } from './lead-price.ts';

test('a rental is named by its rent with the fees that must be paid; a sale by its price (rule R26)', () => {
  const rent = { searchType: 'rent', listPrice: 2_900 } as const;
  expect(leadPrice({ ...rent, requiredFeesMonthly: 100 })).toBe(3_000);
  expect(leadPrice({ ...rent, requiredFeesMonthly: 0 })).toBe(2_900);
  expect(leadPrice({ ...rent, requiredFeesMonthly: null })).toBe(2_900);
  expect(leadPrice(rent)).toBe(2_900);
  expect(leadPrice({ ...rent, listPrice: null, requiredFeesMonthly: 100 })).toBeNull();
  expect(leadPrice({ searchType: 'sale', listPrice: 900_000, requiredFeesMonthly: 100 })).toBe(900_000);
});

test('a pin tells of the fees that its price holds, and of none where there are none', () => {
  const home = { homeId: 'h1', listPrice: 2_900, standardStatus: 'Active' } as const;
  const pin = (searchType: 'sale' | 'rent', requiredFeesMonthly: number | null) =>
    buildPin({ ...home, searchType, requiredFeesMonthly });
  expect(pin('rent', 100)).toEqual({ ...home, requiredFeesMonthly: 100 });
  for (const plain of [pin('rent', 0), pin('rent', null), pin('sale', 100)]) expect(plain).toEqual(home);
});
