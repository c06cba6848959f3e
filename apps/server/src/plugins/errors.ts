import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERROR_STATUS, type ErrorBody, type ErrorCode, type FieldReason } from '@maru/contract';
import { isUnavailable } from '@maru/store';
import { LANGUAGE_TAGS, type Locale, parseLocale } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import { loggedUrl } from '../http/logged-request.ts';
import { preferredLocale } from '../http/preferred-locale.ts';

/** Statuses too frequent to be logged. */
const DAILY = new Set([401, 404, 429]);
/** Maximum number of field errors in a response. */
const MAX_FIELDS = 50;
/** Maximum bytes of a rejected body that are drained; above `client_max_body_size` of docs/running.md. */
const MAX_LEFT = 16 * 1024 * 1024;
/**
 * Maximum time in ms for draining. A proxy buffers the whole body first; a client that never sends the rest would delay
 * shutdown.
 */
const LEFT_WITHIN = 3_000;

/** Locale of a response: query parameter `locale`, then Accept-Language, then English. */
export function localeOfRequest(request: FastifyRequest): Locale {
  const asked = (request.query as Record<string, unknown> | undefined)?.locale;
  return (
    (typeof asked === 'string' ? parseLocale(asked) : undefined) ??
    preferredLocale(request.headers['accept-language']) ??
    'en'
  );
}

/** Body of an API error. `message` is English, `statusMessage` localized. */
export function errorBody(
  locale: Locale,
  statusCode: number,
  code: ErrorCode,
  data: Omit<NonNullable<ErrorBody['data']>, 'code'> = {},
  values: Record<string, string> = {},
): ErrorBody {
  const filled = { path: '', text: '', method: '', ...values };
  return {
    statusCode,
    statusMessage: formatMessage(locale, `error.${code}`, filled),
    message: formatMessage('en', `error.${code}`, filled),
    data: { code, ...data },
  };
}

/** Turns every thrown error into a response. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const locale = localeOfRequest(request);
    if (hasBody(request) && !request.raw.complete) leaveBody(request, reply);
    const send = (
      code: ErrorCode,
      data?: Parameters<typeof errorBody>[3],
      values?: Record<string, string>,
    ) => {
      const body = errorBody(locale, ERROR_STATUS[code], code, data, values);
      // Logs the route pattern: URL and body may contain secrets.
      const { method, routeOptions } = request;
      const level = DAILY.has(body.statusCode) ? 'debug' : 'info';
      if (body.statusCode < 500) request.log[level]({ code, method, route: routeOptions.url }, 'refused');
      return reply
        .code(body.statusCode)
        .header('cache-control', 'no-store')
        .header('content-language', LANGUAGE_TAGS[locale])
        .type('application/json; charset=utf-8')
        .send(body);
    };

    if (error instanceof ApiError) {
      if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
      // RFC 9110 requires WWW-Authenticate with 401.
      if (error.statusCode === 401) reply.header('www-authenticate', 'Bearer');
      return send(error.code, error.data, error.values);
    }
    if (error.validation !== undefined) {
      return send('invalid_request', { fields: listProblems(error.validation) });
    }
    if (isUnavailable(error)) {
      reply.header('retry-after', '5');
      return send('unavailable');
    }
    const code = findCode(error.statusCode);
    if (code !== undefined) return send(code, {}, { path: request.url.split('?')[0] ?? '/' });
    request.log.error({ err: error, url: loggedUrl(request.url) }, 'request failed');
    return send('internal');
  });
}

/**
 * Drains the rest of a rejected body, so that the connection can be reused. A proxy whose connection closes while it
 * sends marks this process as down. Bodies larger than a proxy allows, or of unknown length, close the connection.
 */
function leaveBody({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  if (Number(headers['content-length'] ?? Number.NaN) <= MAX_LEFT) {
    reply.removeHeader('connection');
    raw.unpipe();
    raw.resume();
    const late = setTimeout(() => raw.destroy(), LEFT_WITHIN).unref();
    raw.once('close', () => clearTimeout(late));
  } else reply.raw.shouldKeepAlive = false;
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Errors of Fastify itself: body too large, unsupported media type, malformed JSON. */
const OWN_CODES: Record<number, ErrorCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  431: 'headers_too_large',
  503: 'unavailable',
};

function findCode(status = 500): ErrorCode | undefined {
  return OWN_CODES[status] ?? (status >= 400 && status < 500 ? 'invalid_request' : undefined);
}

type Fault = NonNullable<FastifyError['validation']>[number];

const REASONS: Record<string, FieldReason> = {
  required: 'missing',
  additionalProperties: 'unknown',
  enum: 'unknown_value',
  const: 'unknown_value',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  exclusiveMinimum: 'out_of_range',
  exclusiveMaximum: 'out_of_range',
  multipleOf: 'out_of_range',
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_few',
  maxItems: 'too_many',
  maxProperties: 'too_many',
  uniqueItems: 'repeated',
};

/** One error per field: the first in schema order. */
function listProblems(faults: readonly Fault[]): NonNullable<NonNullable<ErrorBody['data']>['fields']> {
  const problems = new Map<string, FieldReason>();
  for (const { instancePath, keyword, params } of faults) {
    const missing = params.missingProperty ?? params.additionalProperty;
    const field = [...splitPointer(instancePath), ...(missing === undefined ? [] : [String(missing)])].join(
      '.',
    );
    if (problems.has(field) || problems.size >= MAX_FIELDS) continue;
    const isEmpty = keyword === 'minLength' && params.limit === 1;
    problems.set(field.slice(0, 200), isEmpty ? 'missing' : (REASONS[keyword] ?? 'malformed'));
  }
  return [...problems].map(([field, reason]) => ({ field, reason }));
}

function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Answers malformed HTTP and oversized headers, which never become a request, with a hand-written API error. */
export function refuseUnreadable(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Duplex,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const unread = UNREADABLE[error.code ?? ''] ?? 'invalid_request';
  const code = unread === 'headers_too_large' && isLongRequestLine(error.rawPacket) ? 'uri_too_long' : unread;
  const status = ERROR_STATUS[code];
  const body = JSON.stringify(errorBody('en', status, code));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Whether a request head is too long because of its request line: 414 instead of 431 (RFC 9112, section 3). Node only
 * reports that the head is too long, with the last packet; a line that was split into several packets is not
 * recognized.
 */
function isLongRequestLine(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet) || packet.length < maxHeaderSize) return false;
  return (
    /^[A-Z]+ /.test(packet.toString('latin1', 0, 32)) && !packet.subarray(0, maxHeaderSize).includes('\n')
  );
}

/** Error codes of Node's HTTP parser. */
const UNREADABLE: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** 404 'Page not found: {path}' (rule S2.2) for paths that are neither page nor API route. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? '/';
  const body = errorBody(localeOfRequest(request), 404, 'not_found', {}, { path });
  return reply.code(404).header('cache-control', 'no-store').type('application/json').send(body);
}
