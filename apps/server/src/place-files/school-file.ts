import {
  classifySchoolLevel,
  parseGrade,
  SCHOOL_LEVELS,
  type SchoolFacts,
  type SchoolLevel,
  slugify,
  stateOfFips,
} from '@maru/listing/places';
import type { NewSchool } from '@maru/store';
import { CommandError } from '../commands/command-error.ts';
import { type Columns, columnName, degreesIn, flagIn, numberIn, textIn, webAddressIn } from './columns.ts';
import type { ImportReport, ReadRow } from './import-report.ts';
import { type FileFormat, PUBLIC_DOMAIN } from './layer-settings.ts';
import { inBatches } from './rows.ts';
import { readTableRows } from './table-rows.ts';

interface SchoolFormat extends FileFormat {
  /** Columns that identify the format. */
  has: string[];
  read: (columns: Columns) => ReadRow<NewSchool>;
}

const ROWS_A_BATCH = 500;

/**
 * Opens a school directory as its agency publishes it: comma or tab separated, UTF-8 or Latin 1, columns in any order.
 * The format is recognized by its column names.
 * @throws CommandError for unknown formats
 */
export async function openSchoolFile(
  path: string,
  report: ImportReport,
): Promise<{ format: FileFormat; rows: AsyncGenerator<NewSchool[]> }> {
  const rows = readTableRows(path);
  const head = await rows.next();
  if (head.done === true) throw new CommandError(`${path} is empty.`);
  const names = head.value.map(columnName);
  const format = FORMATS.find(({ has }) => has.every((one) => names.includes(one)));
  if (format === undefined) {
    throw new CommandError(
      `${path} is not a known school directory: ${FORMATS.map((one) => one.title).join('; ')}. Its columns: ${head.value.slice(0, 12).join(', ')}`,
    );
  }
  return { format, rows: inBatches(readSchools(format, names, rows, report), ROWS_A_BATCH) };
}

async function* readSchools(
  format: SchoolFormat,
  names: string[],
  rows: AsyncGenerator<string[]>,
  report: ImportReport,
): AsyncGenerator<NewSchool> {
  let number = 1;
  for await (const values of rows) {
    number += 1;
    const read =
      values.length === names.length
        ? format.read(new Map(names.map((name, at) => [name, values[at]!.trim()])))
        : { reason: `${values.length < names.length ? 'fewer' : 'more'} columns than the first row` };
    const school = report.accept(`row ${number}`, read);
    if (school !== undefined) yield school;
  }
}

/** The fields common to all directories. */
function readSchool(
  columns: Columns,
  given: { schoolId: string | null; name: string | null; state: string | null } & Partial<SchoolFacts>,
): ReadRow<NewSchool> {
  const latitude = degreesIn(columns, 90, 'latitude', 'lat', 'latcod', 'geolat');
  const longitude = degreesIn(columns, 180, 'longitude', 'lon', 'long', 'loncod', 'geolong');
  const { schoolId, name, state, ...facts } = given;
  if (name === null) return { reason: 'no name' };
  if (schoolId === null) return { reason: 'no id' };
  if (latitude === null || longitude === null) return { reason: 'no position' };
  if (latitude < 13 || latitude > 72 || longitude > -64)
    return { reason: 'position outside the United States' };
  return {
    schoolId,
    name: name.slice(0, 200),
    state,
    latitude,
    longitude,
    level: 'other',
    lowestGrade: null,
    highestGrade: null,
    enrollment: null,
    studentTeacherRatio: null,
    isPublic: null,
    isCharter: null,
    isMagnet: null,
    isMultilingual: null,
    districtName: null,
    street: null,
    city: null,
    zip: null,
    link: null,
    website: null,
    ...facts,
  };
}

function grades(lowest: string | null, highest: string | null) {
  const [lowestGrade, highestGrade] = [parseGrade(lowest), parseGrade(highest)];
  return { lowestGrade, highestGrade, level: classifySchoolLevel(lowestGrade, highestGrade) };
}

/** "K-5", "6-8", "P-12": CDE's notation for grades. */
function gradesOfSpan(span: string | null) {
  const [lowest = null, highest = lowest] = span?.split('-') ?? [];
  return grades(lowest, highest);
}

const zip5 = (text: string | null) => /^\d{5}/.exec(text ?? '')?.[0] ?? null;
const ratio = (value: number | null) =>
  value === null || value === 0 || value > 200 ? null : Math.round(value * 10) / 10;
const count = (value: number | null) =>
  value === null || value === 0 || value > 50_000 ? null : Math.round(value);

const NCES_PAGE = 'https://nces.ed.gov/ccd/schoolsearch/school_detail.asp?ID=';

const FORMATS: SchoolFormat[] = [
  {
    id: 'cde',
    title: 'California public schools and districts (CDE, pubschls)',
    source: 'California Department of Education',
    licence: 'Public record of the State of California',
    link: 'https://www.cde.ca.gov/ds/si/ds/pubschls.asp',
    has: ['cdscode', 'statustype', 'school', 'latitude', 'longitude'],
    read: (columns) => {
      const status = textIn(columns, 'statustype');
      if (status !== null && status !== 'Active') return { left: `schools that are not active (${status})` };
      const cds = textIn(columns, 'cdscode')?.replace(/\D/g, '').padStart(14, '0') ?? null;
      // Districts have a row of their own with school "0000000".
      if (cds?.endsWith('0000000')) return { left: 'rows of districts' };
      const district = textIn(columns, 'ncesdist');
      const number = textIn(columns, 'ncesschool');
      const isNces = /^\d{6,7}$/.test(district ?? '') && /^\d{1,5}$/.test(number ?? '');
      return readSchool(columns, {
        schoolId: isNces ? `${district!.padStart(7, '0')}${number!.padStart(5, '0')}` : cds && `ca-${cds}`,
        name: textIn(columns, 'school'),
        state: 'CA',
        ...gradesOfSpan(textIn(columns, 'gsserved', 'gsoffered')),
        isPublic: true,
        isCharter: flagIn(columns, 'charter', 'charteryn'),
        isMagnet: flagIn(columns, 'magnet', 'magnetyn'),
        isMultilingual: flagIn(columns, 'multilingual'),
        districtName: textIn(columns, 'district'),
        street: textIn(columns, 'street', 'streetabr'),
        city: textIn(columns, 'city'),
        zip: zip5(textIn(columns, 'zip')),
        website: webAddressIn(columns, 'website'),
        // The state's own page of the school, which links to its Dashboard.
        link: cds && `https://www.cde.ca.gov/schooldirectory/details?cdscode=${cds}`,
      });
    },
  },
  {
    id: 'ospi',
    title: 'Washington schools (OSPI, Washington School Directory)',
    source: 'Washington Office of Superintendent of Public Instruction',
    licence: 'Public record of the State of Washington',
    link: 'https://eds.ospi.k12.wa.us/DirectoryEDS.aspx',
    has: ['schoolcode', 'schoolname', 'leaname'],
    read: (columns) =>
      readSchool(columns, {
        schoolId: ((code) => code && `wa-${code.replace(/\D/g, '')}`)(textIn(columns, 'schoolcode')),
        name: textIn(columns, 'schoolname'),
        state: 'WA',
        ...grades(textIn(columns, 'lowestgrade'), textIn(columns, 'highestgrade')),
        isPublic: /public/i.test(textIn(columns, 'aypcode', 'schoolcategory', 'orgcategorylist') ?? 'public'),
        districtName: textIn(columns, 'leaname'),
        street: textIn(columns, 'addressline1'),
        city: textIn(columns, 'city'),
        zip: zip5(textIn(columns, 'zipcode')),
        website: webAddressIn(columns, 'website'),
        link: 'https://washingtonstatereportcard.ospi.k12.wa.us/',
      }),
  },
  {
    id: 'nces-characteristics',
    title: 'NCES public school characteristics',
    source: 'National Center for Education Statistics (Common Core of Data)',
    licence: PUBLIC_DOMAIN,
    link: 'https://data-nces.opendata.arcgis.com/',
    has: ['ncessch', 'schname'],
    read: (columns) => {
      const status = textIn(columns, 'systatustext', 'systatus');
      if (status !== null && /closed|future|inactive/i.test(status))
        return { left: 'schools that are not open' };
      const id = textIn(columns, 'ncessch')?.padStart(12, '0') ?? null;
      return readSchool(columns, {
        schoolId: id,
        name: textIn(columns, 'schname'),
        state: textIn(columns, 'stabr', 'lstate') ?? stateOfFips(id?.slice(0, 2)),
        ...grades(textIn(columns, 'gslo'), textIn(columns, 'gshi')),
        // Demographic columns are deliberately not read.
        enrollment: count(numberIn(columns, 'member', 'total')),
        studentTeacherRatio: ratio(numberIn(columns, 'stuteratio')),
        isPublic: true,
        isCharter: flagIn(columns, 'chartertext', 'charter'),
        isMagnet: flagIn(columns, 'magnettext', 'magnet'),
        isMultilingual: flagIn(columns, 'multilingual', 'duallanguage'),
        districtName: textIn(columns, 'leaname'),
        street: textIn(columns, 'lstreet1'),
        city: textIn(columns, 'lcity'),
        zip: zip5(textIn(columns, 'lzip')),
        website: webAddressIn(columns, 'website'),
        link: id && `${NCES_PAGE}${id}`,
      });
    },
  },
  {
    id: 'plain',
    title:
      'a plain table (name, state, lat, lon, district; id, level, grade_low, grade_high, street, city, zip, …)',
    source: '',
    licence: '',
    link: '',
    has: ['name', 'state', 'lat', 'lon', 'district'],
    read: (columns) => {
      const name = textIn(columns, 'name');
      const state = textIn(columns, 'state');
      const zip = zip5(textIn(columns, 'zip'));
      const told = textIn(columns, 'level', 'levelguess');
      const spanned = grades(textIn(columns, 'gradelow'), textIn(columns, 'gradehigh'));
      const own = slugify(
        `${state} ${textIn(columns, 'id') ?? `${name} ${zip ?? ''} ${textIn(columns, 'street') ?? ''}`}`,
      );
      const id = textIn(columns, 'ncessch', 'ncesid') ?? textIn(columns, 'id')?.toLowerCase() ?? own;
      return readSchool(columns, {
        schoolId: /^[a-z0-9-]{1,100}$/.test(id) ? id : own.slice(0, 100),
        name,
        state,
        ...spanned,
        ...(spanned.level === 'other' ? { level: levelNamed(told) } : {}),
        enrollment: count(numberIn(columns, 'enrollment')),
        studentTeacherRatio: ratio(numberIn(columns, 'studentteacherratio')),
        isPublic: flagIn(columns, 'public'),
        isMultilingual: flagIn(columns, 'multilingual'),
        districtName: textIn(columns, 'district'),
        street: textIn(columns, 'street'),
        city: textIn(columns, 'city'),
        zip,
        website: webAddressIn(columns, 'website'),
        link: webAddressIn(columns, 'link'),
      });
    },
  },
  {
    id: 'nces-points',
    title: 'NCES EDGE public school points',
    source: 'National Center for Education Statistics (EDGE)',
    licence: PUBLIC_DOMAIN,
    link: 'https://nces.ed.gov/programs/edge/Geographic/SchoolLocations',
    has: ['ncessch', 'name', 'lat', 'lon'],
    read: (columns) => {
      const id = textIn(columns, 'ncessch')?.padStart(12, '0') ?? null;
      return readSchool(columns, {
        schoolId: id,
        name: textIn(columns, 'name'),
        state: textIn(columns, 'state') ?? stateOfFips(id?.slice(0, 2)),
        isPublic: true,
        street: textIn(columns, 'street'),
        city: textIn(columns, 'city'),
        zip: zip5(textIn(columns, 'zip')),
        link: id && `${NCES_PAGE}${id}`,
      });
    },
  },
];

/** "High School", "elementary". */
function levelNamed(text: string | null): SchoolLevel {
  return SCHOOL_LEVELS.find((one) => text?.toLowerCase().includes(one)) ?? 'other';
}
