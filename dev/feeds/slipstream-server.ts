import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { control, RequestLog } from './control.ts';
import { type Fault, FaultQueue, parseFaults, type WireFault } from './faults.ts';
import { PhotoCache, readBody, sendFaultResponse } from './odata-http.ts';
import { type ListingChange, Listings } from './odata-listings.ts';
import { ODataFault, type Row } from './odata-value.ts';
import { type AccessOptions, SlipstreamAccess } from './slipstream-access.ts';
import { listPictures, parseSystemId, type Shelf } from './slipstream-listing.ts';
import { marketLogo } from './slipstream-logo.ts';
import { drawBoundary, SlipstreamPlaces } from './slipstream-places.ts';
import { Parameters, SlipstreamFault } from './slipstream-query.ts';
import { SlipstreamSearch } from './slipstream-search.ts';
import { type MarketDetails, slipstreamServices } from './slipstream-services.ts';
import { SlipstreamStock, type StockedDataset } from './slipstream-stock.ts';

export interface SlipstreamServerOptions extends AccessOptions {
  /** Its name is the market's code. */
  dataset: StockedDataset;
  details?: MarketDetails;
  /** Draws the picture behind a MediaURL's path; throws when there is none. */
  drawPhoto(path: string): Promise<Buffer>;
  clock?: () => Date;
  faults?: readonly Fault[];
  /** Token of `POST /control/…`, as `Authorization: Bearer`; by default the first API key. */
  controlToken?: string;
  /** Statuses of a search without `status`; by default all that are on the market. */
  defaultStatuses?: readonly string[];
}

export interface SlipstreamServer {
  readonly server: Server;
  readonly listings: Listings;
  /** Applies the changes that the market's `tick` returned. */
  apply(changes: Iterable<ListingChange>, now: Date): number;
}

const DETAILS: MarketDetails = {
  name: 'Maru Sample Realty Network',
  copyright: 'Copyright Maru Sample Realty Network. An invented market.',
  disclaimer: 'Invented listings for trying out software. Information deemed reliable but not guaranteed.',
};
/** Faults of servers with next links and filtered replication. */
const UNSUPPORTED_FAULTS: readonly WireFault[] = ['403-replication', '400-filter', 'dead-next-link'];
const compress = promisify(gzip);

/**
 * Home Junction's SlipStream over one dataset of the sample market (docs/feeds.md, SlipStream): `/ws/…` and `/v1/…`,
 * licenses, tokens and keys, listings, sales, markets, areas, schools, pictures by position. `/control/…` injects
 * faults, with the verbs of all simulators.
 */
export function createSlipstreamServer(options: SlipstreamServerOptions): SlipstreamServer {
  const market = options.dataset.dataset.toLowerCase();
  const controlToken = options.controlToken ?? options.keys[0] ?? '';
  const clock = options.clock ?? (() => new Date());
  let advancedMs = 0;
  const now = () => new Date(clock().getTime() + advancedMs);
  const access = new SlipstreamAccess(options);
  const faults = new FaultQueue(options.faults ?? []);
  const requests = new RequestLog();
  const photos = new PhotoCache(options.drawPhoto);
  const details = options.details ?? DETAILS;
  let defaultStatuses = lowerSet(options.defaultStatuses);
  const listings = new Listings(options.dataset);
  const stock = new SlipstreamStock(options.dataset, listings);
  const search: SlipstreamSearch = new SlipstreamSearch(
    stock,
    { market, source: details.name },
    now,
    async (id) => {
      const area = await places.findArea(id);
      return area === undefined ? undefined : drawBoundary(area);
    },
  );
  const places = new SlipstreamPlaces(search);
  const services = slipstreamServices({
    market,
    details,
    listings,
    stock,
    search,
    places,
    defaultStatuses: () => defaultStatuses,
  });

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof SlipstreamFault || error instanceof ODataFault) {
        sendFault(response, error.status, error.message);
      } else sendFault(response, 500, 'Internal server error.');
    });
  });
  return {
    server,
    listings,
    apply(changes, at) {
      const list = [...changes];
      const applied = listings.apply(list, at);
      stock.renew(list.filter((one) => one.dataset === listings.name).map((one) => one.listingKey));
      return applied;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('date', now().toUTCString());
    const url = new URL(request.url ?? '/', 'http://localhost');
    const path = url.pathname.toLowerCase();
    const photo = /^\/([^/]+)\/([^/]+)\/photo_(\d{1,4})\.jpg$/i.exec(url.pathname);
    if (photo !== null) return sendPhoto(photo[1]!, photo[2]!, Number(photo[3]), response);
    if (path === `/${market}/logo.png` || path === `/ws/markets/${market}/logo.png`) {
      return sendBytes(request, response, 200, 'image/png', marketLogo());
    }
    if (path.startsWith('/control/')) return playFate(path.slice('/control/'.length), request, response);

    response.once('finish', () => requests.add(request, response.statusCode));
    const operation = /^\/(?:ws|v1)\/(.+?)\/?$/.exec(path)?.[1];
    const parameters = new Parameters(url.searchParams);
    if (operation === 'api/authenticate') return authenticate(request, response, parameters);
    const page = Number(parameters.get('pageNumber') ?? 1);
    const isList = operation?.endsWith('/search') === true;
    const fault = faults.take((kind) =>
      kind === 'repeated-page' ? isList && page > 1 : kind === 'lying-count' ? isList : true,
    );
    if (
      fault !== undefined &&
      sendFaultResponse(fault, response, (status, message) => sendFault(response, status, message))
    )
      return;
    if (request.method !== 'GET') throw new SlipstreamFault(400, 'Only GET is supported.');
    access.check(request, parameters, now());
    const service = services.get(operation ?? '');
    if (service === undefined)
      throw new SlipstreamFault(404, `There is no service at ${url.pathname.slice(0, 80)}.`);

    const effective =
      fault?.kind === 'repeated-page'
        ? new Parameters([...parameters, ['pageNumber', String(page - 1)] as [string, string]])
        : parameters;
    const result = await service({ parameters: effective, host: readHost(request) });
    const paging = result.paging as { count: number; number: number } | undefined;
    if (fault?.kind === 'lying-count' && paging !== undefined) {
      result.total = Number(result.total) * 2;
      paging.count *= 2;
    }
    const bytes = Buffer.from(JSON.stringify({ success: true, result }));
    if (fault !== undefined && (await applyByteFault(fault, bytes, response))) return;
    return sendBytes(request, response, 200, 'application/json; charset=utf-8', bytes);
  }

  /** GET with parameters, or POST with the same members as JSON. */
  async function authenticate(
    request: IncomingMessage,
    response: ServerResponse,
    parameters: Parameters,
  ): Promise<void> {
    let given = parameters;
    if (request.method === 'POST') {
      const body = await readBody(request);
      const members = Object.entries((body ?? {}) as Row).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      given = new Parameters([...parameters, ...members]);
    } else if (request.method !== 'GET') throw new SlipstreamFault(400, 'Only GET and POST are supported.');
    const session = access.authenticate(given, now());
    const result = {
      ...session,
      ...(given.isTrue('customer') ? { customer: { id: '1', name: 'Maru (sample)' } } : {}),
      ...(given.isTrue('markets') ? { markets: [{ id: market, name: details.name }] } : {}),
    };
    const bytes = Buffer.from(JSON.stringify({ success: true, result }));
    return sendBytes(request, response, 200, 'application/json; charset=utf-8', bytes);
  }

  /** The same address returns other bytes once the agent has reordered the pictures (rule F88). */
  async function sendPhoto(
    code: string,
    systemId: string,
    position: number,
    response: ServerResponse,
  ): Promise<void> {
    const key = parseSystemId(decodeURIComponent(systemId));
    const row = code.toLowerCase() === market && key !== undefined ? stock.findRow(key) : undefined;
    const picture = row === undefined ? undefined : listPictures(row)[position - 1];
    const at = picture?.indexOf('/photos/') ?? -1;
    if (picture === undefined || at < 0) return sendFault(response, 404, 'There is no such picture.');
    return photos.send(picture.slice(at), response);
  }

  /** Applies a fault to a valid answer; returns whether the response was sent. */
  async function applyByteFault(fault: Fault, bytes: Buffer, response: ServerResponse): Promise<boolean> {
    const half = bytes.subarray(0, Math.floor(bytes.byteLength / 2));
    const type = { 'content-type': 'application/json; charset=utf-8' };
    if (fault.kind === 'slow') {
      response.writeHead(200, type).write(half);
      await sleep(fault.delayMs ?? 3000, undefined, { ref: false });
      response.end(bytes.subarray(half.byteLength));
    } else if (fault.kind === 'truncated') response.writeHead(200, type).end(half);
    else if (fault.kind === 'cut') {
      response.writeHead(200, { ...type, 'content-length': bytes.byteLength });
      response.write(half, () => response.destroy());
    } else return false;
    return true;
  }

  async function playFate(verb: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${controlToken}`) {
      throw new SlipstreamFault(401, 'the control token is required');
    }
    if (request.method === 'GET') {
      if (verb === 'truth') return sendControl(response, await truth());
      if (verb === 'requests') return sendControl(response, requests.entries());
    }
    const json = await readBody(request);
    const list = (Array.isArray(json) ? json : [json]) as Row[];
    if (verb === 'fault') {
      const stranger = parseFaults(json).find(({ kind }) => UNSUPPORTED_FAULTS.some((one) => one === kind));
      if (stranger !== undefined)
        throw new SlipstreamFault(400, `SlipStream does not support the fault ${stranger.kind}`);
    }
    const done = control(verb, json, {
      listings,
      faults,
      now,
      own: { clock: (body) => setClock(body as Row), settings: (body) => setSettings(body as Row) },
    });
    if (verb === 'fault' || verb === 'clear') {
      stock.touch(done.keys ?? []);
      stock.forget();
    } else if (verb === 'change' || verb === 'add' || verb === 'remove') {
      const keys = list.map((one) => String((one as Row | null)?.ListingKey ?? one));
      stock.touch(keys);
      stock.renew(keys);
    }
    sendControl(response, done);
  }

  /** Every listing of a complete replica: on the market or sold, without those withheld. */
  async function truth(): Promise<[listingKey: string, modificationTimestamp: string, service: Shelf][]> {
    const held: [string, string, Shelf][] = [];
    for await (const slice of stock.slices(new Set<Shelf>(['listings', 'sales']))) {
      for (const { key, modified, shelf } of slice) {
        held.push([key, new Date(modified * 1000).toISOString(), shelf]);
      }
    }
    return held;
  }

  function setClock({ at, advanceMs }: Row): number {
    if (at !== undefined) advancedMs = Date.parse(String(at)) - clock().getTime();
    if (advanceMs !== undefined) advancedMs += Number(advanceMs);
    if (!Number.isFinite(advancedMs)) {
      advancedMs = 0;
      throw new SlipstreamFault(400, 'the clock takes {"at": iso} or {"advanceMs": number}');
    }
    return 1;
  }

  function setSettings(settings: Row): number {
    if (typeof settings.tokenSeconds === 'number') access.tokenSeconds = settings.tokenSeconds;
    const status = settings.deadTokenStatus;
    if (status === 401 || status === 403 || status === 404) access.deadTokenStatus = status;
    if (Array.isArray(settings.defaultStatuses))
      defaultStatuses = lowerSet(settings.defaultStatuses.map(String));
    if (settings.defaultStatuses === null) defaultStatuses = undefined;
    if (settings.revokeTokens === true) access.revoke();
    return Object.keys(settings).length;
  }
}

const lowerSet = (words: readonly string[] | undefined): ReadonlySet<string> | undefined =>
  words === undefined ? undefined : new Set(words.map((word) => word.toLowerCase()));

const readHost = (request: IncomingMessage): string => `http://${request.headers.host ?? 'localhost'}`;

async function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string,
  bytes: Buffer,
): Promise<void> {
  response.setHeader('content-type', type);
  response.setHeader('vary', 'accept-encoding');
  if (bytes.byteLength > 1400 && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
    response.setHeader('content-encoding', 'gzip');
    response.writeHead(status).end(await compress(bytes, { level: 1 }));
  } else response.writeHead(status).end(bytes);
}

const sendControl = (response: ServerResponse, body: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

function sendFault(response: ServerResponse, status: number, message: string): void {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.writeHead(status).end(JSON.stringify({ success: false, error: { code: status, message } }));
}
