import type { HomeListAnswer } from '@maru/contract';
import { formatApiQuery, formatBounds, roundBounds } from '@maru/listing/search';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { withDestination } from '../../commute-destination.ts';
import type { SearchData } from '../../search-data.ts';
import type { MapCluster, Viewport } from '../map-view.ts';
import { type FitCounts, fitCounts, mostStretch, withinBudget } from './budget.ts';

/** A hand on the slider is waited for; single homes take their color with each step of it. */
const SETTLE_MS = 120;

interface Fits {
  /** Of the whole search, as on the list; null until they are there. */
  counts: FitCounts | null;
  /** Of the homes that fit, on the grid of `zoom`. */
  within: { clusters: readonly MapCluster[]; zoom: number } | null;
}

const NO_HOMES: Pick<HomeListAnswer, 'total' | 'unknown' | 'clusters'> = {
  total: 0,
  unknown: {},
  clusters: [],
};
const NONE: Fits = { counts: null, within: null };

/** How many homes of the search fit a budget, and where on the map they are. The last answer stays until the next. */
export function useFitCounts(data: SearchData, viewport: Viewport | null, budget: number | null): Fits {
  const { client } = useRouter().options.context;
  const { query, answer } = data;
  const [fits, setFits] = useState<Fits>(NONE);
  const zoom = viewport === null ? null : Math.floor(viewport.zoom);
  const clip = viewport === null ? '' : formatBounds(roundBounds(viewport.bounds));
  const asked = budget === null || zoom === null ? '' : `${formatApiQuery(query)} ${budget} ${zoom} ${clip}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is all of it; `answer` is new when a later one may differ.
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
          // A search by monthly cost has left them out itself, unless it keeps them in.
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
        // The colors of the single homes are there without them.
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
