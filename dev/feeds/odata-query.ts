import { orderOf, parseFilter, type Vocabulary } from './odata-filter.ts';
import { ODataFault, type Row } from './odata-value.ts';

/** What a question may say about the page it wants. */
export interface PageLimits {
  /** Rows in a page when nothing is asked. */
  usual: number;
  /** Rows in a page at most. */
  most: number;
}

export interface Table {
  /** The key field, which ends every order, so that it is total. */
  key: string;
  rows: readonly Row[];
  vocabulary: Vocabulary;
  /** Navigation properties that `$expand` knows. */
  expands: readonly string[];
  /** Rows in this order, kept while the data stands. */
  sorted: (orderby: string, sort: () => Row[]) => Row[];
}

export interface Found {
  rows: Row[];
  count: number | null;
  select: string[] | null;
  expand: string[];
  /** Query of the next page, without "?"; null on the last. */
  next: string | null;
}

const OPTIONS = [
  '$filter',
  '$orderby',
  '$select',
  '$top',
  '$skip',
  '$count',
  '$expand',
  '$skiptoken',
  '$format',
];

/** The query's options, decoded. `+` is a blank, as forms write it, but the sign in "T00:00:00+09:00" stays. */
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
      throw new ODataFault(501, `${name} is not done here`);
  }
  return options;
}

/**
 * Answers one question over a table. A next link carries the values of the last row, not an offset: rows that
 * change while somebody pages are then neither lost nor repeated.
 */
export function answerQuery(
  table: Table,
  options: ReadonlyMap<string, string>,
  limits: PageLimits,
  maxPageSize: number | null,
  now: () => Date,
): Found {
  const filter = options.get('$filter');
  const test = filter === undefined ? () => true : parseFilter(filter, table.vocabulary, now);
  const orderby = parseOrder(options.get('$orderby'), table);
  const order = (a: Row, b: Row) => {
    for (const { field, compare, sign } of orderby) {
      const result = compare(a[field], b[field]);
      if (result !== 0) return sign * result;
    }
    return 0;
  };
  const sorted = table.sorted(orderby.map(({ field, sign }) => `${field} ${sign}`).join(), () =>
    table.rows.toSorted(order),
  );
  const matches = filter === undefined ? sorted : sorted.filter(test);
  const select = names(options.get('$select'), (name) => table.vocabulary.fields.has(name), '$select');
  const expand = names(options.get('$expand'), (name) => table.expands.includes(name), '$expand') ?? [];

  const token = options.get('$skiptoken');
  let from = wholeNumber(options.get('$skip'), '$skip') ?? 0;
  if (token !== undefined) {
    const last = parseToken(token, orderby);
    from = matches.findIndex((row) => order(row, last) > 0);
    if (from === -1) from = matches.length;
  }
  const top = wholeNumber(options.get('$top'), '$top');
  const page = Math.min(limits.most, maxPageSize ?? limits.usual, top ?? Number.POSITIVE_INFINITY);
  const rows = matches.slice(from, from + page);
  const left = top === null ? null : top - rows.length;
  const more = from + rows.length < matches.length && rows.length > 0 && left !== 0;
  return {
    rows,
    count: options.get('$count') === 'true' ? matches.length : null,
    select,
    expand,
    next: more ? nextQuery(options, rows.at(-1) as Row, orderby, left) : null,
  };
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
      throw new ODataFault(400, `$orderby cannot be read: ${item.trim()}`);
    }
    const [, field = '', direction] = match;
    const kind = table.vocabulary.fields.get(field);
    if (kind === undefined) throw new ODataFault(400, `there is no field ${field}`);
    if (kind === 'list' || kind === 'rows') throw new ODataFault(400, `${field} has no order`);
    parts.push({ field, sign: direction === 'desc' ? -1 : 1, compare: orderOf(kind) });
  }
  if (!parts.some(({ field }) => field === table.key)) {
    parts.push({ field: table.key, sign: 1, compare: orderOf('text') });
  }
  return parts;
}

function names(
  text: string | undefined,
  isKnown: (name: string) => boolean,
  option: string,
): string[] | null {
  if (text === undefined || text.trim() === '' || text.trim() === '*') return null;
  const list = text.split(',').map((name) => name.trim().replace(/\(.*\)$/, ''));
  const unknown = list.find((name) => !isKnown(name));
  if (unknown !== undefined) throw new ODataFault(400, `${option}: there is no ${unknown}`);
  return list;
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
): string {
  const values = orderby.map(({ field }) => last[field] ?? null);
  const kept = [...options].filter(([name]) => !['$skip', '$skiptoken', '$top'].includes(name));
  if (left !== null) kept.push(['$top', String(left)]);
  kept.push(['$skiptoken', Buffer.from(JSON.stringify(values)).toString('base64url')]);
  return kept.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

function parseToken(token: string, orderby: OrderPart[]): Row {
  try {
    const values: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (Array.isArray(values) && values.length === orderby.length) {
      return Object.fromEntries(orderby.map(({ field }, i) => [field, values[i]]));
    }
  } catch {
    // Falls through: a token that is not ours.
  }
  throw new ODataFault(400, 'the $skiptoken is not of this question');
}
