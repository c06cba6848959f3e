import { parseSearchQuery, type SearchQuery } from '@maru/listing/search';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { commutes } from '../listing/commute/commutes.ts';
import { destinationKey, isCommuteAsked, withDestination } from './commute-destination.ts';
import type { ChangeKind } from './filters/filter-state.ts';
import { parseZoom } from './page-address.ts';
import { type SearchData, toRouterSearch } from './search-data.ts';

/** Puts a search into the address: the loader then answers it. Back undoes a `push`. */
export function useChangeSearch(): (
  next: SearchQuery,
  kind: ChangeKind,
  options?: { zoom?: number; keepScroll?: boolean },
) => void {
  const router = useRouter();
  return useMemo(
    () =>
      (next, kind, { zoom, keepScroll = false } = {}) => {
        void router.navigate({
          to: '.',
          search: toRouterSearch(next, zoom ?? readZoom(router.state.location.search)) as never,
          replace: kind === 'replace',
          // The sheet's place is kept there (sheet.tsx).
          state: true,
          resetScroll: !keepScroll && kind === 'push',
        });
      },
    [router],
  );
}

const readZoom = (search: Record<string, unknown>) => parseZoom(search.zoom);

/** Whether the page waits for an answer. */
export function useIsLoading(): boolean {
  return useRouterState({ select: (state) => state.isLoading });
}

/**
 * What the address asks now, an answer before the page's own query and zoom: controls show a choice at once, while the
 * list still waits, and what is chosen next builds on it.
 */
export function useAsked({ query, zoom, ownPath }: SearchData): Pick<SearchData, 'query' | 'zoom'> {
  const search = useRouterState({
    select: ({ location }) => (location.pathname === ownPath ? location.search : null),
  });
  return useMemo(() => {
    if (search === null) return { query, zoom };
    const { searchType, place } = query;
    return {
      query: parseSearchQuery({ ...search, searchType, place }).query,
      zoom: readZoom(search),
    };
  }, [search, query, zoom]);
}

/**
 * The server does not know where this visitor commutes to: its answer to such a search is made again here, and also
 * when the destination changes. Says whether a destination is missing.
 */
export function useCommuteAnswer({ query, answeredTo }: SearchData): boolean {
  const router = useRouter();
  const kept = useSyncExternalStore(commutes.subscribe, commutes.current, commutes.none);
  const isOwn = isCommuteAsked(query) && query.to === undefined;
  const to = kept.first === null ? '' : destinationKey(withDestination(query));
  useEffect(() => {
    if (isOwn && to !== answeredTo) void router.invalidate();
  }, [router, isOwn, to, answeredTo]);
  return isOwn && kept.first === null;
}
