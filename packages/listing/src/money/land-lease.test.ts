import { expect, test } from 'vitest';
import { landLeaseMonthly, monthlyDues } from './land-lease.ts';
import { DEFAULT_LOAN, loanFactors, monthlyCost } from './monthly-cost.ts';
import { type PurchaseFacts, purchaseCost } from './purchase-cost.ts';

const PARK = { propertyType: 'Manufactured In Park' };
const space = (landLeaseAmount: number | null, landLeaseAmountFrequency: string | null = 'Monthly') => ({
  landLeaseAmount,
  landLeaseAmountFrequency,
});

test.each([
  [{}, 0],
  [{ landLeaseYN: true }, null],
  [PARK, null],
  [{ ...PARK, landLeaseYN: false }, 0],
  [{ ...PARK, ...space(1_150) }, 1_150],
  [space(2_400, 'Annually'), 200],
  [space(900, null), null],
  [{ landLeaseYN: false, ...space(900) }, 0],
])('the land of %j costs %s a month', (listing, monthly) => {
  expect(landLeaseMonthly(listing)).toBe(monthly);
});

const NO_FEES = {
  associationYN: null,
  associationFee: null,
  associationFeeFrequency: null,
  associationFee2: null,
  associationFee2Frequency: null,
};

test('association and land are summed; a part that is not stated leaves the sum unstated', () => {
  const fee = { ...NO_FEES, associationYN: true, associationFee: 300, associationFeeFrequency: 'Monthly' };
  expect(monthlyDues({ ...fee, ...space(200) })).toBe(500);
  expect(monthlyDues({ ...fee, landLeaseYN: true })).toBeNull();
  expect(monthlyDues({ ...NO_FEES, landLeaseYN: true, ...space(200) })).toBeNull();
  expect(monthlyDues(fee)).toBe(300);
});

const HOME: PurchaseFacts = {
  ...NO_FEES,
  ...PARK,
  homeType: 'manufactured',
  listPrice: 120_000,
  livingArea: 1_000,
  yearBuilt: 1988,
  taxAnnualAmount: null,
  taxYear: null,
  taxOtherAnnualAssessmentAmount: 0,
  stateOrProvince: 'CA',
  countyOrParish: 'Riverside',
  city: 'Hemet',
  subdivisionName: null,
  asOf: '2026-11-20',
};
const TERMS = { ...DEFAULT_LOAN, closing: '2027-03-15' };

test('a home in a park costs its space rent too, and is not whole without it, on page, card and filter', () => {
  for (const [rent, isWhole] of [
    [1_150, true],
    [null, false],
  ] as const) {
    const facts = { ...HOME, ...space(rent) };
    const cost = purchaseCost(facts, {}, TERMS);
    expect(cost?.lines.find(({ part }) => part === 'land')?.monthly?.likely).toBe(
      rent === null ? undefined : 115_000,
    );
    expect(cost?.isWhole).toBe(isWhole);
    const card = monthlyCost(
      {
        searchType: 'sale',
        homeType: 'manufactured',
        listPrice: facts.listPrice,
        livingArea: facts.livingArea,
        associationFeeMonthly: monthlyDues(facts),
        taxOtherAnnualAssessmentAmount: 0,
        requiredFeesMonthly: null,
        state: 'ca',
      },
      loanFactors(DEFAULT_LOAN),
    );
    expect(card?.isWhole).toBe(isWhole);
    expect(Math.abs((cost?.monthly.likely ?? 0) / 100 - (card?.least ?? 0))).toBeLessThan(1);
  }
  // A figure of the visitor's own counts.
  expect(purchaseCost({ ...HOME, ...space(null) }, { land: 1_000 }, TERMS)?.lines).toContainEqual({
    part: 'land',
    monthly: { low: 100_000, likely: 100_000, high: 100_000 },
    source: 'visitor',
    asOf: null,
  });
});
