import type { HomeListAnswer } from '@maru/contract';
import type { Range, SearchQuery } from '@maru/listing/search';
import { withoutIdleUnknowns } from '../page-address.ts';

/** `push`: a choice; back undoes it. `replace`: typing or sliding. */
export type ChangeKind = 'push' | 'replace';

/** The counts of the choices, of the results on the page or of the filters being edited. */
export type FilterCounts = Pick<
  HomeListAnswer,
  'unknown' | 'facets' | 'choices' | 'histogram' | 'sizes' | 'loan'
>;

/** Props of every filter panel. */
export interface FilterProps {
  query: SearchQuery;
  counts: FilterCounts;
  onChange: (next: SearchQuery, kind: ChangeKind) => void;
}

export type FilterField = Exclude<keyof SearchQuery, 'searchType' | 'place' | 'page' | 'unk' | 'sort'>;

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

/** The filters without a button of their own on the bar. */
const MORE_FIELDS = [
  'monthly',
  'sqft',
  'lot',
  'year',
  'hoa',
  'mello',
  'dom',
  'stories',
  'parking',
  'facing',
  'furnished',
  'lease',
  'from',
  'deposit',
  'new',
  'senior',
  'status',
  'q',
  'not',
  'open',
  'cut',
  'schoolDistrict',
  'school',
  'commute',
] as const satisfies readonly FilterField[];

/** Number of filters behind "More"; each feature counts. */
export function moreCount(query: SearchQuery): number {
  return MORE_FIELDS.filter((field) => query[field] !== undefined).length + (query.has?.length ?? 0);
}

/** Number of all filters. An area on the map is a place, not a filter. */
export function filterCount(query: SearchQuery): number {
  const own = [query.price, query.beds, query.baths, query.type].filter((one) => one !== undefined).length;
  return own + moreCount(query);
}

/** The search without filters: place, area, search type and order stay. */
export function withoutFilters(query: SearchQuery): SearchQuery {
  const { searchType, place, bbox, poly, near, sort } = query;
  return {
    searchType,
    ...(place === undefined ? {} : { place }),
    ...(bbox === undefined ? {} : { bbox }),
    ...(poly === undefined ? {} : { poly }),
    ...(near === undefined ? {} : { near }),
    ...(sort === undefined ? {} : { sort }),
  };
}
