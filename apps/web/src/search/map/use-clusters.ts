import { type Bounds, formatApiQuery, formatBounds, roundBounds } from '@maru/listing/search';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { withDestination } from '../commute-destination.ts';
import type { SearchData } from '../search-data.ts';
import type { MapCluster, Viewport } from './map-view.ts';

const NONE: readonly MapCluster[] = [];

interface Clusters {
  clusters: readonly MapCluster[];
  /** Homes of the search without a position, as far as the view shows: all others are in it. */
  unplaced: number;
}

/**
 * The clusters in view. They come with the page's response if its address has the map's area; otherwise, and if their
 * costs are needed, they are requested here. A newer request aborts the older one, whose response stays until then.
 */
export function useClusters(data: SearchData, viewport: Viewport | null, wantsCosts = false): Clusters {
  const { client } = useRouter().options.context;
  const { query, zoom, answer } = data;
  const [asked, setAsked] = useState<Clusters & { key: string }>({ key: '', clusters: NONE, unplaced: 0 });
  const shown = viewport === null ? null : roundViewport(viewport);
  const brought =
    !wantsCosts &&
    answer.clusters !== undefined &&
    shown !== null &&
    zoom !== null &&
    query.bbox !== undefined &&
    formatBounds(query.bbox) === shown.bounds &&
    Math.floor(zoom) === shown.zoom;
  const { page: _page, sort: _sort, ...rest } = query;
  const filters = withDestination(rest);
  const key =
    shown === null
      ? ''
      : `${formatApiQuery(filters)}&want=total,clusters${wantsCosts ? ',costs' : ''}&zoom=${shown.zoom}&clip=${shown.bounds}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `answer` means that a later response may differ.
  useEffect(() => {
    if (key === '' || brought) return;
    const stop = new AbortController();
    client
      .listHomes({ query: key, signal: stop.signal })
      .then(({ clusters = NONE, total, extent }) => {
        const isWhole = query.bbox === undefined && extent !== null && holds(viewport?.bounds, extent);
        const placed = clusters.reduce((sum, { count }) => sum + count, 0);
        setAsked({ key, clusters, unplaced: isWhole ? Math.max(0, total - placed) : 0 });
      })
      // Keep the last pins; the list reports that the network is down.
      .catch(() => {});
    return () => stop.abort();
  }, [client, key, brought, answer]);

  if (brought && answer.clusters !== undefined) return { clusters: answer.clusters, unplaced: 0 };
  return { clusters: asked.clusters, unplaced: asked.key === key ? asked.unplaced : 0 };
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
