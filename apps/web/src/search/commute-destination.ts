import type { SearchQuery } from '@maru/listing/search';
import { type Commute, commutes, DEFAULT_DEPART } from '../listing/commute/commutes.ts';

/**
 * Where this visitor commutes to, for a search: kept in this browser alone (rule S10.5). It goes with a question only
 * while the commute's filter or order is on, and is in an address only when its visitor ticked that.
 */
export type Destination = Pick<Commute, 'name' | 'at' | 'by'>;

/** The question as it is asked: with this browser's destinations, where the commute is asked about and none is given. */
export function withDestination(query: SearchQuery): SearchQuery {
  if (!isCommuteAsked(query) || query.to !== undefined) return query;
  const { first, second } = commutes.current();
  if (first === null) return query;
  const asked: SearchQuery = { ...query, to: first.at };
  if (second !== null) asked.to2 = { at: second.at, by: second.by, depart: second.depart };
  const isPlain = first.by === 'car' && first.depart === DEFAULT_DEPART;
  if (query.commute === undefined && !isPlain && first.by !== 'transit') {
    // An order alone says not how one travels: a filter that leaves nobody out does.
    asked.commute = { by: first.by, depart: first.depart, minutes: { min: 0 } };
    asked.unk = [...new Set([...(query.unk ?? []), 'commute' as const])];
  }
  return asked;
}

export function isCommuteAsked({ commute, sort }: SearchQuery): boolean {
  return commute !== undefined || sort === 'commute';
}

/** What the answer to such a question depends on, as text: another one must be asked anew. */
export function destinationKey({ to, to2, commute }: SearchQuery): string {
  if (to === undefined) return '';
  const second = to2 === undefined ? [] : [...to2.at, to2.by, to2.depart];
  return [...to, commute?.by ?? '', commute?.depart ?? '', ...second].join(',');
}

/** The first person's, for `useSyncExternalStore`. */
export const destination = {
  subscribe: commutes.subscribe,
  current: (): Destination | null => commutes.current().first,
  none: (): Destination | null => null,
};
