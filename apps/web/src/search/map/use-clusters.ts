import { formatApiQuery, formatBounds, roundBounds } from '@maru/listing';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { withDestination } from '../commute-destination.ts';
import type { SearchData } from '../search-data.ts';
import type { MapCluster, Viewport } from './map-view.ts';

const NONE: readonly MapCluster[] = [];

/**
 * The clusters of what the map shows. An address with a map area brings them with its answer; else, and while the
 * map looks elsewhere or wants to know what each home costs, they are asked for here. Older questions are given up; their answer stays until the new one.
 */
export function useClusters(
  data: SearchData,
  viewport: Viewport | null,
  wantsCosts = false,
): readonly MapCluster[] {
  const { client } = useRouter().options.context;
  const { query, zoom, answer } = data;
  const [asked, setAsked] = useState<{ key: string; clusters: readonly MapCluster[] }>({
    key: '',
    clusters: NONE,
  });
  const shown = viewport === null ? null : clipOf(viewport);
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
      : `${formatApiQuery(filters)}&want=clusters${wantsCosts ? ',costs' : ''}&zoom=${shown.zoom}&clip=${shown.bounds}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `data` is new when a later answer may differ.
  useEffect(() => {
    if (key === '' || brought) return;
    const stop = new AbortController();
    client
      .listHomes({ query: key, signal: stop.signal })
      .then(({ clusters }) => setAsked({ key, clusters: clusters ?? NONE }))
      // The pins of a moment ago are better than none; the list says when the network is gone.
      .catch(() => {});
    return () => stop.abort();
  }, [client, key, brought, answer]);

  return brought && answer.clusters !== undefined ? answer.clusters : asked.clusters;
}

function clipOf({ bounds, zoom }: Viewport): { bounds: string; zoom: number } {
  return { bounds: formatBounds(roundBounds(bounds)), zoom: Math.floor(zoom) };
}
