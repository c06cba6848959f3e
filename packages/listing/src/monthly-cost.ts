import type { HomeType, SearchType } from './property-type.ts';

/** How one buys: for a filter and an order over all homes. Percentages are numbers: 6.5 is 6.5 %. */
export interface LoanTerms {
  down: { percent: number } | { amount: number };
  rate: number;
  years: number;
}

/** Used where neither the address nor the owner's settings say otherwise. */
export const DEFAULT_LOAN: LoanTerms = { down: { percent: 20 }, rate: 6.5, years: 30 };

/**
 * Property tax as a share of the price, by state, percent a year: effective rates of owner-occupied homes, rounded
 * (US Census Bureau, American Community Survey). For California the rate on a new purchase (1 % and voted debt,
 * FEATURES.md section 5), since the present owner's bill says nothing of the next one's (R25).
 */
const TAX_RATES: Record<string, number> = Object.fromEntries(
  (
    'al 0.4|ak 1.1|az 0.6|ar 0.6|ca 1.1|co 0.5|ct 1.9|de 0.6|dc 0.6|fl 0.9|ga 0.9|hi 0.3|id 0.6|il 2.1|in 0.8|' +
    'ia 1.5|ks 1.3|ky 0.8|la 0.6|me 1.1|md 1.0|ma 1.1|mi 1.3|mn 1.0|ms 0.7|mo 0.9|mt 0.7|ne 1.5|nv 0.5|nh 1.8|' +
    'nj 2.2|nm 0.7|ny 1.6|nc 0.7|nd 1.0|oh 1.4|ok 0.8|or 0.8|pa 1.4|pr 0.8|ri 1.3|sc 0.5|sd 1.1|tn 0.6|tx 1.6|' +
    'ut 0.5|vt 1.7|va 0.8|wa 0.9|wv 0.5|wi 1.5|wy 0.5'
  )
    .split('|')
    .map((one) => [one.slice(0, 2), Number(one.slice(3))]),
);
const USUAL_TAX_RATE = 1;

/** Percent of the loan a year while it is above `INSURED_SHARE` of the price (FEATURES.md section 5, 7). */
const MORTGAGE_INSURANCE_RATE = 0.6;
const INSURED_SHARE = 0.8;
/** Rebuilding at 400 USD/sq ft, insured at 0.4 % a year; a condominium's own policy 55 USD a month (section 5, 6). */
const INSURANCE_PER_SQUARE_FOOT = 1.6;
const INSURANCE_OF_PRICE = 0.0035;
const CONDO_INSURANCE = 660;

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

/** Percent a year. */
export function propertyTaxRate(state: string | null): number {
  return TAX_RATES[state ?? ''] ?? USUAL_TAX_RATE;
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
  const insured = borrowed > price * INSURED_SHARE ? (borrowed * MORTGAGE_INSURANCE_RATE) / 1200 : 0;
  return borrowed * loan.payment + insured + (price * taxRate) / 1200 + insurance / 12 + levies / 12 + fee;
}

/**
 * The true monthly cost as search orders and filters by it, USD, not rounded (FEATURES.md section 5). Null without
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
