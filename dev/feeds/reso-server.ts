import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { writeEdmx } from './edmx.ts';
import { KEYS, MarketTables, RESOURCES, type Resource, type ServedMarket } from './market-tables.ts';
import { answerQuery, type Found, type PageLimits, parseOptions } from './odata-query.ts';
import { ODataFault, type Row } from './odata-value.ts';

export const FAULTS = ['429', '500html', 'truncated', 'slow', 'down'] as const;
/** Something that goes wrong with the next `count` answers of data. */
export interface Fault {
  kind: (typeof FAULTS)[number];
  count: number;
  /** Of `slow`; 3,000 when absent. */
  delayMs?: number;
  /** Of `429`: the Retry-After header, seconds or a date; "1" when absent. */
  retryAfter?: string;
}

export interface ResoServerOptions {
  market: ServedMarket;
  token: string;
  faults?: Fault[];
  limits?: PageLimits;
  now?: () => Date;
}

export interface ResoServer {
  readonly server: Server;
  /** Lets `changes` things happen in the market; answers how many rows changed. */
  tick(now: Date, changes: number): number;
}

const LIMITS: PageLimits = { usual: 500, most: 2000 };
const MOST_BODY_BYTES = 64 * 1024 * 1024;
const MOST_PHOTO_BYTES = 64 * 1024 * 1024;
const compress = promisify(gzip);

/**
 * A plain RESO Web API Core server with string enumerations over a market: root "/" is the service root. The
 * address of pictures (`…/photos/…`) becomes the host that was asked. `POST /control/…` plays fate.
 */
export function createResoServer(options: ResoServerOptions): ResoServer {
  const { market, token } = options;
  const now = options.now ?? (() => new Date());
  const tables = new MarketTables(market);
  const faults: Fault[] = [...(options.faults ?? [])];
  const photos = new PhotoShelf(market);

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof ODataFault) sendFault(response, error.status, error.message);
      else sendFault(response, 500, error instanceof Error ? error.message : 'unknown fault');
    });
  });
  return {
    server,
    tick: (at, changes) => {
      const changed = market.tick(at, changes).length;
      tables.forget();
      return changed;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname.startsWith('/photos/')) return photos.send(url.pathname, response);
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.setHeader('www-authenticate', 'Bearer');
      return sendFault(response, 401, 'a bearer token is needed');
    }
    if (request.method === 'POST' && url.pathname.startsWith('/control/')) {
      return control(url.pathname.slice('/control/'.length), await readBody(request), response);
    }
    if (request.method !== 'GET') return sendFault(response, 405, 'only GET is done here');
    const fault = takeFault();
    if (fault !== undefined && (await playFault(fault, response))) return;

    let path: string;
    try {
      path = decodeURIComponent(url.pathname);
    } catch {
      throw new ODataFault(400, 'the path is not UTF-8');
    }
    const host = `http://${request.headers.host ?? 'localhost'}`;
    const cut = fault?.kind === 'truncated';
    if (path === '/' || path === '') {
      const value = RESOURCES.map((name) => ({ name, kind: 'EntitySet', url: name }));
      return sendJson(request, response, { '@odata.context': `${host}/$metadata`, value }, cut);
    }
    if (path === '/$metadata') return sendMetadata(request, response);
    const found = /^\/([A-Za-z]+)(?:\((?:'((?:[^']|'')*)')\))?$/.exec(path);
    const resource = RESOURCES.find((name) => name === found?.[1]);
    if (resource === undefined) throw new ODataFault(404, `there is no resource ${path.slice(1, 60)}`);
    const asked = parseOptions(url.search);
    const key = found?.[2]?.replaceAll("''", "'");
    if (key !== undefined) return sendEntity(request, response, resource, key, asked, host);

    const preferred = /odata\.maxpagesize=(\d{1,6})|(?<![.\w])maxpagesize=(\d{1,6})/.exec(
      String(request.headers.prefer ?? ''),
    );
    const maxPageSize = preferred === null ? null : Math.max(1, Number(preferred[1] ?? preferred[2]));
    const result = answerQuery(tables.table(resource), asked, options.limits ?? LIMITS, maxPageSize, now);
    if (maxPageSize !== null) response.setHeader('preference-applied', `odata.maxpagesize=${maxPageSize}`);
    const body: Row = { '@odata.context': `${host}/$metadata#${resource}` };
    if (result.count !== null) body['@odata.count'] = result.count;
    body.value = result.rows.map((row) => shape(resource, row, result, host));
    if (result.next !== null) body['@odata.nextLink'] = `${host}/${resource}?${result.next}`;
    return sendJson(request, response, body, cut);
  }

  function sendEntity(
    request: IncomingMessage,
    response: ServerResponse,
    resource: Resource,
    key: string,
    asked: ReadonlyMap<string, string>,
    host: string,
  ): Promise<void> {
    const row = tables.findRow(resource, key);
    if (row === undefined) throw new ODataFault(404, `${resource} has no such key`);
    const narrowed = new Map([...asked].filter(([name]) => name === '$select' || name === '$expand'));
    const one = { ...tables.table(resource), rows: [row], sorted: () => [row] };
    const result = answerQuery(one, narrowed, LIMITS, null, now);
    const context = `${host}/$metadata#${resource}/$entity`;
    return sendJson(request, response, { '@odata.context': context, ...shape(resource, row, result, host) });
  }

  function shape(resource: Resource, row: Row, { select, expand }: Found, host: string): Row {
    const { Media: media, ...plain } = row;
    const shown: Row =
      select === null ? plain : Object.fromEntries(select.map((name) => [name, row[name] ?? null]));
    if (resource === 'Media') return withHost(shown, host);
    if (resource !== 'Property') return shown;
    if (expand.includes('Media')) {
      shown.Media = (Array.isArray(media) ? (media as Row[]) : []).map((one) => withHost(one, host));
    }
    if (expand.includes('OpenHouse')) shown.OpenHouse = tables.openHousesOf(row.ListingKey);
    return shown;
  }

  function sendMetadata(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const xml = writeEdmx(
      RESOURCES.map((name) => ({
        name,
        key: KEYS[name],
        fields: tables.fields(name),
        whole: tables.wholeFields(name),
        expands: name === 'Property' ? ['Media', 'OpenHouse'] : [],
      })),
    );
    return send(request, response, 200, 'application/xml', Buffer.from(xml));
  }

  function takeFault(): Fault | undefined {
    const fault = faults[0];
    if (fault === undefined) return undefined;
    fault.count -= 1;
    if (fault.count <= 0) faults.shift();
    return fault;
  }

  /** Whether the fault was the whole answer. */
  async function playFault(fault: Fault, response: ServerResponse): Promise<boolean> {
    if (fault.kind === 'slow') {
      await sleep(fault.delayMs ?? 3000, undefined, { ref: false });
      return false;
    }
    if (fault.kind === 'truncated') return false;
    if (fault.kind === 'down') {
      response.destroy();
    } else if (fault.kind === '429') {
      response.setHeader('retry-after', fault.retryAfter ?? '1');
      sendFault(response, 429, 'too many requests');
    } else {
      response.writeHead(500, { 'content-type': 'text/html' }).end('<html><h1>Server Error</h1></html>');
    }
    return true;
  }

  function control(what: string, json: unknown, response: ServerResponse): void {
    const list = (Array.isArray(json) ? json : [json]) as Row[];
    let count = 0;
    if (what === 'change') count = tables.change(list, now());
    else if (what === 'add') count = tables.add(list, now());
    else if (what === 'remove') {
      count = tables.remove(list.map((one) => String((one as Row | null)?.ListingKey ?? one)));
    } else if (what === 'fault') {
      for (const one of list as unknown as Fault[]) {
        if (!FAULTS.includes(one.kind)) throw new ODataFault(400, `a fault is one of ${FAULTS.join(', ')}`);
        faults.push({ ...one, count: Math.max(1, Number(one.count) || 1) });
        count += 1;
      }
    } else throw new ODataFault(404, 'control knows change, add, remove, fault');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ count }));
  }
}

/** The market's placeholder address of a picture, with the host that was asked. */
function withHost(media: Row, host: string): Row {
  const { MediaURL: url } = media;
  if (typeof url !== 'string') return media;
  const at = url.indexOf('/photos/');
  return at === -1 ? media : { ...media, MediaURL: host + url.slice(at) };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BODY_BYTES) throw new ODataFault(413, 'the body is too large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new ODataFault(400, 'the body is not JSON');
  }
}

function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  cut = false,
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(body));
  const part = cut ? bytes.subarray(0, Math.floor(bytes.byteLength / 2)) : bytes;
  return send(request, response, 200, 'application/json;odata.metadata=minimal', part);
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string,
  bytes: Buffer,
): Promise<void> {
  response.setHeader('odata-version', '4.01');
  response.setHeader('content-type', type);
  response.setHeader('vary', 'accept-encoding');
  if (bytes.byteLength > 1400 && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
    response.setHeader('content-encoding', 'gzip');
    response.writeHead(status).end(await compress(bytes, { level: 1 }));
  } else {
    response.writeHead(status).end(bytes);
  }
}

function sendFault(response: ServerResponse, status: number, message: string): void {
  response.setHeader('odata-version', '4.01');
  response.setHeader('content-type', 'application/json');
  response.writeHead(status).end(JSON.stringify({ error: { code: String(status), message } }));
}

/** Drawn pictures, the last used kept in memory up to a bound. */
class PhotoShelf {
  readonly #market: ServedMarket;
  readonly #kept = new Map<string, Promise<Buffer>>();
  #bytes = 0;

  constructor(market: ServedMarket) {
    this.#market = market;
  }

  async send(path: string, response: ServerResponse): Promise<void> {
    let drawing = this.#kept.get(path);
    if (drawing === undefined) {
      drawing = Promise.resolve().then(() => this.#market.drawPhoto(path));
      this.#keep(path, drawing);
    } else {
      this.#kept.delete(path);
      this.#kept.set(path, drawing);
    }
    try {
      const bytes = await drawing;
      response.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=86400' });
      response.end(bytes);
    } catch {
      sendFault(response, 404, 'there is no such picture');
    }
  }

  #keep(path: string, drawing: Promise<Buffer>): void {
    this.#kept.set(path, drawing);
    drawing.then(
      async (bytes) => {
        this.#bytes += bytes.byteLength;
        for (const [oldest, kept] of this.#kept) {
          if (this.#bytes <= MOST_PHOTO_BYTES || oldest === path) break;
          this.#kept.delete(oldest);
          this.#bytes -= (await kept.catch(() => Buffer.alloc(0))).byteLength;
        }
      },
      () => this.#kept.delete(path),
    );
  }
}
