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

/** Tokens that are over, things that are gone, too many calls: they would fill a log. */
const DAILY = new Set([401, 404, 429]);
/** More wrong fields than a form has are not told one by one. */
const MOST_FIELDS = 50;
/** More of a refused body is not waited for (bytes): above `client_max_body_size` of docs/running.md. */
const MOST_LEFT = 16 * 1024 * 1024;
/** Nor for longer (ms): a proxy buffers the whole body before it forwards the request, and a client that never sends the rest delays shutdown. */
const LEFT_WITHIN = 3_000;

/** The language of an answer: the `locale` of the query, else what the browser prefers, else English. */
export function localeOfRequest(request: FastifyRequest): Locale {
  const asked = (request.query as Record<string, unknown> | undefined)?.locale;
  return (
    (typeof asked === 'string' ? parseLocale(asked) : undefined) ??
    preferredLocale(request.headers['accept-language']) ??
    'en'
  );
}

/** The body of the one error shape. `message` is English, `statusMessage` the visitor's language. */
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

/** The one place where a throw becomes a response. */
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
      // By the pattern of its address: what stands in an address or a body may be a secret.
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
      // RFC 9110: who is refused for want of a token is told what kind would do.
      if (error.statusCode === 401) reply.header('www-authenticate', 'Bearer');
      return send(error.code, error.data, error.values);
    }
    if (error.validation !== undefined) {
      return send('invalid_request', { fields: problemsOf(error.validation) });
    }
    if (isUnavailable(error)) {
      reply.header('retry-after', '5');
      return send('unavailable');
    }
    const code = codeOf(error.statusCode);
    if (code !== undefined) return send(code, {}, { path: request.url.split('?')[0] ?? '/' });
    request.log.error({ err: error, url: loggedUrl(request.url) }, 'a request failed');
    return send('internal');
  });
}

/**
 * What is left of a body that nobody wants may not lie before the next request. It is read to nowhere: a proxy on which the
 * connection closes while it is still sending takes this process for dead, and sends nobody here for a while. What is
 * larger than a proxy lets through, or does not say how large it is, ends the connection.
 */
function leaveBody({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  if (Number(headers['content-length'] ?? Number.NaN) <= MOST_LEFT) {
    reply.removeHeader('connection');
    raw.unpipe();
    raw.resume();
    const late = setTimeout(() => raw.destroy(), LEFT_WITHIN).unref();
    raw.once('close', () => clearTimeout(late));
  } else reply.raw.shouldKeepAlive = false;
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** What Fastify itself refuses: too large a body, a type that nobody reads, broken JSON. */
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

function codeOf(status = 500): ErrorCode | undefined {
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

/** One problem a field: of several the first, which is the schema's order. */
function problemsOf(faults: readonly Fault[]): NonNullable<NonNullable<ErrorBody['data']>['fields']> {
  const problems = new Map<string, FieldReason>();
  for (const { instancePath, keyword, params } of faults) {
    const missing = params.missingProperty ?? params.additionalProperty;
    const field = [...stepsOf(instancePath), ...(missing === undefined ? [] : [String(missing)])].join('.');
    if (problems.has(field) || problems.size >= MOST_FIELDS) continue;
    const isEmpty = keyword === 'minLength' && params.limit === 1;
    problems.set(field.slice(0, 200), isEmpty ? 'missing' : (REASONS[keyword] ?? 'malformed'));
  }
  return [...problems].map(([field, reason]) => ({ field, reason }));
}

/** The steps of a JSON pointer. */
function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What is no HTTP, or has headers that are too long, never becomes a request: the one shape, by hand. */
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
 * Whether a request head is too long because of its request line: 414 instead of 431 (RFC 9112, section 3). Node says only that
 * the head is too long, and has the last packet: a line that came in several packets is not recognized.
 */
function isLongRequestLine(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet) || packet.length < maxHeaderSize) return false;
  return (
    /^[A-Z]+ /.test(packet.toString('latin1', 0, 32)) && !packet.subarray(0, maxHeaderSize).includes('\n')
  );
}

/** Node's names of what it could not read. */
const UNREADABLE: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** 404 'Page not found: {path}' (rule S2.2) for what is no page and no call. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? '/';
  const body = errorBody(localeOfRequest(request), 404, 'not_found', {}, { path });
  return reply.code(404).header('cache-control', 'no-store').type('application/json').send(body);
}
