import { HOME_TYPES, type HomeType, SEARCH_TYPES, type SearchType } from './property-type.ts';
import { STATUS_FILTERS, type StatusFilter } from './standard-status.ts';
import { type Bounds, roundBounds } from './viewport.ts';

/**
 * What is asked, and the one codec of it: the address of a page and the query of the API are the same text
 * (FEATURES.md 8.2, DESIGN.md "Addresses of pages"). One parser, two doors: a page drops a bad value with a
 * visible notice, the API refuses it with a 400 that names the field.
 */

/** Inclusive; a missing end is open. Integers, but for baths (quarter steps). */
export interface Range {
  min?: number;
  max?: number;
}

export const SORTS = ['new', 'price', '-price', 'ppsf', '-sqft', '-lot', '-year'] as const;
export type Sort = (typeof SORTS)[number];

/** The filters that a home with an unstated value neither passes nor fails (R10). */
export const NULLABLE_FILTERS = ['price', 'beds', 'baths', 'sqft', 'lot', 'year', 'hoa', 'dom'] as const;
export type NullableFilter = (typeof NULLABLE_FILTERS)[number];

export const PAGE_SIZE = 40;
export const MAX_PAGE = 100;
const MAX_QUERY_LENGTH = 2_000;

export interface SearchQuery {
  searchType: SearchType;
  /** Gazetteer slug. `bbox` wins over it for the results; it then stays as the label. */
  place?: string;
  bbox?: Bounds;
  /** USD; rent: a month. */
  price?: Range;
  beds?: Range;
  baths?: Range;
  type?: HomeType[];
  /** sq ft. */
  sqft?: Range;
  /** sq ft. */
  lot?: Range;
  year?: Range;
  /** USD a month. */
  hoa?: Range;
  /** Days since first shown. */
  dom?: Range;
  /** Default: active. */
  status?: StatusFilter[];
  /** Months back for `sold`; default 12. */
  soldMonths?: number;
  /** Filters whose unstated homes are kept in. */
  unk?: NullableFilter[];
  /** Default: new. */
  sort?: Sort;
  /** 1 … 100, 40 homes each. Default 1. */
  page?: number;
}

export type ProblemReason =
  | 'malformed'
  | 'unknown_value'
  | 'out_of_range'
  | 'min_above_max'
  | 'missing'
  | 'too_long'
  | 'repeated';

/** What was wrong with one field of the query. */
export interface Problem {
  field: string;
  reason: ProblemReason;
}

export interface ParsedQuery {
  /** What could be understood; a bad value is left out, min > max is swapped. */
  query: SearchQuery;
  problems: Problem[];
}

/** Upper ends keep every value a positive 32-bit integer in columns and in SQL. */
const RANGE_LIMITS: Record<NullableFilter, { max: number; step: number }> = {
  price: { max: 2_000_000_000, step: 1 },
  beds: { max: 99, step: 1 },
  baths: { max: 99, step: 0.25 },
  sqft: { max: 2_000_000_000, step: 1 },
  lot: { max: 2_000_000_000, step: 1 },
  year: { max: 9_999, step: 1 },
  hoa: { max: 2_000_000_000, step: 1 },
  dom: { max: 99_999, step: 1 },
};

type RawQuery = URLSearchParams | Record<string, unknown>;

/** All values of a key; repeated keys and commas mean the same. */
function valuesOf(raw: RawQuery, key: string): string[] {
  if (raw instanceof URLSearchParams) return raw.getAll(key);
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((one) => String(one));
}

/** "800000-1200000", "-1200000", "800000-", "3" (exactly). `undefined` when it is not a range. */
function parseRange(text: string, step: number): Range | undefined {
  const match = /^(\d{1,10}(?:\.\d{1,2})?)?(-)?(\d{1,10}(?:\.\d{1,2})?)?$/.exec(text);
  if (match === null || text === '' || text === '-') return undefined;
  const [, low, dash, high] = match;
  if (dash === undefined && high !== undefined) return undefined;
  const range: Range = {};
  if (low !== undefined) range.min = Number(low);
  if (dash === undefined && low !== undefined) range.max = Number(low);
  if (high !== undefined) range.max = Number(high);
  const ends = [range.min, range.max].filter((end) => end !== undefined);
  return ends.length > 0 && ends.every((end) => Number.isInteger(end / step)) ? range : undefined;
}

function formatRange({ min, max }: Range): string {
  if (min !== undefined && min === max) return String(min);
  return `${min ?? ''}-${max ?? ''}`;
}

/** "w,s,e,n" in degrees, west < east, south < north. */
export function parseBounds(text: string): Bounds | undefined {
  const parts = text.split(',');
  if (parts.length !== 4 || !parts.every((part) => /^-?\d{1,3}(\.\d{1,12})?$/.test(part))) return undefined;
  const [west, south, east, north] = parts.map(Number) as [number, number, number, number];
  if (west < -180 || east > 180 || south < -90 || north > 90 || west >= east || south >= north) {
    return undefined;
  }
  return roundBounds([west, south, east, north]);
}

export function formatBounds(bounds: Bounds): string {
  return bounds.map((degree) => String(Number(degree.toFixed(4)))).join(',');
}

/**
 * Reads a query; total (never throws). Unknown keys are ignored. `searchType` and `place` come from the path
 * of a page or from the query of the API; both doors use the same names.
 */
export function parseSearchQuery(raw: RawQuery): ParsedQuery {
  const problems: Problem[] = [];
  const query: SearchQuery = { searchType: 'sale' };
  const note = (field: string, reason: ProblemReason) => problems.push({ field, reason });

  /** The single value of a key; a repeated single-valued key is a problem, the first one counts. */
  const single = (key: string): string | undefined => {
    const values = valuesOf(raw, key);
    if (values.length > 1) note(key, 'repeated');
    const text = values[0]?.trim().toLowerCase();
    if (text !== undefined && text.length > MAX_QUERY_LENGTH) {
      note(key, 'too_long');
      return undefined;
    }
    return text === '' ? undefined : text;
  };

  /** A list of known words, in the order of `known`, without repeats. */
  const words = <T extends string>(key: string, known: readonly T[]): T[] | undefined => {
    const given = valuesOf(raw, key)
      .flatMap((value) => value.slice(0, MAX_QUERY_LENGTH).split(','))
      .map((value) => value.trim().toLowerCase())
      .filter((value) => value !== '');
    if (given.some((value) => !known.includes(value as T))) note(key, 'unknown_value');
    const kept = known.filter((value) => given.includes(value));
    return kept.length > 0 ? kept : undefined;
  };

  const searchType = single('searchType');
  if (searchType !== undefined) {
    if (SEARCH_TYPES.includes(searchType as SearchType)) query.searchType = searchType as SearchType;
    else note('searchType', 'unknown_value');
  }

  const place = single('place');
  if (place !== undefined) {
    if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(place) && place.length <= 100) query.place = place;
    else note('place', 'malformed');
  }

  const bbox = single('bbox');
  if (bbox !== undefined) {
    const bounds = parseBounds(bbox);
    if (bounds === undefined) note('bbox', 'malformed');
    else query.bbox = bounds;
  }

  for (const key of NULLABLE_FILTERS) {
    const text = single(key);
    if (text === undefined) continue;
    const { max, step } = RANGE_LIMITS[key];
    const range = parseRange(text, step);
    if (range === undefined) note(key, 'malformed');
    else if ((range.min ?? 0) > max || (range.max ?? 0) > max) note(key, 'out_of_range');
    else if (range.min !== undefined && range.max !== undefined && range.min > range.max) {
      note(key, 'min_above_max');
      query[key] = { min: range.max, max: range.min };
    } else query[key] = range;
  }

  const types = words('type', HOME_TYPES);
  if (types !== undefined) query.type = types;

  const status = valuesOf(raw, 'status').flatMap((value) => value.split(','));
  const sold = status.map((value) => /^sold:(\d{1,3})m$/i.exec(value.trim())).find((match) => match !== null);
  if (sold) {
    const months = Number(sold[1]);
    if (months >= 1 && months <= 120) query.soldMonths = months;
    else note('status', 'out_of_range');
  }
  const groups = status.map((value) =>
    value
      .trim()
      .toLowerCase()
      .replace(/^sold:\d{1,3}m$/, 'sold'),
  );
  const known = STATUS_FILTERS.filter((group) => groups.includes(group));
  if (groups.some((group) => group !== '' && !STATUS_FILTERS.includes(group as StatusFilter))) {
    note('status', 'unknown_value');
  }
  if (known.length > 0 && !(known.length === 1 && known[0] === 'active')) query.status = known;
  if (!known.includes('sold') || query.soldMonths === 12) delete query.soldMonths;

  const unk = words('unk', NULLABLE_FILTERS);
  if (unk !== undefined) query.unk = unk;

  const sort = single('sort');
  if (sort !== undefined) {
    if (!SORTS.includes(sort as Sort)) note('sort', 'unknown_value');
    else if (sort !== 'new') query.sort = sort as Sort;
  }

  const page = single('page');
  if (page !== undefined) {
    if (!/^-?\d{1,9}$/.test(page)) note('page', 'malformed');
    else if (Number(page) < 1 || Number(page) > MAX_PAGE) note('page', 'out_of_range');
    else if (Number(page) > 1) query.page = Number(page);
  }
  return { query, problems };
}

/**
 * The canonical query text of a search, without `searchType` and `place` (they are in the path of a page):
 * fixed order, defaults left out, lower case. `format(parse(format(x)))` is `format(x)`.
 */
export function formatSearchQuery(query: SearchQuery): string {
  const parts: string[] = [];
  const put = (key: string, value: string) => parts.push(`${key}=${value}`);
  if (query.price) put('price', formatRange(query.price));
  if (query.beds) put('beds', formatRange(query.beds));
  if (query.baths) put('baths', formatRange(query.baths));
  if (query.type?.length) put('type', HOME_TYPES.filter((one) => query.type?.includes(one)).join(','));
  for (const key of ['sqft', 'lot', 'year', 'hoa', 'dom'] as const) {
    const range = query[key];
    if (range) put(key, formatRange(range));
  }
  const status = STATUS_FILTERS.filter((one) => query.status?.includes(one));
  if (status.length > 0 && !(status.length === 1 && status[0] === 'active')) {
    const months = query.soldMonths ?? 12;
    put('status', status.map((one) => (one === 'sold' ? `sold:${months}m` : one)).join(','));
  }
  if (query.bbox) put('bbox', formatBounds(query.bbox));
  if (query.unk?.length) put('unk', NULLABLE_FILTERS.filter((one) => query.unk?.includes(one)).join(','));
  if (query.sort && query.sort !== 'new') put('sort', query.sort);
  if (query.page && query.page > 1) put('page', String(query.page));
  return parts.join('&');
}

/** The page of a search, canonical, without the locale prefix: `/homes/for_sale/irvine-ca?beds=3-`. */
export function searchPath(query: SearchQuery): string {
  const base = `/homes/for_${query.searchType}${query.place ? `/${query.place}` : ''}`;
  const text = formatSearchQuery(query);
  return text === '' ? base : `${base}?${text}`;
}

/** The query of `GET /maru/v1/home/list` for a search. */
export function formatApiQuery(query: SearchQuery): string {
  const own = [`searchType=${query.searchType}`];
  if (query.place) own.push(`place=${query.place}`);
  const text = formatSearchQuery(query);
  return text === '' ? own.join('&') : `${own.join('&')}&${text}`;
}
