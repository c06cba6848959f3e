import { type BudgetFit, budgetFit } from '@maru/listing/money';
import { SharedValue } from '../../browser/shared-value.ts';

/** The visitor's monthly budget, while homes are compared with it on the map and in the list (rule R67). */
export interface MonthlyBudget {
  searchType: 'sale' | 'rent';
  /** USD. */
  amount: number;
}

/** `unsure`: within the budget by the stated costs, but a cost is not stated. */
export type CostFit = BudgetFit | 'unsure';

/** A sign before the text, so that color is not the only mark. */
export const FIT_MARKS: Record<CostFit, string> = { fits: '✓', stretch: '≈', unsure: '?', over: '↑' };

/** Compares a home's monthly cost with the budget. Undefined where costs were not requested. */
export function classifyCost(
  cost: { amount: number; isWhole: boolean } | null | undefined,
  amount: number,
): CostFit | undefined {
  if (cost === undefined) return undefined;
  if (cost === null) return 'unsure';
  const fit = budgetFit(cost.amount, amount);
  return fit === 'over' || cost.isWhole ? fit : 'unsure';
}

/** One for the lifetime of the page; search/map/budget remembers the amount. */
export const monthlyBudget = new SharedValue<MonthlyBudget | null>(null);
