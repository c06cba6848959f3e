/** The kind of a field, as far as OData queries distinguish it. */
export type Kind =
  | 'text'
  | 'number'
  | 'flag'
  | 'date'
  | 'instant'
  | 'time'
  | 'list'
  | 'rows'
  | 'point'
  | 'shape'
  | 'null';

export type Row = Record<string, unknown>;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,12})?)?(Z|[+-]\d{2}:\d{2})$/i;

export const isDateText = (text: string): boolean => DATE.test(text);
const isInstantText = (text: string): boolean => INSTANT.test(text);

/** Cached, since timestamps are compared repeatedly while sorting. */
const parsed = new Map<string, number>();

/** Microseconds since the epoch: integers that compare exactly until the year 2255. NaN when invalid. */
export function parseCachedMicros(text: string): number {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const micros = parseMicros(text);
  if (parsed.size > 200_000) parsed.clear();
  parsed.set(text, micros);
  return micros;
}

/** The same, without the cache. */
export function parseMicros(text: string): number {
  // At most three fractional digits, which Date parses itself.
  if (text.length <= 24) return Date.parse(text) * 1000;
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
  return Date.parse(text.replace(/\.\d+/, '')) * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}

/** The kind of a JSON value; strings that look like a date or an instant have that kind. */
function detectKind(value: unknown): Kind {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'flag';
  if (Array.isArray(value)) return typeof value[0] === 'object' && value[0] !== null ? 'rows' : 'list';
  const text = String(value);
  if (isDateText(text)) return 'date';
  return isInstantText(text) ? 'instant' : 'text';
}

/**
 * The fields of a resource and their kinds, derived from its rows; for a field that is always null, from its name.
 */
export function detectFields(rows: readonly Row[]): Map<string, Kind> {
  const fields = new Map<string, Kind>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const known = fields.get(name);
      if (known !== undefined && known !== 'null' && known !== 'list') continue;
      const kind = detectKind(value);
      if (known === undefined || (known === 'null' && kind !== 'null') || kind === 'rows')
        fields.set(name, kind);
    }
  }
  for (const [name, kind] of fields) if (kind === 'null') fields.set(name, kindByName(name));
  return fields;
}

/** The kind that RESO's naming implies, for a field without values. */
function kindByName(name: string): Kind {
  if (name.endsWith('YN')) return 'flag';
  if (name.endsWith('Timestamp')) return 'instant';
  if (name.endsWith('Date')) return 'date';
  return /(Price|Amount|Fee2?|Area|Total|Spaces|Count|Year)$/.test(name) ? 'number' : 'text';
}

/** A query that cannot be answered; becomes an OData error body. */
export class ODataFault extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
