import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { control, RequestLog } from './control.ts';
import { writeEdmx } from './edmx.ts';
import { type Fault, FaultQueue } from './faults.ts';
import { MarketTables, RESOURCES, type Resource } from './market-tables.ts';
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
import { Listings } from './odata-listings.ts';
import { answerQuery, type PageLimits, parseOptions, parseShape, type Shape } from './odata-query.ts';
import { ODataFault, type Row } from './odata-value.ts';
import { type ServedMarket, WholeMarketDataset } from './served-market.ts';

export interface ResoServerOptions {
  market: ServedMarket;
  token: string;
  /**
   * If set, `POST /oidc/connect/token` issues tokens for a client's secret, in the form or in a Basic header; besides
   * these only `token` is accepted.
   */
  oauth?: { clientId: string; clientSecret: string; scope: string; seconds: number };
  faults?: Fault[];
  limits?: PageLimits;
  now?: () => Date;
}

export interface ResoServer {
  readonly server: Server;
  readonly listings: Listings;
  /** Makes `changes` changes in the market; returns how many rows changed. */
  tick(now: Date, changes: number): number;
}

const LIMITS: PageLimits = { usual: 500, most: 2000 };
const EXPANDS = [
  { name: 'Media', to: 'Media', many: true },
  { name: 'OpenHouse', to: 'OpenHouse', many: true },
];

/** Tokens of the client credentials grant (RFC 6749, 4.4), each valid for some seconds. */
class ClientTokens {
  readonly #client: ResoServerOptions['oauth'];
  readonly #now: () => Date;
  readonly #ends = new Map<string, number>();

  constructor(client: ResoServerOptions['oauth'], now: () => Date) {
    this.#client = client;
    this.#now = now;
  }

  give(form: URLSearchParams, header: string | undefined): Row | undefined {
    if (this.#client === undefined) return undefined;
    const { clientId, clientSecret, scope, seconds } = this.#client;
    const inForm = [form.get('client_id'), form.get('client_secret')].join(':');
    const inHeader = decodeURIComponent(
      Buffer.from(header?.replace(/^Basic /, '') ?? '', 'base64').toString(),
    );
    const isClient = [inForm, inHeader].includes(`${clientId}:${clientSecret}`);
    if (!isClient || form.get('grant_type') !== 'client_credentials' || form.get('scope') !== scope)
      return undefined;
    const token = `given-${this.#ends.size + 1}`;
    this.#ends.set(token, this.#now().getTime() + seconds * 1000);
    return { access_token: token, token_type: 'Bearer', expires_in: seconds };
  }

  takes(header: string | undefined): boolean {
    return (this.#ends.get(header?.replace(/^Bearer /, '') ?? '') ?? 0) > this.#now().getTime();
  }
}

/**
 * A plain RESO Web API Core server with string enumerations over a market; "/" is the service root. Picture addresses
 * (`…/photos/…`) get the requested host. `POST /control/…` injects faults.
 */
export function createResoServer(options: ResoServerOptions): ResoServer {
  const { market, token } = options;
  const now = options.now ?? (() => new Date());
  const dataset = new WholeMarketDataset(market, 'reso');
  const listings = new Listings(dataset);
  const tables = new MarketTables(listings, { expands: EXPANDS });
  const faults = new FaultQueue(options.faults);
  const photos = new PhotoCache((path) => market.drawPhoto(path));
  const log = new RequestLog();
  const tokens = new ClientTokens(options.oauth, now);

  const server = createServer((request, response) => {
    response.once('finish', () => log.add(request, response.statusCode));
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof ODataFault) sendFault(response, error.status, error.message);
      else sendFault(response, 500, error instanceof Error ? error.message : 'unknown fault');
    });
  });
  return {
    server,
    listings,
    tick: (at, changes) => {
      const changed = market.tick(at, changes);
      dataset.reread();
      const applied = changed.map((one) => ({
        dataset: dataset.dataset,
        listingKey: String(one.listingKey ?? one.ListingKey),
        kind: one.kind === 'removed' ? ('removed' as const) : ('changed' as const),
      }));
      return listings.apply(applied, at);
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname.startsWith('/photos/')) return photos.send(url.pathname, response);
    if (url.pathname === '/oidc/connect/token') {
      const form = new URLSearchParams(await text(request));
      const given = request.method === 'POST' ? tokens.give(form, request.headers.authorization) : undefined;
      if (given !== undefined) return sendJson(request, response, given);
      return sendFault(response, 401, 'invalid_client');
    }
    const bearer = request.headers.authorization;
    if (bearer !== `Bearer ${token}` && !tokens.takes(bearer)) {
      response.setHeader('www-authenticate', 'Bearer');
      return sendFault(response, 401, 'a bearer token is required');
    }
    if (url.pathname === '/control/truth') return sendJson(request, response, listings.truth());
    if (url.pathname === '/control/requests') return sendJson(request, response, log.entries());
    if (request.method === 'POST' && url.pathname.startsWith('/control/')) {
      const verb = url.pathname.slice('/control/'.length);
      const learn = (rows: readonly Row[]) => tables.learn(rows);
      return sendJson(
        request,
        response,
        control(verb, await readBody(request), { listings, faults, now, learn }),
      );
    }
    if (request.method !== 'GET') return sendFault(response, 405, 'only GET is supported');
    const queryOptions = parseOptions(url.search);
    const fault = faults.take((kind) => {
      if (kind === 'dead-next-link') return queryOptions.has('$skiptoken');
      if (kind === 'lying-count') return queryOptions.get('$count') === 'true';
      return kind !== '403-replication' && kind !== '400-filter' && kind !== 'repeated-page';
    });
    if (
      fault !== undefined &&
      sendFaultResponse(fault, response, (status, message) => sendFault(response, status, message))
    )
      return;

    let path: string;
    try {
      path = decodeURIComponent(url.pathname);
    } catch {
      throw new ODataFault(400, 'the path is not UTF-8');
    }
    const host = `http://${request.headers.host ?? 'localhost'}`;
    if (path === '/' || path === '') {
      const value = RESOURCES.map((name) => ({ name, kind: 'EntitySet', url: name }));
      return sendJson(request, response, { '@odata.context': `${host}/$metadata`, value }, fault);
    }
    if (path === '/$metadata') {
      const xml = writeEdmx(RESOURCES.map((name) => tables.model(name)));
      return send(request, response, 'application/xml', xml, fault);
    }
    const found = /^\/([A-Za-z]+)(?:\((?:'((?:[^']|'')*)')\))?$/.exec(path);
    const resource = RESOURCES.find((name) => name === found?.[1]);
    if (resource === undefined) throw new ODataFault(404, `unknown resource ${path.slice(1, 60)}`);
    const key = found?.[2]?.replaceAll("''", "'");
    if (key !== undefined) {
      const row = tables.findRow(resource, key);
      if (row === undefined) throw new ODataFault(404, `${resource} has no such key`);
      const shape = parseShape(tables.table(resource), queryOptions);
      const context = `${host}/$metadata#${resource}/$entity`;
      const entity = { '@odata.context': context, ...shaped(resource, row, shape, host) };
      return sendJson(request, response, entity, fault);
    }
    const maxPageSize = preferredPageSize(request);
    const result = answerQuery(
      tables.table(resource),
      queryOptions,
      options.limits ?? LIMITS,
      maxPageSize,
      now,
    );
    if (maxPageSize !== null) response.setHeader('preference-applied', `odata.maxpagesize=${maxPageSize}`);
    const body: Row = { '@odata.context': `${host}/$metadata#${resource}` };
    if (result.count !== null) body['@odata.count'] = result.count * (fault?.kind === 'lying-count' ? 2 : 1);
    body.value = result.rows.map((row) => shaped(resource, row, result, host));
    if (result.next !== null) body['@odata.nextLink'] = `${host}/${resource}?${result.next}`;
    return send(request, response, JSON_TYPE, JSON.stringify(body), fault);
  }

  function shaped(resource: Resource, row: Row, { select, expand }: Shape, host: string): Row {
    const { Media: _, ...plain } = row;
    const shown: Row =
      select === null ? plain : Object.fromEntries(select.map((name) => [name, row[name] ?? null]));
    if (resource === 'Media') return withHost(shown, host);
    for (const { name, top } of expand) {
      const navigation = EXPANDS.find((one) => one.name === name);
      if (navigation === undefined) continue;
      const rows = tables.related(row, navigation) as Row[];
      shown[name] = rows.slice(0, top ?? rows.length).map((one) => withHost(one, host));
    }
    return shown;
  }
}
