import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

export type Item = Record<string, unknown> & { id: string; modifiedDate?: number };

/** Capabilities of this server; by default all of them. */
export interface Capabilities {
  form: 'ws' | 'v1';
  /** `key`: an API key; else the accepted name of the license parameter. */
  signIn: 'key' | 'license' | 'licenseKey';
  /** Status for an expired token. */
  deadToken: number;
  largestPage: number;
  sorts: boolean;
  filtersByTime: boolean;
  /** Whether `t:t` ranges of one second are supported. */
  ranges: boolean;
  paging: boolean;
  sales: boolean;
  agents: boolean;
  /** `404`: a missing listing gets 404 instead of an empty list. */
  missing: 'empty' | '404';
  /** Lifetime of a token in seconds; null: not stated. */
  life: number | null;
}

const GOOD: Capabilities = {
  form: 'ws',
  signIn: 'license',
  deadToken: 401,
  largestPage: 1000,
  sorts: true,
  filtersByTime: true,
  ranges: true,
  paging: true,
  sales: true,
  agents: false,
  missing: 'empty',
  life: 86_400,
};

export const LICENSE = 'AAAA-BBBB-CCCC-DDDD';
export const KEY = 's9-0123-secret';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/**
 * An independent, minimal SlipStream server. It imports nothing of dev/feeds, so that client and simulator do not
 * share mistakes.
 */
export class SecondHandSlipstream {
  listings: Item[] = [];
  sales: Item[] = [];
  inactive: Item[] = [];
  agents: Item[] = [];
  capabilities: Capabilities;
  /** Path, query and token of every request. */
  readonly requests: {
    path: string;
    query: URLSearchParams;
    url: string;
    headers: IncomingMessage['headers'];
  }[] = [];
  /** Called before a data request is answered; may change rows, or answer the request itself and return true. */
  before: (path: string, query: URLSearchParams, response: ServerResponse) => boolean = () => false;
  token = '';
  now = Date.UTC(2026, 10, 21);
  #tokens = 0;
  baseUrl = '';

  constructor(manners: Partial<Capabilities> = {}) {
    this.capabilities = { ...GOOD, ...manners };
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => this.#answer(request, response));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }

  count(path: string): number {
    return this.requests.filter((one) => one.path === path).length;
  }

  killToken(): void {
    this.token = 'dead';
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://slipstream.internal');
    const query = new URLSearchParams(
      [...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]),
    );
    const path = url.pathname.replace(`/${this.capabilities.form}/`, '');
    this.requests.push({ path, query, url: url.href, headers: request.headers });
    response.setHeader('date', new Date(this.now).toUTCString());
    response.setHeader('content-type', 'application/json');
    const fail = (status: number, message: string) =>
      response.writeHead(status).end(JSON.stringify({ success: false, error: { message } }));
    const say = (result: unknown) => response.end(JSON.stringify({ success: true, result }));
    if (path === url.pathname) return void response.writeHead(404).end('<html>Not here</html>');

    if (path === 'api/authenticate') {
      if (
        this.capabilities.signIn === 'key' ||
        query.get(this.capabilities.signIn.toLowerCase()) !== LICENSE
      ) {
        return void fail(401, 'Invalid license key.');
      }
      this.#tokens += 1;
      this.token = `HJI-${this.#tokens}-secret`;
      const expires =
        this.capabilities.life === null ? {} : { expires: this.now / 1000 + this.capabilities.life };
      return void say({ token: this.token, ...expires });
    }
    const isSigned =
      this.capabilities.signIn === 'key'
        ? request.headers.authorization === `Bearer ${KEY}`
        : request.headers['hji-slipstream-token'] === this.token;
    if (!isSigned) return void fail(this.capabilities.deadToken, 'no access');
    if (this.before(path, query, response)) return;
    if (!query.has('market') && !query.has('id')) return void fail(400, 'market is missing');
    if (path === 'listings/search') return void say(this.#search('listings', this.listings, query));
    if (path === 'sales/search' && this.capabilities.sales)
      return void say(this.#search('sales', this.sales, query));
    if (path === 'markets/agents/search' && this.capabilities.agents) {
      return void say(this.#search('agents', this.agents, query));
    }
    if (path === 'markets/get') {
      return void say({
        markets: [{ id: query.get('id'), copyright: '© MLS', disclaimer: 'Deemed reliable' }],
      });
    }
    if (path === 'markets/enumerate') return void say({ values: ['Residential', 'Active', 'Bumpable'] });
    const shelf = {
      'listings/get': this.listings,
      'sales/get': this.sales,
      'listings/inactive/get': this.inactive,
    }[path];
    if (shelf === undefined || (shelf === this.sales && !this.capabilities.sales))
      return void fail(403, 'restricted');
    const found = shelf.filter((item) => item.id === query.get('id'));
    if (found.length === 0 && this.capabilities.missing === '404')
      return void fail(404, "These aren't the droids");
    say({ total: found.length, [path === 'sales/get' ? 'sales' : 'listings']: found });
  }

  #search(name: string, items: Item[], query: URLSearchParams): Record<string, unknown> {
    let found = items.filter((item) =>
      ['modifiedDate', 'listPrice', 'beds'].every((field) => {
        const wanted = query.get(field.toLowerCase());
        if (wanted === null || (field === 'modifiedDate' && !this.capabilities.filtersByTime)) return true;
        return this.#isWithin(Number(item[field]), wanted);
      }),
    );
    const types = query.get('listingtype')?.toLowerCase().split('|');
    if (types !== undefined)
      found = found.filter((item) => types.includes(String(item.listingType).toLowerCase()));
    if (query.get('sortfield')?.toLowerCase() === 'modifieddate' && this.capabilities.sorts) {
      const sign = query.get('sortorder') === 'desc' ? -1 : 1;
      found = found.toSorted((a, b) => sign * ((a.modifiedDate ?? 0) - (b.modifiedDate ?? 0)));
    }
    const size = Math.min(this.capabilities.largestPage, Number(query.get('pagesize') ?? 25));
    const number = Number(query.get('pagenumber') ?? 1);
    const rows = found.slice((number - 1) * size, number * size);
    const small = query.get('details') === 'true' ? rows : rows.map(({ id }) => ({ id, market: 'foreign' }));
    const paging = { count: Math.ceil(found.length / size), number, size };
    return { total: found.length, [name]: small, ...(this.capabilities.paging ? { paging } : {}) };
  }

  #isWithin(value: number, wanted: string): boolean {
    const [, word, number] = /^(>=|<=|>|<)(.+)$/.exec(wanted) ?? [];
    if (word === '>=') return value >= Number(number);
    if (word === '<=') return value <= Number(number);
    const [min, max] = wanted.split(':');
    return this.capabilities.ranges && max !== undefined && value >= Number(min) && value <= Number(max);
  }
}
