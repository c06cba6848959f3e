import type { HomeListAnswer } from '@maru/contract';
import { type Bounds, formatApiQuery, formatBounds, MAX_LEFT_OUT, roundBounds } from '@maru/listing/search';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useSyncExternalStore } from 'react';
import { monthlyBudget } from '../../listing/facts/monthly-budget.ts';
import { useSaved } from '../../listing/kept/use-saved.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { withDestination } from '../commute-destination.ts';
import type { SearchData } from '../search-data.ts';
import { type FitCounts, fitCounts, mostStretch, withFits, withinBudget } from './budget/budget.ts';
import type { MapCluster, Viewport } from './map-view.ts';
import { joinOverlapping } from './pins.ts';

/** The clusters to draw, with the number of homes that fit the visitor's budget (USD a month; null: none is set). */
export function useBudgetClusters(data: SearchData, viewport: Viewport | null) {
  const { query } = data;
  const chosen = useSyncExternalStore(monthlyBudget.subscribe, monthlyBudget.read, () => null);
  const budget = chosen?.searchType === query.searchType ? chosen.amount : null;
  const setBudget = (amount: number | null) =>
    monthlyBudget.set(amount === null ? null : { searchType: query.searchType, amount });
  const { hidden } = useSaved();
  const { clusters: answered, unplaced, leftOut } = useClusters(data, viewport, hidden, budget !== null);
  const { counts, within } = useFitCounts(data, viewport, hidden, budget);
  const at = viewport?.zoom ?? 0;
  const clusters = useMemo(() => {
    const zoom = Math.floor(at);
    const fitting = within?.zoom === zoom ? within.clusters : undefined;
    // The pin of a home goes when it is hidden, before the answer without it comes.
    const shown = answered.filter(({ home }) => home === undefined || !hidden.includes(home.homeId));
    return joinOverlapping(budget === null ? shown : withFits(shown, fitting, zoom, budget), at);
  }, [answered, hidden, at, budget, within]);
  return { budget, setBudget, counts, clusters, unplaced, leftOut };
}

interface Clusters {
  clusters: readonly MapCluster[];
  /** Homes of the search without a position; 0 unless the viewport shows all others. */
  unplaced: number;
  /** Hidden homes that would be in view. */
  leftOut: number;
}

const NO_CLUSTERS: Clusters = { clusters: [], unplaced: 0, leftOut: 0 };

/** The part of an API query that leaves hidden homes (ids, the last one first) out of the clusters. */
const withoutHidden = (hidden: readonly string[]) =>
  hidden.length === 0 ? '' : `&without=${hidden.slice(0, MAX_LEFT_OUT).join(',')}`;

/**
 * The clusters in view. They come with the page's response if its address has the map's area; otherwise, if their costs
 * are needed, and if the visitor has hidden homes, they are requested here.
 */
function useClusters(
  data: SearchData,
  viewport: Viewport | null,
  hidden: readonly string[],
  wantsCosts: boolean,
): Clusters {
  const { client } = useRouter().options.context;
  const { query, zoom, answer } = data;
  const shown = viewport === null ? null : roundViewport(viewport);
  const isAnswered =
    !wantsCosts &&
    hidden.length === 0 &&
    zoom !== null &&
    query.bbox !== undefined &&
    formatBounds(query.bbox) === shown?.bounds &&
    Math.floor(zoom) === shown.zoom;
  const own = isAnswered ? answer.clusters : undefined;
  const answered = useMemo(() => own && { ...NO_CLUSTERS, clusters: own }, [own]);
  const { page: _page, sort, ...others } = query;
  // Where a license limits the homes of a search, the order decides which ones have a pin.
  const rest = answer.limited === undefined || sort === undefined ? others : { ...others, sort };
  const costs = wantsCosts ? ',costs' : '';
  const key =
    shown === null
      ? null
      : `${formatApiQuery(withDestination(rest))}&want=total,clusters${costs}&zoom=${shown.zoom}&clip=${shown.bounds}${withoutHidden(hidden)}`;
  const latest = useLatest(
    key,
    async (signal): Promise<Clusters> => {
      if (answered !== undefined) return answered;
      const asked = await client.listHomes({ query: key ?? '', signal });
      const { clusters = [], total, extent, leftOut = 0 } = asked;
      const isWhole = query.bbox === undefined && extent !== null && holds(viewport?.bounds, extent);
      const placed = clusters.reduce((sum, { count }) => sum + count, 0);
      return { clusters, unplaced: isWhole ? Math.max(0, total - placed - leftOut) : 0, leftOut };
    },
    // A new answer of the page means that a later response may differ.
    { version: answer },
  );
  if (answered !== undefined) return answered;
  const { clusters, unplaced, leftOut } = latest.value ?? NO_CLUSTERS;
  return latest.key === key ? { clusters, unplaced, leftOut } : { ...NO_CLUSTERS, clusters };
}

/** Whether the outer bounds contain the inner ones. */
function holds(outer: Bounds | undefined, inner: Bounds): boolean {
  if (outer === undefined) return false;
  const [west, south, east, north] = outer;
  return west <= inner[0] && south <= inner[1] && east >= inner[2] && north >= inner[3];
}

function roundViewport({ bounds, zoom }: Viewport): { bounds: string; zoom: number } {
  return { bounds: formatBounds(roundBounds(bounds)), zoom: Math.floor(zoom) };
}

/** Debounce of the slider. Single homes change their color at once. */
const SETTLE_MS = 120;

interface Fits {
  /** Of all homes of the search; null until they are loaded. */
  counts: FitCounts | null;
  /** The homes that fit, on the grid of `zoom`. */
  within: { clusters: readonly MapCluster[]; zoom: number } | null;
}

const NO_HOMES: Pick<HomeListAnswer, 'total' | 'unknown' | 'atLeast' | 'clusters'> = {
  total: 0,
  unknown: {},
  clusters: [],
};
const NO_FITS: Fits = { counts: null, within: null };

/** How many homes of the search fit a budget, and where they are. The last response stays until the next. */
function useFitCounts(
  data: SearchData,
  viewport: Viewport | null,
  hidden: readonly string[],
  budget: number | null,
): Fits {
  const { client } = useRouter().options.context;
  const { query, answer } = data;
  const view = viewport === null ? null : roundViewport(viewport);
  const load = async (signal: AbortSignal): Promise<Fits> => {
    if (budget === null || view === null) return NO_FITS;
    const ask = async (most: number, wants: string) => {
      const within = withinBudget(withDestination(query), most);
      if (within === null) return NO_HOMES;
      return client.listHomes({ query: `${formatApiQuery(within)}&want=total${wants}`, signal });
    };
    const [sure, little] = await Promise.all([
      ask(budget, `,clusters&zoom=${view.zoom}&clip=${view.bounds}${withoutHidden(hidden)}`),
      ask(mostStretch(budget), ''),
    ]);
    // A search by monthly cost may exclude them itself.
    const isFree = query.monthly === undefined;
    const hasPartial = isFree || query.wholeCost === undefined;
    const hasUnknown = isFree || query.unk?.includes('monthly') === true;
    return {
      counts: fitCounts({
        total: answer.total,
        fits: sure.total,
        upToStretch: little.total,
        unsure: (hasPartial ? (little.atLeast ?? 0) : 0) + (hasUnknown ? (little.unknown.monthly ?? 0) : 0),
      }),
      within: { clusters: sure.clusters ?? [], zoom: view.zoom },
    };
  };
  const key =
    budget === null || view === null
      ? null
      : `${formatApiQuery(query)} ${budget} ${view.zoom} ${view.bounds}${withoutHidden(hidden)}`;
  return useLatest(key, load, { delayMs: SETTLE_MS, version: answer }).value ?? NO_FITS;
}
