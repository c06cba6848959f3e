import type { DisplayRules } from '../display/display-rules.ts';
import type { Listing } from '../listing/listing.ts';

export interface ZonedPlace {
  stateOrProvince: string | null;
  countyOrParish?: string | null;
  latitude?: number | null;
  longitude: number | null;
}

/**
 * IANA time zone of a home: of its record, else of its dataset (`display.timeZone`), else by `findZoneAt`, else by state
 * and county. `UTC` when the state is unknown.
 */
export function findTimeZone(
  listing: ZonedPlace & Pick<Listing, 'propertyTimeZoneName'>,
  rules?: Pick<DisplayRules, 'timeZone'>,
  findZoneAt: (place: ZonedPlace) => string | null = () => null,
): string {
  const told = listing.propertyTimeZoneName;
  if (told !== null && isTimeZone(told)) return told;
  return rules?.timeZone ?? findZoneAt(listing) ?? timeZoneAt(listing) ?? 'UTC';
}

/** By state, and in states with two zones by county or by the side of the boundary (49 CFR part 71). */
export function timeZoneAt(place: ZonedPlace): string | null {
  const state = place.stateOrProvince?.toUpperCase() ?? '';
  const zone = BY_STATE.get(state);
  if (zone === undefined) return null;
  const split = SPLIT[state];
  if (split === undefined) return zone;
  const county = (place.countyOrParish ?? '').toLowerCase().replace(/\s+(county|parish|borough)$/, '');
  if (split.counties?.includes(county)) return split.zone;
  const { longitude: x } = place;
  const y = place.latitude ?? null;
  return x !== null && split.isThere(x, y) ? split.zone : zone;
}

const ZONES: Record<string, string> = {
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Denver': 'CO MT NM UT WY',
  'America/Boise': 'ID',
  'America/Phoenix': 'AZ',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR',
  'America/St_Thomas': 'VI',
  'Pacific/Guam': 'GU',
  'Pacific/Saipan': 'MP',
  'Pacific/Pago_Pago': 'AS',
};

const BY_STATE = new Map(
  Object.entries(ZONES).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
);

/** The smaller part of a state with two zones, by county or by longitude x and latitude y (null: unknown). */
const SPLIT: Record<
  string,
  { zone: string; counties?: string[]; isThere: (x: number, y: number | null) => boolean }
> = {
  // West of the Apalachicola, except the coast of Gulf County.
  FL: { zone: 'America/Chicago', isThere: (x, y) => x < -85 && (y === null || y > 29.95 || x < -85.4) },
  IN: {
    zone: 'America/Chicago',
    counties:
      'lake|porter|laporte|la porte|newton|jasper|starke|gibson|posey|vanderburgh|warrick|spencer|perry'.split(
        '|',
      ),
    isThere: (x, y) =>
      x < -86.5 && (y === null ? x < -86.9 : y > 40.9 ? x < -86.47 : y < 38.55 && x < -86.47),
  },
  KY: { zone: 'America/Chicago', isThere: (x, y) => x < -86.27 || (y !== null && y < 37.35 && x < -85) },
  TN: {
    zone: 'America/New_York',
    counties: ['hamilton'],
    isThere: (x, y) => x > -84.95 || (x > -85.4 && (y === null || y < 35.3)),
  },
  MI: {
    zone: 'America/Chicago',
    counties: ['gogebic', 'iron', 'dickinson', 'menominee'],
    isThere: (x, y) => x < -87.5 && y !== null && y > 45 && y < 46.6,
  },
  TX: { zone: 'America/Denver', counties: ['el paso', 'hudspeth'], isThere: (x) => x < -104.9 },
  KS: {
    zone: 'America/Denver',
    counties: ['sherman', 'wallace', 'greeley', 'hamilton'],
    isThere: (x, y) => x < -101.5 && y !== null && y > 37.74 && y < 39.57,
  },
  NE: { zone: 'America/Denver', isThere: (x) => x < -101.3 },
  SD: { zone: 'America/Denver', isThere: (x) => x < -100.5 },
  ND: { zone: 'America/Denver', isThere: (x, y) => x < -101.3 && (y === null ? x < -102.5 : y < 47.2) },
  OR: {
    zone: 'America/Boise',
    counties: ['malheur'],
    isThere: (x, y) => x > -118.2 && y !== null && y > 42.45 && y < 44.4,
  },
  // North of the Salmon River.
  ID: { zone: 'America/Los_Angeles', isThere: (_, y) => y !== null && y > 45.55 },
  // The western Aleutians.
  AK: { zone: 'America/Adak', isThere: (x) => x < -169.5 || x > 0 },
};

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
