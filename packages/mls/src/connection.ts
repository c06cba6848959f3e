import type { FeedParts } from './feed.ts';
import { FeedError } from './feed-error.ts';
import { readRecord } from './normalize/coerce.ts';
import {
  MAX_REPORTED_WAIT_MS,
  MAX_WAIT_MS,
  type Priority,
  QuotaUsedUp,
  type RateLimiter,
} from './rate-limiter.ts';

export interface Credential {
  /** May log in first. */
  sign(request: SignedRequest, signal: AbortSignal): Promise<void>;
  /** To be redacted from messages. */
  secrets(): string[];
  /** Default: 401. */
  renewOn?: readonly number[];
  /** True when a new signature may succeed. `request`: a late response to an old secret says nothing about the new one. */
  renew?(status: number, signal: AbortSignal, request: SignedRequest): Promise<boolean>;
  settled?(request: SignedRequest, status: number): void;
}

export interface SignedRequest {
  url: URL;
  headers: Record<string, string>;
}

export interface ConnectionSetup {
  dataset: string;
  credential: Credential;
  limiter: RateLimiter;
  parts: FeedParts;
  /** Detects an error inside a 200 response (`{"success": false}`); undefined when it is valid. */
  refusalIn?: (json: unknown) => { status: number; message: string } | undefined;
}

export interface AskOptions {
  headers?: Record<string, string>;
  priority: Priority;
  signal: AbortSignal;
  /** Time in ms until which a block of the credential was already awaited. */
  waitedUntil?: number;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The server's clock in ms since the epoch; ours without a Date header. */
  serverTime: number;
  /** Without secrets. */
  url: string;
  /** With secrets; for the credential only. */
  request: SignedRequest;
}

export interface Answer {
  json: unknown;
  headers: Headers;
  serverTime: number;
  url: string;
}

/** Attempts for transient errors; more for 429, which only asks for patience (1, 2, 4 … 32 s). */
const ATTEMPTS = 5;
const ATTEMPTS_AT_THE_LIMIT = 7;
const MAX_BACKOFF_MS = 32_000;
const MAX_REDIRECTS = 3;
/** Statuses of unsupported requests; a simpler request may succeed. */
const REFUSALS = new Set([400, 405, 406, 413, 414, 422, 501]);

export function isRefusal(error: unknown): error is FeedError {
  return error instanceof FeedError && error.status !== null && REFUSALS.has(error.status);
}

/**
 * HTTP client: signs, applies the credential's rate limits, enforces timeout and size, retries transient errors (408, 429,
 * 5xx except 501, cut connections, truncated JSON; rules F48, F49). Messages never contain secrets (rule F16).
 */
export class Connection {
  readonly #setup: ConnectionSetup;
  readonly #fetch: typeof fetch;
  readonly #log: NonNullable<FeedParts['log']>;
  readonly #sleep: NonNullable<FeedParts['sleep']>;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #maxBytes: number;

  constructor(setup: ConnectionSetup) {
    const { parts } = setup;
    this.#setup = setup;
    this.#fetch = parts.fetch ?? fetch;
    this.#log = parts.log ?? (() => {});
    this.#sleep = parts.sleep ?? sleepUnlessAborted;
    this.#random = parts.random ?? Math.random;
    this.#now = parts.now ?? Date.now;
    this.#timeoutMs = parts.timeoutMs ?? 60_000;
    this.#maxBytes = parts.maxResponseBytes ?? 128 * 1024 * 1024;
  }

  /**
   * @param url absolute, without secrets
   * @throws FeedError when rejected or after the last retry; the signal's reason when aborted
   */
  async fetchJson(url: string, options: AskOptions): Promise<Answer> {
    const { credential, refusalIn } = this.#setup;
    const renewOn = credential.renewOn ?? [401];
    let renewed = false;
    let waitedUntil = 0;
    const attempt = async () => {
      for (;;) {
        const raw = await this.exchange(url, { ...options, waitedUntil });
        try {
          if (raw.status < 200 || raw.status > 299) throw this.#refusal(raw);
          const json = this.#parse(raw);
          const refusal = refusalIn?.(json);
          if (refusal !== undefined) throw this.#refusal({ ...raw, status: refusal.status }, refusal.message);
          return { json, headers: raw.headers, serverTime: raw.serverTime, url: raw.url };
        } catch (error) {
          const status = error instanceof FeedError ? error.status : null;
          if (error instanceof FeedError)
            waitedUntil = Math.max(waitedUntil, this.#now() + (error.retryAfterMs ?? 0));
          if (renewed || status === null || !renewOn.includes(status)) throw error;
          renewed = true;
          if (!(await credential.renew?.(status, options.signal, raw.request))) throw error;
        }
      }
    };
    return this.retrying(attempt, options.signal, MAX_WAIT_MS[options.priority]);
  }

  /**
   * One signed GET of any status. Follows redirects within the origin only: the secret must not reach another host.
   * @throws FeedError for a cut connection, a timeout, an oversized response or an exhausted quota
   */
  async exchange(url: string, options: AskOptions): Promise<RawAnswer> {
    const { credential, limiter, parts } = this.#setup;
    const { priority, signal, waitedUntil } = options;
    signal.throwIfAborted();
    const target = new URL(url);
    const headers: Record<string, string> = {
      'accept-encoding': 'gzip',
      'user-agent': 'maru',
      accept: 'application/json',
      ...options.headers,
    };
    const request: SignedRequest = { url: target, headers };
    await credential.sign(request, signal);
    const fault = (message: string, retryable: boolean, cause?: unknown) =>
      new FeedError(`${this.#setup.dataset}: ${message}`, { request: this.#describe(url), retryable, cause });
    const requester = parts.requester?.();
    const waiting = {
      signal,
      now: this.#now,
      sleep: this.#sleep,
      random: this.#random,
      waitedUntil,
      requester,
    };
    const leave = await limiter.enter(priority, waiting).catch((error: unknown) => {
      if (!(error instanceof QuotaUsedUp)) throw error;
      throw new FeedError(`${this.#setup.dataset}: ${error.message}`, {
        request: this.#describe(url),
        retryable: true,
        status: 429,
        retryAfterMs: error.waitMs,
      });
    });
    const limit = AbortSignal.timeout(this.#timeoutMs);
    try {
      const response = await this.#get(target, headers, AbortSignal.any([signal, limit]));
      credential.settled?.(request, response.status);
      const serverTime = Date.parse(response.headers.get('date') ?? '') || this.#now();
      limiter.observe(response.headers, serverTime, this.#now());
      const text = await readBodyText(response, this.#maxBytes);
      if (text === undefined) throw fault(`response is larger than ${this.#maxBytes} bytes`, false);
      return { status: response.status, headers: response.headers, text, serverTime, url, request };
    } catch (error) {
      if (error instanceof FeedError) throw error;
      signal.throwIfAborted();
      if (limit.aborted) throw fault(`no response within ${this.#timeoutMs} ms`, true, error);
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
      throw fault(this.scrub(`connection failed${cause && `: ${cause}`}`), true);
    } finally {
      leave();
    }
  }

  /** With exponential backoff and jitter. Longer waits requested by the server than `longestWaitMs` are not awaited. */
  async retrying<T>(
    attempt: () => Promise<T>,
    signal: AbortSignal,
    longestWaitMs = MAX_WAIT_MS.bulk,
  ): Promise<T> {
    for (let count = 1; ; count += 1) {
      try {
        return await attempt();
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof FeedError) || !error.retryable) throw error;
        if (count >= (error.status === 429 ? ATTEMPTS_AT_THE_LIMIT : ATTEMPTS)) throw error;
        const retryAfter = error.retryAfterMs;
        if (retryAfter !== null && retryAfter > longestWaitMs) throw error;
        const backoff = Math.min(MAX_BACKOFF_MS, 1000 * 2 ** (count - 1));
        // Jitter also on a wait from the server: all its clients return at that moment (rule F28).
        const wait =
          retryAfter === null ? backoff * (0.5 + this.#random() / 2) : retryAfter + this.#random() * 1000;
        this.#log('feed request failed; retrying', {
          dataset: this.#setup.dataset,
          reason: error.message,
          request: error.request,
          attempt: count,
          waitMs: Math.round(wait),
        });
        await this.#sleep(wait, signal);
      }
    }
  }

  /** Redacts our secrets and the values of secret parameters. */
  scrub(text: string): string {
    let clean = text;
    for (const secret of this.#setup.credential.secrets()) {
      if (secret === '') continue;
      clean = clean.replaceAll(secret, '***').replaceAll(encodeURIComponent(secret), '***');
    }
    return clean
      .replace(/\b(access_token|token|license(?:key)?|api_?key|authorization)=[^&\s"']*/gi, '$1=***')
      .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 ***');
  }

  async #get(target: URL, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    let url = target;
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.#fetch(url.href, { headers, signal, redirect: 'manual' });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) return response;
      const next = URL.parse(location, url);
      if (next === null || next.origin !== url.origin || redirects === MAX_REDIRECTS) return response;
      await response.body?.cancel();
      url = next;
    }
  }

  #parse(raw: RawAnswer): unknown {
    try {
      return JSON.parse(raw.text);
    } catch {
      const message = `the answer is not whole JSON (${raw.text.length} characters)`;
      throw new FeedError(`${this.#setup.dataset}: ${message}`, {
        request: this.#describe(raw.url),
        retryable: true,
      });
    }
  }

  #refusal(raw: RawAnswer, message = readErrorMessage(raw.text)): FeedError {
    const { status } = raw;
    const now = this.#now();
    let wait = retryAfterMs(raw.headers.get('retry-after'), now);
    if (status === 429) {
      wait ??= this.#setup.limiter.usedUpFor(now);
      // Without Retry-After each caller backs off; with it all callers wait.
      if (wait !== null) this.#setup.limiter.block(wait, now);
    }
    return new FeedError(
      this.scrub(`${this.#setup.dataset}: server responded ${status}${message && `: ${message}`}`),
      {
        retryable: status === 408 || status === 429 || (status >= 500 && status !== 501),
        status,
        request: this.#describe(raw.url),
        retryAfterMs: wait,
        fromProxy: /^\s*</.test(raw.text),
      },
    );
  }

  #describe(url: string): string {
    const { pathname, search } = new URL(url);
    const path = `${pathname}${search}`;
    let readable = path;
    try {
      readable = decodeURIComponent(path);
    } catch {
      // A next link may contain invalid UTF-8; keep it as is.
    }
    return this.scrub(`GET ${readable}`).slice(0, 400);
  }
}

/** Undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a response; undefined when it has more than `most` bytes, of which no more are read. */
export async function readBodyText({ body }: Response, most: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Known formats: OData, Bridge, Slipstream (rules F67, F83). HTML and plain text describe server internals. */
function readErrorMessage(text: string): string {
  const body = readRecord(parseJson(text));
  const error = readRecord(body.error);
  const bundle = readRecord(body.bundle);
  const said = [
    error.message,
    readRecord(error.message).value,
    bundle.message,
    bundle.error,
    body.message,
    body.error,
    body.Message,
  ].find((one) => typeof one === 'string' && one !== '');
  return typeof said === 'string' ? said.slice(0, 300) : '';
}

/** Retry-After in seconds or as an HTTP date → ms from now, at most an hour; null when absent or unreadable. */
function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const isSeconds = /^\s*\d+(\.\d+)?\s*$/.test(header);
  const wait = isSeconds ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.min(MAX_REPORTED_WAIT_MS, Math.max(0, wait));
}

function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
