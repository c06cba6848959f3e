import { mercatorX, mercatorY } from '../search/viewport.ts';

export const TRANSPORTATIONS = ['car', 'transit', 'walk', 'bicycle'] as const;
export type Transportation = (typeof TRANSPORTATIONS)[number];

/**
 * Factors to estimate minutes from distance; the display must say that they are estimates. Roads are `detour` times the
 * straight line. Car speeds of a large metropolitan area, November 2026: about 38 km/h in rush hours, 56 km/h otherwise.
 */
export const COMMUTE_FACTORS = {
  asOf: '2026-11-21',
  car: { detour: 1.3, kmPerHour: 56, rushKmPerHour: 38, minutesBefore: 4, spread: 0.25 },
  walk: { detour: 1.25, kmPerHour: 4.8, rushKmPerHour: 4.8, minutesBefore: 0, spread: 0.15 },
  bicycle: { detour: 1.25, kmPerHour: 16, rushKmPerHour: 16, minutesBefore: 2, spread: 0.2 },
} as const;

const EARTH_METERS = 40_075_016.686;
const WORLD = 2 ** 30;

export interface CommuteBasis {
  x: number;
  y: number;
  minutesPerUnit: number;
  minutesBefore: number;
}

/** `depart` is "0800". Undefined for transit. Uses the scale at the destination's latitude: accurate to a few percent. */
export function commuteBasis(
  to: readonly [latitude: number, longitude: number],
  transportation: Transportation,
  depart: string,
): CommuteBasis | undefined {
  if (transportation === 'transit') return undefined;
  const factors = COMMUTE_FACTORS[transportation];
  const kmPerHour = isRushHour(depart) ? factors.rushKmPerHour : factors.kmPerHour;
  const metersPerUnit = metersPerUnitAt(to[0]);
  return {
    x: mercatorX(to[1]),
    y: mercatorY(to[0]),
    minutesPerUnit: ((metersPerUnit / 1000) * factors.detour * 60) / kmPerHour,
    minutesBefore: factors.minutesBefore,
  };
}

/** Unrounded, from a position in Mercator units. Same order of operations as in SQL. */
export function commuteMinutes(basis: CommuteBasis, x: number, y: number): number {
  const dx = x - basis.x;
  const dy = y - basis.y;
  return basis.minutesBefore + Math.sqrt(dx * dx + dy * dy) * basis.minutesPerUnit;
}

export interface CommuteQuestion {
  to?: readonly [latitude: number, longitude: number];
  to2?: { at: readonly [latitude: number, longitude: number]; by: Transportation; depart: string };
  commute?: { by: Transportation; depart: string };
}

/** One or two destinations. Undefined without a destination; null when one is by transit. */
export function buildCommuteBases({
  to,
  to2,
  commute,
}: CommuteQuestion): readonly [CommuteBasis, CommuteBasis?] | null | undefined {
  if (to === undefined) return undefined;
  const first = commuteBasis(to, commute?.by ?? 'car', commute?.depart ?? '0800');
  if (first === undefined) return null;
  if (to2 === undefined) return [first];
  const second = commuteBasis(to2.at, to2.by, to2.depart);
  return second === undefined ? null : [first, second];
}

export function longestCommute(
  [first, second]: readonly [CommuteBasis, CommuteBasis?],
  x: number,
  y: number,
): number {
  const minutes = commuteMinutes(first, x, y);
  return second === undefined ? minutes : Math.max(minutes, commuteMinutes(second, x, y));
}

export function commuteRange(
  minutes: number,
  by: Exclude<Transportation, 'transit'>,
): { low: number; high: number } {
  const { spread } = COMMUTE_FACTORS[by];
  return { low: Math.floor(minutes * (1 - spread)), high: Math.max(1, Math.ceil(minutes * (1 + spread))) };
}

/** Meters per Mercator unit at a latitude. */
export function metersPerUnitAt(latitude: number): number {
  return (EARTH_METERS / WORLD) * Math.cos((latitude * Math.PI) / 180);
}

function isRushHour(depart: string): boolean {
  const time = Number(depart);
  return (time >= 700 && time < 930) || (time >= 1600 && time < 1900);
}
