import type { Feature, Position } from 'geojson';
import { type Area, marketAreas } from './areas.ts';
import { randomOf } from './random.ts';
import { nameDistrict, nameSchools } from './schools.ts';

/** An invented file in the form in which an agency publishes it. */
export interface PlaceFile {
  kind: 'schools' | 'districts' | 'attendance' | 'outlines' | 'hazards' | 'levies';
  /** With its extension. */
  name: string;
  text: string;
}

/** The date that the files state. */
export const PLACE_FILES_AS_OF = '2026-08-15';
export const PLACE_FILES_SCHOOL_YEAR = '2026-2027';

/** The county whose special tax districts are invented; elsewhere a listing that states no such tax may have one. */
export const PLACE_FILES_COUNTY = 'san-diego-county-ca';
const LEVIED_ZIPS = new Set(['92130', '92127']);

/** Maximum distance in meters from a ZIP code's center to the edge of its ground. */
const REACH = 6_000;
const CORNERS = 24;
const METERS_PER_DEGREE = 111_319;

/** States with invented attendance areas and hazard zones; elsewhere nothing is imported. */
const MAPPED = new Set(['CA', 'WA']);
/** A town without attendance areas, whose residents have to ask the district. */
const NO_ATTENDANCE_AREAS = 'fullerton';
/** ZIP codes with hills. */
const HILLS = new Set(['92602', '92603', '92618', '92679', '92657', '91206', '91208', '92130', '92127']);

/**
 * Schools, districts, attendance areas, outlines, hazard zones and special tax districts of the sample market, with the column names of the
 * agencies that publish them. The ground of a ZIP code is what is nearer to its center than to another's.
 * Deterministic in the size.
 */
export function placeFiles(size?: number): PlaceFile[] {
  const areas = marketAreas(size);
  const grounds = areas.map((area) => ({ area, ring: computeGround(area, areas) }));
  const mapped = grounds.filter(({ area }) => MAPPED.has(area.state));
  const schools = schoolsIn(mapped);
  return [
    { kind: 'districts', name: 'sample-districts.geojson', text: collection(districtsIn(grounds)) },
    { kind: 'schools', name: 'sample-schools.csv', text: formatSchools(schools) },
    {
      kind: 'attendance',
      name: 'sample-attendance.geojson',
      text: collection(buildAttendanceAreas(schools)),
    },
    { kind: 'outlines', name: 'sample-zips.geojson', text: collection(grounds.map(buildZipFeature)) },
    { kind: 'outlines', name: 'sample-cities.geojson', text: collection(citiesIn(grounds)) },
    { kind: 'hazards', name: 'sample-flood.geojson', text: collection(mapped.flatMap(floodsIn)) },
    { kind: 'hazards', name: 'sample-fire.geojson', text: collection(mapped.flatMap(firesIn)) },
    { kind: 'levies', name: 'sample-levies.geojson', text: collection(leviesIn(mapped)) },
  ];
}

interface Ground {
  area: Area;
  /** Open ring; convex. */
  ring: Position[];
}

const STATE_FIPS: Record<string, string> = Object.fromEntries(
  (
    'AL01 AK02 AZ04 AR05 CA06 CO08 CT09 DE10 DC11 FL12 GA13 HI15 ID16 IL17 IN18 IA19 KS20 KY21 LA22 ME23 MD24 MA25 MI26 MN27 ' +
    'MS28 MO29 MT30 NE31 NV32 NH33 NJ34 NM35 NY36 NC37 ND38 OH39 OK40 OR41 PA42 RI44 SC45 SD46 TN47 TX48 UT49 VT50 VA51 WA53 ' +
    'WV54 WI55 WY56'
  )
    .split(' ')
    .map((one) => [one.slice(0, 2), one.slice(2)]),
);

function computeGround(area: Area, areas: readonly Area[]): Position[] {
  const narrow = Math.cos((area.latitude * Math.PI) / 180);
  let ring: Position[] = Array.from({ length: CORNERS }, (_, step) => {
    const turn = (step / CORNERS) * 2 * Math.PI;
    return [
      area.longitude + (REACH * Math.cos(turn)) / (METERS_PER_DEGREE * narrow),
      area.latitude + (REACH * Math.sin(turn)) / METERS_PER_DEGREE,
    ];
  });
  for (const other of areas) {
    const dx = (other.longitude - area.longitude) * narrow;
    const dy = other.latitude - area.latitude;
    const apart = Math.hypot(dx, dy) * METERS_PER_DEGREE;
    if (apart === 0 || apart > 2 * REACH) continue;
    const half = (dx * dx + dy * dy) / 2;
    const isNearer = ([longitude = 0, latitude = 0]: Position) =>
      half - ((longitude - area.longitude) * narrow * dx + (latitude - area.latitude) * dy);
    ring = cut(ring, isNearer);
  }
  return ring.map(([longitude = 0, latitude = 0]) => [rounded(longitude), rounded(latitude)]);
}

/** The part of a convex ring where `measure` is at least 0. */
function cut(ring: readonly Position[], measure: (position: Position) => number): Position[] {
  return ring.flatMap((to, index) => {
    const from = ring[(index + ring.length - 1) % ring.length]!;
    const [before, after] = [measure(from), measure(to)];
    const kept: Position[] = [];
    if (before >= 0 !== after >= 0) {
      const share = before / (before - after);
      kept.push([from[0]! + share * (to[0]! - from[0]!), from[1]! + share * (to[1]! - from[1]!)]);
    }
    if (after >= 0) kept.push(to);
    return kept;
  });
}

/** The union of the grounds of several ZIP codes: shared edges are dropped. */
function joined(rings: readonly Position[][]): Position[][] {
  const formatKey = ([longitude = 0, latitude = 0]: Position) =>
    `${longitude.toFixed(4)},${latitude.toFixed(4)}`;
  const edges = new Map<string, { from: string; to: Position }>();
  for (const ring of rings) {
    ring.forEach((from, index) => {
      const to = ring[(index + 1) % ring.length]!;
      const [a, b] = [formatKey(from), formatKey(to)];
      if (a === b) return;
      if (!edges.delete(`${b}|${a}`)) edges.set(`${a}|${b}`, { from: a, to });
    });
  }
  const next = new Map<string, Position[]>();
  for (const { from, to } of edges.values()) next.set(from, [...(next.get(from) ?? []), to]);
  const lines: Position[][] = [];
  for (const start of next.keys()) {
    const line: Position[] = [];
    for (let at = next.get(start)?.shift(); at !== undefined; at = next.get(formatKey(at))?.shift())
      line.push(at);
    if (line.length > 2) lines.push(line);
  }
  return lines;
}

function districtsIn(grounds: readonly Ground[]): Feature[] {
  const groups = Map.groupBy(grounds, ({ area }) => `${nameDistrict(area)}|${area.state}`);
  return [...groups].map(([key, members], index) => {
    const [name = '', state = ''] = key.split('|');
    const geoid = `${STATE_FIPS[state]}9${String(index + 1).padStart(4, '0')}`;
    const isHigh = name.endsWith('Union High');
    return polygons(
      {
        GEOID: geoid,
        NAME: state === 'CA' ? `${name} School District` : name,
        LOGRADE: isHigh ? '09' : 'KG',
        HIGRADE: '12',
        MTFCC: isHigh ? 'G5410' : 'G5420',
      },
      joined(members.map(({ ring }) => ring)),
    );
  });
}

function leviesIn(grounds: readonly Ground[]): Feature[] {
  return grounds
    .filter(({ area }) => LEVIED_ZIPS.has(area.zip))
    .map(({ area, ring }) => polygons({ cfd_name: `Community Facilities District ${area.zip}` }, [ring]));
}

interface SampleSchool {
  id: string;
  name: string;
  level: 'elementary' | 'middle' | 'high';
  area: Area;
  latitude: number;
  longitude: number;
  hasBoundary: boolean;
  rings: Position[][];
}

const GRADES = { elementary: ['KG', '05'], middle: ['06', '08'], high: ['09', '12'] } as const;

function schoolsIn(grounds: readonly Ground[]): SampleSchool[] {
  const schools = new Map<string, SampleSchool>();
  for (const { area, ring } of grounds) {
    const names = nameSchools(area, null);
    for (const level of ['elementary', 'middle', 'high'] as const) {
      const key = `${names[level]}|${area.city}|${area.state}`;
      const known = schools.get(key);
      if (known !== undefined) {
        known.rings.push(ring);
        continue;
      }
      const random = randomOf('school', key);
      schools.set(key, {
        id: `${STATE_FIPS[area.state]}99${String(schools.size + 1).padStart(8, '0')}`,
        name: `${names[level]} School`,
        level,
        area,
        latitude: rounded(area.latitude + random.between(-0.012, 0.012)),
        longitude: rounded(area.longitude + random.between(-0.014, 0.014)),
        // A planned village has its own elementary school, without a published boundary.
        hasBoundary:
          area.lattice !== NO_ATTENDANCE_AREAS && !(level === 'elementary' && area.villages.length > 0),
        rings: [ring],
      });
    }
  }
  return [...schools.values()];
}

function formatSchools(schools: readonly SampleSchool[]): string {
  const head =
    'ncessch,name,level,grade_low,grade_high,enrollment,student_teacher_ratio,public,multilingual,district,city,state,zip,lat,lon';
  const rows = schools.map(({ id, name, level, area, latitude, longitude }) => {
    const random = randomOf('school-facts', id);
    const size = { elementary: 620, middle: 900, high: 2_100 }[level];
    // One in eight states none.
    const enrollment = random.chance(0.12) ? '' : Math.round(size * random.between(0.7, 1.25));
    const ratio = random.chance(0.12) ? '' : random.between(19, 26).toFixed(1);
    const district = nameDistrict(area);
    return [
      ...[id, name, level, ...GRADES[level], enrollment, ratio, 'yes', random.chance(0.15) ? 'yes' : ''],
      ...[district, area.city, area.state, area.zip, latitude, longitude],
    ].join(',');
  });
  return `${[head, ...rows].join('\n')}\n`;
}

function buildAttendanceAreas(schools: readonly SampleSchool[]): Feature[] {
  return schools
    .filter(({ hasBoundary }) => hasBoundary)
    .map(({ id, name, level, rings }) => {
      const [gslo, gshi] = GRADES[level];
      return polygons(
        { ncessch: id, schnam: name, gslo, gshi, schoolYear: PLACE_FILES_SCHOOL_YEAR },
        joined(rings),
      );
    });
}

const buildZipFeature = ({ area, ring }: Ground): Feature => polygons({ ZCTA5CE20: area.zip }, [ring]);

function citiesIn(grounds: readonly Ground[]): Feature[] {
  const groups = Map.groupBy(grounds, ({ area }) => `${area.city}|${area.state}`);
  return [...groups].map(([key, members], index) => {
    const [name = '', state = ''] = key.split('|');
    const geoid = `${STATE_FIPS[state]}${String(90_000 + index)}`;
    return polygons({ GEOID: geoid, NAME: name }, joined(members.map(({ ring }) => ring)));
  });
}

/** Range of each flood zone along the creek, in meters north of a ZIP code's center. */
const FLOOD: [zone: string, subtype: string, isSpecial: string, south: number, north: number][] = [
  ['AE', '', 'T', -220, 220],
  ['X', '0.2 PCT ANNUAL CHANCE FLOOD HAZARD', 'F', 220, 480],
  ['X', '0.2 PCT ANNUAL CHANCE FLOOD HAZARD', 'F', -480, -220],
  ['X', 'AREA OF MINIMAL FLOOD HAZARD', 'F', 480, REACH],
  ['X', 'AREA OF MINIMAL FLOOD HAZARD', 'F', -REACH, -480],
];

function floodsIn({ area, ring }: Ground): Feature[] {
  return FLOOD.flatMap(([FLD_ZONE, ZONE_SUBTY, SFHA_TF, south, north], index) => {
    const strip = cutStrip({ area, ring }, south, north);
    const id = `${area.zip}_${index}`;
    const properties = {
      ...{ FLD_AR_ID: id, DFIRM_ID: `${STATE_FIPS[area.state]}999C`, FLD_ZONE, ZONE_SUBTY, SFHA_TF },
      EFF_DATE: '2025-03-21',
    };
    return strip.length < 3 ? [] : [polygons(properties, [strip])];
  });
}

function firesIn({ area, ring }: Ground): Feature[] {
  if (!HILLS.has(area.zip)) return [];
  const zones = [
    ['High', 1_400, 2_200],
    ['Very High', 2_200, REACH],
  ] as const;
  return zones.flatMap(([FHSZ_Description, south, north], index) => {
    const strip = cutStrip({ area, ring }, south, north);
    const properties = {
      OBJECTID: `${area.zip}${index}`,
      FHSZ_Description,
      SRA: 'LRA',
      EFF_DATE: '2025-04-01',
    };
    return strip.length < 3 ? [] : [polygons(properties, [strip])];
  });
}

function cutStrip({ area, ring }: Ground, south: number, north: number): Position[] {
  const at = ([, latitude = 0]: Position) => (latitude - area.latitude) * METERS_PER_DEGREE;
  return cut(
    cut(ring, (one) => at(one) - south),
    (one) => north - at(one),
  );
}

function polygons(properties: Record<string, string>, rings: readonly Position[][]): Feature {
  const closed = rings.map((ring) => [[...ring, ring[0]!].map((one) => one.map(rounded))]);
  return { type: 'Feature', properties, geometry: { type: 'MultiPolygon', coordinates: closed } };
}

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

function collection(features: readonly Feature[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features });
}
