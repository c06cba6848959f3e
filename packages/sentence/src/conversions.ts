import { DAY_MS } from '@maru/listing/time';
import { toAcres, toPyeong, toSquareMeters } from '@maru/words';
import type { Unit } from './lexeme.ts';

/** Conversion of the amounts of a sentence to the units of the address. */

export interface WonRate {
  /** Won per dollar. */
  won: number;
  /** `YYYY-MM-DD`. */
  asOf: string;
}

/** An older rate is not used (rule R81). */
const MAX_DAYS = 7;

export function isFresh(rate: WonRate, today: string): boolean {
  return (Date.parse(today) - Date.parse(rate.asOf)) / DAY_MS <= MAX_DAYS;
}

/** Square feet per unit. */
const SQUARE_FEET: Partial<Record<Unit, number>> = {
  sqft: 1,
  pyeong: 1 / toPyeong(1),
  sqm: 1 / toSquareMeters(1),
  acre: 1 / toAcres(1),
};

/** Square feet; undefined when the unit is not one of area. */
export function toSquareFeet(value: number, unit: Unit): number | undefined {
  const each = SQUARE_FEET[unit];
  return each === undefined ? undefined : value * each;
}

const METERS: Partial<Record<Unit, number>> = { miles: 1_609.344, km: 1_000 };

export function toMeters(value: number, unit: Unit): number | undefined {
  const each = METERS[unit];
  return each === undefined ? undefined : Math.round(value * each);
}
