import { type MessageKey, toPyeong, toSquareMeters } from '@maru/words';
import type { AreaUnit } from '../../i18n/area-unit.ts';

/** Parses what people type into filters: numbers, areas. */

/** A whole number without a unit: a year, a count. */
export function readWhole(text: string): number | undefined {
  const digits = text.normalize('NFKC').replace(/[\s,]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

const SQUARE_FEET_PER_METER = 1 / 0.09290304;
const SQUARE_FEET_PER: Record<AreaUnit | 'acre', number> = {
  sqft: 1,
  m2: SQUARE_FEET_PER_METER,
  pyeong: (SQUARE_FEET_PER_METER * 400) / 121,
  acre: 43_560,
};

/** Parses "1,850", "30평", "100㎡", "0.25 acre" to whole square feet. A number without a unit is in `unit`. */
export function readArea(text: string, unit: AreaUnit): number | undefined {
  const plain = text.normalize('NFKC').toLowerCase().replace(/[\s,]/g, '');
  const match = /^(\d+(?:\.\d+)?)(평|m2|sqm|제곱미터|sqft|sf|ft2|스퀘어피트|acres?|에이커)?$/.exec(plain);
  if (match === null) return undefined;
  const squareFeet = Math.round(Number(match[1]) * SQUARE_FEET_PER[UNITS[match[2] ?? ''] ?? unit]);
  return squareFeet <= 2_000_000_000 ? squareFeet : undefined;
}

const UNITS: Record<string, AreaUnit | 'acre'> = {
  평: 'pyeong',
  m2: 'm2',
  sqm: 'm2',
  제곱미터: 'm2',
  sqft: 'sqft',
  sf: 'sqft',
  ft2: 'sqft',
  스퀘어피트: 'sqft',
  acre: 'acre',
  acres: 'acre',
  에이커: 'acre',
};

/** Converts square feet to the unit; one decimal below 100, so that 30평 stays 30. */
export function areaIn(unit: AreaUnit, squareFeet: number): number {
  if (unit === 'sqft') return squareFeet;
  const value = unit === 'm2' ? toSquareMeters(squareFeet) : toPyeong(squareFeet);
  return value < 100 ? Math.round(value * 10) / 10 : Math.round(value);
}

/** The unit's name in the page's language. */
export const AREA_UNIT_NAMES = {
  sqft: 'unit.square_feet',
  m2: 'unit.square_meters',
  pyeong: 'unit.pyeong_name',
} as const satisfies Record<AreaUnit, MessageKey>;
