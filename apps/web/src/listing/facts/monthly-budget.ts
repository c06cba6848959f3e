import { type BudgetFit, budgetFit } from '@maru/listing/money';

/** What one can pay a month, while one looks at homes by it: the map, the list and its counts follow (rule R67). */
export interface MonthlyBudget {
  searchType: 'sale' | 'rent';
  /** USD. */
  amount: number;
}

/** `unsure`: by what is stated it might be paid, but something of its cost is not stated. */
export type CostFit = BudgetFit | 'unsure';

/** A sign before the words, so that it is not told by color alone. */
export const FIT_MARKS: Record<CostFit, string> = { fits: '✓', stretch: '≈', unsure: '?', over: '↑' };

/** How a home's monthly cost, as an answer says it, stands to what one can pay. Undefined where costs were not asked for. */
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

/** One for the page's life: what is remembered of it is its amount (search/map/budget). */
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
