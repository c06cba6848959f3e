import type { Client } from '@maru/contract/client';
import {
  type QueryKey,
  type Updater,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

type Options<Answer> = Pick<
  UseQueryOptions<Answer>,
  'enabled' | 'placeholderData' | 'refetchOnWindowFocus' | 'staleTime'
>;

/**
 * Loads from the API into the cache of the page. `queryKey` contains everything that the request depends on. `set` replaces
 * what is loaded, for example by the answer of a change.
 */
export function useApiQuery<Answer>(
  queryKey: QueryKey,
  load: (client: Client, signal: AbortSignal) => Promise<Answer>,
  options: Options<Answer> = {},
) {
  const { client } = useRouter().options.context;
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...options,
    queryKey,
    queryFn: ({ signal }) => load(client, signal),
  });
  const set = (next: Updater<Answer | undefined, Answer | undefined>) =>
    void queries.setQueryData<Answer>(queryKey, next);
  return { data, error, refetch, set };
}
