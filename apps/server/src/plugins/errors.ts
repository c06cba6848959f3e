import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody, ErrorCode } from '@maru/contract';
import { isUnavailable } from '@maru/store';
import { type Locale, parseLocale } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/** The language of an answer: the `locale` of the query, else the first that the browser prefers, else English. */
export function localeOfRequest(request: FastifyRequest): Locale {
  const asked = (request.query as Record<string, unknown> | undefined)?.locale;
  const preferred = request.headers['accept-language']?.split(',')[0]?.split(';')[0];
  return (typeof asked === 'string' ? parseLocale(asked) : undefined) ?? parseLocale(preferred) ?? 'en';
}

/** The body of the one error shape. `message` is English, `statusMessage` the visitor's language. */
export function errorBody(
  locale: Locale,
  statusCode: number,
  code: ErrorCode,
  data: Omit<NonNullable<ErrorBody['data']>, 'code'> = {},
  values: Record<string, string> = {},
): ErrorBody {
  const filled = { path: '', text: '', ...values };
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
    const send = (body: ErrorBody) => reply.code(body.statusCode).type('application/json').send(body);
    reply.header('cache-control', 'no-store');

    if (error instanceof Refusal) {
      if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
      return send(errorBody(locale, error.statusCode, error.code, error.data, error.values));
    }
    if (error.validation !== undefined) {
      const fields = error.validation.map((fault) => ({
        field: fault.instancePath.slice(1).replaceAll('/', '.') || String(fault.params.missingProperty ?? ''),
        reason: fault.keyword === 'required' ? 'missing' : 'malformed',
      }));
      return send(errorBody(locale, 400, 'invalid_request', { fields }));
    }
    if (isUnavailable(error)) {
      reply.header('retry-after', '5');
      return send(errorBody(locale, 503, 'unavailable'));
    }
    const status = error.statusCode ?? 500;
    if (status === 413) return send(errorBody(locale, 413, 'payload_too_large'));
    if (status === 429) return send(errorBody(locale, 429, 'too_many_requests'));
    if (status >= 400 && status < 500) return send(errorBody(locale, status, 'invalid_request'));
    request.log.error({ err: error, url: request.url.split('?')[0] }, 'a request failed');
    return send(errorBody(locale, 500, 'internal'));
  });
}

/** What is no HTTP, or has headers that are too long, never becomes a request: the one shape, by hand. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
  const body = JSON.stringify(errorBody('en', status, 'invalid_request'));
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

/** 404 'Page not found: {path}' (SPEC.md point 2) for what is no page and no call. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? '/';
  const body = errorBody(localeOfRequest(request), 404, 'not_found', {}, { path });
  return reply.code(404).header('cache-control', 'no-store').type('application/json').send(body);
}
