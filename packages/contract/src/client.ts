import type { Static, TSchema } from 'typebox';
import { ApiError } from './api-error.ts';
import type { ErrorBody } from './error.ts';
import { READING_CALLS } from './reading-calls.ts';
import type { Route } from './route.ts';
import type { ROUTES } from './routes.ts';
import type { Transport } from './transport.ts';

/** `query` may be given as canonical text where a codec of its own exists (searches). */
type Call<R> =
  R extends Route<infer P, infer Q, infer B, infer A>
    ? (input?: {
        params?: P extends TSchema ? Static<P> : never;
        query?: (Q extends TSchema ? Static<Q> : never) | string;
        body?: B extends TSchema ? Static<B> : never;
        signal?: AbortSignal;
        /** The same key and body again: what was made the first time. */
        idempotencyKey?: string;
        /** The version that one has seen: 412 when it is another one by now. */
        ifMatch?: number;
      }) => Promise<Static<A>>
    : never;

export type Client = { [K in keyof typeof ROUTES]: Call<(typeof ROUTES)[K]> };

type Calls = Record<string, { method: string; path: string } | undefined>;

interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, unknown> | string;
  body?: unknown;
  signal?: AbortSignal;
  idempotencyKey?: string;
  ifMatch?: number;
}

/**
 * The typed client over a transport. Throws `ApiError` for an answer of 400 or more. Calls that not every page makes are looked up when one is made first.
 */
export function createClient(transport: Transport): Client {
  const findCall = async (name: string) =>
    (READING_CALLS as Calls)[name] ?? ((await import('./calls.ts')).CALLS as Calls)[name];

  const make =
    (name: string) =>
    async (input: CallInput = {}) => {
      const call = await findCall(name);
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
      if (status >= 400) throw new ApiError(errorBodyOf(status, body));
      return body;
    };
  // Whoever awaits a client asks it for `then`: that is none of the calls.
  return new Proxy({} as Client, {
    get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : make(name)),
  });
}

/** Arrays as repeated keys; null and undefined are left out (rule S5.1). */
export function formatQuery(query: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined) params.append(key, String(one));
    }
  }
  return params.toString();
}

function errorBodyOf(status: number, body: unknown): ErrorBody {
  const given = typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {};
  return {
    statusCode: status,
    statusMessage: typeof given.statusMessage === 'string' ? given.statusMessage : '',
    message: typeof given.message === 'string' ? given.message : `HTTP ${status}`,
    data: given.data,
  };
}

export { ApiError } from './api-error.ts';
export { type ApiHosts, apiOrigins, chooseApiUrl } from './api-hosts.ts';
export { type BearerSession, withBearer } from './bearer.ts';
export { type FetchOptions, fetchTransport } from './fetch-transport.ts';
export { parseOwnPath } from './own-path.ts';
export { PROVIDERS, type Provider } from './provider.ts';
export { parseSignInFailure, type SignInFailure } from './sign-in-failure.ts';
export { TAKE_DOWN_REASONS, type TakeDownReason } from './take-down-reasons.ts';
export type { Transport, TransportRequest } from './transport.ts';
