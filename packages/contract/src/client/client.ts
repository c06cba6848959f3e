import type { TSchema } from 'typebox';
import type { ErrorBody } from '../api/error.ts';
import type { RouteBody, RouteParams, RouteQuery, RouteResponse } from '../api/route.ts';
import type { CallName, ROUTES } from '../api/routes.ts';
import { ApiError } from './api-error.ts';
import { FIRST_ADDRESSES } from './first-addresses.ts';
import type { Transport } from './transport.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** A repeated request with the same key and body gets the response of the first; nothing is done twice. */
  idempotencyKey?: string;
  /** The version that the caller has read: 412 when there is a newer one. */
  ifMatch?: number;
}

/** `query` may be canonical text where the call has a codec of its own (searches). */
type Call<R> = (
  input?: (R extends { params: TSchema } ? { params?: RouteParams<R> } : { params?: never }) &
    (R extends { query: TSchema } ? { query?: RouteQuery<R> | string } : { query?: string }) &
    (R extends { body: TSchema } ? { body?: RouteBody<R> } : { body?: never }) &
    CallOptions,
) => Promise<RouteResponse<R>>;

export type Client = { [K in CallName]: Call<(typeof ROUTES)[K]> };

interface CallInput extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, unknown> | string;
  body?: unknown;
}

/** A typed client over a transport: one method per API call. @throws {ApiError} for a status of 400 or more */
export function createClient(transport: Transport): Client {
  const findAddress = async (name: string) =>
    FIRST_ADDRESSES[name] ?? (await import('./other-addresses.ts')).OTHER_ADDRESSES[name];

  const make =
    (name: string) =>
    async (input: CallInput = {}) => {
      const call = await findAddress(name);
      if (call === undefined) throw new TypeError(`The API has no call ${name}.`);
      const path = call.path.replace(/:(\w+)/g, (_, key: string) =>
        encodeURIComponent(input.params?.[key] ?? ''),
      );
      const query = typeof input.query === 'string' ? input.query : formatQuery(input.query ?? {});
      const { method } = call;
      const { status, body } = await transport({
        method,
        path,
        query,
        body: input.body,
        signal: input.signal,
        ...(input.idempotencyKey === undefined ? {} : { idempotencyKey: input.idempotencyKey }),
        ...(input.ifMatch === undefined ? {} : { ifMatch: `"${input.ifMatch}"` }),
      });
      if (status >= 400) throw new ApiError(parseErrorBody(status, body));
      return body;
    };
  // `await client` reads `then`, which must not be a call.
  return new Proxy({} as Client, {
    get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : make(name)),
  });
}

/** Formats a query: arrays as repeated keys, without null and undefined (rule S5.1). */
export function formatQuery(query: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined) params.append(key, String(one));
    }
  }
  return params.toString();
}

function parseErrorBody(status: number, body: unknown): ErrorBody {
  const given = typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {};
  return {
    statusCode: status,
    statusMessage: typeof given.statusMessage === 'string' ? given.statusMessage : '',
    message: typeof given.message === 'string' ? given.message : `HTTP ${status}`,
    data: given.data,
  };
}

export { TAKE_DOWN_REASONS, type TakeDownReason } from '../admin/take-down-reasons.ts';
export { parseSignInFailure, type SignInFailure } from '../people/sign-in-failure.ts';
export { ApiError } from './api-error.ts';
export { type ApiHosts, apiOrigins, chooseApiUrl } from './api-hosts.ts';
export { type BearerSession, withBearer } from './bearer.ts';
export { type FetchOptions, fetchTransport } from './fetch-transport.ts';
export { parseOwnPath } from './own-path.ts';
export type { Transport, TransportRequest } from './transport.ts';
