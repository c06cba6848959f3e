import { FEATURES, type Feature } from '../listing/features.ts';
import { HOME_TYPES, type HomeType, SEARCH_TYPES, type SearchType } from '../listing/property-type.ts';
import { STATUS_FILTERS, type StatusFilter } from '../listing/standard-status.ts';
import { TRANSPORTATIONS, type Transportation } from '../places/commute.ts';
import { formatPolygons, type Polygon, parsePolygons } from './polygon.ts';
import { type Bounds, roundBounds } from './viewport.ts';

/** The query and its codec, shared by page URLs and the API (rule S10.1): pages drop invalid values, the API rejects them. */

/** Inclusive; a missing end is open. Integers, except baths (quarter steps). */
export interface Range {
  min?: number;
  max?: number;
}

export const SORTS = [
  'new',
  'price',
  '-price',
  'monthly',
  'ppsf',
  '-sqft',
  '-lot',
  '-year',
  'cut',
  'commute',
] as const;
export type Sort = (typeof SORTS)[number];

export const RANGE_FILTERS = [
  'price',
  'monthly',
  'beds',
  'baths',
  'sqft',
  'lot',
  'year',
  'hoa',
  'mello',
  'dom',
  'stories',
  'parking',
  'deposit',
] as const;
export type RangeFilter = (typeof RANGE_FILTERS)[number];

/** Filters whose value may be unstated (rule R10). */
export const NULLABLE_FILTERS = [
  ...RANGE_FILTERS,
  'facing',
  'furnished',
  'lease',
  'from',
  'new',
  'senior',
  'has',
  'schoolDistrict',
  'school',
  'commute',
] as const;
export type NullableFilter = (typeof NULLABLE_FILTERS)[number];

export const FACINGS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type Facing = (typeof FACINGS)[number];

export const SINCE_KINDS = ['new', 'cut'] as const;

export const PAGE_SIZE = 40;
export const MAX_PAGE = 100;
const MAX_QUERY_LENGTH = 2_000;
const MAX_WORDS_LENGTH = 200;
const MAX_SCHOOLS = 10;
const MAX_PLACES = 10;
/** Radius limits in meters. */
const NEAR_LIMITS = { min: 100, max: 160_000 };
const TERMS = [10, 15, 20, 30, 40];

export interface SearchQuery {
  searchType: SearchType;
  /** Gazetteer slug. With `bbox` it is only the label. */
  place?: string;
  /** Slugs of more places: homes in any of these or in `place`. Only with `place`. */
  otherPlaces?: string[];
  /** Slugs of places that are left out, also within a map area. */
  notPlaces?: string[];
  /** Slug of a street's name ("n-oak-st"), of any spelling; the caller of an engine resolves it to homes (`keyword`). */
  street?: string;
  bbox?: Bounds;
  poly?: Polygon[];
  near?: { latitude: number; longitude: number; meters: number };
  /** Amounts are USD (rent: per month), areas sq ft. */
  price?: Range;
  /** See monthly-cost, with the three terms below. */
  monthly?: Range;
  /** With `monthly`: leave out homes of whose cost a part is not stated. */
  wholeCost?: true;
  down?: { percent: number } | { amount: number };
  /** Percent per year. */
  rate?: number;
  /** Years. */
  term?: number;
  beds?: Range;
  baths?: Range;
  type?: HomeType[];
  sqft?: Range;
  lot?: Range;
  year?: Range;
  hoa?: Range;
  /** Mello-Roos and similar assessments, USD per year. */
  mello?: Range;
  /** Days on market. */
  dom?: Range;
  stories?: Range;
  parking?: Range;
  deposit?: Range;
  facing?: Facing[];
  has?: Feature[];
  /** Features that a home must not be known to have; homes that do not state them pass. */
  lacks?: Feature[];
  furnished?: true;
  /** Months: maximum of the shortest lease offered. */
  lease?: number;
  from?: string;
  new?: true;
  /** Only, or without, communities for residents of 55 and over. */
  senior?: boolean;
  schoolDistrict?: string;
  /** Slugs of schools; any of them. */
  school?: string[];
  /** Required words of the listing's text; "quoted" as a phrase, with - in front: excluded. */
  q?: string;
  not?: string;
  /** Any future open house, on the next weekend, or on a day (`YYYY-MM-DD`, local). */
  open?: 'any' | 'weekend' | string;
  /** Minimum price cut in percent of the previous price; 0 for any. */
  cut?: number;
  /**
   * Only what has changed since an instant (ms UTC): homes that were listed or came back (`new`), others that cost less than then
   * (`cut`), or both. The caller of an engine resolves it to homes (`keyword`).
   */
  since?: { at: number; kind?: (typeof SINCE_KINDS)[number] };
  /** Minutes to `to`; ignored without a destination. */
  commute?: { by: Transportation; depart: string; minutes: Range };
  /** Commute destination. In page URLs only with the visitor's consent (rule S10.5). */
  to?: readonly [latitude: number, longitude: number];
  /** Second person's destination, transportation and departure; with `to`, the longer commute counts. */
  to2?: { at: readonly [latitude: number, longitude: number]; by: Transportation; depart: string };
  /** Default: active. */
  status?: StatusFilter[];
  /** Months back for `sold`; default 12. */
  soldMonths?: number;
  /** Filters that include homes with unstated values. */
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

export interface Problem {
  field: string;
  reason: ProblemReason;
}

export interface ParsedQuery {
  /** The valid part; invalid values are dropped, min > max is swapped. */
  query: SearchQuery;
  problems: Problem[];
}

/** Limits keep values positive 32-bit integers. `money` allows short amounts. */
const RANGE_LIMITS: Record<RangeFilter, { max: number; step: number; money?: true }> = {
  price: { max: 2_000_000_000, step: 1, money: true },
  monthly: { max: 2_000_000_000, step: 1, money: true },
  beds: { max: 99, step: 1 },
  baths: { max: 99, step: 0.25 },
  sqft: { max: 2_000_000_000, step: 1 },
  lot: { max: 2_000_000_000, step: 1 },
  year: { max: 9_999, step: 1 },
  hoa: { max: 2_000_000_000, step: 1, money: true },
  mello: { max: 2_000_000_000, step: 1, money: true },
  dom: { max: 99_999, step: 1 },
  stories: { max: 999, step: 1 },
  parking: { max: 9_999, step: 1 },
  deposit: { max: 2_000_000_000, step: 1, money: true },
};

type RawQuery = URLSearchParams | Record<string, unknown>;

/** All values of a key; repetition and commas are equivalent. */
function readValues(raw: RawQuery, key: string): string[] {
  if (raw instanceof URLSearchParams) return raw.getAll(key);
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((one) => String(one));
}

function expandAmounts(text: string): string {
  return text.replace(/(\d+(?:\.\d+)?)(k|m|만|억)/g, (_, number: string, unit: string) =>
    String(Math.round(Number(number) * (AMOUNT_UNITS[unit] ?? 1))),
  );
}

const AMOUNT_UNITS: Record<string, number> = { k: 1e3, m: 1e6, 만: 1e4, 억: 1e8 };

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

export function parseBounds(text: string): Bounds | undefined {
  const parts = text.split(',');
  if (parts.length !== 4 || !parts.every((part) => /^-?\d{1,3}(\.\d+)?$/.test(part))) return undefined;
  const [west, south, east, north] = parts.map(Number) as [number, number, number, number];
  if (west < -180 || east > 180 || south < -90 || north > 90 || west >= east || south >= north) {
    return undefined;
  }
  return roundBounds([west, south, east, north]);
}

export function formatBounds(bounds: Bounds): string {
  return bounds.map((degree) => String(Number(degree.toFixed(4)))).join(',');
}

/** "34.05,-118.24,3000": meters. */
function parseCircle(text: string): SearchQuery['near'] {
  const parts = text.split(',');
  const at = parts.length === 3 ? parsePosition(parts, 4) : undefined;
  const meters = numberIn(parts[2] ?? '', /^\d{1,6}$/, NEAR_LIMITS.min, NEAR_LIMITS.max);
  return at === undefined || meters === undefined ? undefined : { latitude: at[0], longitude: at[1], meters };
}

/** "34.052,-118.243": a destination, rounded to about 100 m. */
function parseDestination(text: string): SearchQuery['to'] {
  const parts = text.split(',');
  return parts.length === 2 ? parsePosition(parts, 3) : undefined;
}

function parseSecond(text: string): SearchQuery['to2'] {
  const [latitude = '', longitude = '', by, depart = '', ...more] = text.split(',');
  const at = parsePosition([latitude, longitude], 3);
  const mode = TRANSPORTATIONS.find((one) => one === by);
  if (at === undefined || mode === undefined || !isClock(depart) || more.length > 0) return undefined;
  return { at, by: mode, depart };
}

function isClock(text: string): boolean {
  return /^([01]\d|2[0-3])[0-5]\d$/.test(text);
}

function parsePosition(parts: readonly string[], decimals: number): [number, number] | undefined {
  const [latitude, longitude] = parts
    .slice(0, 2)
    .map((part) => (/^-?\d{1,3}(\.\d+)?$/.test(part) ? Number(Number(part).toFixed(decimals)) : Number.NaN));
  if (latitude === undefined || longitude === undefined) return undefined;
  // Rejects NaN and normalizes -0.
  if (!(Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180)) return undefined;
  return [latitude + 0, longitude + 0];
}

function parseDown(text: string): SearchQuery['down'] {
  if (text.endsWith('%')) {
    const percent = numberIn(text.slice(0, -1), /^\d{1,3}(\.\d)?$/, 0, 100);
    return percent === undefined ? undefined : { percent };
  }
  const amount = numberIn(expandAmounts(text), /^\d{1,10}$/, 0, 2_000_000_000);
  return amount === undefined ? undefined : { amount };
}

function parseCommute(text: string): SearchQuery['commute'] {
  const [by, depart = '', minutes = '', ...more] = text.split(',');
  const range = parseRange(minutes, 1);
  if (
    !TRANSPORTATIONS.includes(by as Transportation) ||
    !isClock(depart) ||
    range === undefined ||
    more.length > 0
  ) {
    return undefined;
  }
  const { min = 0, max = 600 } = range;
  return min <= max && max <= 600 ? { by: by as Transportation, depart, minutes: range } : undefined;
}

/** "2026-11-20T08:00:00.000Z", "cut,2026-11-20T08:00Z"; in lower case as well. */
function parseSince(text: string): SearchQuery['since'] {
  const [, kind, instant = ''] =
    /^(?:(new|cut),)?(20\d\d-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?z)$/.exec(text) ?? [];
  const at = Date.parse(instant.toUpperCase());
  if (Number.isNaN(at)) return undefined;
  const known = SINCE_KINDS.find((one) => one === kind);
  return known === undefined ? { at } : { at, kind: known };
}

function formatSince({ at, kind }: NonNullable<SearchQuery['since']>): string {
  return [...(kind === undefined ? [] : [kind]), new Date(at).toISOString()].join();
}

function parseDay(text: string): string | undefined {
  const ms = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? undefined : text;
}

function parseSlug(text: string): string | undefined {
  return text.length <= 100 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text : undefined;
}

function numberIn(text: string, form: RegExp, min: number, max: number): number | undefined {
  const number = form.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

/** Never throws; ignores unknown keys. `searchType` and `place` come from a page's path or the API query. */
export function parseSearchQuery(raw: RawQuery): ParsedQuery {
  const problems: Problem[] = [];
  const query: SearchQuery = { searchType: 'sale' };
  const note = (field: string, reason: ProblemReason) => problems.push({ field, reason });

  /** On repetition a problem, and the first counts. */
  const single = (key: string): string | undefined => {
    const values = readValues(raw, key);
    if (values.length > 1) note(key, 'repeated');
    const text = values[0]?.trim().toLowerCase();
    if (text !== undefined && text.length > MAX_QUERY_LENGTH) {
      note(key, 'too_long');
      return undefined;
    }
    return text === '' ? undefined : text;
  };

  const takeWords = <K extends 'type' | 'facing' | 'has' | 'lacks' | 'unk'>(
    key: K,
    known: readonly NonNullable<SearchQuery[K]>[number][],
  ): void => {
    const given = readValues(raw, key)
      .flatMap((value) => value.slice(0, MAX_QUERY_LENGTH).split(','))
      .map((value) => value.trim().toLowerCase())
      .filter((value) => value !== '');
    const lower = known.map((value) => value.toLowerCase());
    if (given.some((value) => !lower.includes(value))) note(key, 'unknown_value');
    const kept = known.filter((_, at) => given.includes(lower[at]!));
    if (kept.length > 0) query[key] = kept as SearchQuery[K];
  };

  const searchType = single('searchType');
  if (searchType !== undefined) {
    if (SEARCH_TYPES.includes(searchType as SearchType)) query.searchType = searchType as SearchType;
    else note('searchType', 'unknown_value');
  }

  const take = <K extends keyof SearchQuery>(
    key: K,
    read: (text: string) => SearchQuery[K] | undefined,
  ): void => {
    const text = single(key);
    const value = text === undefined ? undefined : read(text);
    if (value !== undefined) query[key] = value;
    else if (text !== undefined) note(key, 'malformed');
  };
  const slugs = (key: string): string[] => {
    const given = readValues(raw, key)
      .flatMap((value) => value.slice(0, MAX_QUERY_LENGTH).split(','))
      .map((value) => value.trim().toLowerCase());
    const distinct = [...new Set(given)].filter(Boolean);
    const valid = distinct.filter((slug) => parseSlug(slug) !== undefined);
    if (valid.length < distinct.length) note(key, 'malformed');
    if (valid.length > MAX_PLACES) note(key, 'too_long');
    return valid.slice(0, MAX_PLACES);
  };
  const [place, ...otherPlaces] = slugs('place');
  if (place !== undefined) query.place = place;
  if (otherPlaces.length > 0) query.otherPlaces = otherPlaces;
  const notPlaces = slugs('notPlace').sort();
  if (notPlaces.length > 0) query.notPlaces = notPlaces;

  take('bbox', parseBounds);
  for (const key of RANGE_FILTERS) {
    const text = single(key);
    if (text === undefined) continue;
    const { max, step, money } = RANGE_LIMITS[key];
    const range = parseRange(money === undefined ? text : expandAmounts(text), step);
    if (range === undefined) note(key, 'malformed');
    else if ((range.min ?? 0) > max || (range.max ?? 0) > max) note(key, 'out_of_range');
    else if (range.min !== undefined && range.max !== undefined && range.min > range.max) {
      note(key, 'min_above_max');
      query[key] = { min: range.max, max: range.min };
    } else query[key] = range;
  }

  take('street', parseSlug);
  // Case-sensitive.
  const drawn = readValues(raw, 'poly');
  if (drawn.length > 1) note('poly', 'repeated');
  if (drawn[0] !== undefined && drawn[0] !== '') {
    const polygons = drawn[0].length > MAX_QUERY_LENGTH ? undefined : parsePolygons(drawn[0]);
    if (polygons !== undefined) query.poly = polygons;
    else note('poly', drawn[0].length > MAX_QUERY_LENGTH ? 'too_long' : 'malformed');
  }
  take('near', parseCircle);
  take('wholeCost', (text) => (text === '1' ? true : undefined));
  take('down', parseDown);
  take('rate', (text) => numberIn(text, /^\d{1,2}(\.\d{1,3})?$/, 0, 30));
  take('term', (text) => (TERMS.includes(Number(text)) ? Number(text) : undefined));
  takeWords('type', HOME_TYPES);
  takeWords('facing', FACINGS);
  takeWords('has', FEATURES);
  takeWords('lacks', FEATURES);
  take('furnished', (text) => (text === '1' ? true : undefined));
  take('lease', (text) => numberIn(text, /^\d{1,2}$/, 1, 99));
  take('from', parseDay);
  take('new', (text) => (text === '1' ? true : undefined));
  take('senior', (text) => (/^[01]$/.test(text) ? text === '1' : undefined));
  take('schoolDistrict', parseSlug);
  const schools = readValues(raw, 'school').flatMap((value) => value.slice(0, MAX_QUERY_LENGTH).split(','));
  const school = [...new Set(schools.map((value) => value.trim().toLowerCase()).filter(Boolean))].sort();
  if (school.length > MAX_SCHOOLS || school.some((slug) => parseSlug(slug) === undefined))
    note('school', 'malformed');
  const known = school.filter((slug) => parseSlug(slug) !== undefined).slice(0, MAX_SCHOOLS);
  if (known.length > 0) query.school = known;
  for (const key of ['q', 'not'] as const) {
    const text = single(key)
      ?.normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim();
    if (text === undefined || text === '') continue;
    if (text.length > MAX_WORDS_LENGTH) note(key, 'too_long');
    else query[key] = text;
  }
  take('open', (text) => (text === 'any' || text === 'weekend' ? text : parseDay(text)));
  take('cut', (text) => (text === 'any' ? 0 : numberIn(text.replace(/%$/, ''), /^\d{1,2}$/, 1, 99)));
  take('since', parseSince);
  take('commute', parseCommute);
  take('to', parseDestination);
  take('to2', parseSecond);

  const status = readValues(raw, 'status').flatMap((value) => value.split(','));
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
  const asked = STATUS_FILTERS.filter((group) => groups.includes(group));
  if (groups.some((group) => group !== '' && !STATUS_FILTERS.includes(group as StatusFilter))) {
    note('status', 'unknown_value');
  }
  if (asked.length > 0 && !(asked.length === 1 && asked[0] === 'active')) query.status = asked;
  if (!asked.includes('sold') || query.soldMonths === 12) delete query.soldMonths;

  takeWords('unk', NULLABLE_FILTERS);

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

/** Canonical form without `searchType` and the first place: fixed order, no defaults, lower case. */
export function formatSearchQuery(query: SearchQuery): string {
  const parts: string[] = [];
  const put = (key: string, value: string) => parts.push(`${key}=${value}`);
  const range = (...keys: RangeFilter[]) => {
    for (const key of keys) if (query[key]) put(key, formatRange(query[key]));
  };
  const list = <T extends string>(key: string, all: readonly T[], given: readonly T[] | undefined) => {
    if (given?.length) put(key, all.filter((one) => given.includes(one)).join(','));
  };
  for (const slug of query.otherPlaces ?? []) put('place', slug);
  if (query.notPlaces?.length) put('notPlace', [...new Set(query.notPlaces)].sort().join(','));
  if (query.street !== undefined) put('street', query.street);
  range('price', 'monthly');
  if (query.wholeCost) put('wholeCost', '1');
  if (query.down)
    put('down', 'percent' in query.down ? `${query.down.percent}%25` : String(query.down.amount));
  if (query.rate !== undefined) put('rate', String(query.rate));
  if (query.term !== undefined) put('term', String(query.term));
  range('beds', 'baths');
  list('type', HOME_TYPES, query.type);
  range('sqft', 'lot', 'year', 'hoa', 'mello', 'dom', 'stories', 'parking');
  list('facing', FACINGS, query.facing);
  if (query.furnished) put('furnished', '1');
  if (query.lease !== undefined) put('lease', String(query.lease));
  if (query.from !== undefined) put('from', query.from);
  range('deposit');
  if (query.new) put('new', '1');
  if (query.senior !== undefined) put('senior', query.senior ? '1' : '0');
  const status = STATUS_FILTERS.filter((one) => query.status?.includes(one));
  if (status.length > 0 && !(status.length === 1 && status[0] === 'active')) {
    const months = query.soldMonths ?? 12;
    put('status', status.map((one) => (one === 'sold' ? `sold:${months}m` : one)).join(','));
  }
  list('has', FEATURES, query.has);
  list('lacks', FEATURES, query.lacks);
  if (query.q !== undefined) put('q', encodeURIComponent(query.q));
  if (query.not !== undefined) put('not', encodeURIComponent(query.not));
  if (query.open !== undefined) put('open', query.open);
  if (query.cut !== undefined) put('cut', query.cut === 0 ? 'any' : `${query.cut}%25`);
  if (query.since) put('since', formatSince(query.since));
  if (query.schoolDistrict !== undefined) put('schoolDistrict', query.schoolDistrict);
  if (query.school?.length) put('school', [...new Set(query.school)].sort().join(','));
  if (query.commute) {
    const { by, depart, minutes } = query.commute;
    put('commute', `${by},${depart},${formatRange(minutes)}`);
  }
  const place = (at: readonly number[]) =>
    at.map((degree) => String(Number(degree.toFixed(3)) + 0)).join(',');
  if (query.to) put('to', place(query.to));
  if (query.to2) put('to2', `${place(query.to2.at)},${query.to2.by},${query.to2.depart}`);
  if (query.near) {
    const { latitude, longitude, meters } = query.near;
    const at = [latitude, longitude].map((degree) => String(Number(degree.toFixed(4)) + 0));
    put('near', [...at, Math.round(meters)].join(','));
  }
  if (query.bbox) put('bbox', formatBounds(query.bbox));
  if (query.poly?.length) put('poly', encodeURIComponent(formatPolygons(query.poly)));
  if (query.unk?.length) put('unk', NULLABLE_FILTERS.filter((one) => query.unk?.includes(one)).join(','));
  if (query.sort && query.sort !== 'new') put('sort', query.sort);
  if (query.page && query.page > 1) put('page', String(query.page));
  return parts.join('&');
}

/** Without locale: `/homes/for_sale/irvine-ca?beds=3-`. */
export function searchPath(query: SearchQuery): string {
  const base = `/homes/for_${query.searchType}${query.place ? `/${query.place}` : ''}`;
  const text = formatSearchQuery(query);
  return text === '' ? base : `${base}?${text}`;
}

export function formatApiQuery(query: SearchQuery): string {
  const own = [`searchType=${query.searchType}`];
  if (query.place) own.push(`place=${query.place}`);
  const text = formatSearchQuery(query);
  return text === '' ? own.join('&') : `${own.join('&')}&${text}`;
}
