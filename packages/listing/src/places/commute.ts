import { mercatorX, mercatorY } from '../search/viewport.ts';

/** Ways to travel (rule S11.5). */
export const TRANSPORTATIONS = ['car', 'transit', 'walk', 'bicycle'] as const;
export type Transportation = (typeof TRANSPORTATIONS)[number];

/**
 * Factors to estimate minutes from distance, without a travel time provider; the display must say so. Roads are
 * `detour` times the straight line. November 2026: car speeds of a large metropolitan area (about 38 km/h in rush
 * hours, 56 km/h otherwise), walking 4.8 km/h, bicycle 16 km/h. `spread` is the possible deviation.
 */
export const COMMUTE_FACTORS = {
  asOf: '2026-11-21',
  car: { detour: 1.3, kmPerHour: 56, rushKmPerHour: 38, minutesBefore: 4, spread: 0.25 },
  walk: { detour: 1.25, kmPerHour: 4.8, rushKmPerHour: 4.8, minutesBefore: 0, spread: 0.15 },
  bicycle: { detour: 1.25, kmPerHour: 16, rushKmPerHour: 16, minutesBefore: 2, spread: 0.2 },
} as const;

const EARTH_METERS = 40_075_016.686;
const WORLD = 2 ** 30;

/** A commute to one destination, precomputed for many homes. */
export interface CommuteBasis {
  /** The destination, in Mercator units. */
  x: number;
  y: number;
  /** Minutes = `minutesBefore` + `minutesPerUnit` × the distance in Mercator units. */
  minutesPerUnit: number;
  minutesBefore: number;
}

/**
 * `depart` is "0800". Undefined for transit, which cannot be estimated from distance. Uses the scale of the
 * destination's latitude, accurate to a few percent within commuting distance.
 */
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

/** Minutes from a position in Mercator units, unrounded. Same order of operations as in SQL. */
export function commuteMinutes(basis: CommuteBasis, x: number, y: number): number {
  const dx = x - basis.x;
  const dy = y - basis.y;
  return basis.minutesBefore + Math.sqrt(dx * dx + dy * dy) * basis.minutesPerUnit;
}

/** The commute parameters of a search. */
export interface CommuteQuestion {
  to?: readonly [latitude: number, longitude: number];
  /** Second person. */
  to2?: { at: readonly [latitude: number, longitude: number]; by: Transportation; depart: string };
  commute?: { by: Transportation; depart: string };
}

/**
 * The commutes of a search: one destination, or two of two people (the longer counts). Undefined without a destination;
 * null when one is by transit.
 */
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

/** Minutes of the longer commute, unrounded. */
export function longestCommute(
  [first, second]: readonly [CommuteBasis, CommuteBasis?],
  x: number,
  y: number,
): number {
  const minutes = commuteMinutes(first, x, y);
  return second === undefined ? minutes : Math.max(minutes, commuteMinutes(second, x, y));
}

/** Range of the estimate in whole minutes, rounded outward. */
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
