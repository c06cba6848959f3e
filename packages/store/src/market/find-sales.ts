import type { HomeCard, HomeType, SearchType } from '@maru/listing';
import { metersPerUnitAt, type PlaceKind } from '@maru/listing/places';
import { mercatorX, mercatorY } from '@maru/listing/search';
import type pg from 'pg';
import { queryRow } from '../db/connection.ts';
import { type HomeRow, toHomeCard } from '../listings/home-card.ts';
import { isInBounds, type Param } from '../search/sql-area.ts';
import { type NowRow, readSupplies, type Supply, supplyStatement } from './market.ts';

/** Query for sales of one type near a position, or in a place when there is no position. */
export interface SalesQuestion {
  homeType: HomeType;
  /** Earliest close date, `YYYY-MM-DD`. */
  since: string;
  near: { latitude: number; longitude: number; meters: number } | null;
  place: { id: string; kind: PlaceKind } | null;
  /** Home to exclude, usually the subject itself. */
  except: string | null;
  /** Place to return the supply of; null: none. */
  supply: { place: { id: string; kind: PlaceKind }; searchType: SearchType; now: number } | null;
}

/** A sold home, as far as its dataset's license allows (`allowSold`). */
export interface SoldHome {
  card: HomeCard;
  /** USD. */
  closePrice: number;
  closeDate: string;
  /** Null when either home has no exact position. */
  distanceMeters: number | null;
}

const MAX_ROWS = 400;
const DEGREE_METERS = 111_320;

/**
 * Sold homes, nearest first, then latest; whether the sellers of `except`, under any of its ids, bar automated
 * valuations (rule R5); and the supply of a place on request. One statement.
 */
export async function findSales(
  pool: pg.Pool,
  { homeType, since, near, place, except, supply }: SalesQuestion,
): Promise<{ sales: SoldHome[]; barsValuation: boolean; supply: Supply[] }> {
  const values: unknown[] = [];
  const param: Param = (value, type) => `$${values.push(value)}::${type}`;
  const self = param(except, 'text');
  const conditions = [
    `h.search_type = 'sale'`,
    `h.status_group = 'sold'`,
    `h.home_type = ${param(homeType, 'text')}`,
    `h.close_date >= ${param(since, 'text')}`,
    `h.home_id is distinct from ${self}`,
  ];
  if (near === null && place === null) conditions.push('false');
  let squared = 'null::float8';
  if (near !== null) {
    const { latitude, longitude, meters } = near;
    const high = meters / DEGREE_METERS;
    const wide = high / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
    conditions.push(
      isInBounds([longitude - wide, latitude - high, longitude + wide, latitude + high], param),
    );
    const [x, y] = [param(mercatorX(longitude), 'float8'), param(mercatorY(latitude), 'float8')];
    squared = `case when not h.address_withheld then (h.mercator_x - ${x}) ^ 2 + (h.mercator_y - ${y}) ^ 2 end`;
  } else if (place !== null) {
    const id = param(place.id, 'text');
    conditions.push(
      place.kind === 'neighborhood'
        ? `h.place_neighborhoods @> array[${id}]`
        : `h.place_${place.kind} = ${id}`,
    );
  }
  const wanted =
    supply === null
      ? 'null'
      : supplyStatement(supply.place.kind, {
          place: param(supply.place.id, 'text'),
          searchType: param(supply.searchType, 'text'),
          now: param(supply.now, 'float8'),
        });
  const found = await queryRow<{ sales: SaleRow[] | null; bars: boolean | null; supply: NowRow[] | null }>(
    pool,
    `select (
       select json_agg(s) from (
         select h.*, ${squared} as squared, (l.record ->> 'closePrice')::float8 as close_price
         from home h join dataset d on d.dataset = h.dataset
         join listing l on l.dataset = h.dataset and l.listing_key = h.listing_key
         where ${conditions.join(' and ')} and not d.is_hidden and coalesce((d.rules ->> 'allowSold')::boolean, false)
           and (l.record ->> 'closePrice')::float8 > 0
         order by squared nulls last, h.close_date desc, h.home_id limit ${MAX_ROWS}) s
     ) as sales, (
       select bool_or(l.record ->> 'internetAutomatedValuationDisplayYN' = 'false') from listing l
       where l.home_id in (select k.home_id from known_home k where k.home_id = ${self} or k.merged_into = ${self})
         and l.retired_at is null
     ) as bars, (${wanted}) as supply`,
    values,
  );
  const { sales, bars, supply: supplies } = found!;
  const unit = near === null ? 0 : metersPerUnitAt(near.latitude);
  return {
    sales: (sales ?? []).map((row) => ({
      card: toHomeCard(row),
      closePrice: row.close_price,
      closeDate: String(row.close_date),
      distanceMeters: row.squared === null ? null : Math.sqrt(row.squared) * unit,
    })),
    barsValuation: bars === true,
    supply: readSupplies(supplies),
  };
}

type SaleRow = HomeRow & { squared: number | null; close_price: number };
