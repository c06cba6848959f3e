import { KEYS, type MarketTables, type Resource } from './market-tables.ts';
import { parseCondition } from './odata-filter.ts';
import type { Place } from './odata-listings.ts';
import { parseShape, type Shape } from './odata-query.ts';
import { ODataFault, type Row } from './odata-value.ts';

export interface ReplicationPage extends Shape {
  rows: Row[];
  /** Query of the next link, without "?". There is always one; it may be requested again and again. */
  next: string;
}

const MAX_ROWS = 2_000;
const DEFAULT_ROWS = 200;
const STAMP = 'BridgeModificationTimestamp';
const ALLOWED = ['$top', '$filter', '$select', '$unselect', '$expand', '$format'];

/**
 * One page of `/{Resource}/replication` (rule F65): oldest change first by the provider's own timestamp, up to 2,000
 * rows, from the position in the link's token. Supports neither offset nor order.
 * @throws ODataFault 400
 */
export function replicate(
  tables: MarketTables,
  resource: Resource,
  options: ReadonlyMap<string, string>,
  now: () => Date,
  isRepeated: boolean,
): ReplicationPage {
  for (const name of options.keys()) {
    if (name.startsWith('$') && !ALLOWED.includes(name)) {
      throw new ODataFault(400, `${name} is not available on replication`);
    }
  }
  const table = tables.table(resource);
  const shape = parseShape(table, options);
  const filter = options.get('$filter');
  const condition = filter === undefined ? null : parseCondition(filter, table.vocabulary, now);
  const top = parseTop(options.get('$top'));
  const token = parseToken(options.get('next'));
  const from = isRepeated ? token.before : token.place;

  const { source, key } = table;
  const { glance } = source;
  const isGlanced = glance !== null && condition?.fields.isSubsetOf(glance) === true;
  // A page of keys and timestamps needs no whole rows.
  const isBare = glance !== null && shape.select?.every((name) => glance.has(name)) === true;
  const rows: Row[] = [];
  for (const row of walk(tables, resource, furthest(from, condition?.findRange(STAMP)?.from))) {
    let whole: Row | undefined;
    if (condition !== null) {
      if (!isGlanced) whole = source.load(row);
      if (!condition.holds(whole ?? row)) continue;
    }
    rows.push(isBare ? row : (whole ?? source.load(row) ?? row));
    if (rows.length === top) break;
  }
  const last = rows.at(-1);
  const place = last === undefined ? from : createPlace(last, key);
  const kept = [...options].filter(([name]) => name !== 'next');
  kept.push(['next', writeToken({ place, before: from })]);
  const next = kept.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return { ...shape, rows, next };
}

interface Token {
  /** Position at which the next page begins; null: at the oldest row. */
  place: Place | null;
  /** Position at which the previous page began. */
  before: Place | null;
}

function createPlace(row: Row, key: string): Place {
  return { value: String(row[STAMP]), key: String(row[key]), exclusive: true };
}

/** The later of the link's position and the start of the filter's range. */
function furthest(place: Place | null, from: string | undefined): Place | undefined {
  if (from === undefined) return place ?? undefined;
  const begin: Place = { value: from, exclusive: false };
  return place === null || Date.parse(place.value) < Date.parse(from) ? begin : place;
}

function walk(tables: MarketTables, resource: Resource, from: Place | undefined): Iterable<Row> {
  const { source } = tables.table(resource);
  const kept = source.walk(STAMP, 1, from);
  if (kept !== undefined) return kept;
  const key = KEYS[resource];
  const rank = (row: Row) => `${new Date(String(row[STAMP])).toISOString()} ${String(row[key])}`;
  const begin = from === undefined ? '' : `${new Date(from.value).toISOString()} ${from.key ?? ''}`;
  return [...source.all()]
    .map((row) => ({ row, rank: rank(row) }))
    .filter((one) => one.rank > begin)
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ row }) => row);
}

function parseTop(text: string | undefined): number {
  if (text === undefined) return DEFAULT_ROWS;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new ODataFault(400, '$top must be a whole number from 1');
  return Math.min(MAX_ROWS, Number(text));
}

function writeToken({ place, before }: Token): string {
  const part = (one: Place | null) => (one === null ? null : [one.value, one.key]);
  return Buffer.from(JSON.stringify([part(place), part(before)])).toString('base64url');
}

function parseToken(text: string | undefined): Token {
  if (text === undefined) return { place: null, before: null };
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === 2)
      return { place: parsePlacePart(parts[0]), before: parsePlacePart(parts[1]) };
  } catch {
    // Falls through: not a token of this server.
  }
  throw new ODataFault(400, 'the link is not valid');
}

function parsePlacePart(part: unknown): Place | null {
  if (part === null) return null;
  const [value, key] = part as [string, string];
  if (Number.isNaN(Date.parse(value)) || typeof key !== 'string') throw new Error('not a position');
  return { value, key, exclusive: true };
}
