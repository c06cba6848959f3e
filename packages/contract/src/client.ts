import type { Static, TSchema } from 'typebox';
import { ApiError } from './api-error.ts';
import { CALLS } from './calls.ts';
import type { ErrorBody } from './error.ts';
import type { Route } from './route.ts';
import type { ROUTES } from './routes.ts';

/** One request as data. `query` is canonical text without the question mark. */
export interface TransportRequest {
  method: string;
  path: string;
  query: string;
  body?: unknown;
  signal?: AbortSignal;
}

/** How a request reaches the API: `fetch` in the browser, in-process on the server. */
export type Transport = (request: TransportRequest) => Promise<{ status: number; body: unknown }>;

/** `query` may be given as canonical text where a codec of its own exists (searches). */
type Call<R> =
  R extends Route<infer P, infer Q, infer B, infer A>
    ? (input?: {
        params?: P extends TSchema ? Static<P> : never;
        query?: (Q extends TSchema ? Static<Q> : never) | string;
        body?: B extends TSchema ? Static<B> : never;
        signal?: AbortSignal;
      }) => Promise<Static<A>>
    : never;

export type Client = { [K in keyof typeof ROUTES]: Call<(typeof ROUTES)[K]> };

interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, unknown> | string;
  body?: unknown;
  signal?: AbortSignal;
}

/** The typed client over a transport. Throws `ApiError` for an answer of 400 or more. */
export function createClient(transport: Transport): Client {
  const calls = Object.entries(CALLS).map(([name, one]) => [
    name,
    async (input: CallInput = {}) => {
      const path = one.path.replace(/:(\w+)/g, (_, key: string) =>
        encodeURIComponent(input.params?.[key] ?? ''),
      );
      const query = typeof input.query === 'string' ? input.query : formatQuery(input.query ?? {});
      const { status, body } = await transport({
        method: one.method,
        path,
        query,
        body: input.body,
        signal: input.signal,
      });
      if (status >= 400) throw new ApiError(errorBodyOf(status, body));
      return body;
    },
  ]);
  return Object.fromEntries(calls) as Client;
}

/** Arrays as repeated keys; null and undefined are left out (SPEC.md point 5). */
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

const RETRIED = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/**
 * The browser's transport, asking for errors in `language` (BCP 47): one retry for GET on the statuses of SPEC.md point 7, none after an abort. A broken
 * network rejects with 'Network Error', an abort with an AbortError.
 */
export function fetchTransport(
  baseUrl: string,
  language: string,
  fetchFunction: typeof fetch = fetch,
): Transport {
  return async ({ method, path, query, body, signal }) => {
    const url = `${baseUrl}${path}${query === '' ? '' : `?${query}`}`;
    const ask = () =>
      fetchFunction(url, {
        method,
        signal,
        headers: {
          'accept-language': language,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    const answer = await ask()
      .then((first) => (method === 'GET' && RETRIED.has(first.status) ? ask() : first))
      .catch((cause) => {
        if (signal?.aborted) throw cause;
        throw new Error('Network Error', { cause });
      });
    return { status: answer.status, body: await answer.json().catch(() => undefined) };
  };
}
export { ApiError } from './api-error.ts';
