import { type BudgetFit, budgetFit } from '@maru/listing';
import type { MapCluster } from './map-view.ts';

/** What one can pay a month, for the map's colors: in this browser alone. */

const KEY = 'map-budget';
export const LEAST_BUDGET = 500;
export const MOST_BUDGET = { sale: 20_000, rent: 10_000 } as const;
export const USUAL_BUDGET = { sale: 6_000, rent: 3_000 } as const;
export const BUDGET_STEP = 100;

export function loadBudget(searchType: 'sale' | 'rent'): number {
  try {
    const kept = (JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>)[searchType];
    return typeof kept === 'number' && kept >= LEAST_BUDGET && kept <= 1e6 ? kept : USUAL_BUDGET[searchType];
  } catch {
    return USUAL_BUDGET[searchType];
  }
}

export function keepBudget(searchType: 'sale' | 'rent', budget: number): void {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    localStorage.setItem(KEY, JSON.stringify({ ...kept, [searchType]: budget }));
  } catch {
    // Not kept; it still holds for this page.
  }
}

/** How a single home stands to a budget; undefined for several homes, and where its cost is not known. */
export function fitOf({ home }: MapCluster, budget: number | null): BudgetFit | undefined {
  const amount = home?.monthlyCost?.amount;
  return budget === null || amount === undefined ? undefined : budgetFit(amount, budget);
}

/** A sign before the price, so that it is not told by color alone. */
export const FIT_MARKS: Record<BudgetFit, string> = { fits: '✓', stretch: '≈', over: '↑' };

export function countFits(clusters: readonly MapCluster[], budget: number): Record<BudgetFit, number> {
  const counts = { fits: 0, stretch: 0, over: 0 };
  for (const cluster of clusters) {
    const fit = fitOf(cluster, budget);
    if (fit !== undefined) counts[fit] += 1;
  }
  return counts;
}
