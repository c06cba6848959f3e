import type { MarketTables, Resource } from './market-tables.ts';
import { milesBetween, type Position } from './odata-geo.ts';
import { answerQuery } from './odata-query.ts';
import { type Kind, ODataFault, type Row } from './odata-value.ts';

/** Collections of the native API and their resources. */
export const NATIVE: Record<string, Resource> = {
  listings: 'Property',
  agents: 'Member',
  offices: 'Office',
  openhouses: 'OpenHouse',
};

export interface NativeFound {
  rows: Row[];
  total: number;
}

const OPERATORS: Record<string, string> = { gt: 'gt', gte: 'ge', lt: 'lt', lte: 'le', ne: 'ne', eq: 'eq' };
const OWN = [
  'access_token',
  'limit',
  'offset',
  'sortBy',
  'order',
  'fields',
  'near',
  'radius',
  'box',
  'poly',
  'geohash',
];
/** Maximum rows sorted by distance. */
const MAX_NEAR_ROWS = 10_000;

/**
 * Answers a query of the native "Bridge Web API" (rule F69) through the OData engine.
 * @throws ODataFault 400
 */
export function answerNative(
  tables: MarketTables,
  resource: Resource,
  queryOptions: ReadonlyMap<string, string>,
  now: () => Date,
): NativeFound {
  const limit = Math.min(200, wholeNumber(queryOptions, 'limit') ?? 10);
  const offset = wholeNumber(queryOptions, 'offset') ?? 0;
  if (offset > 10_000) throw new ODataFault(400, 'paging past 10000 rows needs replication');
  const near = queryOptions.has('near') ? (numbers(queryOptions, 'near', 2) as [number, number]) : null;
  const conditions = [
    ...fieldConditions(tables.fields(resource), queryOptions),
    ...areaConditions(queryOptions, near),
  ];
  const sortBy = queryOptions.get('sortBy');
  const options = new Map([['$count', 'true']]);
  if (conditions.length > 0) options.set('$filter', conditions.join(' and '));
  if (sortBy !== undefined) options.set('$orderby', `${sortBy} ${queryOptions.get('order') ?? 'asc'}`);
  const table = tables.table(resource);
  if (near === null || sortBy !== undefined) {
    options.set('$skip', String(offset));
    const found = answerQuery(table, options, { usual: limit, most: limit }, null, now);
    const rows = near === null ? found.rows : found.rows.map((row) => withDistance(row, near));
    return { rows: rows.map((row) => fieldsOnly(row, queryOptions.get('fields'))), total: found.count ?? 0 };
  }
  const found = answerQuery(table, options, { usual: MAX_NEAR_ROWS, most: MAX_NEAR_ROWS }, null, now);
  const rows = found.rows
    .map((row) => withDistance(row, near))
    .sort((a, b) => Number(a.distanceFrom ?? Number.MAX_VALUE) - Number(b.distanceFrom ?? Number.MAX_VALUE))
    .slice(offset, offset + limit);
  return { rows: rows.map((row) => fieldsOnly(row, queryOptions.get('fields'))), total: found.count ?? 0 };
}

/** `fields=ListPrice,Media.MediaURL`: names, and dotted paths into rows of a list. */
export function fieldsOnly(row: Row, fields: string | undefined): Row {
  if (fields === undefined || fields.trim() === '') return row;
  const shown: Row = {};
  for (const path of fields.split(',').map((one) => one.trim())) {
    const [name = '', member] = path.split('.');
    const value = row[name];
    if (!(name in row)) continue;
    if (member === undefined || !Array.isArray(value)) {
      shown[name] = value;
      continue;
    }
    const before = (shown[name] as Row[] | undefined) ?? [];
    shown[name] = (value as Row[]).map((one, at) => ({ ...before[at], [member]: one[member] }));
  }
  if ('distanceFrom' in row) shown.distanceFrom = row.distanceFrom;
  return shown;
}

function* fieldConditions(
  fields: ReadonlyMap<string, Kind>,
  queryOptions: ReadonlyMap<string, string>,
): Generator<string> {
  for (const [name, value] of queryOptions) {
    if (OWN.includes(name)) continue;
    const [field = '', operator = 'eq'] = name.split('.');
    const kind = fields.get(field);
    if (kind === undefined) throw new ODataFault(400, `unknown field ${field}`);
    const word = OPERATORS[operator];
    if (operator === 'in') {
      const values = value.split(',').map((one) => literal(kind, one));
      yield kind === 'list' ? `${field}/any(x:x in (${values}))` : `${field} in (${values})`;
    } else if (word === undefined) throw new ODataFault(400, `unknown operator ${operator}`);
    else if (kind === 'list') {
      const any = `${field}/any(x:x eq ${literal(kind, value)})`;
      yield word === 'ne' ? `not ${any}` : any;
    } else yield `${field} ${word} ${literal(kind, value)}`;
  }
}

function* areaConditions(
  queryOptions: ReadonlyMap<string, string>,
  near: Position | null,
): Generator<string> {
  const polygon = (ring: Position[]) =>
    `geo.intersects(Coordinates, POLYGON((${ring.map((one) => one.join(' ')).join(', ')})))`;
  const box = (west: number, south: number, east: number, north: number) =>
    polygon([
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]);
  if (near !== null) {
    const radius = Number(queryOptions.get('radius') ?? 10);
    if (!(radius > 0)) throw new ODataFault(400, 'radius must be a number of miles');
    yield `geo.distance(Coordinates, POINT(${near.join(' ')})) le ${radius}`;
  }
  if (queryOptions.has('box')) {
    const [a, b, c, d] = numbers(queryOptions, 'box', 4) as [number, number, number, number];
    yield box(Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d));
  }
  if (queryOptions.has('poly')) {
    const list = numbers(queryOptions, 'poly');
    if (list.length < 6 || list.length % 2 !== 0) throw new ODataFault(400, 'poly must be lon,lat,lon,lat,…');
    const ring: Position[] = [];
    for (let at = 0; at < list.length; at += 2) ring.push([list[at] as number, list[at + 1] as number]);
    const [first] = ring as [Position];
    const last = ring.at(-1);
    if (last?.[0] !== first[0] || last[1] !== first[1]) ring.push(first);
    yield polygon(ring);
  }
  const geohash = queryOptions.get('geohash');
  if (geohash !== undefined) yield box(...boundsOfGeohash(geohash));
}

const BASE32 = '0123456789bcdefghjkmnpqrstuvwxyz';

/** West, south, east, north of a geohash, whose bits bisect longitude and latitude alternately. */
function boundsOfGeohash(geohash: string): [number, number, number, number] {
  const lon = [-180, 180] as [number, number];
  const lat = [-90, 90] as [number, number];
  let isLongitude = true;
  for (const letter of geohash.toLowerCase()) {
    const value = BASE32.indexOf(letter);
    if (value === -1) throw new ODataFault(400, 'geohash is not valid');
    for (let bit = 16; bit >= 1; bit /= 2) {
      const span = isLongitude ? lon : lat;
      const middle = (span[0] + span[1]) / 2;
      if ((value & bit) === 0) span[1] = middle;
      else span[0] = middle;
      isLongitude = !isLongitude;
    }
  }
  return [lon[0], lat[0], lon[1], lat[1]];
}

function withDistance(row: Row, near: Position): Row {
  const at = row.Coordinates as Position | null;
  return { ...row, distanceFrom: at === null ? null : milesBetween(at, near) };
}

function literal(kind: Kind, value: string): string {
  if (value === 'null') return value;
  if (kind === 'text' || kind === 'list' || kind === 'null') return `'${value.replaceAll("'", "''")}'`;
  return value;
}

function numbers(queryOptions: ReadonlyMap<string, string>, name: string, count?: number): number[] {
  const list = (queryOptions.get(name) ?? '')
    .split(',')
    .map((one) => (one.trim() === '' ? Number.NaN : Number(one)));
  if (list.some((one) => !Number.isFinite(one)) || (count !== undefined && list.length !== count)) {
    throw new ODataFault(400, `${name} is not valid`);
  }
  return list;
}

function wholeNumber(queryOptions: ReadonlyMap<string, string>, name: string): number | null {
  const text = queryOptions.get(name);
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw new ODataFault(400, `${name} must be a whole number`);
  return Number(text);
}
