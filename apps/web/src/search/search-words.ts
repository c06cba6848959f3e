import { type Problem, type Range, type SearchQuery, STATUS_FILTERS } from '@maru/listing';
import { formatNumber, formatShortUsd, type MessageKey } from '@maru/words';
import type { Words } from '../i18n/words.tsx';
import { canonicalPath, mayIndex, withoutIdleUnknowns } from './page-address.ts';
import type { SearchData } from './search-data.ts';

/** What a search page says in words: titles, the chips of its filters, what it had to leave out. */

/** "Irvine", "어바인"; the whole country where no place is named. */
export function placeName(
  place: { name: string; nameKo: string | null } | null,
  { locale, t }: Words,
): string {
  if (place === null) return t('search.country');
  return locale === 'ko' ? (place.nameKo ?? place.name) : place.name;
}

/** The heading: "Irvine homes for sale", "어바인 매매 매물"; a street is "near": the list is that of its area. */
export function headingText({ query, place, parents, street }: SearchData, words: Words): string {
  // A ZIP alone says little: its city goes before it.
  const city = place?.kind === 'zip' ? parents.find(({ kind }) => kind === 'city') : undefined;
  // Bounds stand for the place (SPEC.md point 4): a map moved away must not be called by its name any more.
  if (query.bbox !== undefined) {
    return words.t(query.searchType === 'rent' ? 'search.heading_rent_area' : 'search.heading_sale_area');
  }
  const name = [city === undefined ? '' : placeName(city, words), placeName(place, words)]
    .filter(Boolean)
    .join(' ');
  if (street !== null) {
    return words.t(
      query.searchType === 'rent' ? 'search.heading_rent_street' : 'search.heading_sale_street',
      {
        street,
        place: name,
      },
    );
  }
  return words.t(query.searchType === 'rent' ? 'search.heading_rent' : 'search.heading_sale', {
    place: name,
  });
}

export function searchHead(data: SearchData, { words }: { words: Words }) {
  const heading = headingText(data, words);
  const page = data.query.page ?? 1;
  return {
    title: page > 1 ? words.t('search.title_page', { title: heading, page }) : heading,
    description: words.t(
      data.query.searchType === 'rent' ? 'search.description_rent' : 'search.description_sale',
      {
        place: placeName(data.place, words),
        count: data.answer.total,
      },
    ),
    canonical: canonicalPath(data.query),
    index: mayIndex(data.query) && data.problems.length === 0,
  };
}

export type FilterKey =
  | 'price'
  | 'beds'
  | 'baths'
  | 'type'
  | 'sqft'
  | 'lot'
  | 'year'
  | 'hoa'
  | 'dom'
  | 'status'
  | 'bbox';

/** One filter that is on. `without` is the search after it has been taken off. */
export interface Chip {
  id: string;
  filter: FilterKey;
  text: string;
  without: SearchQuery;
}

const RANGE_KEYS = ['price', 'beds', 'baths', 'sqft', 'lot', 'year', 'hoa', 'dom'] as const;

/** The chips of a search, in the order of its address. */
export function chipsOf(query: SearchQuery, words: Words): Chip[] {
  const { t } = words;
  const chips: Chip[] = [];
  const without = (key: keyof SearchQuery): SearchQuery => {
    const { [key]: _off, page: _page, ...rest } = query;
    return withoutIdleUnknowns(rest as SearchQuery);
  };
  const range = (key: (typeof RANGE_KEYS)[number]) => {
    const value = query[key];
    if (value !== undefined) {
      chips.push({ id: key, filter: key, text: rangeText(key, value, words), without: without(key) });
    }
  };
  range('price');
  range('beds');
  range('baths');
  for (const one of query.type ?? []) {
    const others = query.type?.filter((other) => other !== one) ?? [];
    const rest = without('type');
    chips.push({
      id: `type-${one}`,
      filter: 'type',
      text: t(`type.${one}`),
      without: others.length > 0 ? { ...rest, type: others } : rest,
    });
  }
  for (const key of ['sqft', 'lot', 'year', 'hoa', 'dom'] as const) range(key);
  if (query.status?.length) {
    const { soldMonths: _soldMonths, ...rest } = without('status');
    const names = STATUS_FILTERS.filter((one) => query.status?.includes(one)).map((one) =>
      one === 'sold' ? t('status.sold_months', { months: query.soldMonths ?? 12 }) : t(`status.${one}`),
    );
    chips.push({ id: 'status', filter: 'status', text: names.join(', '), without: rest });
  }
  if (query.bbox) chips.push({ id: 'bbox', filter: 'bbox', text: t('chip.bbox'), without: without('bbox') });
  return chips;
}

/** "3+ beds", "≤ $1.2M", "Built 1990–2005", "방 3개 이상", "$120만 이하". */
export function rangeText(key: (typeof RANGE_KEYS)[number], { min, max }: Range, words: Words): string {
  const { t, locale } = words;
  const value = (number: number): string => {
    if (key === 'price' || key === 'hoa') return formatShortUsd(locale, number);
    if (key === 'year') return String(number);
    return formatNumber(locale, number, 2);
  };
  const message = (shape: 'exact' | 'min' | 'max' | 'range', values: Record<string, string>): string => {
    const own = `chip.${key}_${shape}` as MessageKey;
    return t(own, values);
  };
  if (min !== undefined && max !== undefined) {
    return min === max
      ? message('exact', { value: value(min) })
      : message('range', { min: value(min), max: value(max) });
  }
  return min !== undefined
    ? message('min', { value: value(min) })
    : message('max', { value: value(max ?? 0) });
}

/** What the address asked for and did not get, one sentence each. */
export function noticesOf(problems: Problem[], { t }: Words): string[] {
  const sentences = problems.map(({ field, reason }) => {
    const name = t(FIELD_NAMES[field] ?? 'filter.other');
    return reason === 'min_above_max'
      ? t('search.notice_swapped', { filter: name })
      : reason === 'repeated'
        ? t('search.notice_repeated', { filter: name })
        : t('search.notice_dropped', { filter: name });
  });
  return [...new Set(sentences)];
}

const FIELD_NAMES: Record<string, MessageKey> = {
  price: 'filter.price',
  beds: 'filter.beds',
  baths: 'filter.baths',
  type: 'filter.type',
  sqft: 'filter.sqft',
  lot: 'filter.lot',
  year: 'filter.year',
  hoa: 'filter.hoa',
  dom: 'filter.dom',
  status: 'filter.status',
  bbox: 'chip.bbox',
  unk: 'filter.unk',
  sort: 'sort.label',
  page: 'filter.page',
};
