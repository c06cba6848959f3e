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
  annual: Cents;
  /** Other debt payments, per month. */
  debts: Cents;
}

export interface Affordable {
  monthly: Cents;
  bound: 'housing' | 'all';
  /** Whole USD. */
  price: number;
}

/** Never below 0. */
export function housingBudget(
  { annual, debts }: Income,
  ratios: { housing: number; all: number },
): Pick<Affordable, 'monthly' | 'bound'> {
  const housing = Math.floor((annual * ratios.housing) / 1200);
  const all = Math.floor((annual * ratios.all) / 1200) - debts;
  return { monthly: Math.max(0, Math.min(housing, all)), bound: housing <= all ? 'housing' : 'all' };
}

const MAX_PRICE = 1_000_000_000;

/** `costAt` is the monthly cost of a price in USD, non-decreasing. 0 when even the lowest price is too high. */
export function affordableHome(
  income: Income,
  costAt: (price: number) => Cents,
  ratios: { housing: number; all: number },
): Affordable {
  const budget = housingBudget(income, ratios);
  let fits = 0;
  let isTooMuch = MAX_PRICE;
  while (isTooMuch - fits > 1) {
    const price = Math.floor((fits + isTooMuch) / 2);
    if (costAt(price) <= budget.monthly) fits = price;
    else isTooMuch = price;
  }
  return { ...budget, price: fits };
}

export type BudgetFit = 'fits' | 'stretch' | 'over';
export const STRETCH_SHARE = 1.1;

export function budgetFit(monthly: number, budget: number): BudgetFit {
  if (monthly <= budget) return 'fits';
  return monthly <= budget * STRETCH_SHARE ? 'stretch' : 'over';
}

export function shareOfIncome(monthly: Cents, { annual }: Income): number {
  return annual <= 0 ? 0 : Math.round((monthly * 1200) / annual);
}
