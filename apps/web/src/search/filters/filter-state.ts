import type { HomeListAnswer } from '@maru/contract';
import type { Range, SearchQuery } from '@maru/listing/search';
import { withoutIdleUnknowns } from '../page-address.ts';

/** `push`: a choice was made, back undoes it. `replace`: still typing or sliding. */
export type ChangeKind = 'push' | 'replace';

/** What is counted behind the choices: those of the search on the screen, or of the one that is being put together. */
export type FilterCounts = Pick<
  HomeListAnswer,
  'unknown' | 'facets' | 'choices' | 'histogram' | 'sizes' | 'loan'
>;

/** What every filter panel is given. */
export interface FilterProps {
  query: SearchQuery;
  counts: FilterCounts;
  onChange: (next: SearchQuery, kind: ChangeKind) => void;
}

export type FilterField = Exclude<keyof SearchQuery, 'searchType' | 'place' | 'page' | 'unk' | 'sort'>;

/** The search with one filter set, or taken off with undefined; always back on page 1. */
export function withFilter<K extends FilterField>(
  query: SearchQuery,
  field: K,
  value: SearchQuery[K] | undefined,
): SearchQuery {
  const { [field]: _old, page: _page, ...rest } = query;
  const empty = value === undefined || (Array.isArray(value) && value.length === 0);
  return withoutIdleUnknowns((empty ? rest : { ...rest, [field]: value }) as SearchQuery);
}

/** A range of two open ends is no filter; ends in the wrong order are turned round. */
export function toRange(min: number | undefined, max: number | undefined): Range | undefined {
  if (min === undefined && max === undefined) return undefined;
  if (min !== undefined && max !== undefined && min > max) return { min: max, max: min };
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

/** The filters that have no button of their own on the bar. */
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

/** How many filters are on behind "More"; each feature is one. */
export function moreCount(query: SearchQuery): number {
  return MORE_FIELDS.filter((field) => query[field] !== undefined).length + (query.has?.length ?? 0);
}

/** How many filters are on in all; an area on the map is a place, not a filter. */
export function filterCount(query: SearchQuery): number {
  const own = [query.price, query.beds, query.baths, query.type].filter((one) => one !== undefined).length;
  return own + moreCount(query);
}

/** The search without any filter: place, area, type of search and order stay. */
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
