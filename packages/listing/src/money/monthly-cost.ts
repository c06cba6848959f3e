import type { HomeType, SearchType } from '../listing/property-type.ts';
import { CONDO_INSURANCE, INSURANCE_OF_PRICE, INSURANCE_PER_SQUARE_FOOT } from './home-insurance.ts';
import type { DownPayment } from './loan.ts';
import { INSURED_SHARE, PRIVATE_INSURANCE_RATE } from './mortgage-insurance.ts';
import { propertyTaxRate } from './property-tax.ts';

/* For searching a million homes (rule R60): doubles instead of ranges. purchase-cost itemizes the cost of one home. */

/** Percentages are numbers: 6.5 is 6.5 %. */
export interface LoanTerms {
  down: DownPayment;
  rate: number;
  years: number;
}

export const DEFAULT_LOAN: LoanTerms = { down: { percent: 20 }, rate: 6.5, years: 30 };

/** USD; per year where stated. */
export interface CostFacts {
  searchType: SearchType;
  homeType: HomeType;
  listPrice: number | null;
  livingArea: number | null;
  associationFeeMonthly: number | null;
  /** Mello-Roos and similar assessments, per year. */
  taxOtherAnnualAssessmentAmount: number | null;
  /** Rentals: mandatory fees, per month. */
  requiredFeesMonthly: number | null;
  state: string | null;
}

export interface LoanFactors {
  downShare: number;
  downAmount: number;
  /** Monthly payment per dollar borrowed. */
  payment: number;
}

/** M = L·i / (1 − (1+i)^−n); without interest L/n. */
export function loanFactors({ down, rate, years }: LoanTerms): LoanFactors {
  const i = rate / 1200;
  const n = years * 12;
  return {
    downShare: 'percent' in down ? down.percent / 100 : 0,
    downAmount: 'amount' in down ? down.amount : 0,
    payment: i === 0 ? 1 / n : i / (1 - (1 + i) ** -n),
  };
}

/** The maintenance of a co-op pays the tax of its building: the owner of shares is not taxed for the unit (rule R52). */
export function isTaxedInMaintenance(homeType: HomeType): boolean {
  return homeType === 'coop';
}

/** USD per year, by size (sq ft; negative: not stated), else by price. */
export function insuranceGuess(homeType: HomeType, livingArea: number, price: number): number {
  if (homeType === 'condo' || homeType === 'coop' || homeType === 'apartment') return CONDO_INSURANCE;
  if (homeType === 'land') return 0;
  return livingArea < 0 ? price * INSURANCE_OF_PRICE : livingArea * INSURANCE_PER_SQUARE_FOOT;
}

/** USD per month, unrounded; `insurance` and `levies` per year. All implementations use this order of operations. */
export function sumMonthlyCost(
  price: number,
  taxRate: number,
  insurance: number,
  levies: number,
  fee: number,
  loan: LoanFactors,
): number {
  const borrowed = Math.max(0, price - (price * loan.downShare + loan.downAmount));
  const insured = borrowed > price * INSURED_SHARE ? (borrowed * PRIVATE_INSURANCE_RATE.likely) / 1200 : 0;
  return borrowed * loan.payment + insured + (price * taxRate) / 1200 + insurance / 12 + levies / 12 + fee;
}

/**
 * USD, unrounded (rule R60); null without a price. `isWhole` is false when a part is not stated, so the sum is a lower
 * bound. Rentals: rent and mandatory fees as far as stated.
 */
export function monthlyCost(facts: CostFacts, loan: LoanFactors): { least: number; isWhole: boolean } | null {
  const price = facts.listPrice;
  if (price === null) return null;
  if (facts.searchType === 'rent') return { least: price + (facts.requiredFeesMonthly ?? 0), isWhole: true };
  const { associationFeeMonthly: fee, taxOtherAnnualAssessmentAmount: levies, state } = facts;
  const insurance = insuranceGuess(facts.homeType, facts.livingArea ?? -1, price);
  const taxRate = isTaxedInMaintenance(facts.homeType) ? 0 : propertyTaxRate(state);
  return {
    least: sumMonthlyCost(price, taxRate, insurance, levies ?? 0, fee ?? 0, loan),
    isWhole: fee !== null && (levies !== null || state !== 'ca'),
  };
}
