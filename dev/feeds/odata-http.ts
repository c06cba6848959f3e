import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Fault } from './faults.ts';
import { ODataFault, type Row } from './odata-value.ts';

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_PHOTO_BYTES = 64 * 1024 * 1024;
const compress = promisify(gzip);

/** Sends JSON or XML with OData's version header, changed by a wire fault if one is given. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  type: string,
  body: string,
  fault?: Fault,
): Promise<void> {
  const whole = Buffer.from(body);
  const half = whole.subarray(0, Math.floor(whole.byteLength / 2));
  response.setHeader('odata-version', '4.01');
  response.setHeader('content-type', type);
  response.setHeader('vary', 'accept-encoding');
  if (fault?.kind === 'cut') {
    response.setHeader('content-length', whole.byteLength);
    response.writeHead(200).write(half, () => response.destroy());
    return;
  }
  if (fault?.kind === 'slow') {
    response.writeHead(200).write(half);
    await sleep(fault.delayMs ?? 3000, undefined, { ref: false });
    response.end(whole.subarray(half.byteLength));
    return;
  }
  const bytes = fault?.kind === 'truncated' ? half : whole;
  if (bytes.byteLength > 1400 && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
    response.setHeader('content-encoding', 'gzip');
    const small = await compress(bytes, { level: 1 });
    response.writeHead(200).end(small);
  } else {
    response.writeHead(200).end(bytes);
  }
}

export const JSON_TYPE = 'application/json;odata.metadata=minimal';

export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  fault?: Fault,
): Promise<void> {
  return send(request, response, JSON_TYPE, JSON.stringify(body), fault);
}

/** Sends OData's error body (rules F67, F94). */
export function sendFault(response: ServerResponse, status: number, message: string): void {
  response.setHeader('odata-version', '4.01');
  response.setHeader('content-type', 'application/json');
  response.writeHead(status).end(JSON.stringify({ error: { code: String(status), message } }));
}

/**
 * Sends a fault that is a whole response, with the server's own message for a refusal; false for a fault that only
 * changes the following response.
 */
export function sendFaultResponse(
  fault: Fault,
  response: ServerResponse,
  refuse: (status: number, message: string) => void,
): boolean {
  const { kind } = fault;
  if (kind === 'down') response.destroy();
  else if (kind === '500-html') {
    response.setHeader('odata-version', '4.01');
    response.writeHead(500, { 'content-type': 'text/html' }).end('<html><h1>Server Error</h1></html>');
  } else if (kind === '429-hour' || kind === '429-burst') {
    if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter);
    refuse(429, 'too many requests');
  } else {
    const refusal = REFUSALS[kind];
    if (refusal === undefined) return false;
    refuse(...refusal);
  }
  return true;
}

const REFUSALS: { [kind in Fault['kind']]?: [status: number, message: string] } = {
  '401': [401, 'the token is invalid'],
  '403': [403, 'the dataset is not granted to this token'],
  '403-replication': [403, 'replication is not granted for this dataset'],
  '404': [404, 'Resource not found'],
  '408': [408, 'the query took too long'],
  '503': [503, 'the service is unavailable'],
  '400-filter': [400, '$filter is not available on replication'],
  'dead-next-link': [410, 'this link has expired'],
};

/** @throws ODataFault 413 and 400. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new ODataFault(413, 'the body is too large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString() || '{}');
  } catch {
    throw new ODataFault(400, 'the body is not JSON');
  }
}

/** Page size that the client prefers, by OData's header in either spelling; null when it says nothing. */
export function preferredPageSize(request: IncomingMessage): number | null {
  const prefer = String(request.headers.prefer ?? '');
  const found = /(?:odata\.|(?<![.\w]))maxpagesize=(\d{1,6})/.exec(prefer);
  return found === null ? null : Math.max(1, Number(found[1]));
}

/** The market's placeholder address of a picture, with the requested host. */
export function withHost(media: Row, host: string): Row {
  const { MediaURL: url } = media;
  if (typeof url !== 'string') return media;
  const at = url.indexOf('/photos/');
  return at === -1 ? media : { ...media, MediaURL: host + url.slice(at) };
}

/** Drawn pictures in an LRU cache of bounded size. */
export class PhotoCache {
  readonly #draw: (path: string) => Promise<Buffer>;
  readonly #kept = new Map<string, Promise<Buffer>>();
  #bytes = 0;

  constructor(draw: (path: string) => Promise<Buffer>) {
    this.#draw = draw;
  }

  async send(path: string, response: ServerResponse): Promise<void> {
    let drawing = this.#kept.get(path);
    if (drawing === undefined) {
      drawing = Promise.resolve().then(() => this.#draw(path));
      this.#keep(path, drawing);
    } else {
      this.#kept.delete(path);
      this.#kept.set(path, drawing);
    }
    try {
      const bytes = await drawing;
      const type = TYPES.find(([start]) =>
        bytes.subarray(start.offset, start.offset + 4).equals(start.bytes),
      )?.[1];
      response.writeHead(200, {
        'content-type': type ?? 'image/jpeg',
        'cache-control': 'public, max-age=86400',
      });
      response.end(bytes);
    } catch {
      sendFault(response, 404, 'no such picture');
    }
  }

  #keep(path: string, drawing: Promise<Buffer>): void {
    this.#kept.set(path, drawing);
    drawing.then(
      async (bytes) => {
        this.#bytes += bytes.byteLength;
        for (const [oldest, kept] of this.#kept) {
          if (this.#bytes <= MAX_PHOTO_BYTES || oldest === path) break;
          this.#kept.delete(oldest);
          this.#bytes -= (await kept.catch(() => Buffer.alloc(0))).byteLength;
        }
      },
      () => this.#kept.delete(path),
    );
  }
}

/** File signatures and their content types. */
const TYPES: [{ offset: number; bytes: Buffer }, string][] = [
  [{ offset: 4, bytes: Buffer.from('ftyp') }, 'image/avif'],
  [{ offset: 0, bytes: Buffer.from('RIFF') }, 'image/webp'],
  [{ offset: 0, bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47]) }, 'image/png'],
];
