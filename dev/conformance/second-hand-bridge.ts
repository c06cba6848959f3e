import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An independent Bridge server, written from the description of Bridge (docs/feeds.md) for these tests only. It
 * imports nothing of dev/feeds, so that client and simulator do not share mistakes, and any optional capability can
 * be turned off.
 */
export interface Capabilities {
  version: 2 | 3;
  /** How the next link is sent; `none`: not at all. */
  links: 'header' | 'bare' | 'body' | 'none';
  /** Whether the last page with rows and the empty page after it have a next link too. */
  linksAtTheEnd: boolean;
  /** Links name an internal host, as behind a misconfigured proxy. */
  innerHost: boolean;
  replication: 200 | 403 | 404;
  replicationFilter: boolean;
  /** Replication is ordered oldest first, as documented; otherwise unordered. */
  ordered: boolean;
  select: boolean;
  /** Whether ordinary pages support `$filter`. */
  filter: boolean;
  /** A field that is missing here: a filter that names it gets 400. */
  refuses: string | null;
  functions: boolean;
  count: boolean;
  names: 'both' | 'singular' | 'plural';
  token: 'header' | 'query' | 'refused';
  /** 403 on every request, with a JSON or an HTML body. */
  licence: 'granted' | 'lost' | 'html';
  /** Ordinary pages hold ten rows regardless of `$top` (v3 until July 2025). */
  tenRows: boolean;
  /** Rows per replication page. */
  page: number;
  /** Maximum rows of an ordinary page. */
  cap: number;
}

export type Row = Record<string, unknown>;
export const TOKEN = 'sesame+token/1';
export const DATASET = 'foreign';

const GOOD: Capabilities = {
  version: 2,
  links: 'header',
  linksAtTheEnd: true,
  innerHost: false,
  replication: 200,
  replicationFilter: true,
  ordered: true,
  select: true,
  filter: true,
  refuses: null,
  functions: true,
  count: true,
  names: 'both',
  token: 'header',
  licence: 'granted',
  tenRows: false,
  page: 7,
  cap: 200,
};

type Table = { name: 'Property' | 'Member' | 'Office' | 'OpenHouse'; plural: string; key: string };
const TABLES: Table[] = [
  { name: 'Property', plural: 'Properties', key: 'ListingKey' },
  { name: 'Member', plural: 'Members', key: 'MemberKey' },
  { name: 'Office', plural: 'Offices', key: 'OfficeKey' },
  { name: 'OpenHouse', plural: 'OpenHouses', key: 'OpenHouseKey' },
];

export class SecondHandBridge {
  readonly can: Capabilities;
  readonly rows: Record<Table['name'], Row[]> = { Property: [], Member: [], Office: [], OpenHouse: [] };
  /** Path and query of all requests, decoded. */
  readonly requests: string[] = [];
  readonly addresses: string[] = [];
  /** Answers that replace the next ones; `undefined` lets one request through. */
  readonly overrides: (((response: ServerResponse, request: IncomingMessage) => void) | undefined)[] = [];
  /** Headers of every answer. */
  headers: Record<string, string> = {};
  /** Called after each answer, to change rows while they are read. */
  onAnswered: () => void = () => {};
  deadLinkStatus = 410;
  #epoch = 0;
  readonly #server = createServer((request, response) => this.#answer(request, response));

  constructor(manners: Partial<Capabilities>) {
    this.can = { ...GOOD, ...manners };
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close().closeAllConnections();
  }

  killLinks(status = 410): void {
    this.deadLinkStatus = status;
    this.#epoch += 1;
  }

  #answer(request: IncomingMessage, response: ServerResponse): unknown {
    const url = new URL(request.url ?? '', 'http://bridge.internal');
    this.addresses.push(request.url ?? '');
    this.requests.push(decodeURIComponent(request.url ?? '').replace(/\+/g, ' '));
    for (const [name, value] of Object.entries(this.headers)) response.setHeader(name, value);
    const trouble = this.overrides.shift();
    if (trouble !== undefined) return trouble(response, request);
    const { can } = this;
    const refuse = (status: number, message = 'no') =>
      response.writeHead(status).end(JSON.stringify({ error: { code: status, message } }));
    const inHeader = request.headers.authorization === `Bearer ${TOKEN}`;
    const inQuery = url.searchParams.get('access_token') === TOKEN;
    if (can.token === 'header' ? !inHeader : can.token === 'query' ? !inQuery : true) {
      return refuse(401, `Invalid token ${TOKEN}`);
    }
    if (can.licence === 'lost') return refuse(403, 'The dataset is not granted');
    if (can.licence === 'html') return response.writeHead(403).end('<html>Attention Required!</html>');

    const root = `/api/v${can.version}/OData/${DATASET}/`;
    if (!url.pathname.startsWith(root)) return refuse(404, 'Resource not found');
    const rest = decodeURIComponent(url.pathname.slice(root.length));
    const found = /^(\w+)(?:\('((?:[^']|'')*)'\)|(\/replication))?$/.exec(rest);
    const table = TABLES.find(
      ({ name, plural }) =>
        (found?.[1] === name && can.names !== 'plural') ||
        (found?.[1] === plural && can.names !== 'singular'),
    );
    if (found === null || table === undefined) return refuse(404, 'Resource not found');
    const rows = this.rows[table.name];
    if (found[2] !== undefined) {
      const row = rows.find((one) => one[table.key] === found[2]?.replaceAll("''", "'"));
      return row === undefined ? refuse(404, 'Resource not found') : void response.end(JSON.stringify(row));
    }
    const isReplication = found[3] !== undefined;
    if (isReplication && can.replication !== 200)
      return refuse(can.replication, 'Replication is not granted');
    const option = (name: string) => url.searchParams.get(`$${name}`);
    if (isReplication && (option('skip') ?? option('orderby')) !== null) return refuse(400);
    const filter = option('filter');
    if (filter !== null && !(isReplication ? can.replicationFilter : can.filter)) return refuse(400);
    if (option('select') !== null && !can.select) return refuse(400);
    if (/tolower|startswith/.test(filter ?? '') && !can.functions) return refuse(400);
    if (can.refuses !== null && filter?.includes(can.refuses)) return refuse(400);
    if (option('count') !== null && !can.count) return refuse(400);

    const order = isReplication ? 'BridgeModificationTimestamp asc' : (option('orderby') ?? '');
    const isUnordered = isReplication && !can.ordered;
    let list = isUnordered ? [...rows] : sorted(rows, `${order === '' ? '' : `${order},`}${table.key} asc`);
    try {
      if (filter !== null) list = list.filter((row) => new Filter(filter).holds(row));
    } catch {
      return refuse(400, `cannot read ${filter}`);
    }
    const total = list.length;
    const skip = Number(option('skip') ?? 0);
    const top = option('top') === null ? null : Number(option('top'));
    if (skip + (top ?? 10) > 10_000) return refuse(400, 'use replication behind 10,000');
    const preferred = Number(/maxpagesize=(\d+)/.exec(String(request.headers.prefer))?.[1] ?? 10);
    let size = isReplication ? can.page : Math.min(can.version === 2 ? (top ?? 10) : preferred, can.cap);
    if (can.tenRows && !isReplication) size = Math.min(size, 10);
    const most = can.version === 3 && top !== null ? top : Number.POSITIVE_INFINITY;

    const token = url.searchParams.get('next');
    let given = 0;
    if (token !== null) {
      const [epoch, before, after] = Buffer.from(token, 'base64url').toString().split('|');
      if (Number(epoch) !== this.#epoch) return refuse(this.deadLinkStatus, 'the cursor has expired');
      given = Number(before);
      // Ordinary links carry an offset, replication links the key of the last row.
      list =
        isReplication && !isUnordered
          ? list.filter((row) => formatRank(row, table) > (after ?? ''))
          : list.slice(skip + given);
    } else list = list.slice(skip);
    const value = list.slice(0, Math.min(size, most - given));
    const body: Row = { '@odata.context': 'x' };
    if (option('count') === 'true') body['@odata.count'] = total;
    const select = option('select')?.split(',');
    body.value = value.map((row) =>
      select === undefined ? row : Object.fromEntries(select.map((name) => [name, row[name] ?? null])),
    );
    const more = list.length > value.length && given + value.length < most;
    if (can.links !== 'none' && (more || (isReplication && can.linksAtTheEnd))) {
      const last = value.at(-1);
      const after = last === undefined ? behind(token) : formatRank(last, table);
      const next = Buffer.from(`${this.#epoch}|${given + value.length}|${after}`).toString('base64url');
      url.searchParams.set('next', next);
      const host = can.innerHost ? 'http://10.0.0.7:8080/inner' : `http://${request.headers.host}`;
      const link = `${host}${url.pathname}${url.search}`;
      if (can.links === 'body') body['@odata.nextLink'] = link;
      else if (can.links === 'bare') response.setHeader('next', link);
      else response.setHeader('link', `<${host}/first>; rel="first", <${link}>; rel="next"`);
    }
    response.end(JSON.stringify(body));
    this.onAnswered();
  }
}

const formatStamp = (value: unknown) =>
  String(value).replace(/(?:\.(\d+))?Z$/, (_, part = '') => `.${part.padEnd(9, '0')}Z`);
const formatRank = (row: Row, table: Table) =>
  `${formatStamp(row.BridgeModificationTimestamp)} ${row[table.key]}`;
const behind = (token: string | null) =>
  token === null ? '' : (Buffer.from(token, 'base64url').toString().split('|')[2] ?? '');

function sorted(rows: Row[], order: string): Row[] {
  const fields = order.split(',').map((part) => part.trim().split(' ') as [string, string?]);
  const value = (row: Row, field: string) =>
    /Timestamp$/.test(field) ? formatStamp(row[field]) : String(row[field]);
  return [...rows].sort((a, b) => {
    for (const [field, direction] of fields) {
      const [left, right] = [value(a, field), value(b, field)];
      if (left !== right) return (left < right ? -1 : 1) * (direction === 'desc' ? -1 : 1);
    }
    return 0;
  });
}

/** The subset of OData filters that a client may use. Case sensitive, as Bridge is. */
class Filter {
  readonly #tokens: string[];
  #at = 0;
  #row: Row = {};

  constructor(text: string) {
    this.#tokens = text.match(/'(?:[^']|'')*'|[(),]|[^\s(),']+/g) ?? [];
  }

  holds(row: Row): boolean {
    this.#at = 0;
    this.#row = row;
    const result = this.#or();
    if (this.#at !== this.#tokens.length) throw new Error('unexpected text after the filter');
    return result;
  }

  #or(): boolean {
    let result = this.#and();
    while (this.#take('or')) result = this.#and() || result;
    return result;
  }

  #and(): boolean {
    let result = this.#one();
    while (this.#take('and')) result = this.#one() && result;
    return result;
  }

  #one(): boolean {
    if (this.#take('(')) {
      const result = this.#or();
      if (!this.#take(')')) throw new Error('no )');
      return result;
    }
    const left = this.#operand();
    if (typeof left === 'boolean' && !/^(eq|ne)$/.test(this.#tokens[this.#at] ?? '')) return left;
    const operator = this.#next();
    const right = this.#operand();
    if (operator === 'eq') return left === right;
    if (operator === 'ne') return left !== right;
    if (left === null || right === null) return false;
    if (operator === 'gt') return left > right;
    if (operator === 'ge') return left >= right;
    if (operator === 'lt') return left < right;
    if (operator === 'le') return left <= right;
    throw new Error(`unknown operator ${operator}`);
  }

  #operand(): string | number | boolean | null {
    const token = this.#next();
    if (token === 'tolower' || token === 'startswith') {
      if (!this.#take('(')) throw new Error('no (');
      const first = this.#operand();
      const second = this.#take(',') ? this.#operand() : null;
      if (!this.#take(')')) throw new Error('no )');
      if (token === 'tolower') return first === null ? null : String(first).toLowerCase();
      return String(first).startsWith(String(second));
    }
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (token === 'true' || token === 'false') return token === 'true';
    if (/^-?\d+(\.\d+)?$/.test(token)) return Number(token);
    if (/^\d{4}-\d\d-\d\dT/.test(token)) return formatStamp(token);
    if (!/^[A-Z]\w*$/.test(token)) throw new Error(`unexpected token ${token}`);
    const value = this.#row[token] ?? null;
    return /Timestamp$/.test(token) ? formatStamp(value) : (value as string | number | null);
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new Error('unexpected end of the filter');
    this.#at += 1;
    return token;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}
