/**
 * The clock on the wall of a home whose feed names no time zone: its state's, and where a state has two, the
 * side of a meridian near their border. Open houses are said in the home's time, wherever the reader sits.
 */
const ZONES: Record<string, string> = {
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
};

const BY_STATE = new Map(
  Object.entries(ZONES).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
);

/** East of the longitude (degrees) one zone, west of it the other. */
const SPLIT: Record<string, { longitude: number; west: string }> = {
  FL: { longitude: -85, west: 'America/Chicago' },
  IN: { longitude: -86.9, west: 'America/Chicago' },
  KY: { longitude: -86, west: 'America/Chicago' },
  TX: { longitude: -104.9, west: 'America/Denver' },
  SD: { longitude: -100.5, west: 'America/Denver' },
  NE: { longitude: -101.3, west: 'America/Denver' },
  ND: { longitude: -101.5, west: 'America/Denver' },
};

/** An IANA zone; UTC where the state is not known. */
export function homeTimeZone(home: { stateOrProvince: string | null; longitude: number | null }): string {
  const state = home.stateOrProvince?.toUpperCase() ?? '';
  const split = SPLIT[state];
  if (split !== undefined && home.longitude !== null && home.longitude < split.longitude) return split.west;
  if (state === 'TN' && home.longitude !== null && home.longitude > -85.3) return 'America/New_York';
  return BY_STATE.get(state) ?? 'UTC';
}
