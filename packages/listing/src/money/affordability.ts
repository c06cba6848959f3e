import type { Cents } from './cents.ts';
import type { DatedFigure } from './dated-figure.ts';

/** Debt-to-income ratios customary with lenders: housing, and all debts, in percent. */
export const LENDING_RATIOS: readonly DatedFigure<{ housing: number; all: number }>[] = [
  {
    value: { housing: 28, all: 36 },
    from: '1995-01-01',
    source: 'Lenders’ usual 28/36 guideline; Fannie Mae Selling Guide B3-6-02 for the 36 %',
    url: 'https://selling-guide.fanniemae.com/sel/b3-6-02/debt-income-ratios',
    checked: '2026-11-21',
  },
];

export interface Income {
  /** Gross, per year. */
  annual: Cents;
  /** Other debt payments, per month. */
  debts: Cents;
}

export interface Affordable {
  /** Maximum monthly housing cost by the stricter ratio. */
  monthly: Cents;
  /** The stricter of the two ratios. */
  bound: 'housing' | 'all';
  /** Highest affordable price in whole USD. */
  price: number;
}

/** Monthly housing budget by both ratios; never below 0. */
export function housingBudget(
  { annual, debts }: Income,
  ratios: { housing: number; all: number },
): Pick<Affordable, 'monthly' | 'bound'> {
  const housing = Math.floor((annual * ratios.housing) / 1200);
  const all = Math.floor((annual * ratios.all) / 1200) - debts;
  return { monthly: Math.max(0, Math.min(housing, all)), bound: housing <= all ? 'housing' : 'all' };
}

/** Upper bound of the search, USD. */
const MOST_PRICE = 1_000_000_000;

/**
 * The highest affordable price. `costAt` returns the monthly cost of a price in USD and must be non-decreasing. 0 when
 * even the lowest price is too high.
 */
export function affordableHome(
  income: Income,
  costAt: (price: number) => Cents,
  ratios: { housing: number; all: number },
): Affordable {
  const budget = housingBudget(income, ratios);
  let fits = 0;
  let isTooMuch = MOST_PRICE;
  while (isTooMuch - fits > 1) {
    const price = Math.floor((fits + isTooMuch) / 2);
    if (costAt(price) <= budget.monthly) fits = price;
    else isTooMuch = price;
  }
  return { ...budget, price: fits };
}

/** Monthly cost relative to the budget: within it, up to a tenth above, or over. */
export type BudgetFit = 'fits' | 'stretch' | 'over';
export const STRETCH_SHARE = 1.1;

export function budgetFit(monthly: number, budget: number): BudgetFit {
  if (monthly <= budget) return 'fits';
  return monthly <= budget * STRETCH_SHARE ? 'stretch' : 'over';
}

/** Share of the monthly income, in whole percent. */
export function shareOfIncome(monthly: Cents, { annual }: Income): number {
  return annual <= 0 ? 0 : Math.round((monthly * 1200) / annual);
}
