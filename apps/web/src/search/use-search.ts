import { parseSearchQuery, type SearchQuery } from '@maru/listing/search';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useCommutes } from '../listing/commute/commutes.ts';
import { destinationKey, isCommuteAsked, withDestination } from './commute-destination.ts';
import type { ChangeKind } from './filters/filter-state.ts';
import { parseZoom } from './page-address.ts';
import { pagePlaces, type SearchData, toRouterSearch } from './search-data.ts';

/** Puts a search into the address, whose loader then requests the results. Back undoes a `push`. */
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
          // Keeps the sheet's state (sheet.tsx).
          state: true,
          resetScroll: !keepScroll && kind === 'push',
        });
      },
    [router],
  );
}

const readZoom = (search: Record<string, unknown>) => parseZoom(search.zoom);

/** Whether a response is pending. */
export function useIsLoading(): boolean {
  return useRouterState({ select: (state) => state.isLoading });
}

/**
 * Query and zoom of the address, ahead of the page's data while a response is pending: controls show a choice at once,
 * and the next choice builds on it.
 */
export function useAsked({ query, zoom, ownPath }: SearchData): Pick<SearchData, 'query' | 'zoom'> {
  const search = useRouterState({
    select: ({ location }) =>
      location.pathname === ownPath ? (location.search as Record<string, unknown>) : null,
  });
  return useMemo(() => {
    if (search === null) return { query, zoom };
    const { searchType, place } = query;
    return {
      query: parseSearchQuery({ ...search, searchType, place: pagePlaces(place, search.place) }).query,
      zoom: readZoom(search),
    };
  }, [search, query, zoom]);
}

/**
 * The server does not know this browser's commute destination: repeats such a search here, also when the destination
 * changes. Returns whether a destination is missing.
 */
export function useCommuteAnswer({ query, answeredTo }: SearchData): boolean {
  const router = useRouter();
  const kept = useCommutes();
  const isOwn = isCommuteAsked(query) && query.to === undefined;
  const to = kept.first === null ? '' : destinationKey(withDestination(query));
  useEffect(() => {
    if (isOwn && to !== answeredTo) void router.invalidate();
  }, [router, isOwn, to, answeredTo]);
  return isOwn && kept.first === null;
}
