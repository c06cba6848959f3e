import type { SearchType } from '@maru/listing';
import {
  formatSearchQuery,
  NULLABLE_FILTERS,
  type NullableFilter,
  type SearchQuery,
  searchPath,
} from '@maru/listing/search';

/**
 * The form of a search page's address: `homes` is `/homes/for_sale/irvine-ca`, the canonical one; `address` is
 * `/irvine-ca` and `/irvine-ca/rent`.
 */
export type PageForm = 'homes' | 'address';

/** The query text of an address. The zoom goes with `bbox`, so that a reload requests the same clusters. */
export function queryText(query: SearchQuery, zoom: number | null): string {
  const text = formatSearchQuery(query);
  if (query.bbox === undefined || zoom === null) return text;
  return `${text}&zoom=${formatZoom(zoom)}`;
}

/** In hundredths, rounded down: the next whole zoom has other clusters. */
function formatZoom(zoom: number): string {
  return String(Math.floor(zoom * 100 + 1e-6) / 100);
}

/** A map zoom of 0 … 22, or null. */
export function parseZoom(value: unknown): number | null {
  const text = Array.isArray(value) ? value[0] : value;
  if (typeof text !== 'string' || !/^\d{1,2}(\.\d{1,2})?$/.test(text)) return null;
  const zoom = Number(text);
  return zoom <= 22 ? zoom : null;
}

/** The path of a search in the visitor's form of address. */
export function pagePath(
  query: SearchQuery,
  { form, zoom = null }: { form: PageForm; zoom?: number | null },
): string {
  const text = queryText(query, zoom);
  const base =
    form === 'address' && query.place !== undefined
      ? `/${query.place}${query.searchType === 'rent' ? '/rent' : ''}`
      : searchPath({ searchType: query.searchType, place: query.place });
  return text === '' ? base : `${base}?${text}`;
}

/** The canonical path for search engines: the filters, not how the results are shown (rule S10.2). */
export function canonicalPath(query: SearchQuery): string {
  const {
    bbox: _bbox,
    page: _page,
    sort: _sort,
    unk: _unk,
    to: _to,
    to2: _to2,
    since: _since,
    ...asked
  } = query;
  return searchPath(asked);
}

/**
 * Whether search engines may index the page: place and type with at most one of beds and home type; no map area, no
 * later page.
 */
export function mayIndex(query: SearchQuery): boolean {
  const { searchType: _searchType, place: _place, sort: _sort, beds, type, ...rest } = query;
  const few = (beds === undefined ? 0 : 1) + (type === undefined ? 0 : type.length);
  return few <= 1 && Object.keys(rest).length === 0;
}

/** Fields that do not apply to the other search type, or mean something else there. */
const OF_ONE_TYPE = [
  'price',
  'monthly',
  'wholeCost',
  'down',
  'rate',
  'term',
  'hoa',
  'mello',
  'cut',
  'furnished',
  'lease',
  'from',
  'deposit',
  'page',
  'soldMonths',
] as const;

/** The same search for the other type, without prices and fees. */
export function switchSearchType(query: SearchQuery, searchType: SearchType): SearchQuery {
  if (query.searchType === searchType) return query;
  const next: SearchQuery = { ...query, searchType };
  for (const key of OF_ONE_TYPE) delete next[key];
  if (next.sort === 'ppsf') delete next.sort;
  if (next.status?.includes('sold')) next.status = next.status.filter((one) => one !== 'sold');
  if (next.status?.length === 0) delete next.status;
  return withoutIdleUnknowns(next);
}

/**
 * Drops from `unk` the filters that are off, and `wholeCost` without its filter: they would only make a second address of the
 * same search.
 */
export function withoutIdleUnknowns(query: SearchQuery): SearchQuery {
  const { unk, wholeCost, ...rest } = query;
  const kept = unk?.filter((one) => rest[one] !== undefined) ?? [];
  return {
    ...rest,
    ...(wholeCost && rest.monthly !== undefined ? { wholeCost } : {}),
    ...(kept.length > 0 ? { unk: kept } : {}),
  };
}

/** Includes or excludes homes that do not state the value of a filter (rule R10). */
export function switchUnknown(query: SearchQuery, filter: NullableFilter, include: boolean): SearchQuery {
  const kept = NULLABLE_FILTERS.filter((one) => (one === filter ? include : query.unk?.includes(one)));
  const { unk: _unk, page: _page, ...rest } = query;
  return kept.length > 0 ? { ...rest, unk: kept } : rest;
}

/** Parses the street and the ZIP code of an area's address: `culver-dr-92620`, `92620`, `culver-dr`. */
export function parseStreetZip(text: string): { street: string | null; zip: string | null } | undefined {
  const slug = text.toLowerCase();
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 100) return undefined;
  const match = /^(?:(.+)-)?(\d{5})$/.exec(slug);
  if (match === null) return { street: slug, zip: null };
  return { street: match[1] ?? null, zip: match[2] as string };
}
