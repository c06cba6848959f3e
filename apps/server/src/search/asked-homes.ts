import type { SearchQuery, SearchRequest } from '@maru/listing/search';
import { isUnavailable } from '@maru/store';
import { ApiError } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';

/**
 * Ids of the homes that match the keywords and the street of a query, which engines do not know; undefined when it has neither.
 *
 * @throws ApiError 503 naming the field while the database (keywords) or the address index (street) is unavailable
 */
export async function findAskedHomes(
  { q, not, street, searchType }: SearchQuery,
  { store, addresses, isReady }: Pick<Parts, 'store' | 'addresses' | 'isReady'>,
): Promise<SearchRequest['keyword']> {
  if (street !== undefined && !isReady()) throw unavailable('street');
  const onStreet =
    street === undefined
      ? undefined
      : (addresses.findOnStreet(street, searchType)?.homeIds ?? new Set<string>());
  if (q === undefined && not === undefined) return onStreet;
  try {
    const worded = await store.findByKeyword({ q, not, searchType });
    return onStreet === undefined || worded === undefined ? worded : onStreet.intersection(worded);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw unavailable(q === undefined ? 'not' : 'q');
  }
}

function unavailable(field: string): ApiError {
  const fields = [{ field, reason: 'unavailable' as const }];
  return new ApiError(503, 'unavailable', { data: { fields }, retryAfter: 5 });
}
