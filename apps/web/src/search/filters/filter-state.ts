import type { HomeListAnswer } from '@maru/contract';
import { NULLABLE_FILTERS, type Range, type SearchQuery } from '@maru/listing/search';
import { withoutIdleUnknowns } from '../page-address.ts';

/** `push`: a choice; back undoes it. `replace`: typing or sliding. */
export type ChangeKind = 'push' | 'replace';

/** The counts of the choices, of the results on the page or of the filters being edited. */
export type FilterCounts = Pick<
  HomeListAnswer,
  'unknown' | 'atLeast' | 'facets' | 'choices' | 'histogram' | 'sizes' | 'loan' | 'names'
>;

export interface FilterProps {
  query: SearchQuery;
  counts: FilterCounts;
  onChange: (next: SearchQuery, kind: ChangeKind) => void;
}

export type FilterField = Exclude<
  keyof SearchQuery,
  'searchType' | 'place' | 'otherPlaces' | 'page' | 'unk' | 'sort'
>;

/** The search with one filter set, or removed for undefined; back on page 1. */
export function withFilter<K extends FilterField>(
  query: SearchQuery,
  field: K,
  value: SearchQuery[K] | undefined,
): SearchQuery {
  const { [field]: _old, page: _page, ...rest } = query;
  const empty = value === undefined || (Array.isArray(value) && value.length === 0);
  return withoutIdleUnknowns((empty ? rest : { ...rest, [field]: value }) as SearchQuery);
}

/** A range without ends is undefined; ends in the wrong order are swapped. */
export function toRange(min: number | undefined, max: number | undefined): Range | undefined {
  if (min === undefined && max === undefined) return undefined;
  if (min !== undefined && max !== undefined && min > max) return { min: max, max: min };
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

/** The filters with a button of their own on the bar. */
const BAR_FIELDS = ['price', 'beds', 'baths', 'type'] as const;
/** The others. */
const MORE_FIELDS = [
  ...NULLABLE_FILTERS.filter((one) => one !== 'price' && one !== 'beds' && one !== 'baths' && one !== 'has'),
  ...(['status', 'lacks', 'notPlaces', 'q', 'not', 'open', 'cut'] as const),
];

/** Number of filters behind "More"; each feature counts. */
export function moreCount(query: SearchQuery): number {
  return MORE_FIELDS.filter((field) => query[field] !== undefined).length + (query.has?.length ?? 0);
}

/** Number of all filters. An area on the map is a place, not a filter. */
export function filterCount(query: SearchQuery): number {
  return BAR_FIELDS.filter((field) => query[field] !== undefined).length + moreCount(query);
}

const NO_FILTERS: ReadonlySet<string> = new Set([
  'searchType',
  'place',
  'otherPlaces',
  'bbox',
  'poly',
  'near',
  'sort',
]);

/** The search without filters: place, area, search type and order stay. */
export function withoutFilters(query: SearchQuery): SearchQuery {
  return Object.fromEntries(Object.entries(query).filter(([key]) => NO_FILTERS.has(key))) as never;
}
