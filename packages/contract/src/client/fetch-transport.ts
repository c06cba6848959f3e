import { type ApiHosts, SAME_ORIGIN } from './api-hosts.ts';
import type { Transport, TransportRequest } from './transport.ts';

export interface FetchOptions {
  /** Per attempt; default 30 s. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

const TIMEOUT_MS = 30_000;
/** Statuses after which an idempotent call is retried once (rule S7.3). */
const RETRIED = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const CHANGES_NOTHING = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Before the retry, without `Retry-After`. */
const PAUSE_MS = 250;
/** For a longer `Retry-After` the error is returned without a retry. */
const LONGEST_WAIT_MS = 5_000;

/**
 * The browser's transport. Errors are in `language` (BCP 47); `hosts` is one address, or one for each of the two APIs. One retry (rule S7.3), after `Retry-After` of at most 5 s. Rejects with exactly
 * 'Network Error', 'Request aborted' (named AbortError) or 'timeout of N ms exceeded' (named TimeoutError).
 */
export function fetchTransport(
  hosts: string | ApiHosts,
  language: string,
  { timeoutMs = TIMEOUT_MS, fetch: ask = fetch }: FetchOptions = {},
): Transport {
  const { property, common } =
    typeof hosts === 'string' ? { ...SAME_ORIGIN, property: hosts, common: hosts } : hosts;

  return async (request) => {
    const first = await attempt(request);
    if (!CHANGES_NOTHING.has(request.method) || !RETRIED.has(first.status)) return first;
    const wait = parseRetryAfter(first.retryAfter);
    if (wait === undefined) return first;
    await pause(wait, request.signal);
    return attempt(request);
  };

  async function attempt(request: TransportRequest) {
    const { method, path, query, body, signal, authorization, idempotencyKey, ifMatch } = request;
    const isCommon = !path.startsWith('/maru/');
    const url = `${isCommon ? common : property}${path}${query === '' ? '' : `?${query}`}`;
    const stop = new AbortController();
    const giveUp = () => stop.abort();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      giveUp();
    }, timeoutMs);
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp);
    try {
      const answer = await ask(url, {
        method,
        signal: stop.signal,
        // The refresh token is a cookie of the Common API's host.
        credentials: isCommon && common !== '' ? 'include' : 'same-origin',
        headers: {
          'accept-language': language,
          ...(authorization === undefined ? {} : { authorization }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const { status } = answer;
      const text = await answer.text();
      return { status, body: parseBody(text, status), retryAfter: answer.headers.get('retry-after') };
    } catch (cause) {
      if (late) throw named('TimeoutError', `timeout of ${timeoutMs} ms exceeded`, cause);
      if (signal?.aborted) throw aborted(cause);
      throw new Error('Network Error', { cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }
}

/** Errors may be HTML pages of a proxy; any other response must be JSON. */
function parseBody(text: string, status: number): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch (cause) {
    if (status >= 400) return undefined;
    throw cause;
  }
}

/** ms; undefined when too long. The header is in seconds or a date. */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return PAUSE_MS;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  if (Number.isNaN(ms)) return PAUSE_MS;
  return ms <= LONGEST_WAIT_MS ? Math.max(0, ms) : undefined;
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted());
    const stop = () => {
      clearTimeout(timer);
      reject(aborted());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function aborted(cause?: unknown): Error {
  return named('AbortError', 'Request aborted', cause);
}

function named(name: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name });
}
