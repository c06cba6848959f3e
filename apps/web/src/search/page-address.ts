import type { SearchType } from '@maru/listing';
import {
  formatSearchQuery,
  NULLABLE_FILTERS,
  type NullableFilter,
  type SearchQuery,
  searchPath,
} from '@maru/listing/search';

/**
 * Which of the site's addresses a search page stands at. `homes` is `/homes/for_sale/irvine-ca`, the canonical one;
 * `address` is `/irvine-ca` and `/irvine-ca/rent`; `area` is `/ca/irvine/culver-dr-92620`.
 */
export type PageForm = 'homes' | 'address' | 'area';

/** The map's zoom rides beside `bbox` in the address, so that a reload asks for the same clusters. */
export function queryText(query: SearchQuery, zoom: number | null): string {
  const text = formatSearchQuery(query);
  if (query.bbox === undefined || zoom === null) return text;
  return `${text}&zoom=${formatZoom(zoom)}`;
}

/** Hundredths, never rounded up to the next whole zoom: its clusters would be others. */
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

/** The page of a search in the form that the visitor is in; `ownPath` is that of the page itself. */
export function pagePath(
  query: SearchQuery,
  { form, ownPath, zoom = null }: { form: PageForm; ownPath: string; zoom?: number | null },
): string {
  const text = queryText(query, zoom);
  const base =
    form === 'address' && query.place !== undefined
      ? `/${query.place}${query.searchType === 'rent' ? '/rent' : ''}`
      : form === 'area'
        ? ownPath
        : searchPath({ searchType: query.searchType, place: query.place });
  return text === '' ? base : `${base}?${text}`;
}

/** The one address of this search for search engines: what is asked, not how it is shown (rule S10.2). */
export function canonicalPath(query: SearchQuery): string {
  const { bbox: _bbox, page: _page, sort: _sort, unk: _unk, to: _to, to2: _to2, ...asked } = query;
  return searchPath(asked);
}

/** Place and type may be kept by search engines, with at most one of beds and type; no map area, no later page. */
export function mayIndex(query: SearchQuery): boolean {
  const { searchType: _searchType, place: _place, sort: _sort, beds, type, ...rest } = query;
  const few = (beds === undefined ? 0 : 1) + (type === undefined ? 0 : type.length);
  return few <= 1 && Object.keys(rest).length === 0;
}

/** What means nothing, or something else, in the other type. */
const OF_ONE_TYPE = [
  'price',
  'monthly',
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

/** The same search for the other type: prices and fees of one mean nothing in the other. */
export function switchSearchType(query: SearchQuery, searchType: SearchType): SearchQuery {
  if (query.searchType === searchType) return query;
  const next: SearchQuery = { ...query, searchType };
  for (const key of OF_ONE_TYPE) delete next[key];
  if (next.sort === 'ppsf') delete next.sort;
  if (next.status?.includes('sold')) next.status = next.status.filter((one) => one !== 'sold');
  if (next.status?.length === 0) delete next.status;
  return withoutIdleUnknowns(next);
}

/** `unk` names only filters that are on: the others would say nothing and make a second address. */
export function withoutIdleUnknowns(query: SearchQuery): SearchQuery {
  const { unk, ...rest } = query;
  const kept = unk?.filter((one) => rest[one] !== undefined) ?? [];
  return kept.length > 0 ? { ...rest, unk: kept } : rest;
}

/** Keeps homes in, or leaves them out, whose value for a filter is not stated (rule R10). */
export function switchUnknown(query: SearchQuery, filter: NullableFilter, include: boolean): SearchQuery {
  const kept = NULLABLE_FILTERS.filter((one) => (one === filter ? include : query.unk?.includes(one)));
  const { unk: _unk, page: _page, ...rest } = query;
  return kept.length > 0 ? { ...rest, unk: kept } : rest;
}

/** A street and a ZIP in the last part of an area's address: `culver-dr-92620`, `92620`, `culver-dr`. */
export function parseStreetZip(text: string): { street: string | null; zip: string | null } | undefined {
  const slug = text.toLowerCase();
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 100) return undefined;
  const match = /^(?:(.+)-)?(\d{5})$/.exec(slug);
  if (match === null) return { street: slug, zip: null };
  return { street: match[1] ?? null, zip: match[2] as string };
}

/** "culver-dr" → "Culver Dr". */
export function formatStreetName(slug: string): string {
  return slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
