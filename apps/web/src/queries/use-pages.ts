import type { Client } from '@maru/contract/client';
import { type InfiniteData, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

interface CursorPage {
  items: readonly unknown[];
  next?: string | undefined;
}

/**
 * Loads a list that the API pages by cursor. `queryKey` contains everything that the request depends on. `load` receives the
 * cursor, undefined for the first page.
 */
export function usePages<Page extends CursorPage>(
  queryKey: QueryKey,
  load: (client: Client, cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
) {
  type Item = Page['items'][number];
  const { client } = useRouter().options.context;
  const queries = useQueryClient();
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(client, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Page) => next,
  });
  return {
    pages: data?.pages,
    items: data?.pages.flatMap(({ items }): readonly Item[] => items) ?? [],
    isFetching,
    hasNextPage,
    /** Of the last request; null while the next one is pending. */
    error: isFetching ? null : error,
    /** Loads the next page, or the first one if none is loaded. */
    more: () => void (data === undefined ? refetch() : fetchNextPage()),
    /** Empties the list and loads its first page. */
    reset: () => void queries.resetQueries({ queryKey, exact: true }),
    /** Replaces the items that match; null removes them. */
    replace: (matches: (item: Item) => boolean, now: Item | null) =>
      queries.setQueryData<InfiniteData<Page>>(
        queryKey,
        (last) =>
          last && {
            ...last,
            pages: last.pages.map((page) => ({
              ...page,
              items: page.items.flatMap((one) => (matches(one) ? (now === null ? [] : [now]) : [one])),
            })),
          },
      ),
  };
}
