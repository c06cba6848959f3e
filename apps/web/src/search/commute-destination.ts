import type { SearchQuery } from '@maru/listing/search';
import { type Commute, commutes, DEFAULT_DEPART } from '../listing/commute/commutes.ts';

/**
 * The commute destination of a search. Stored in this browser only (rule S10.5); sent only while the filter or the
 * order by commute is on, and in an address only if the visitor ticked that.
 */
export type Destination = Pick<Commute, 'name' | 'at' | 'by'>;

/** Adds this browser's destinations to a query that needs one and has none. */
export function withDestination(query: SearchQuery): SearchQuery {
  if (!isCommuteAsked(query) || query.to !== undefined) return query;
  const { first, second } = commutes.current();
  if (first === null) return query;
  const asked: SearchQuery = { ...query, to: first.at };
  if (second !== null) asked.to2 = { at: second.at, by: second.by, depart: second.depart };
  const isPlain = first.by === 'car' && first.depart === DEFAULT_DEPART;
  if (query.commute === undefined && !isPlain && first.by !== 'transit') {
    // Ordering by commute does not say how one travels: add a filter that excludes nothing.
    asked.commute = { by: first.by, depart: first.depart, minutes: { min: 0 } };
    asked.unk = [...new Set([...(query.unk ?? []), 'commute' as const])];
  }
  return asked;
}

export function isCommuteAsked({ commute, sort }: SearchQuery): boolean {
  return commute !== undefined || sort === 'commute';
}

/** The destinations of a query as text, to compare with those of a response. */
export function destinationKey({ to, to2, commute }: SearchQuery): string {
  if (to === undefined) return '';
  const second = to2 === undefined ? [] : [...to2.at, to2.by, to2.depart];
  return [...to, commute?.by ?? '', commute?.depart ?? '', ...second].join(',');
}

/** The first person's destination, for `useSyncExternalStore`. */
export const destination = {
  subscribe: commutes.subscribe,
  current: (): Destination | null => commutes.current().first,
  none: (): Destination | null => null,
};
