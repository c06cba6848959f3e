import { useMemo, useSyncExternalStore } from 'react';
import { monthlyBudget } from '../../../listing/facts/monthly-budget.ts';
import type { SearchData } from '../../search-data.ts';
import type { Viewport } from '../map-view.ts';
import { joinOverlapping } from '../pins.ts';
import { useClusters } from '../use-clusters.ts';
import { withFits } from './budget.ts';
import { useFitCounts } from './use-fit-counts.ts';

/** The clusters to draw, with how many of their homes fit the visitor's budget (USD a month; null: none is set). */
export function useBudgetClusters(data: SearchData, viewport: Viewport | null) {
  const { query } = data;
  const chosen = useSyncExternalStore(monthlyBudget.subscribe, monthlyBudget.current, monthlyBudget.none);
  const budget = chosen?.searchType === query.searchType ? chosen.amount : null;
  const setBudget = (amount: number | null) =>
    monthlyBudget.choose(amount === null ? null : { searchType: query.searchType, amount });
  const { clusters: answered, unplaced } = useClusters(data, viewport, budget !== null);
  const fits = useFitCounts(data, viewport, budget);
  const at = viewport?.zoom ?? 0;
  const clusters = useMemo(() => {
    const isSameGrid = fits.within?.zoom === Math.floor(at);
    const counted =
      budget === null
        ? answered
        : withFits(answered, isSameGrid ? fits.within?.clusters : undefined, Math.floor(at), budget);
    return joinOverlapping(counted, at);
  }, [answered, at, budget, fits.within]);
  return { budget, setBudget, fits, clusters, unplaced };
}
