import { describe, expect, it } from 'vitest';
import { type CostFacts, DEFAULT_LOAN, loanFactors, monthlyCost } from './monthly-cost.ts';

const facts: CostFacts = {
  searchType: 'sale',
  homeType: 'condo',
  listPrice: 1_250_000,
  livingArea: 1_850,
  associationFeeMonthly: 285,
  taxOtherAnnualAssessmentAmount: 3_600,
  requiredFeesMonthly: null,
  state: 'ca',
};

describe('the monthly cost that search orders by', () => {
  it('pays the loans of rule R51 to the cent', () => {
    expect(1_000_000 * loanFactors(DEFAULT_LOAN).payment).toBeCloseTo(6_320.68, 2);
    expect(1_125_000 * loanFactors({ ...DEFAULT_LOAN, down: { percent: 10 } }).payment).toBeCloseTo(
      7_110.77,
      2,
    );
    expect(640_000 * loanFactors({ ...DEFAULT_LOAN, rate: 6 }).payment).toBeCloseTo(3_837.12, 2);
    expect(360_000 * loanFactors({ ...DEFAULT_LOAN, rate: 0 }).payment).toBeCloseTo(1_000, 10);
  });

  it('adds tax on the price, levies, fees and insurance, and mortgage insurance above 80 %', () => {
    const whole = monthlyCost(facts, loanFactors(DEFAULT_LOAN));
    expect(whole?.isWhole).toBe(true);
    expect(whole?.least).toBeCloseTo(6_320.68 + (1_250_000 * 0.011) / 12 + 300 + 285 + 55, 1);
    const insured = monthlyCost(facts, loanFactors({ ...DEFAULT_LOAN, down: { percent: 10 } }));
    expect((insured?.least ?? 0) - (whole?.least ?? 0)).toBeCloseTo(7_110.77 - 6_320.68 + 562.5, 1);
  });

  it('is only the least it can be where a part is not stated, and nothing without a price', () => {
    const loan = loanFactors(DEFAULT_LOAN);
    expect(monthlyCost({ ...facts, associationFeeMonthly: null }, loan)?.isWhole).toBe(false);
    expect(monthlyCost({ ...facts, taxOtherAnnualAssessmentAmount: null }, loan)?.isWhole).toBe(false);
    expect(monthlyCost({ ...facts, taxOtherAnnualAssessmentAmount: null, state: 'wa' }, loan)?.isWhole).toBe(
      true,
    );
    expect(monthlyCost({ ...facts, listPrice: null }, loan)).toBeNull();
  });

  it('of a rental is the rent and its required fees', () => {
    const rental: CostFacts = { ...facts, searchType: 'rent', listPrice: 2_900, requiredFeesMonthly: 100 };
    expect(monthlyCost(rental, loanFactors(DEFAULT_LOAN))).toEqual({ least: 3_000, isWhole: true });
  });
});
