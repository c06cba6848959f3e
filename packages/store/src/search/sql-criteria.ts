import { featureBits } from '@maru/listing';
import { DEFAULT_LOAN, insuranceGuess, loanFactors, propertyTaxRate } from '@maru/listing/money';
import { buildCommuteBases } from '@maru/listing/places';
import {
  localToday,
  NULLABLE_FILTERS,
  type NullableFilter,
  nextWeekend,
  RANGE_FILTERS,
  type Range,
  type RangeFilter,
  type SearchQuery,
  type SearchRequest,
  type Sort,
} from '@maru/listing/search';
import { DAY_MS } from '@maru/listing/time';
import { distanceFrom, type Param } from './sql-area.ts';

/** Computed columns; see `computedColumns`. */
const MIN_MONTHLY = 'monthly_least';
const MONTHLY_WHOLE = 'monthly_whole';
const COMMUTE = 'commute_minutes';

/** SQL value of each range filter; null is unstated. `$today` is in whole days since the epoch. */
const RANGE_VALUES: Record<Exclude<RangeFilter, 'monthly' | 'price'>, string> = {
  beds: 'bedrooms_total',
  baths: 'bathrooms_total_decimal',
  sqft: 'living_area',
  lot: 'lot_size_square_feet',
  year: 'year_built',
  hoa: 'association_fee_monthly',
  mello: 'tax_other_annual_assessment_amount',
  // greatest() ignores nulls; an unstated value must stay null.
  dom: `(case when listed_at is not null then greatest(0, $today - floor(listed_at / ${DAY_MS})) end)`,
  stories: 'stories_total',
  parking: 'parking_total',
  deposit: 'security_deposit',
};

const CUT = `(case when previous_list_price > list_price
  then ((previous_list_price - list_price) / previous_list_price) * 100 end)`;

/** SQL of `leadPrice`. The index of an area has no fees, and homes for sale need none. */
export function leadPriceSql(searchType: SearchQuery['searchType']): string {
  return searchType === 'rent' ? '(list_price + coalesce(required_fees_monthly, 0))' : 'list_price';
}

/** The columns of `leadPriceSql`. */
export function leadPriceColumns(searchType: SearchQuery['searchType']): string[] {
  return searchType === 'rent' ? ['list_price', 'required_fees_monthly'] : ['list_price'];
}

const ORDERS: Record<Sort, string> = {
  new: 'listed_at desc',
  price: '$price asc',
  '-price': '$price desc',
  monthly: `${MIN_MONTHLY} asc`,
  ppsf: '$price / nullif(living_area, 0) asc',
  '-sqft': 'living_area desc',
  '-lot': 'lot_size_square_feet desc',
  '-year': 'year_built desc',
  cut: `${CUT} desc`,
  commute: `${COMMUTE} asc`,
};

/** Unstated last in both directions, ties by id. */
export function orderBy(query: SearchQuery): string {
  const wholeFirst = isCostComputed(query) ? `${MONTHLY_WHOLE} desc, ` : '';
  const order = ORDERS[query.sort ?? 'new'].replace('$price', leadPriceSql(query.searchType));
  return `${wholeFirst}${order} nulls last, home_id collate "C"`;
}

function isCostComputed(query: SearchQuery): boolean {
  return isActive(query, 'monthly') || query.sort === 'monthly';
}

/** SQL: the monthly cost is a lower bound. */
export const IS_COST_PARTIAL = `(${MIN_MONTHLY} is not null and not ${MONTHLY_WHOLE})`;

/** Table columns used by an order; computed ones are separate. */
export function columnsOfOrder({ sort = 'new', searchType }: SearchQuery): string[] {
  const price = leadPriceColumns(searchType);
  const columns: Record<Sort, string[]> = {
    new: ['listed_at'],
    price,
    '-price': price,
    monthly: [],
    ppsf: [...price, 'living_area'],
    '-sqft': ['living_area'],
    '-lot': ['lot_size_square_feet'],
    '-year': ['year_built'],
    cut: ['list_price', 'previous_list_price'],
    commute: [],
  };
  return columns[sort];
}

export function rangeValue(filter: Exclude<RangeFilter, 'monthly' | 'price'>, now: number): string {
  return RANGE_VALUES[filter].replace('$today', `${Math.floor(now / DAY_MS)}::float8`);
}

function isActive(query: SearchQuery, filter: NullableFilter): boolean {
  if (isRange(filter)) return query[filter]?.min !== undefined || query[filter]?.max !== undefined;
  if (filter === 'commute') return query.commute !== undefined && query.to !== undefined;
  const asked = query[filter];
  return Array.isArray(asked) ? asked.length > 0 : asked !== undefined;
}

const isRange = (filter: NullableFilter): filter is RangeFilter =>
  (RANGE_FILTERS as readonly string[]).includes(filter);

export function activeFilters(query: SearchQuery): NullableFilter[] {
  return NULLABLE_FILTERS.filter((filter) => isActive(query, filter));
}

/** SQL verdict of an active filter: true, false, or null when the home does not state the value. */
export function filterVerdict(
  filter: NullableFilter,
  request: SearchRequest,
  now: number,
  param: Param,
): string {
  const { query } = request;
  const among = (column: string, values: readonly string[] = []) =>
    `${column} = any(${param(values, 'text[]')})`;
  switch (filter) {
    case 'monthly': {
      const isIn = within(MIN_MONTHLY, query.monthly ?? {}, param);
      const isAbove = isBeyond(MIN_MONTHLY, query.monthly?.max, param);
      return `(case when ${MONTHLY_WHOLE} then ${isIn} when ${MIN_MONTHLY} is not null then not ${isAbove} end)`;
    }
    case 'commute':
      return within(COMMUTE, query.commute?.minutes ?? {}, param, `${COMMUTE} is null`);
    case 'facing':
      return among('facing', query.facing);
    case 'furnished':
      return 'furnished';
    case 'lease':
      return `lease_months <= ${param(query.lease, 'float8')}`;
    case 'from':
      return `availability_date <= ${param(query.from, 'text')}`;
    case 'new':
      return 'new_construction_yn';
    case 'senior':
      return query.senior ? 'senior_community_yn' : 'not senior_community_yn';
    case 'schoolDistrict':
      return `school_district = ${param(query.schoolDistrict, 'text')}`;
    case 'school':
      return `(case when schools <> '{}' then schools && ${param(query.school, 'text[]')} end)`;
    case 'has': {
      const bits = featureBits(query.has ?? []);
      return `(case when features_yes & ${bits} = ${bits} then true
        when features_stated & ~features_yes & ${bits} <> 0 then false end)`;
    }
    case 'price':
      return within(leadPriceSql(query.searchType), query.price ?? {}, param);
    default:
      return within(rangeValue(filter, now), query[filter] ?? {}, param);
  }
}

function within(value: string, { min, max }: Range, param: Param, isUnstated?: string): string {
  const ends = [
    ...(min === undefined ? [] : [`${value} >= ${param(min, 'float8')}`]),
    ...(max === undefined ? [] : [`${value} <= ${param(max, 'float8')}`]),
  ];
  // A range without bounds accepts every stated value.
  if (ends.length === 0)
    return isUnstated === undefined ? 'true' : `(case when not (${isUnstated}) then true end)`;
  return `(${ends.join(' and ')})`;
}

function isBeyond(value: string, max: number | undefined, param: Param): string {
  return max === undefined ? 'false' : `(${value} > ${param(max, 'float8')})`;
}

/** SQL: an open house on one of the days of `open`; `from` for any day from then on. */
export function opensOn(open: string, now: number, param: Param): string {
  const today = localToday(now);
  if (open === 'any') {
    return `(open_house_days <> '{}' and open_house_days[cardinality(open_house_days)] >= ${param(today, 'text')})`;
  }
  const days = (open === 'weekend' ? nextWeekend(now) : [open]).filter((day) => day >= today);
  return `(open_house_days <> '{}' and open_house_days && ${param(days, 'text[]')})`;
}

export function isCutBy(percent: number, param: Param): string {
  return `(previous_list_price > list_price and ${CUT} >= ${param(percent, 'float8')})`;
}

export interface Computed {
  name: string;
  sql: string;
}

/**
 * Computed once per home, operation by operation like `monthlyCost` and `commuteMinutes`, so that the doubles are
 * equal.
 */
export function computedColumns(request: SearchRequest, param: Param): Computed[] {
  const { query } = request;
  const columns: Computed[] = [];
  if (isCostComputed(query)) columns.push(...monthlyColumns(request, param));
  if (isActive(query, 'commute') || query.sort === 'commute') {
    const ways = (buildCommuteBases(query) ?? []).flatMap((basis) =>
      basis === undefined
        ? []
        : `${param(basis.minutesBefore, 'float8')} + ${distanceFrom(basis.x, basis.y, param)}` +
          ` * ${param(basis.minutesPerUnit, 'float8')}`,
    );
    const longest = ways.length === 2 ? `greatest(${ways.join(', ')})` : ways[0];
    columns.push({ name: COMMUTE, sql: longest ?? 'null::float8' });
  }
  return columns;
}

function monthlyColumns({ query, loan }: SearchRequest, param: Param): Computed[] {
  if (query.searchType === 'rent') {
    return [
      { name: MIN_MONTHLY, sql: leadPriceSql('rent') },
      { name: MONTHLY_WHOLE, sql: '(list_price is not null)' },
    ];
  }
  const { downShare, downAmount, payment } = loanFactors(loan ?? DEFAULT_LOAN);
  const number = (value: number) => param(value, 'float8');
  const price = 'list_price';
  const borrowed = `greatest(0, ${price} - (${price} * ${number(downShare)} + ${number(downAmount)}))`;
  const insured = `(case when ${borrowed} > ${price} * ${number(0.8)}
    then (${borrowed} * ${number(0.6)}) / 1200 else 0 end)`;
  const rate = `(case when home_type = 'coop' then 0
    else coalesce((${param(JSON.stringify(TAX_RATES), 'jsonb')} ->> place_state)::float8,
      ${number(propertyTaxRate(null))}) end)`;
  const insurance = `(case when home_type in ('condo', 'coop', 'apartment') then ${number(insuranceGuess('condo', 0, 0))}
    when home_type = 'land' then 0 when living_area is null
    then ${price} * ${number(insuranceGuess('house', -1, 1))}
    else living_area * ${number(insuranceGuess('house', 1, 0))} end)`;
  const sum = [
    `${borrowed} * ${number(payment)}`,
    insured,
    `(${price} * ${rate}) / 1200`,
    `${insurance} / 12`,
    'coalesce(tax_other_annual_assessment_amount, 0) / 12',
    'coalesce(association_fee_monthly, 0)',
  ];
  return [
    { name: MIN_MONTHLY, sql: `(case when ${price} is not null then ${sum.join(' + ')} end)` },
    {
      name: MONTHLY_WHOLE,
      sql: `(${price} is not null and association_fee_monthly is not null
        and (tax_other_annual_assessment_amount is not null or place_state is distinct from 'ca'))`,
    },
  ];
}

/** By slug, for states that differ from the default. */
const TAX_RATES: Record<string, number> = Object.fromEntries(
  Array.from({ length: 26 * 26 }, (_, i) =>
    String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26)),
  ).flatMap((state) =>
    propertyTaxRate(state) === propertyTaxRate(null) ? [] : [[state, propertyTaxRate(state)]],
  ),
);
