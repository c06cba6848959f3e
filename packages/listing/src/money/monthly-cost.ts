import type { HomeType, SearchType } from '../listing/property-type.ts';
import { CONDO_INSURANCE, INSURANCE_OF_PRICE, INSURANCE_PER_SQUARE_FOOT } from './home-insurance.ts';
import type { DownPayment } from './loan.ts';
import { INSURED_SHARE, PRIVATE_INSURANCE_RATE } from './mortgage-insurance.ts';
import { propertyTaxRate } from './property-tax.ts';

/*
 * The monthly cost (rule R60) of a million homes at once: doubles, no ranges, what is likely of each guess. What
 * one home costs, line by line and to the cent, is money/purchase-cost.
 */

/** How one buys: for a filter and an order over all homes. Percentages are numbers: 6.5 is 6.5 %. */
export interface LoanTerms {
  down: DownPayment;
  rate: number;
  years: number;
}

/** Used where neither the address nor the owner's settings say otherwise. */
export const DEFAULT_LOAN: LoanTerms = { down: { percent: 20 }, rate: 6.5, years: 30 };

/** What a home tells of its monthly cost. USD; a year where it says so. */
export interface CostFacts {
  searchType: SearchType;
  homeType: HomeType;
  listPrice: number | null;
  livingArea: number | null;
  associationFeeMonthly: number | null;
  /** Mello-Roos and its kin, a year. */
  taxOtherAnnualAssessmentAmount: number | null;
  /** Of a rental: required beside the rent, a month. */
  requiredFeesMonthly: number | null;
  /** Slug of the state. */
  state: string | null;
}

/** The loan in the form in which a million homes are asked. */
export interface LoanFactors {
  downShare: number;
  downAmount: number;
  /** Payment a month per dollar borrowed. */
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

/** Insurance of the home, USD a year; a guess from its size (sq ft; negative: not stated), else from its price. */
export function insuranceGuess(homeType: HomeType, livingArea: number, price: number): number {
  if (homeType === 'condo' || homeType === 'apartment') return CONDO_INSURANCE;
  if (homeType === 'land') return 0;
  return livingArea < 0 ? price * INSURANCE_OF_PRICE : livingArea * INSURANCE_PER_SQUARE_FOOT;
}

/**
 * The sum, USD a month, not rounded: loan, mortgage insurance, tax, insurance, levies, fee. `taxRate` in percent a
 * year, `insurance` and `levies` USD a year. One order of the operations for every place that computes it.
 */
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
 * The true monthly cost as search orders and filters by it, USD, not rounded (rule R60). Null without
 * a price. `isWhole` is false when a part is not stated (association fee; in California special assessments): the
 * sum is then only the least it can be. A rental: the rent and its required fees as far as stated.
 */
export function monthlyCost(facts: CostFacts, loan: LoanFactors): { least: number; isWhole: boolean } | null {
  const price = facts.listPrice;
  if (price === null) return null;
  if (facts.searchType === 'rent') return { least: price + (facts.requiredFeesMonthly ?? 0), isWhole: true };
  const { associationFeeMonthly: fee, taxOtherAnnualAssessmentAmount: levies, state } = facts;
  const insurance = insuranceGuess(facts.homeType, facts.livingArea ?? -1, price);
  return {
    least: sumMonthlyCost(price, propertyTaxRate(state), insurance, levies ?? 0, fee ?? 0, loan),
    isWhole: fee !== null && (levies !== null || state !== 'ca'),
  };
}
