import type { KeywordHomes, SearchQuery } from '@maru/listing/search';
import { isUnavailable, TooCommonWords } from '@maru/store';
import { inTurn } from '../front-door/current-visit.ts';
import { FairQueue } from '../front-door/fair-queue.ts';
import { ApiError } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';

/**
 * Queries of words and of changes, which may take the database tenths of a second, at once: it may share the processor with this
 * process. In all and of one address.
 */
const queries = new FairQueue({ total: 2, perKey: 1, waiting: 200, waitingPerKey: 16, patience: 5_000 });
const runQuery = <T>(work: () => Promise<T>): Promise<T> => inTurn(queries, work, { keepsTurn: true });

/**
 * The homes that match the keywords, the street and the changes of a query, which engines do not know; undefined when it
 * has none of them.
 *
 * @throws ApiError 400 for words that too many homes have; 503 when too many such queries wait, or naming the field while the database (keywords, changes) or the address index (street) is unavailable
 */
export async function findAskedHomes(
  query: SearchQuery,
  { store, addresses, isReady }: Pick<Parts, 'store' | 'addresses' | 'isReady'>,
): Promise<KeywordHomes | undefined> {
  const { q, not, street, since, searchType } = query;
  if (street !== undefined && !isReady()) throw unavailable('street');
  const onStreet =
    street === undefined
      ? undefined
      : (addresses.findOnStreet(street, searchType)?.homeIds ?? new Set<string>());
  try {
    const [worded, changed] = await Promise.all([
      q === undefined && not === undefined ? undefined : store.findByKeyword(query, runQuery),
      since === undefined ? undefined : runQuery(() => store.findChangedHomes(since, searchType)),
    ]);
    const found = [onStreet, worded?.in, changed].filter((ids) => ids !== undefined);
    if (found.length === 0) return worded;
    return { ...worded, in: found.reduce((all, ids) => all.intersection(ids)) };
  } catch (error) {
    if (error instanceof TooCommonWords) {
      const fields = [{ field: error.field, reason: 'too_many' as const }];
      throw new ApiError(400, 'words_too_common', { data: { fields } });
    }
    if (!isUnavailable(error)) throw error;
    throw unavailable(q !== undefined ? 'q' : not !== undefined ? 'not' : 'since');
  }
}

function unavailable(field: string): ApiError {
  const fields = [{ field, reason: 'unavailable' as const }];
  return new ApiError(503, 'unavailable', { data: { fields }, retryAfter: 5 });
}
