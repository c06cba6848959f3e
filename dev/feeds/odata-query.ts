import {
  type Condition,
  createCompare,
  parseCondition,
  type Range,
  type Vocabulary,
} from './odata-filter.ts';
import { ODataFault, type Row } from './odata-value.ts';

/** The requested fields and expansions of each row. */
export interface Shape {
  select: string[] | null;
  unselect: string[];
  expand: Expansion[];
}

/** Paging of a server. */
export interface PageLimits {
  /** Default rows per page. */
  usual: number;
  /** Maximum rows per page. */
  most: number;
  /**
   * What `$top` means: the rows of a page (Bridge v2), all rows of all pages, or these and the page size too when the
   * client prefers none (Bridge v3 since 29 July 2025; rule F66). By default `total`.
   */
  top?: 'page' | 'total' | 'total-and-page';
  /** Maximum `$skip`; more is a bad request. By default unlimited. */
  mostSkipped?: number;
  /** Whether next links stop at `mostSkipped` too. */
  wall?: boolean;
}

/** Rows to query. */
export interface RowSource {
  /** Number of rows without a filter. */
  readonly size: number;
  /** Increases with every change; invalidates sorted rows. */
  readonly version: number;
  /** Fields that `all` and `walk` state without building the row; null: rows are complete. */
  readonly glance: ReadonlySet<string> | null;
  all(): Iterable<Row>;
  /** Rows whose field has one of these values; undefined when there is no index for it. */
  pick(field: string, values: readonly string[]): Iterable<Row> | undefined;
  /** In the order of (field, key), from a position on; undefined when there is no such order. */
  walk(field: string, direction: 1 | -1, from?: Start): Iterable<Row> | undefined;
  /** The whole row for a result of `all`, `pick` or `walk`; limited to `fields` when given. */
  load(glanced: Row, fields?: ReadonlySet<string>): Row | undefined;
  /** Cache of sorted rows. */
  readonly cache: SortCache;
}

/** Rows sorted for a query, cached until data changes: a client comes back for the next page. */
export class SortCache {
  readonly #lists = new Map<string, Row[]>();
  #version = -1;

  find(name: string, version: number): Row[] | undefined {
    if (version !== this.#version) this.#lists.clear();
    this.#version = version;
    return this.#lists.get(name);
  }

  keep(name: string, list: Row[]): void {
    if (this.#lists.size >= 8) this.#lists.clear();
    this.#lists.set(name, list);
  }
}

export interface Start {
  value: string;
  key?: string;
  exclusive: boolean;
}

export interface Table {
  /** The key field, which ends every order to make it total. */
  key: string;
  source: RowSource;
  vocabulary: Vocabulary;
  /** Navigation properties that `$expand` supports. */
  expands: readonly string[];
}

/** One item of `$expand`. */
export interface Expansion {
  name: string;
  top: number | null;
  select: string[] | null;
}

export interface Found extends Shape {
  rows: Row[];
  count: number | null;
  /** Query of the next page, without "?"; null on the last. */
  next: string | null;
}

const OPTIONS = [
  '$filter',
  '$orderby',
  '$select',
  '$unselect',
  '$top',
  '$skip',
  '$count',
  '$expand',
  '$skiptoken',
  '$format',
];

/** Limits of one query, in built rows and in CPU time (ms): a real provider gives up as well (rule F23). */
const MAX_BUILT_ROWS = 100_000;
const MAX_MS = 4_000;

/** The decoded query options. `+` is a space, as in forms, except as the sign in "T00:00:00+09:00". */
export function parseOptions(search: string): Map<string, string> {
  const options = new Map<string, string>();
  for (const part of search.replace(/^\?/, '').split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const [name, value] = at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
    try {
      const text = decodeURIComponent(value.replace(/\+(?!\d{2}:\d{2})/g, ' '));
      options.set(decodeURIComponent(name), text);
    } catch {
      throw new ODataFault(400, 'the query is not UTF-8');
    }
  }
  for (const name of options.keys()) {
    if (name.startsWith('$') && !OPTIONS.includes(name))
      throw new ODataFault(501, `${name} is not supported`);
  }
  return options;
}

/**
 * Answers one query over a table. A next link carries the values of the last row, not an offset, so that rows that
 * change during paging are neither lost nor repeated.
 * @throws ODataFault 400 for an unparsable query, 408 when more rows would have to be built than allowed.
 */
export function answerQuery(
  table: Table,
  options: ReadonlyMap<string, string>,
  limits: PageLimits,
  maxPageSize: number | null,
  now: () => Date,
): Found {
  const { source, vocabulary } = table;
  const filter = options.get('$filter');
  const condition = filter === undefined ? null : parseCondition(filter, vocabulary, now);
  const orderby = parseOrder(options.get('$orderby'), table);
  const { select, unselect, expand } = parseShape(table, options);
  const token = options.get('$skiptoken');
  const place = token === undefined ? null : parseToken(token, orderby);
  const skip = wholeNumber(options.get('$skip'), '$skip') ?? 0;
  const passed = skip + (place?.passed ?? 0);
  const { mostSkipped = Number.POSITIVE_INFINITY } = limits;
  if (skip > mostSkipped || (limits.wall === true && passed > mostSkipped)) {
    throw new ODataFault(400, `paging past ${mostSkipped} rows needs replication`);
  }
  const top = wholeNumber(options.get('$top'), '$top');
  const pageSize = choosePageSize(limits, maxPageSize, top);

  const matches = new Matches(source, condition, orderby, filter ?? '');
  const rows: Row[] = [];
  const wantsCount = options.get('$count') === 'true';
  // The first page and the count share one pass.
  const countsAlong = wantsCount && condition !== null && place === null;
  let more = false;
  let seen = 0;
  for (const row of matches.from(place?.last ?? null)) {
    seen += 1;
    if (seen <= skip) continue;
    if (rows.length < pageSize) rows.push(row);
    else {
      more = true;
      if (!countsAlong) break;
    }
  }
  const remaining = limits.top === 'page' || top === null ? null : top - rows.length;
  const hasNext = more && rows.length > 0 && remaining !== 0;
  const glance = source.glance;
  const isSeen = (name: string) => glance?.has(name) === true;
  const needsWhole = glance !== null && !(select?.every(isSeen) === true && expand.length === 0);
  return {
    rows: needsWhole ? rows.map((row) => source.load(row) ?? row) : rows,
    count: countsAlong ? seen : wantsCount ? matches.count() : null,
    select,
    unselect,
    expand,
    next: hasNext ? nextQuery(options, rows.at(-1) as Row, orderby, remaining, passed + rows.length) : null,
  };
}

/** @throws ODataFault 400 for an unknown field or navigation property. */
export function parseShape(table: Table, options: ReadonlyMap<string, string>): Shape {
  const isField = (name: string) => table.vocabulary.fields.has(name);
  const isKnown = (name: string) => isField(name) || table.expands.includes(name);
  return {
    select: names(options.get('$select'), isKnown, '$select'),
    unselect: names(options.get('$unselect'), isField, '$unselect') ?? [],
    expand: parseExpand(options.get('$expand'), table.expands),
  };
}

function choosePageSize(limits: PageLimits, preferred: number | null, top: number | null): number {
  if (limits.top === 'page') return Math.min(limits.most, top ?? limits.usual);
  const usual = limits.top === 'total-and-page' && top !== null ? top : limits.usual;
  return Math.min(limits.most, preferred ?? usual, top ?? Number.POSITIVE_INFINITY);
}

/** The rows that match a filter, in an order; whole rows are built only where the filter needs them. */
class Matches {
  readonly #source: RowSource;
  readonly #condition: Condition | null;
  readonly #orderby: OrderPart[];
  readonly #name: string;
  readonly #isGlanced: boolean;
  readonly #fields: ReadonlySet<string>;
  readonly #began = process.cpuUsage();
  #made = 0;

  constructor(source: RowSource, condition: Condition | null, orderby: OrderPart[], filter: string) {
    this.#source = source;
    this.#condition = condition;
    this.#orderby = orderby;
    this.#name = `${filter}\n${orderby.map(({ field, sign }) => `${field} ${sign}`).join()}`;
    const { glance } = source;
    const ordered = new Set(orderby.map(({ field }) => field));
    this.#fields = condition === null ? ordered : ordered.union(condition.fields);
    this.#isGlanced =
      glance === null || condition === null || [...condition.fields].every((field) => glance.has(field));
  }

  /** Rows after `last`, or all. */
  from(last: Row | null): Iterable<Row> {
    const [first] = this.#orderby as [OrderPart, ...OrderPart[]];
    const picked = this.#picked();
    if (picked !== undefined) return this.#after(picked, last);
    const isKept = this.#orderby.length === 1 || this.#orderby[1]?.sign === first.sign;
    if (isKept && this.#orderby.length <= 2) {
      const range = this.#condition?.findRange(first.field);
      const walk = this.#source.walk(first.field, first.sign, this.#start(first, range, last));
      if (walk !== undefined) {
        const end = first.sign === 1 ? range?.to : range?.from;
        return this.#filtered(walk, end === undefined ? undefined : { ...first, end });
      }
    }
    return this.#after(this.#sorted(), last);
  }

  #start(first: OrderPart, range: Range | undefined, last: Row | null): Start | undefined {
    if (last === null) {
      const value = first.sign === 1 ? range?.from : range?.to;
      return value === undefined ? undefined : { value, exclusive: false };
    }
    const key = this.#orderby[1]?.field;
    const value = String(last[first.field]);
    return key === undefined
      ? { value, exclusive: true }
      : { value, key: String(last[key]), exclusive: true };
  }

  count(): number {
    if (this.#condition === null) return this.#source.size;
    let count = 0;
    for (const _ of this.from(null)) count += 1;
    return count;
  }

  *#filtered(rows: Iterable<Row>, until?: OrderPart & { end: string }): Generator<Row> {
    const condition = this.#condition;
    for (const row of rows) {
      if (until !== undefined && until.sign * until.compare(row[until.field], until.end) > 0) return;
      if (condition === null || condition.holds(this.#isGlanced ? row : this.#make(row))) yield row;
    }
  }

  #make(glanced: Row): Row {
    this.#made += 1;
    if (this.#made > MAX_BUILT_ROWS || (this.#made % 100 === 0 && this.#spentMs() > MAX_MS))
      throw new ODataFault(408, 'the query took too long');
    return this.#source.load(glanced, this.#fields) ?? glanced;
  }

  /** CPU time: on a busy machine, wall time says nothing about the query. */
  #spentMs(): number {
    const { user, system } = process.cpuUsage(this.#began);
    return (user + system) / 1000;
  }

  #order(a: Row, b: Row): number {
    for (const { field, compare, sign } of this.#orderby) {
      const result = compare(a[field], b[field]);
      if (result !== 0) return sign * result;
    }
    return 0;
  }

  #after(sorted: Row[], last: Row | null): Row[] {
    if (last === null) return sorted;
    const at = sorted.findIndex((row) => this.#order(row, last) > 0);
    return at === -1 ? [] : sorted.slice(at);
  }

  /** The matches of a filter that lists the values of a field. */
  #picked(): Row[] | undefined {
    for (const field of this.#condition?.fields ?? []) {
      const values = this.#condition?.findRange(field)?.values;
      const picked = values === undefined ? undefined : this.#source.pick(field, [...new Set(values)]);
      if (picked !== undefined) return this.#sort(picked);
    }
    return undefined;
  }

  #sorted(): Row[] {
    const { cache, version } = this.#source;
    const known = this.#name.includes('now()') ? undefined : cache.find(this.#name, version);
    if (known !== undefined) return known;
    const list = this.#sort(this.#source.all());
    cache.keep(this.#name, list);
    return list;
  }

  /** For rows that are not built yet, only the fields of the order are kept. */
  #sort(rows: Iterable<Row>): Row[] {
    const { glance } = this.#source;
    const fields = this.#orderby.map(({ field }) => field);
    const isSeen = glance === null || fields.every((field) => glance.has(field));
    const list: Row[] = [];
    for (const row of this.#filtered(rows)) {
      if (isSeen) list.push(row);
      else {
        const whole = this.#make(row);
        list.push({ ...row, ...Object.fromEntries(fields.map((field) => [field, whole[field]])) });
      }
    }
    return list.sort((a, b) => this.#order(a, b));
  }
}

/** A table in memory. */
export class ListSource implements RowSource {
  readonly glance = null;
  readonly cache = new SortCache();
  readonly #read: () => readonly Row[];
  readonly #version: () => number;

  constructor(read: () => readonly Row[], version: () => number) {
    this.#read = read;
    this.#version = version;
  }

  get size(): number {
    return this.#read().length;
  }

  get version(): number {
    return this.#version();
  }

  all(): Iterable<Row> {
    return this.#read();
  }

  pick(): undefined {
    return undefined;
  }

  walk(): undefined {
    return undefined;
  }

  load(row: Row): Row {
    return row;
  }
}

interface OrderPart {
  field: string;
  sign: 1 | -1;
  compare: (a: unknown, b: unknown) => number;
}

function parseOrder(text: string | undefined, table: Table): OrderPart[] {
  const parts: OrderPart[] = [];
  for (const item of (text ?? '').split(',')) {
    const match = /^\s*([A-Za-z_]\w*)(?:\s+(asc|desc))?\s*$/.exec(item);
    if (match === null) {
      if (item.trim() === '' && text === undefined) continue;
      throw new ODataFault(400, `$orderby cannot be parsed: ${item.trim()}`);
    }
    const [, field = '', direction] = match;
    const kind = table.vocabulary.fields.get(field);
    if (kind === undefined) throw new ODataFault(400, `unknown field ${field}`);
    if (kind === 'list' || kind === 'rows' || kind === 'point')
      throw new ODataFault(400, `${field} cannot be ordered by`);
    parts.push({ field, sign: direction === 'desc' ? -1 : 1, compare: createCompare(kind) });
  }
  if (!parts.some(({ field }) => field === table.key)) {
    parts.push({ field: table.key, sign: parts[0]?.sign ?? 1, compare: createCompare('text') });
  }
  return parts;
}

function names(
  text: string | undefined,
  isKnown: (name: string) => boolean,
  option: string,
): string[] | null {
  if (text === undefined || text.trim() === '' || text.trim() === '*') return null;
  const list = text.split(',').map((name) => name.trim());
  const unknown = list.find((name) => !isKnown(name));
  if (unknown !== undefined) throw new ODataFault(400, `${option}: unknown ${unknown}`);
  return list;
}

/** `ListAgent,OpenHouse($top=20;$select=OpenHouseKey)`. */
function parseExpand(text: string | undefined, known: readonly string[]): Expansion[] {
  if (text === undefined || text.trim() === '') return [];
  return text.split(/,(?![^(]*\))/).map((item) => {
    const match = /^\s*(\w+)\s*(?:\((.*)\))?\s*$/.exec(item);
    const name = match?.[1] ?? '';
    if (!known.includes(name)) throw new ODataFault(400, `$expand: unknown ${item.trim()}`);
    const expansion: Expansion = { name, top: null, select: null };
    for (const option of (match?.[2] ?? '').split(';').filter((one) => one.trim() !== '')) {
      const [, what, value = ''] = /^\s*\$(\w+)=(.*)$/.exec(option) ?? [];
      if (what === 'top') expansion.top = wholeNumber(value.trim(), '$top');
      else if (what === 'select') expansion.select = value.split(',').map((one) => one.trim());
      else throw new ODataFault(501, `$expand(${option.trim()}) is not supported`);
    }
    return expansion;
  });
}

function wholeNumber(text: string | undefined, option: string): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw new ODataFault(400, `${option} must be a whole number`);
  return Number(text);
}

function nextQuery(
  options: ReadonlyMap<string, string>,
  last: Row,
  orderby: OrderPart[],
  left: number | null,
  passed: number,
): string {
  const values = orderby.map(({ field }) => last[field] ?? null);
  const isOld = (name: string) =>
    name === '$skip' || name === '$skiptoken' || (name === '$top' && left !== null);
  const kept = [...options].filter(([name]) => !isOld(name));
  if (left !== null) kept.push(['$top', String(left)]);
  kept.push(['$skiptoken', Buffer.from(JSON.stringify([passed, ...values])).toString('base64url')]);
  return kept.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

function parseToken(token: string, orderby: OrderPart[]): { last: Row; passed: number } {
  try {
    const values: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (Array.isArray(values) && values.length === orderby.length + 1 && Number.isInteger(values[0])) {
      const last = Object.fromEntries(orderby.map(({ field }, i) => [field, values[i + 1]]));
      return { last, passed: values[0] };
    }
  } catch {
    // Falls through: not a token of this server.
  }
  throw new ODataFault(400, 'the $skiptoken does not belong to this query');
}
