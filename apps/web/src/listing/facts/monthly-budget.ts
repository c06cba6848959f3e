import { type BudgetFit, budgetFit } from '@maru/listing/money';

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

const listeners = new Set<() => void>();
let chosen: MonthlyBudget | null = null;

/** One for the lifetime of the page; search/map/budget remembers the amount. */
export const monthlyBudget = {
  subscribe(changed: () => void): () => void {
    listeners.add(changed);
    return () => {
      listeners.delete(changed);
    };
  },
  current: (): MonthlyBudget | null => chosen,
  none: (): MonthlyBudget | null => null,
  choose(next: MonthlyBudget | null): void {
    chosen = next;
    for (const tell of listeners) tell();
  },
};
