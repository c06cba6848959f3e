import type { SearchQuery, SearchRequest } from '@maru/listing/search';
import { isUnavailable } from '@maru/store';
import { ApiError } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';

/**
 * Ids of the homes that match the keywords, the street and the changes of a query, which engines do not know; undefined when it
 * has none of them.
 *
 * @throws ApiError 503 naming the field while the database (keywords, changes) or the address index (street) is unavailable
 */
export async function findAskedHomes(
  { q, not, street, since, searchType }: SearchQuery,
  { store, addresses, isReady }: Pick<Parts, 'store' | 'addresses' | 'isReady'>,
): Promise<SearchRequest['keyword']> {
  if (street !== undefined && !isReady()) throw unavailable('street');
  const onStreet =
    street === undefined
      ? undefined
      : (addresses.findOnStreet(street, searchType)?.homeIds ?? new Set<string>());
  if (q === undefined && not === undefined && since === undefined) return onStreet;
  try {
    const [worded, changed] = await Promise.all([
      store.findByKeyword({ q, not, searchType }),
      since === undefined ? undefined : store.findChangedHomes(since, searchType),
    ]);
    const found = [onStreet, worded, changed].filter((ids) => ids !== undefined);
    return found.length === 0 ? undefined : found.reduce((all, ids) => all.intersection(ids));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw unavailable(q !== undefined ? 'q' : not !== undefined ? 'not' : 'since');
  }
}

function unavailable(field: string): ApiError {
  const fields = [{ field, reason: 'unavailable' as const }];
  return new ApiError(503, 'unavailable', { data: { fields }, retryAfter: 5 });
}
