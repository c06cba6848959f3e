import { STATUS_FILTERS } from '@maru/listing';
import {
  NULLABLE_FILTERS,
  type Problem,
  type Range,
  type RangeFilter,
  type SearchQuery,
} from '@maru/listing/search';
import { formatNumber, formatShortUsd, type MessageKey } from '@maru/words';
import { localName, type Words } from '../i18n/words.tsx';
import { formatDay, SITE_ZONE } from '../listing/facts/home-dates.ts';
import { searchPreviewPath } from '../share/preview-address.ts';
import { listKeywords, withKeywords } from './filters/keywords.ts';
import { canonicalPath, mayIndex, withoutIdleUnknowns } from './page-address.ts';
import type { SearchData } from './search-data.ts';

/** "Irvine", "어바인"; the whole country without a place. */
export function placeName(place: { name: string; nameKo: string | null } | null, words: Words): string {
  return place === null ? words.t('search.country') : localName(place, words);
}

/** "Irvine or Tustin", "어바인·터스틴"; the whole country without a place. */
export function placeNames(
  { query, place, namedPlaces }: Pick<SearchData, 'query' | 'place' | 'namedPlaces'>,
  words: Words,
): string {
  const names = [place, ...listNamed(query.otherPlaces, namedPlaces)].map((one) => placeName(one, words));
  if (names.length === 1) return names.join();
  return words.locale === 'ko' ? names.join('·') : words.intl.formatList(names, { type: 'disjunction' });
}

function listNamed(slugs: readonly string[] = [], places: SearchData['namedPlaces']) {
  return slugs.flatMap((slug) => places.find((one) => one.slug === slug) ?? []);
}

/** Names for the chips of a page: of schools, districts and streets by the API, and of its places. */
export function chipNames(
  { answer, place, namedPlaces }: Pick<SearchData, 'answer' | 'place' | 'namedPlaces'>,
  words: Words,
): Record<string, string> {
  const places = [...namedPlaces, ...(place === null ? [] : [place])];
  return {
    ...answer.names,
    ...Object.fromEntries(places.map((one) => [`place/${one.slug}`, placeName(one, words)])),
  };
}

/** The heading: "Irvine homes for sale", "어바인 매매 매물". */
export function headingText(data: SearchData, words: Words): string {
  const { query, place, parents, answer } = data;
  const { t } = words;
  const heading = `search.heading_${wantedKind(query)}` as const;
  // An area on the map replaces the place (rule S10.3): a map that was moved away does not have the place's name.
  if (query.poly !== undefined) return t(`${heading}_drawn`);
  if (query.near !== undefined)
    return t(`${heading}_near`, { distance: distanceText(query.near.meters, words) });
  if (query.bbox !== undefined) return t(`${heading}_area`);
  // A ZIP code goes with its city.
  const isZip = place?.kind === 'zip' && query.otherPlaces === undefined;
  const city = isZip ? parents.find(({ kind }) => kind === 'city') : undefined;
  const name = [city === undefined ? '' : placeName(city, words), placeNames(data, words)]
    .filter(Boolean)
    .join(' ');
  const { street } = query;
  return street === undefined
    ? t(heading, { place: name })
    : t(`${heading}_street`, { street: streetName(street, answer.names), place: name });
}

/** "1,204 homes, and 412 that may cost more": those of whose monthly cost a part is not stated are counted apart. */
export function countText({ query, answer }: Pick<SearchData, 'query' | 'answer'>, { t }: Words): string {
  const least = query.wholeCost ? 0 : (answer.atLeast ?? 0);
  return least === 0
    ? t('search.count', { count: answer.total })
    : t('search.count_at_least', { count: answer.total - least, least });
}

/** What a search is for, in the words of its heading: homes that are offered, or such as are not any more. */
function wantedKind({ searchType, status }: SearchQuery): 'sale' | 'rent' | 'sold' | 'rented' {
  if (status?.length !== 1 || status[0] !== 'sold') return searchType;
  return searchType === 'sale' ? 'sold' : 'rented';
}

export function searchHead(data: SearchData, { words }: { words: Words }) {
  const { t, locale } = words;
  const { query, answer, problems, unlisted } = data;
  const heading = headingText(data, words);
  const page = query.page ?? 1;
  const count = answer.total;
  return {
    title: page > 1 ? t('search.title_page', { title: heading, page }) : heading,
    description: t(`search.description_${wantedKind(query)}`, { place: placeNames(data, words), count }),
    canonical: canonicalPath(
      unlisted === undefined ? query : { searchType: query.searchType, place: query.place },
    ),
    index: unlisted === undefined && mayIndex(query) && problems.length === 0,
    image: {
      path: searchPreviewPath(query, count, locale),
      alt: t('preview.search_alt', { title: heading, count: t('search.count', { count }) }),
    },
  };
}

/** The filter of a chip. */
export type FilterKey = Exclude<
  keyof SearchQuery,
  'searchType' | 'place' | 'soldMonths' | 'unk' | 'sort' | 'page' | 'rate' | 'term' | 'to' | 'to2'
>;

/** One filter that is on. `without` is the search without it. */
export interface Chip {
  id: string;
  filter: FilterKey;
  text: string;
  without: SearchQuery;
}

/**
 * The chips of a search, in the order of the address; a single place has none. `names` are names of places, schools and
 * districts by slug.
 */
export function listChips(query: SearchQuery, words: Words, names: Record<string, string> = {}): Chip[] {
  const { t, locale } = words;
  const chips: Chip[] = [];
  const without = (key: keyof SearchQuery): SearchQuery => {
    const { [key]: _off, page: _page, ...rest } = query;
    return withoutIdleUnknowns(rest as SearchQuery);
  };
  const one = (key: FilterKey, text: string, rest = without(key)) =>
    chips.push({ id: key, filter: key, text, without: rest });
  const ranges = (...keys: RangeFilter[]) => {
    for (const key of keys) {
      const value = query[key];
      if (value !== undefined) one(key, rangeText(key, value, words));
    }
  };
  /** A chip for each value of a list. */
  const each = <K extends 'type' | 'has' | 'lacks' | 'school' | 'notPlaces'>(
    key: K,
    format: (value: NonNullable<SearchQuery[K]>[number]) => string,
  ) => {
    const values: readonly NonNullable<SearchQuery[K]>[number][] = query[key] ?? [];
    for (const value of values) {
      const others = values.filter((other) => other !== value);
      const rest = without(key);
      chips.push({
        id: `${key}-${value}`,
        filter: key,
        text: format(value),
        without: others.length > 0 ? { ...rest, [key]: others } : rest,
      });
    }
  };
  const nameOf = (slug: string) => names[`place/${slug}`] ?? formatSlug(slug);
  const places = query.place !== undefined && query.otherPlaces ? [query.place, ...query.otherPlaces] : [];
  for (const slug of places) {
    const [place, ...others] = places.filter((other) => other !== slug);
    const rest = { ...without('otherPlaces'), place };
    chips.push({
      id: `place-${slug}`,
      filter: 'otherPlaces',
      text: nameOf(slug),
      without: others.length > 0 ? { ...rest, otherPlaces: others } : rest,
    });
  }
  each('notPlaces', (slug) => t('chip.not_place', { place: nameOf(slug) }));
  if (query.street !== undefined) one('street', t('chip.street', { name: streetName(query.street, names) }));
  ranges('price');
  if (query.monthly !== undefined) {
    const { down: _down, rate: _rate, term: _term, ...rest } = without('monthly');
    one('monthly', rangeText('monthly', query.monthly, words), rest);
    if (query.wholeCost) one('wholeCost', t('chip.whole_cost'));
  }
  if (query.down !== undefined) {
    const text =
      'percent' in query.down
        ? t('chip.down_percent', { percent: query.down.percent })
        : t('chip.down_amount', { amount: formatShortUsd(locale, query.down.amount) });
    one('down', text);
  }
  ranges('beds', 'baths');
  each('type', (type) => t(`type.${type}`));
  ranges('sqft', 'lot', 'year', 'hoa', 'mello', 'dom', 'stories', 'parking');
  if (query.facing?.length) {
    one('facing', t('chip.facing', { sides: query.facing.map((facing) => t(`side.${facing}`)).join(', ') }));
  }
  if (query.furnished) one('furnished', t('chip.furnished'));
  if (query.lease !== undefined) one('lease', t('chip.lease', { months: query.lease }));
  if (query.from !== undefined) one('from', t('chip.from', { date: formatDay(query.from, 'UTC', locale) }));
  ranges('deposit');
  if (query.new) one('new', t('chip.new'));
  if (query.senior !== undefined) one('senior', t(query.senior ? 'chip.senior' : 'chip.not_senior'));
  if (query.status?.length) {
    const { soldMonths: _soldMonths, ...rest } = without('status');
    const names = STATUS_FILTERS.filter((group) => query.status?.includes(group)).map((group) =>
      group === 'sold' ? t('status.sold_months', { months: query.soldMonths ?? 12 }) : t(`status.${group}`),
    );
    one('status', names.join(', '), rest);
  }
  each('has', (feature) => t(`feature.${feature}`));
  each('lacks', (feature) => t('chip.lacks', { feature: t(`feature.${feature}`) }));
  const keywords = listKeywords(query);
  for (const [index, keyword] of keywords.entries()) {
    chips.push({
      id: `word-${index}`,
      filter: keyword.isUnwanted ? 'not' : 'q',
      text: t(keyword.isUnwanted ? 'chip.not' : 'chip.q', { words: keyword.text }),
      without: withKeywords(
        query,
        keywords.filter((other) => other !== keyword),
      ),
    });
  }
  if (query.open !== undefined) {
    const day = /^\d/.test(query.open) ? formatDay(query.open, 'UTC', locale) : undefined;
    const other = query.open === 'weekend' ? 'chip.open_weekend' : 'chip.open_any';
    one('open', day === undefined ? t(other) : t('chip.open_day', { date: day }));
  }
  if (query.cut !== undefined) {
    one('cut', query.cut === 0 ? t('chip.cut_any') : t('chip.cut', { percent: query.cut }));
  }
  if (query.since !== undefined) {
    const { at, kind } = query.since;
    const date = formatDay(new Date(at).toISOString(), SITE_ZONE, locale);
    one('since', t(kind === undefined ? 'chip.since' : `chip.since_${kind}`, { date }));
  }
  if (query.schoolDistrict !== undefined) {
    one(
      'schoolDistrict',
      t('chip.school_district', {
        name: names[`district/${query.schoolDistrict}`] ?? formatSlug(query.schoolDistrict),
      }),
    );
  }
  each('school', (school) => names[`school/${school}`] ?? formatSlug(school));
  if (query.commute !== undefined) {
    const { by, minutes } = query.commute;
    const { to: _to, to2: _to2, ...rest } = without('commute');
    const text = t('chip.commute', {
      by: t(`transportation.${by}`),
      minutes: minutes.max ?? minutes.min ?? 0,
    });
    one('commute', text, rest);
  }
  if (query.near) {
    one('near', t('chip.near', { distance: distanceText(query.near.meters, words) }));
  }
  if (query.bbox) one('bbox', t('chip.bbox'));
  if (query.poly?.length) one('poly', t('chip.poly', { count: query.poly.length }));
  return chips;
}

export function streetName(slug: string, names: Record<string, string> = {}): string {
  return names[`street/${slug}`] ?? formatSlug(slug);
}

/** "irvine-usd" → "Irvine USD", for slugs whose name is not known. */
export function formatSlug(slug: string): string {
  return slug
    .split('-')
    .map((word) => (word === 'usd' ? 'USD' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}

const METERS_PER_MILE = 1609.344;

/** "3 mi", "5km". */
export function distanceText(meters: number, { t, locale }: Words): string {
  return locale === 'en'
    ? t('unit.miles', { value: formatNumber(locale, meters / METERS_PER_MILE, 1) })
    : t('unit.km', { value: formatNumber(locale, meters / 1000, 1) });
}

const SQUARE_FEET_PER_ACRE = 43_560;

const MONEY: readonly RangeFilter[] = ['price', 'monthly', 'hoa', 'mello', 'deposit'];

/** "3+ beds", "≤ $1.2M", "Built 1990–2005", "방 3개 이상", "$120만 이하". */
export function rangeText(key: RangeFilter, { min, max }: Range, words: Words): string {
  const { t, locale } = words;
  const format = (number: number): string => {
    if (MONEY.includes(key)) return formatShortUsd(locale, number);
    if (key === 'year') return String(number);
    if (key === 'lot') return lotText(number, words);
    return formatNumber(locale, number, 2);
  };
  const message = (shape: 'exact' | 'min' | 'max' | 'range', values: Record<string, string>): string =>
    t(`chip.${key}_${shape}` as MessageKey, values);
  if (key === 'beds' && max === 0) return t('chip.studio');
  const isFromStudio = key === 'beds' && min === 0 && max !== undefined;
  if (min === undefined || isFromStudio) return message('max', { value: format(max ?? 0) });
  if (max === undefined) return message('min', { value: format(min) });
  if (min === max) return message('exact', { value: format(min) });
  return message('range', { min: format(min), max: format(max) });
}

/** "5 acres", "2,000 sqft": acres from a quarter on, where they are what was asked for. */
function lotText(squareFeet: number, { t, locale }: Words): string {
  const acres = Math.round((squareFeet / SQUARE_FEET_PER_ACRE) * 100) / 100;
  return acres >= 0.25 && Math.round(acres * SQUARE_FEET_PER_ACRE) === squareFeet
    ? t('unit.acres', { acres })
    : t('unit.sqft', { sqft: formatNumber(locale, squareFeet, 0) });
}

/** The parts of the address that could not be used, one sentence each. */
export function formatNotices(problems: Problem[], { t }: Words): string[] {
  const sentences = problems.map(({ field, reason }) => {
    const key = reason === 'min_above_max' ? 'swapped' : reason === 'repeated' ? 'repeated' : 'dropped';
    return t(`search.notice_${key}`, { filter: t(FIELD_NAMES[field] ?? 'filter.other') });
  });
  return [...new Set(sentences)];
}

const FIELD_NAMES: Record<string, MessageKey> = {
  ...Object.fromEntries(NULLABLE_FILTERS.map((filter) => [filter, `criterion.${filter}` as MessageKey])),
  wholeCost: 'criterion.monthly',
  place: 'criterion.place',
  notPlace: 'criterion.place',
  type: 'filter.type',
  down: 'filter.down',
  rate: 'filter.rate',
  term: 'filter.term',
  to: 'filter.commute_to',
  to2: 'filter.commute_to',
  status: 'filter.status',
  street: 'criterion.street',
  bbox: 'chip.bbox',
  poly: 'criterion.poly',
  near: 'criterion.near',
  q: 'criterion.q',
  not: 'criterion.not',
  open: 'criterion.open',
  cut: 'criterion.cut',
  since: 'criterion.since',
  unk: 'filter.unk',
  sort: 'sort.label',
  page: 'filter.page',
};
