import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BRIDGE_QUOTA, type Quota, RateLimits } from './bridge-limits.ts';
import { answerNative, fieldsOnly, NATIVE } from './bridge-native.ts';
import { replicate } from './bridge-replication.ts';
import { createRowConverter, isConverted } from './bridge-rows.ts';
import { control, RequestLog } from './control.ts';
import { type Navigation, writeEdmx } from './edmx.ts';
import { type Fault, FaultQueue, type WireFault } from './faults.ts';
import { KEYS, MarketTables, type Resource } from './market-tables.ts';
import {
  JSON_TYPE,
  PhotoCache,
  preferredPageSize,
  readBody,
  send,
  sendFault,
  sendFaultResponse,
  sendJson,
  withHost,
} from './odata-http.ts';
import { type ListingChange, Listings, type ServedDataset } from './odata-listings.ts';
import { answerQuery, type PageLimits, parseOptions, parseShape, type Shape } from './odata-query.ts';
import { ODataFault, type Row } from './odata-value.ts';

/** What a token may access; a plain string is a token for everything. */
export interface BridgeGrant {
  token: string;
  /** Datasets granted; by default the server's own. */
  datasets?: readonly string[];
  /** Whether replication is granted; by default true. */
  replication?: boolean;
}

/** Where the link to the next page of replication is sent (rules F65, F4). */
const NEXT_LINKS = ['link', 'next', 'body'] as const;
export type NextLink = (typeof NEXT_LINKS)[number];

/** What `$top` means in `/api/v3`: Bridge changed it on 29 July 2025 (rule F66). `/api/v2` never changed. */
const VERSIONS = ['since-2025-07', 'until-2025-07'] as const;
export type BridgeVersion = (typeof VERSIONS)[number];

export interface BridgeServerOptions {
  dataset: ServedDataset;
  tokens: readonly (string | BridgeGrant)[];
  /** Token of `/control/…`; by default the first token. */
  controlToken?: string;
  version?: BridgeVersion;
  nextLink?: NextLink;
  /** Rate limits per token. */
  quota?: Quota;
  faults?: readonly Fault[];
  /** The server's time; `POST /control/clock` moves it. */
  clock?: () => Date;
  /** Draws `/photos/…`; without it every picture is 404. */
  drawPhoto?: (path: string) => Promise<Buffer>;
}

export interface BridgeServer {
  readonly server: Server;
  readonly listings: Listings;
  /** Applies the changes that the market's `tick` returned; returns how many belonged to this dataset. */
  apply(changes: Iterable<ListingChange>, now: Date): number;
}

const EXPANDS: Navigation[] = [
  { name: 'ListAgent', to: 'Member', many: false },
  { name: 'CoListAgent', to: 'Member', many: false },
  { name: 'BuyerAgent', to: 'Member', many: false },
  { name: 'ListOffice', to: 'Office', many: false },
  { name: 'CoListOffice', to: 'Office', many: false },
  { name: 'OpenHouse', to: 'OpenHouse', many: true },
];
/** Rows of an expansion without `$top`. */
const DEFAULT_EXPANDED = 10;

/** Media is inline in the listing's row: it is no resource here. */
const SERVED: Resource[] = ['Property', 'Member', 'Office', 'OpenHouse', 'Lookup'];

/** Singular and plural names of the classic resources. */
const SPELLINGS: Record<string, Resource> = {
  Property: 'Property',
  Properties: 'Property',
  Member: 'Member',
  Members: 'Member',
  Office: 'Office',
  Offices: 'Office',
  OpenHouse: 'OpenHouse',
  OpenHouses: 'OpenHouse',
  Lookup: 'Lookup',
  Lookups: 'Lookup',
};

/**
 * Bridge Data Output as described in docs/feeds.md, over one dataset: `/api/v2` and `/api/v3` with OData, its
 * replication, and the native API. `/control/…` injects faults and returns the truth; `/photos/…` is the CDN.
 */
export function createBridgeServer(options: BridgeServerOptions): BridgeServer {
  const base = options.clock ?? (() => new Date());
  let shift = 0;
  const now = () => new Date(base().getTime() + shift);
  const listings = new Listings(options.dataset, now());
  const dataset = listings.name;
  const grants = new Map(
    options.tokens.map((one) => (typeof one === 'string' ? [one, { token: one }] : [one.token, one])),
  ) as Map<string, BridgeGrant>;
  const controlToken = options.controlToken ?? [...grants.keys()][0];
  const limits = new Map<string, RateLimits>();
  const quota = options.quota ?? BRIDGE_QUOTA;
  const faults = new FaultQueue(options.faults);
  const photos = new PhotoCache(options.drawPhoto ?? (() => Promise.reject(new Error('no pictures'))));
  const log = new RequestLog();
  const settings = { version: options.version ?? 'since-2025-07', nextLink: options.nextLink ?? 'link' };
  /** Listings set explicitly to licenses other than IDX. */
  const notIdx = new Set<string>();
  const tableOptions = {
    convertRow: createRowConverter(listings),
    isConverted,
    expands: EXPANDS,
    hasMediaInline: true,
    unfiltered: ['FeedTypes'],
  };
  const whole = new MarketTables(listings, tableOptions);
  const idx = new MarketTables(listings, { ...tableOptions, hidden: notIdx });

  const server = createServer((request, response) => {
    response.once('finish', () => log.add(request, response.statusCode));
    const url = new URL(request.url ?? '/', 'http://localhost');
    answer(request, response, url).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof ODataFault) refuse(response, url, error.status, error.message);
      else refuse(response, url, 500, error instanceof Error ? error.message : 'unknown fault');
    });
  });
  return { server, listings, apply: (changes, at) => listings.apply(changes, at) };

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (url.pathname.startsWith('/photos/')) return photos.send(url.pathname, response);
    if (url.pathname.startsWith('/control/')) return playFate(request, response, url);
    const queryOptions = parseOptions(url.search);
    const token = readToken(request, queryOptions);
    const grant = token === undefined ? undefined : grants.get(token);
    const limit = findLimits(grant?.token ?? '');
    const isWithin = limit.take(now().getTime());
    const fault = faults.take((kind) => appliesTo(kind, url, queryOptions));
    if (fault?.kind === '429-hour' || fault?.kind === '429-burst') {
      limit.exhaust(fault.kind === '429-hour' ? 'hour' : 'burst', now().getTime(), fault.delayMs ?? 1000);
    }
    limit.writeHeaders(response);
    response.setHeader('date', now().toUTCString());
    response.setHeader('cache-control', 'max-age=10');
    if (grant === undefined) {
      response.setHeader('www-authenticate', 'Bearer');
      return refuse(response, url, 401, 'the token is missing or invalid');
    }
    const refuseSo = (status: number, message: string) => refuse(response, url, status, message);
    if (fault !== undefined && sendFaultResponse(fault, response, refuseSo)) return;
    if (!isWithin) return refuseSo(429, 'the rate limit is exceeded');
    if (request.method !== 'GET') throw new ODataFault(405, 'only GET is supported');
    const format = queryOptions.get('$format') ?? 'json';
    if (!/^(application\/)?json\b/.test(format))
      throw new ODataFault(415, `format ${format} is not supported`);
    return route({ request, response, url, queryOptions, grant, fault });
  }

  async function route(call: Call): Promise<void> {
    const { request, response, url, grant, fault } = call;
    const path = readPath(url);
    const api = /^\/api\/(v2|v3)(?:\/(.*))?$/.exec(path);
    if (api === null) throw new ODataFault(404, 'Resource not found');
    const [, version = 'v2', rest = ''] = api;
    const host = `http://${request.headers.host ?? 'localhost'}`;
    if (rest === '' || rest === 'OData' || rest === 'OData/')
      throw new ODataFault(400, 'the dataset is missing');
    const odata = /^OData\/([^/]+)(?:\/(.*))?$/.exec(rest);
    if (odata === null) return routeNative(call, rest, `${host}/api/${version}`);
    const [, name = '', what = ''] = odata;
    if (name === 'DataSystem') return sendDataSystem(call, `${host}/api/${version}/OData`);
    mayRead(grant, name);
    const root = `${host}/api/${version}/OData/${name}`;
    if (what === '') {
      const value = SERVED.map((one) => ({ name: one, kind: 'EntitySet', url: one }));
      return sendJson(request, response, { '@odata.context': `${root}/$metadata`, value }, fault);
    }
    if (what === '$metadata') {
      const xml = writeEdmx(
        SERVED.map((one) => whole.model(one)),
        'ODataService',
      );
      return send(request, response, 'application/xml', xml, fault);
    }
    const found = /^(idx\/)?([A-Za-z]+)(?:\('((?:[^']|'')*)'\)|\/(replication))?$/.exec(what);
    const resource = SPELLINGS[found?.[2] ?? ''];
    if (found === null || resource === undefined) throw new ODataFault(404, 'Resource not found');
    const tables = found[1] === undefined ? whole : idx;
    const self = `${root}/${found[1] ?? ''}${found[2]}`;
    if (found[3] !== undefined)
      return sendEntity(call, tables, resource, found[3].replaceAll("''", "'"), root);
    if (found[4] !== undefined) return sendReplication(call, tables, resource, self, root);
    return sendCollection(call, tables, resource, self, root, version);
  }

  async function sendCollection(
    { request, response, queryOptions, fault }: Call,
    tables: MarketTables,
    resource: Resource,
    self: string,
    root: string,
    version: string,
  ): Promise<void> {
    const preferred = version === 'v2' ? null : preferredPageSize(request);
    const found = answerQuery(
      tables.table(resource),
      withoutToken(queryOptions),
      pages(version),
      preferred,
      now,
    );
    if (preferred !== null) response.setHeader('preference-applied', `odata.maxpagesize=${preferred}`);
    const body: Row = { '@odata.context': `${root}/$metadata#${resource}` };
    if (found.count !== null) body['@odata.count'] = found.count * (fault?.kind === 'lying-count' ? 2 : 1);
    if (found.next !== null) body['@odata.nextLink'] = withToken(`${self}?${found.next}`, queryOptions);
    body.value = found.rows.map((row) => shaped(tables, resource, row, found, root));
    return send(request, response, JSON_TYPE, JSON.stringify(body), fault);
  }

  async function sendReplication(
    { request, response, queryOptions, grant, fault }: Call,
    tables: MarketTables,
    resource: Resource,
    self: string,
    root: string,
  ): Promise<void> {
    if (grant.replication === false) throw new ODataFault(403, 'replication is not granted for this dataset');
    if (resource === 'Lookup') throw new ODataFault(404, 'Resource not found');
    const isRepeated = fault?.kind === 'repeated-page';
    const page = replicate(tables, resource, withoutToken(queryOptions), now, isRepeated);
    const next = withToken(`${self}/replication?${page.next}`, queryOptions);
    const body: Row = { '@odata.context': `${root}/$metadata#${resource}` };
    if (settings.nextLink === 'link') response.setHeader('link', `<${next}>; rel="next"`);
    else if (settings.nextLink === 'next') response.setHeader('next', next);
    // A permanent link in the body would loop a plain OData client: there it ends with the rows.
    else if (page.rows.length > 0) body['@odata.nextLink'] = next;
    body.value = page.rows.map((row) => shaped(tables, resource, row, page, root));
    return send(request, response, JSON_TYPE, JSON.stringify(body), fault);
  }

  async function sendEntity(
    { request, response, queryOptions, fault }: Call,
    tables: MarketTables,
    resource: Resource,
    key: string,
    root: string,
  ): Promise<void> {
    const isHidden = tables === idx && notIdx.has(key);
    const row = isHidden ? undefined : tables.findRow(resource, key);
    if (row === undefined) throw new ODataFault(404, 'Resource not found');
    const shape = parseShape(tables.table(resource), queryOptions);
    const context = { '@odata.context': `${root}/$metadata#${resource}/$entity` };
    return sendJson(request, response, { ...context, ...shaped(tables, resource, row, shape, root) }, fault);
  }

  async function sendDataSystem({ request, response, grant, fault }: Call, root: string): Promise<void> {
    const value = (grant.datasets ?? [dataset]).map((name) => ({
      DataSystemKey: name,
      Name: name,
      ServiceURI: `${root}/${name}`,
      TransportVersion: '2.1.0',
      DataDictionaryVersion: '2.0',
      DateTimeStamp: now().toISOString(),
      Resources: SERVED.map((one) => ({ Name: one, ResourcePath: `/${one}`, TimeZoneOffset: 0 })),
    }));
    return sendJson(request, response, { '@odata.context': `${root}/$metadata#DataSystem`, value }, fault);
  }

  async function routeNative(
    { request, response, queryOptions, grant, fault }: Call,
    rest: string,
    root: string,
  ) {
    const [name = '', collection = '', id, ...more] = rest.split('/');
    const resource = NATIVE[collection];
    mayRead(grant, name);
    if (resource === undefined || more.length > 0) throw new ODataFault(404, 'Resource not found');
    const link = (row: Row) =>
      `${root}/${name}/${collection}/${encodeURIComponent(String(row[KEYS[resource]]))}`;
    const shown = (row: Row) => ({ ...setHost(row, new URL(root).origin), url: link(row) });
    if (id !== undefined && id !== '') {
      const row = whole.findRow(resource, id);
      if (row === undefined) throw new ODataFault(404, 'Resource not found');
      const bundle = fieldsOnly(shown(row), queryOptions.get('fields'));
      return sendJson(request, response, { success: true, status: 200, bundle }, fault);
    }
    const { rows, total } = answerNative(whole, resource, queryOptions, now);
    const bundle = rows.map((row) =>
      KEYS[resource] in row ? shown(row) : setHost(row, new URL(root).origin),
    );
    const count = total * (fault?.kind === 'lying-count' ? 2 : 1);
    return sendJson(request, response, { success: true, status: 200, bundle, total: count }, fault);
  }

  async function playFate(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (request.headers.authorization !== `Bearer ${controlToken}`) {
      return sendFault(response, 401, 'the control token is required');
    }
    const verb = url.pathname.slice('/control/'.length);
    if (request.method === 'GET') {
      if (verb === 'truth') return sendJson(request, response, listings.truth());
      if (verb === 'requests') return sendJson(request, response, log.entries());
    }
    if (request.method !== 'POST') throw new ODataFault(405, 'control commands are sent by POST');
    const learn = (rows: readonly Row[]) => {
      for (const { ListingKey: key, FeedTypes: types } of rows) {
        if (Array.isArray(types) && !types.includes('IDX')) notIdx.add(String(key));
        else if (types !== undefined) notIdx.delete(String(key));
      }
      whole.learn(rows);
      idx.learn(rows);
    };
    const own = { clock: moveClock, settings: changeSettings };
    return sendJson(
      request,
      response,
      control(verb, await readBody(request), { listings, faults, now, learn, own }),
    );
  }

  function moveClock(json: unknown): number {
    const { at, advanceMs } = json as { at?: string; advanceMs?: number };
    const to = at === undefined ? now().getTime() + Number(advanceMs) : Date.parse(at);
    if (!Number.isFinite(to))
      throw new ODataFault(400, 'clock takes {"at": instant} or {"advanceMs": number}');
    shift = to - base().getTime();
    return 1;
  }

  function changeSettings(json: unknown): number {
    const { version, nextLink } = json as Partial<typeof settings>;
    if (version !== undefined && !VERSIONS.includes(version))
      throw new ODataFault(400, VERSIONS.join(' or '));
    if (nextLink !== undefined && !NEXT_LINKS.includes(nextLink))
      throw new ODataFault(400, NEXT_LINKS.join(' or '));
    Object.assign(settings, { ...(version && { version }), ...(nextLink && { nextLink }) });
    return 1;
  }

  /** The responses that a fault applies to. */
  function appliesTo(kind: WireFault, url: URL, queryOptions: ReadonlyMap<string, string>): boolean {
    const isReplication = url.pathname.endsWith('/replication');
    if (kind === '403-replication') return isReplication;
    if (kind === '400-filter') return isReplication && queryOptions.has('$filter');
    if (kind === 'repeated-page') return isReplication && queryOptions.has('next');
    if (kind === 'dead-next-link') return queryOptions.has('next') || queryOptions.has('$skiptoken');
    if (kind === 'lying-count')
      return queryOptions.get('$count') === 'true' || !url.pathname.includes('/OData/');
    return true;
  }

  function mayRead(grant: BridgeGrant, name: string): void {
    const isGranted = (grant.datasets ?? [dataset]).includes(name);
    if (!isGranted || name !== dataset) throw new ODataFault(403, `${name} is not granted to this token`);
  }

  function pages(version: string): PageLimits {
    const both = { usual: 10, most: 200, mostSkipped: 10_000 };
    if (version === 'v2') return { ...both, top: 'page', wall: true };
    return { ...both, top: settings.version === 'until-2025-07' ? 'total' : 'total-and-page' };
  }

  function shaped(
    tables: MarketTables,
    resource: Resource,
    row: Row,
    { select, unselect, expand }: Shape,
    root: string,
  ): Row {
    let shown = row;
    if (select === null && unselect.length + expand.length > 0) shown = { ...row };
    else if (select !== null) {
      // An unlicensed field is absent, even when selected.
      shown = {};
      for (const name of select) if (row[name] !== undefined) shown[name] = row[name];
    }
    for (const name of unselect) delete shown[name];
    const origin = new URL(root).origin;
    for (const { name, top, select: only } of expand) {
      const navigation = EXPANDS.find((one) => one.name === name);
      // An expanded property must be selected too (rule F63).
      if (navigation === undefined || (select !== null && !select.includes(name))) continue;
      const related = tables.related(row, navigation);
      const narrowed = (one: Row) =>
        only === null ? one : Object.fromEntries(only.map((field) => [field, one[field] ?? null]));
      shown[name] = Array.isArray(related)
        ? related.slice(0, top ?? DEFAULT_EXPANDED).map(narrowed)
        : related === null
          ? null
          : narrowed(related);
    }
    return resource === 'Property' ? setHost(shown, origin) : shown;
  }

  function findLimits(token: string): RateLimits {
    let limit = limits.get(token);
    if (limit === undefined) {
      limit = new RateLimits(quota);
      limits.set(token, limit);
    }
    return limit;
  }
}

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  queryOptions: ReadonlyMap<string, string>;
  grant: BridgeGrant;
  fault: Fault | undefined;
}

function readToken(request: IncomingMessage, queryOptions: ReadonlyMap<string, string>): string | undefined {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return bearer ?? queryOptions.get('access_token');
}

function readPath(url: URL): string {
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    throw new ODataFault(400, 'the path is not UTF-8');
  }
}

function withoutToken(queryOptions: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...queryOptions].filter(([name]) => name !== 'access_token'));
}

/** A client that sends its token in the query needs it in links too. */
function withToken(link: string, queryOptions: ReadonlyMap<string, string>): string {
  const token = queryOptions.get('access_token');
  return token === undefined ? link : `${link}&access_token=${encodeURIComponent(token)}`;
}

/** Sets the host of a row's pictures to the requested one, in place: each row was built for this response. */
function setHost(row: Row, origin: string): Row {
  if (Array.isArray(row.Media)) row.Media = (row.Media as Row[]).map((one) => withHost(one, origin));
  return row;
}

/** OData's error body, or the native API's (rule F67). */
function refuse(response: ServerResponse, url: URL, status: number, message: string): void {
  if (/^\/api\/v[23]\/OData(\/|$)/.test(url.pathname) || !/^\/api\/v[23]\/./.test(url.pathname)) {
    sendFault(response, status, message);
    return;
  }
  response.setHeader('odata-version', '4.01');
  response.setHeader('content-type', 'application/json');
  const bundle = { name: NAMES[status] ?? 'Error', message };
  response.writeHead(status).end(JSON.stringify({ success: false, status, bundle }));
}

const NAMES: Record<number, string> = {
  400: 'BadRequestError',
  401: 'UnauthorizedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  429: 'TooManyRequestsError',
};
