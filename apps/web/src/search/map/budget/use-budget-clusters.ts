import type { HomeListAnswer } from '@maru/contract';
import { formatApiQuery, formatBounds, roundBounds } from '@maru/listing/search';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { monthlyBudget } from '../../../listing/facts/monthly-budget.ts';
import { withDestination } from '../../commute-destination.ts';
import type { SearchData } from '../../search-data.ts';
import type { MapCluster, Viewport } from '../map-view.ts';
import { joinOverlapping } from '../pins.ts';
import { useClusters } from '../use-clusters.ts';
import { type FitCounts, fitCounts, mostStretch, withFits, withinBudget } from './budget.ts';

/** The clusters to draw, with the number of homes that fit the visitor's budget (USD a month; null: none is set). */
export function useBudgetClusters(data: SearchData, viewport: Viewport | null) {
  const { query } = data;
  const chosen = useSyncExternalStore(monthlyBudget.subscribe, monthlyBudget.read, () => null);
  const budget = chosen?.searchType === query.searchType ? chosen.amount : null;
  const setBudget = (amount: number | null) =>
    monthlyBudget.set(amount === null ? null : { searchType: query.searchType, amount });
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

/** Debounce of the slider. Single homes change their color at once. */
const SETTLE_MS = 120;

interface Fits {
  /** Of all homes of the search; null until they are loaded. */
  counts: FitCounts | null;
  /** The homes that fit, on the grid of `zoom`. */
  within: { clusters: readonly MapCluster[]; zoom: number } | null;
}

const NO_HOMES: Pick<HomeListAnswer, 'total' | 'unknown' | 'clusters'> = {
  total: 0,
  unknown: {},
  clusters: [],
};
const NONE: Fits = { counts: null, within: null };

/** How many homes of the search fit a budget, and where they are. The last response stays until the next. */
function useFitCounts(data: SearchData, viewport: Viewport | null, budget: number | null): Fits {
  const { client } = useRouter().options.context;
  const { query, answer } = data;
  const [fits, setFits] = useState<Fits>(NONE);
  const zoom = viewport === null ? null : Math.floor(viewport.zoom);
  const clip = viewport === null ? '' : formatBounds(roundBounds(viewport.bounds));
  const asked = budget === null || zoom === null ? '' : `${formatApiQuery(query)} ${budget} ${zoom} ${clip}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` covers the arguments; a new `answer` means that a later response may differ.
  useEffect(() => {
    if (budget === null || zoom === null) {
      setFits(NONE);
      return;
    }
    const stop = new AbortController();
    const ask = (most: number, wants: string) => {
      const within = withinBudget(withDestination(query), most);
      if (within === null) return Promise.resolve(NO_HOMES);
      return client.listHomes({ query: `${formatApiQuery(within)}&want=total${wants}`, signal: stop.signal });
    };
    const timer = setTimeout(() => {
      Promise.all([ask(budget, `,clusters&zoom=${zoom}&clip=${clip}`), ask(mostStretch(budget), '')]).then(
        ([sure, little]) => {
          if (stop.signal.aborted) return;
          // A search by monthly cost excludes them, unless it includes homes with unstated costs.
          const hasUnsure = query.monthly === undefined || query.unk?.includes('monthly') === true;
          setFits({
            counts: fitCounts({
              total: answer.total,
              fits: sure.total,
              upToStretch: little.total,
              unsure: hasUnsure ? (little.unknown.monthly ?? 0) : 0,
            }),
            within: { clusters: sure.clusters ?? [], zoom },
          });
        },
        // The colors of single homes do not need the counts.
        () => {},
      );
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, asked, answer]);
  return fits;
}
