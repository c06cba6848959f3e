import { readNumber } from './coerce.ts';
import type { RowReader } from './row-reader.ts';

export interface Position {
  latitude: number | null;
  longitude: number | null;
}

const NOWHERE: Position = { latitude: null, longitude: null };

/** Null outside the United States. Exchanged coordinates and a missing minus are repaired; 0 means "not geocoded". */
export function normalizePosition(row: RowReader): Position {
  // Bridge sends Coordinates as [longitude, latitude] beside or instead of the two numbers.
  const { Latitude, Longitude, Coordinates } = row.row;
  const pair: unknown[] = Array.isArray(Coordinates) ? Coordinates : [];
  const y = degrees(Latitude) ?? degrees(pair[1]);
  const x = degrees(Longitude) ?? degrees(pair[0]);
  if (y === null || x === null) return NOWHERE;
  if (typeof (Latitude ?? pair[1]) === 'string') row.note('coerced', 'Latitude', 'text');
  if (isInUnitedStates(y, x)) return { latitude: y, longitude: x };
  const repairs = [
    [y, -x, 'longitude without its minus'],
    [x, y, 'latitude and longitude exchanged'],
    [x, -y, 'exchanged, without the minus'],
  ] as const;
  const repair = repairs.find(([latitude, longitude]) => isInUnitedStates(latitude, longitude));
  if (repair === undefined) {
    row.note('implausible', 'Latitude', 'outside the United States');
    return NOWHERE;
  }
  row.note('repaired', 'Latitude', repair[2]);
  return { latitude: repair[0], longitude: repair[1] };
}

function degrees(value: unknown): number | null {
  const number = readNumber(value);
  return number !== null && number !== 0 && Math.abs(number) <= 180 ? number : null;
}

/** South, north, west, east in degrees. Alaska crosses the 180th meridian. */
const UNITED_STATES: [name: string, south: number, north: number, west: number, east: number][] = [
  ['the contiguous states', 24.3, 49.5, -124.9, -66.8],
  ['Hawaii', 18.7, 28.6, -178.5, -154.6],
  ['Alaska', 51, 71.6, -180, -129.9],
  ['the western Aleutians', 51, 53.5, 172, 180],
  ['Puerto Rico and the Virgin Islands', 17.5, 18.7, -68, -64.4],
  ['Guam and the Northern Marianas', 13.1, 20.7, 144.5, 146.2],
  ['American Samoa', -14.7, -10.9, -171.3, -168],
];

function isInUnitedStates(latitude: number, longitude: number): boolean {
  return UNITED_STATES.some(
    ([, south, north, west, east]) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  );
}
