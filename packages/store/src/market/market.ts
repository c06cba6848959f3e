import type { HomeType, SearchType } from '@maru/listing';
import type { PlaceKind } from '@maru/listing/places';
import { DAY_MS } from '@maru/listing/time';
import type pg from 'pg';
import { queryRow } from '../db/connection.ts';
import { FEWEST, MIN_AREA } from './refresh-market.ts';

export interface Median {
  median: number | null;
  count: number;
}

/** Current supply of a place, for one home type or all (null). USD (rent: per month), whole days. */
export interface Supply {
  homeType: HomeType | null;
  active: number;
  /** Listed in the last 30 days. */
  newLately: number;
  price: Median;
  pricePerSquareFoot: Median;
  days: Median;
  /** Homes with a price below their first one, out of `of`; null below five. */
  cuts: { count: number | null; of: number };
}

export interface SupplyOfChild extends Pick<Supply, 'active' | 'price' | 'pricePerSquareFoot'> {
  place: string;
}

export interface MarketMonth {
  month: string;
  homeType: HomeType | null;
  listed: { count: number; price: number | null; pricePerSquareFoot: number | null } | null;
  sold: {
    count: number;
    price: number | null;
    pricePerSquareFoot: number | null;
    days: number | null;
  } | null;
  supply: number | null;
}

export interface Market {
  supply: Supply[];
  /** Counties of a state, cities of a county, ZIP codes of a city. */
  children: SupplyOfChild[];
  /** Oldest first. */
  months: MarketMonth[];
  /** Time when the months were computed; null: not yet. */
  monthsAsOf: Date | null;
  /** Time since when all changes of all datasets are recorded. */
  watchedSince: Date | null;
}

/** The market of a place in one statement, without hidden datasets. */
export async function findMarket(
  pool: pg.Pool,
  place: { id: string; kind: PlaceKind },
  searchType: SearchType,
  now: number,
): Promise<Market> {
  const child = CHILD_COLUMN[place.kind];
  const found = await queryRow<{
    now: NowRow[] | null;
    months: MarketMonth[] | null;
    state: StateRow | null;
  }>(
    pool,
    `select (
       ${supplyStatement(place.kind, { place: '$1', searchType: '$2', now: '$3' }, child)}
     ) as now, (
       select json_agg(m order by m.month) from (
         select to_char(month, 'YYYY-MM') as month, nullif(home_type, 'all') as "homeType",
           case when listed_count is not null then json_build_object('count', listed_count, 'price', listed_price,
             'pricePerSquareFoot', listed_price_per_square_foot) end as listed,
           case when sold_count is not null then json_build_object('count', sold_count, 'price', sold_price,
             'pricePerSquareFoot', sold_price_per_square_foot, 'days', sold_days) end as sold, supply
         from market_month where place = $1 and search_type = $2) m
     ) as months, (
       select json_build_object('at', refreshed_at, 'since', watched_since) from market_state where name = 'months'
     ) as state`,
    [place.id, searchType, now],
  );
  const { now: groups, months, state } = found!;
  return {
    supply: readSupplies(groups),
    children: (groups ?? []).flatMap((row) => {
      if (!row.isChild || row.child === null) return [];
      const { active, price, pricePerSquareFoot } = toSupply(row);
      return [{ place: row.child, active, price, pricePerSquareFoot }];
    }),
    months: months ?? [],
    monthsAsOf: state === null ? null : new Date(state.at),
    watchedSince: state === null || state.since === null ? null : new Date(state.since),
  };
}

/** SQL for current supply as JSON: a row per home type, one for all, one per `child`. Arguments are parameter names. */
export function supplyStatement(
  kind: PlaceKind,
  { place, searchType, now }: { place: string; searchType: string; now: string },
  child: string | null = null,
): string {
  return `select json_agg(n) from (
  select h.home_type as "homeType", ${child === null ? 'null' : `h.${child}`} as child,
    grouping(h.home_type) = 0 as "isType", ${child === null ? 'false' : `grouping(h.${child}) = 0`} as "isChild",
    count(*) as active, count(*) filter (where h.listed_at >= ${now}::float8 - ${30 * DAY_MS}) as "newLately",
    count(h.list_price) as "priceCount",
    percentile_cont(0.5) within group (order by h.list_price) as price,
    count(${PER_SQUARE_FOOT}) as "perFootCount",
    percentile_cont(0.5) within group (order by ${PER_SQUARE_FOOT}) as "perFoot",
    count(h.listed_at) as "daysCount",
    percentile_cont(0.5) within group (order by floor((${now}::float8 - h.listed_at) / ${DAY_MS})) as days,
    count(*) filter (where h.previous_list_price > h.list_price) as cuts
  from home h join dataset d on d.dataset = h.dataset
  where ${inPlace(kind, place)} and h.search_type = ${searchType} and h.status_group = 'active' and not d.is_hidden
  group by grouping sets ((h.home_type), ()${child === null ? '' : `, (h.${child})`})) n`;
}

export function readSupplies(rows: readonly NowRow[] | null): Supply[] {
  return (rows ?? []).filter((row) => !row.isChild).map(toSupply);
}

export interface NowRow {
  homeType: HomeType | null;
  child: string | null;
  isType: boolean;
  isChild: boolean;
  active: number;
  newLately: number;
  priceCount: number;
  price: number | null;
  perFootCount: number;
  perFoot: number | null;
  daysCount: number;
  days: number | null;
  cuts: number;
}

interface StateRow {
  at: string;
  since: string | null;
}

const PER_SQUARE_FOOT = `(case when h.living_area >= ${MIN_AREA} then h.list_price / h.living_area end)`;

const CHILD_COLUMN: Record<PlaceKind, string | null> = {
  state: 'place_county',
  county: 'place_city',
  city: 'place_zip',
  neighborhood: null,
  zip: null,
};

function inPlace(kind: PlaceKind, place: string): string {
  return kind === 'neighborhood'
    ? `h.place_neighborhoods @> array[${place}::text]`
    : `h.place_${kind} = ${place}`;
}

function toMedian(median: number | null, count: number): Median {
  return { median: count < FEWEST ? null : median, count };
}

function toSupply(row: NowRow): Supply {
  return {
    homeType: row.isType ? row.homeType : null,
    active: row.active,
    newLately: row.newLately,
    price: toMedian(row.price, row.priceCount),
    pricePerSquareFoot: toMedian(row.perFoot, row.perFootCount),
    days: toMedian(row.days, row.daysCount),
    cuts: { count: row.priceCount < FEWEST ? null : row.cuts, of: row.priceCount },
  };
}
