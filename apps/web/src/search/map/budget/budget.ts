import { STRETCH_SHARE } from '@maru/listing/money';
import { clusterShift, mercatorX, mercatorY, type SearchQuery } from '@maru/listing/search';
import { parseStored, StoredValue } from '../../../browser/stored-value.ts';
import { type CostFit, classifyCost } from '../../../listing/facts/monthly-budget.ts';
import type { MapCluster } from '../map-view.ts';

/** The monthly budget of the map; the amount is stored in this browser only. */

export const LEAST_BUDGET = 500;
export const MOST_BUDGET = { sale: 20_000, rent: 10_000 } as const;
export const USUAL_BUDGET = { sale: 6_000, rent: 3_000 } as const;
export const BUDGET_STEP = 100;

const stored = new StoredValue<Readonly<Record<string, unknown>>>('map-budget', {
  parse: (text) => {
    const value = parseStored(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  },
  format: JSON.stringify,
});

export function loadBudget(searchType: 'sale' | 'rent'): number {
  const kept = stored.read()[searchType];
  return typeof kept === 'number' && kept >= LEAST_BUDGET && kept <= 1e6 ? kept : USUAL_BUDGET[searchType];
}

export function keepBudget(searchType: 'sale' | 'rent', budget: number): void {
  stored.update((kept) => ({ ...kept, [searchType]: budget }));
}

/** How a single home compares to a budget; undefined for a cluster, and until its cost is loaded. */
export function clusterFit({ home }: MapCluster, budget: number | null): CostFit | undefined {
  return budget === null || home === undefined ? undefined : classifyCost(home.monthlyCost, budget);
}

/** The search limited to homes that cost at most `most` a month, each cost fully known; null if there can be none. */
export function withinBudget(query: SearchQuery, most: number): SearchQuery | null {
  const { page: _page, sort: _sort, unk, ...rest } = query;
  const { min, max } = query.monthly ?? {};
  if (min !== undefined && min > most) return null;
  const kept = unk?.filter((one) => one !== 'monthly') ?? [];
  return {
    ...rest,
    monthly: { ...(min === undefined ? {} : { min }), max: Math.min(max ?? most, most) },
    wholeCost: true,
    ...(kept.length === 0 ? {} : { unk: kept }),
  };
}

/** The highest cost that still counts as a stretch. */
export function mostStretch(budget: number): number {
  return Math.floor(budget * STRETCH_SHARE + 1e-6);
}

/** Key of the grid cell that a cluster is counted in; the mean of a cell's homes lies in the cell. */
export function gridCell({ latitude, longitude }: MapCluster, zoom: number): string {
  const shift = clusterShift(zoom);
  return `${mercatorX(longitude) >> shift},${mercatorY(latitude) >> shift}`;
}

/** Adds to each cluster how many of its homes fit. `within`: the clusters of the homes that fit. */
export function withFits(
  clusters: readonly MapCluster[],
  within: readonly MapCluster[] | undefined,
  zoom: number,
  budget: number,
): MapCluster[] {
  const counts = new Map(within?.map((one) => [gridCell(one, zoom), one.count]));
  return clusters.map((one) => {
    if (one.home !== undefined) return { ...one, fits: clusterFit(one, budget) === 'fits' ? 1 : 0 };
    if (within === undefined) return one;
    return { ...one, fits: Math.min(one.count, counts.get(gridCell(one, zoom)) ?? 0) };
  });
}

export type FitCounts = Record<CostFit, number>;

/**
 * Derives the counts from the totals of all homes, of those within the budget and of those within the stretch.
 * `unsure`: the homes that the last two leave out because a cost is not stated.
 */
export function fitCounts(counts: {
  total: number;
  fits: number;
  upToStretch: number;
  unsure: number;
}): FitCounts {
  const { total, fits, upToStretch, unsure } = counts;
  const stretch = Math.max(0, upToStretch - fits);
  return { fits, stretch, unsure, over: Math.max(0, total - fits - stretch - unsure) };
}
