import type { Gazetteer } from '@maru/gazetteer';
import {
  type AttendanceFacts,
  classifySchoolLevel,
  type DistrictFacts,
  type HazardFacts,
  isInsideRings,
  type Place,
  type PlaceDataKind,
  parseGrade,
  type Rings,
  ringBounds,
  stateOfFips,
} from '@maru/listing/places';
import { schoolDistrictId } from '@maru/listing/search';
import type { NewPlaceArea } from '@maru/store';
import { CommandError } from '../commands/command-error.ts';
import { type Columns, readColumns, textIn } from './columns.ts';
import type { ImportReport, ReadRow } from './import-report.ts';
import { type FileFormat, PUBLIC_DOMAIN, parseSchoolYear } from './layer-settings.ts';
import { readShapes, type Shape } from './read-shapes.ts';
import { inBatches, peek } from './rows.ts';
import { ringsOfGeometry } from './shape-rings.ts';

export type AreaKind = Exclude<PlaceDataKind, 'schools' | 'rolls'>;

interface ReadArea extends Omit<NewPlaceArea, 'rings'> {
  state: string | null;
  /** The part of its publisher's data that it covers, when smaller than a state: a county's number. */
  part?: string | undefined;
  schoolYear?: string | undefined;
}

interface AreaFormat extends FileFormat {
  kind: AreaKind;
  /** One column of each group must exist. */
  has: string[][];
  read: (columns: Columns, row: { number: number; rings: Rings; gazetteer: Gazetteer }) => ReadRow<ReadArea>;
}

/** Summary of a file's rows. */
export interface AreaSummary {
  states: Set<string>;
  parts: Set<string>;
  schoolYears: Set<string>;
}

const AREAS_A_BATCH = 100;

/**
 * Opens a file of areas. The publisher is recognized by the column names of the first shape.
 * @throws CommandError for unknown formats
 */
export async function openAreaFile(
  path: string,
  kind: AreaKind,
  parts: { report: ImportReport; gazetteer: Gazetteer; isSample?: boolean },
): Promise<{ format: FileFormat; summary: AreaSummary; rows: AsyncGenerator<NewPlaceArea[]> }> {
  const [first, shapes] = await peek(readShapes(path));
  if (first === undefined) throw new CommandError(`${path} contains no shapes.`);
  const columns = readColumns(first.properties);
  const format = FORMATS.find(
    (one) => one.kind === kind && one.has.every((group) => group.some((name) => columns.has(name))),
  );
  if (format === undefined) {
    const known = FORMATS.filter((one) => one.kind === kind).map((one) => one.title);
    throw new CommandError(
      `${path} is not a known format of ${kind}: ${known.join('; ')}. Its columns: ${Object.keys(first.properties).slice(0, 12).join(', ')}`,
    );
  }
  const summary: AreaSummary = { states: new Set(), parts: new Set(), schoolYears: new Set() };
  const rows = readAreas(format, { shapes, summary, ...parts });
  return { format, summary, rows: inBatches(rows, AREAS_A_BATCH) };
}

async function* readAreas(
  format: AreaFormat,
  parts: {
    shapes: AsyncGenerator<Shape>;
    summary: AreaSummary;
    report: ImportReport;
    gazetteer: Gazetteer;
    isSample?: boolean;
  },
): AsyncGenerator<NewPlaceArea> {
  const { shapes, summary, report, gazetteer, isSample = false } = parts;
  let number = 0;
  for await (const shape of shapes) {
    number += 1;
    const ground = report.accept(`shape ${number}`, ringsOfGeometry(shape.geometry));
    if (ground === undefined) continue;
    const { rings } = ground;
    const read = format.read(readColumns(shape.properties), { number, rings, gazetteer });
    const area = report.accept(`shape ${number}`, read);
    if (area === undefined) continue;
    const { state, part, schoolYear, ...kept } = area;
    if (state !== null) summary.states.add(state);
    if (part !== undefined) summary.parts.add(part);
    if (schoolYear !== undefined) summary.schoolYears.add(schoolYear);
    // Sample areas have no agency page to link to.
    const facts = isSample && 'link' in kept.facts ? { ...kept.facts, link: null } : kept.facts;
    yield { ...kept, facts, name: kept.name.slice(0, 200), rings };
  }
}

const TIGER = {
  source: 'United States Census Bureau (TIGER/Line)',
  licence: PUBLIC_DOMAIN,
  link: 'https://www.census.gov/geographies/mapping-files/time-series/geo/tiger-line-file.html',
};

/** From the Census Bureau's MTFCC, or else from the column that such a file has. */
function readDistrictKind(columns: Columns): DistrictFacts['kind'] {
  const code = textIn(columns, 'mtfcc');
  if (code === 'G5420' || columns.has('unsdlea')) return 'unified';
  if (code === 'G5400' || columns.has('elsdlea')) return 'elementary';
  return code === 'G5410' || columns.has('scsdlea') ? 'secondary' : 'other';
}

const FORMATS: AreaFormat[] = [
  {
    kind: 'districts',
    id: 'tiger',
    title: 'TIGER/Line school districts (unsd, elsd, scsd)',
    ...TIGER,
    has: [
      ['geoid', 'geoid20', 'geoid10', 'leaid'],
      ['name', 'leaname', 'districtname'],
    ],
    read: (columns) => {
      const geoid = textIn(columns, 'geoid', 'geoid20', 'geoid10', 'leaid');
      const name = textIn(columns, 'name', 'leaname', 'districtname');
      if (geoid === null || !/^\d{6,7}$/.test(geoid)) return { reason: 'no GEOID of seven digits' };
      if (name === null) return { reason: 'no name' };
      const leaId = geoid.padStart(7, '0');
      // 99997: water, bases and deserts without a district.
      if (leaId.endsWith('99997') || leaId.endsWith('99999')) return { left: 'areas without a district' };
      const slug = schoolDistrictId(name);
      if (slug === null) return { reason: 'name without letters' };
      const facts: DistrictFacts = {
        kind: readDistrictKind(columns),
        lowestGrade: parseGrade(textIn(columns, 'lograde', 'gslo')),
        highestGrade: parseGrade(textIn(columns, 'higrade', 'gshi')),
        leaId,
        link: `https://nces.ed.gov/ccd/districtsearch/district_detail.asp?ID2=${leaId}`,
      };
      const state = stateOfFips(leaId.slice(0, 2));
      // A state's unified, elementary and secondary districts are separate files.
      const part = state === null ? undefined : `${state.toLowerCase()}-${facts.kind}`;
      return { areaId: leaId, name, slug, facts, state, part };
    },
  },
  {
    kind: 'attendance',
    id: 'sabs',
    title: 'school attendance boundaries (NCES SABS: ncessch, schnam)',
    source: 'National Center for Education Statistics (School Attendance Boundary Survey)',
    licence: PUBLIC_DOMAIN,
    link: 'https://nces.ed.gov/programs/edge/SABS',
    has: [
      ['ncessch', 'ncesid', 'ncesschid'],
      ['schnam', 'schoolname', 'schname', 'name'],
    ],
    read: (columns) => {
      const id = textIn(columns, 'ncessch', 'ncesid', 'ncesschid');
      const name = textIn(columns, 'schnam', 'schoolname', 'schname', 'name');
      if (id === null || !/^\d{11,12}$/.test(id)) return { reason: 'no NCES id of twelve digits' };
      if (name === null) return { reason: 'no name' };
      // Open enrollment schools serve the whole district, so no home is assigned by their area.
      if (textIn(columns, 'openenroll') === '1') return { left: 'open enrollment schools' };
      const lowestGrade = parseGrade(textIn(columns, 'gslo', 'lograde'));
      const highestGrade = parseGrade(textIn(columns, 'gshi', 'higrade'));
      const facts: AttendanceFacts = {
        level: classifySchoolLevel(lowestGrade, highestGrade),
        lowestGrade,
        highestGrade,
      };
      const schoolId = id.padStart(12, '0');
      const year = textIn(columns, 'schoolyear', 'sy', 'srcyear', 'year');
      return {
        areaId: schoolId,
        name,
        slug: schoolId,
        facts,
        state: stateOfFips(schoolId.slice(0, 2)),
        schoolYear: year === null ? undefined : parseSchoolYear(year),
      };
    },
  },
  {
    kind: 'outlines',
    id: 'tiger-zcta',
    title: 'TIGER/Line ZIP code areas (zcta)',
    ...TIGER,
    has: [['zcta5ce20', 'zcta5ce10', 'zcta5ce', 'zcta5', 'zip', 'zipcode']],
    read: (columns, { gazetteer }) => {
      const zip = textIn(columns, 'zcta5ce20', 'zcta5ce10', 'zcta5ce', 'zcta5', 'zip', 'zipcode');
      if (zip === null || !/^\d{5}$/.test(zip)) return { reason: 'no ZIP code of five digits' };
      const place = gazetteer.findPlace(zip);
      if (place === undefined) return { left: 'unknown ZIP codes' };
      return { areaId: zip, name: zip, slug: zip, facts: {}, state: place.stateCode };
    },
  },
  {
    kind: 'outlines',
    id: 'tiger-place',
    title: 'TIGER/Line places',
    ...TIGER,
    has: [
      ['geoid', 'geoid20', 'geoid10'],
      ['name', 'namelsad'],
    ],
    read: (columns, { rings, gazetteer }) => {
      const geoid = textIn(columns, 'geoid', 'geoid20', 'geoid10');
      const name = textIn(columns, 'name', 'namelsad');
      if (geoid === null || !/^\d{7}$/.test(geoid)) return { reason: 'no GEOID of seven digits' };
      if (name === null) return { reason: 'no name' };
      const state = stateOfFips(geoid.slice(0, 2));
      if (state === null) return { left: 'places without a state' };
      const place = findCity(name, state, { rings, gazetteer });
      if (place === undefined) return { left: 'unknown places' };
      return { areaId: geoid, name, slug: place.id, facts: {}, state };
    },
  },
  {
    kind: 'hazards',
    id: 'nfhl',
    title: 'FEMA National Flood Hazard Layer (S_FLD_HAZ_AR)',
    source: 'Federal Emergency Management Agency',
    licence: PUBLIC_DOMAIN,
    link: 'https://msc.fema.gov/portal/home',
    has: [['fldzone'], ['sfhatf', 'zonesubty', 'dfirmid']],
    read: (columns, { number }) => {
      const zone = textIn(columns, 'fldzone');
      if (zone === null) return { reason: 'no flood zone' };
      if (zone === 'OPEN WATER') return { left: 'open water' };
      const facts: HazardFacts = {
        type: 'flood',
        zone,
        detail: textIn(columns, 'zonesubty'),
        isSpecial: textIn(columns, 'sfhatf')?.toUpperCase().startsWith('T') ?? /^(A|V)/.test(zone),
        effectiveOn: parseDay(textIn(columns, 'effdate', 'effectivedate')),
      };
      const id = textIn(columns, 'fldarid', 'globalid', 'objectid') ?? String(number);
      return {
        ...{ areaId: id.slice(0, 60), name: `Zone ${zone}`, slug: null, facts },
        // FEMA publishes by county.
        part: textIn(columns, 'dfirmid')?.slice(0, 5),
        state: stateOfFips(textIn(columns, 'dfirmid')?.slice(0, 2)),
      };
    },
  },
  {
    kind: 'hazards',
    id: 'fhsz',
    title: 'CAL FIRE fire hazard severity zones (FHSZ)',
    source:
      'California Department of Forestry and Fire Protection (CAL FIRE), Office of the State Fire Marshal',
    licence: 'Public record of the State of California',
    link: 'https://osfm.fire.ca.gov/what-we-do/community-wildfire-preparedness-and-mitigation/fire-hazard-severity-zones',
    has: [['fhszdescription', 'hazclass', 'fhsz']],
    read: (columns, { number }) => {
      const zone = textIn(columns, 'fhszdescription', 'hazclass') ?? FHSZ[textIn(columns, 'fhsz') ?? ''];
      if (zone === undefined) return { reason: 'no hazard class' };
      if (/non|urban|unzoned/i.test(zone)) return { left: 'unzoned areas' };
      const facts: HazardFacts = {
        type: 'fire',
        zone,
        detail: textIn(columns, 'sra', 'respons'),
        isSpecial: true,
        effectiveOn: parseDay(textIn(columns, 'effdate', 'effectivedate')),
      };
      return {
        areaId: (textIn(columns, 'globalid', 'objectid') ?? String(number)).slice(0, 60),
        ...{ name: zone, slug: null, facts, state: 'CA' },
      };
    },
  },
  {
    kind: 'levies',
    id: 'cfd',
    title: 'special tax districts (community facilities districts) of a county, each with a name',
    source: '',
    licence: 'Public record of the county',
    link: '',
    has: [['cfdname', 'cfd', 'districtname', 'distname', 'district', 'name']],
    read: (columns, { number }) => {
      const name = textIn(columns, 'cfdname', 'cfd', 'districtname', 'distname', 'district', 'name');
      if (name === null) return { reason: 'no name' };
      const id = textIn(columns, 'cfdid', 'districtid', 'globalid', 'objectid') ?? String(number);
      return { areaId: id.slice(0, 60), name, slug: null, facts: {}, state: null };
    },
  },
];

const FHSZ: Record<string, string> = { '1': 'Moderate', '2': 'High', '3': 'Very High' };

/** Converts "2019/03/21", "20190321", an ISO instant or milliseconds to a day; null for anything else. */
function parseDay(text: string | null): string | null {
  if (text === null) return null;
  const [, year, month, day] = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})/.exec(text) ?? [];
  if (year !== undefined && Number(year) > 1900 && Number(year) < 2100) return `${year}-${month}-${day}`;
  const ms = /^\d{12,13}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().slice(0, 10);
}

/** The city with that name in the state; when there are several, the one within the outline. */
function findCity(
  name: string,
  state: string,
  { rings, gazetteer }: { rings: Rings; gazetteer: Gazetteer },
): Place | undefined {
  const isOurs = (place: Place) => place.kind === 'city' && place.stateCode === state;
  const named = gazetteer.findNamed(`${name}, ${state}`);
  if (named === undefined) return undefined;
  if ('place' in named) return isOurs(named.place) && isAbout(named.place, rings) ? named.place : undefined;
  return named.ambiguous.find(
    (place) => isOurs(place) && isInsideRings(rings, place.latitude, place.longitude),
  );
}

/** Rejects a wrong match, which would draw the outline in another place. */
function isAbout({ latitude, longitude }: Place, rings: Rings): boolean {
  const bounds = ringBounds(rings);
  if (bounds === undefined) return false;
  const [west, south, east, north] = bounds;
  const margin = 0.1;
  return (
    longitude > west - margin &&
    longitude < east + margin &&
    latitude > south - margin &&
    latitude < north + margin
  );
}
