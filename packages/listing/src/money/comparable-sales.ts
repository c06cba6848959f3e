import type { HomeType } from '../listing/property-type.ts';

/** Comparable sales and their spread, by rules stated beside them; not an estimate of ours (rule R5). */

export const FEWEST_SALES = 5;
export const MAX_SALES = 20;
export const SALE_MONTHS = 12;
/** Half a mile, one, three, five: the smallest radius with enough sales is used. */
export const SALE_RINGS_METERS = [805, 1_609, 4_828, 8_047] as const;
/** The radius is not extended further. */
const ENOUGH = 8;
const AREA_MARGIN = 0.25;
const ROOMS_MARGIN = 1;

/** Unknown facts are not compared. */
export interface SaleSubject {
  homeType: HomeType;
  bedroomsTotal: number | null;
  livingArea: number | null;
}

export interface Sale {
  homeType: HomeType;
  bedroomsTotal: number | null;
  livingArea: number | null;
  closePrice: number;
  /** Null: one of the two has no exact position. */
  distanceMeters: number | null;
}

export interface SaleChoice<S extends Sale> {
  sales: S[];
  /** Radius; null: the same place, without an exact position. */
  withinMeters: number | null;
  /** Applied bounds; null: not applied, because the home's value is unknown or too few sales match. */
  livingArea: { min: number; max: number } | null;
  beds: { min: number; max: number } | null;
}

/** `sales`: of the same type in the last twelve months, nearest first. */
export function chooseSales<S extends Sale>(
  subject: SaleSubject,
  sales: readonly S[],
  hasPosition: boolean,
): SaleChoice<S> {
  const area = subject.livingArea;
  const livingArea =
    area === null
      ? null
      : { min: Math.round(area * (1 - AREA_MARGIN)), max: Math.round(area * (1 + AREA_MARGIN)) };
  const rooms = subject.bedroomsTotal;
  const beds = rooms === null ? null : { min: Math.max(0, rooms - ROOMS_MARGIN), max: rooms + ROOMS_MARGIN };
  const sameType = sales.filter((sale) => sale.homeType === subject.homeType);
  const alike = sameType.filter(
    (sale) => isWithin(sale.livingArea, livingArea) && isWithin(sale.bedroomsTotal, beds),
  );
  const strict = nearest(alike, hasPosition);
  if (strict.sales.length >= FEWEST_SALES || (livingArea === null && beds === null)) {
    return { ...strict, livingArea, beds };
  }
  return { ...nearest(sameType, hasPosition), livingArea: null, beds: null };
}

/** Median and quartiles by linear interpolation, like SQL's percentile_cont. */
export interface Spread {
  count: number;
  low: number;
  quarter: number;
  median: number;
  threeQuarters: number;
  high: number;
}

/** Undefined below five values. */
export function computeSpread(values: readonly number[]): Spread | undefined {
  if (values.length < FEWEST_SALES) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)] as number;
    const above = sorted[Math.ceil(place)] as number;
    return below + (above - below) * (place - Math.floor(place));
  };
  return {
    count: sorted.length,
    low: at(0),
    quarter: at(0.25),
    median: at(0.5),
    threeQuarters: at(0.75),
    high: at(1),
  };
}

function nearest<S extends Sale>(sales: readonly S[], hasPosition: boolean) {
  if (!hasPosition) return { sales: sales.slice(0, MAX_SALES), withinMeters: null };
  let within: number = SALE_RINGS_METERS[0];
  let found: S[] = [];
  for (within of SALE_RINGS_METERS) {
    found = sales.filter((sale) => sale.distanceMeters !== null && sale.distanceMeters <= within);
    if (found.length >= ENOUGH) break;
  }
  return { sales: found.slice(0, MAX_SALES), withinMeters: within };
}

/** Unstated values match only without bounds. */
function isWithin(value: number | null, bounds: { min: number; max: number } | null): boolean {
  return bounds === null || (value !== null && value >= bounds.min && value <= bounds.max);
}
