import type { Cents } from './cents.ts';
import type { DatedFigure } from './dated-figure.ts';

/** Shares of the income before tax that lenders like to see: for the home, and for the home and all debts, percent. */
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
  /** Before tax, a year. */
  annual: Cents;
  /** Payments on other debts, a month. */
  debts: Cents;
}

export interface Affordable {
  /** The most for the home a month, by the stricter of the two ratios. */
  monthly: Cents;
  /** Which of the two binds. */
  bound: 'housing' | 'all';
  /** The highest price in whole USD whose monthly cost is at most that. */
  price: number;
}

/** The most that the two ratios leave for the home a month; never below 0. */
export function housingBudget(
  { annual, debts }: Income,
  ratios: { housing: number; all: number },
): Pick<Affordable, 'monthly' | 'bound'> {
  const housing = Math.floor((annual * ratios.housing) / 1200);
  const all = Math.floor((annual * ratios.all) / 1200) - debts;
  return { monthly: Math.max(0, Math.min(housing, all)), bound: housing <= all ? 'housing' : 'all' };
}

/** Prices one looks among, USD. */
const MOST_PRICE = 1_000_000_000;

/**
 * The highest price that fits. `costAt` is the monthly cost of a price in USD; it must not fall while the price rises.
 * 0 when even the least price is too much.
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

/** How a monthly cost stands to what one can pay: within it, up to a tenth above, over. */
export type BudgetFit = 'fits' | 'stretch' | 'over';
export const STRETCH_SHARE = 1.1;

export function budgetFit(monthly: number, budget: number): BudgetFit {
  if (monthly <= budget) return 'fits';
  return monthly <= budget * STRETCH_SHARE ? 'stretch' : 'over';
}

/** A share of the monthly income, whole percent. */
export function shareOfIncome(monthly: Cents, { annual }: Income): number {
  return annual <= 0 ? 0 : Math.round((monthly * 1200) / annual);
}
