import type { FeedParts } from './feed.ts';
import { FeedError } from './feed-error.ts';
import type { FeedSettings } from './feed-settings.ts';

/** One answer of the service, parsed. */
export interface Answer {
  json: unknown;
  /** Where the server says to go on: body, else `Link: <…>; rel="next"`; path and query below the service root. */
  nextLink: string | null;
  /** The server's clock, ms since the epoch; ours when it does not tell. */
  serverTime: number;
}

const ATTEMPTS = 5;
const LONGEST_BACKOFF_MS = 32_000;
/** A longer Retry-After is left to whoever schedules the feed. */
const LONGEST_WAIT_MS = 120_000;
/** Statuses by which a server says that it does not do what was asked, though it might do something simpler. */
const REFUSALS = new Set([400, 405, 406, 413, 414, 422, 501]);

/** Whether the server understood us well enough to refuse, so that a simpler question is worth asking. */
export function isRefusal(error: unknown): error is FeedError {
  return error instanceof FeedError && error.status !== null && REFUSALS.has(error.status);
}

/**
 * Asks one OData service: bearer token, time limit, size limit, and retries of what may pass by itself (408,
 * 429, 5xx but 501, cut connections, cut JSON), never of a refusal. RESO Web API Core 2: error bodies may be
 * OData, HTML or nothing.
 */
export class Connection {
  readonly #settings: FeedSettings;
  readonly #fetch: typeof fetch;
  readonly #log: NonNullable<FeedParts['log']>;
  readonly #sleep: NonNullable<FeedParts['sleep']>;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #maxBytes: number;

  constructor(settings: FeedSettings, parts: FeedParts) {
    this.#settings = settings;
    this.#fetch = parts.fetch ?? fetch;
    this.#log = parts.log ?? (() => {});
    this.#sleep = parts.sleep ?? sleepUnlessAborted;
    this.#random = parts.random ?? Math.random;
    this.#now = parts.now ?? Date.now;
    this.#timeoutMs = parts.timeoutMs ?? 60_000;
    this.#maxBytes = parts.maxResponseBytes ?? 128 * 1024 * 1024;
  }

  /**
   * @param path below the service root: "Property?$top=1"
   * @throws FeedError; the signal's reason when aborted
   */
  async fetchJson(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#fetchOnce(path, headers, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof FeedError) || !error.retryable || attempt === ATTEMPTS) throw error;
        const told = error.retryAfterMs;
        if (told !== null && told > LONGEST_WAIT_MS) throw error;
        const backoff = Math.min(LONGEST_BACKOFF_MS, 1000 * 2 ** (attempt - 1));
        // Jitter also on what the server told: all its clients come back at that moment.
        const wait = told === null ? backoff * (0.5 + this.#random() / 2) : told + this.#random() * 1000;
        this.#log('feed request failed, trying again', {
          dataset: this.#settings.dataset,
          reason: error.message,
          request: error.request,
          attempt,
          waitMs: Math.round(wait),
        });
        await this.#sleep(wait, signal);
      }
    }
  }

  async #fetchOnce(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    const url = `${this.#settings.baseUrl}/${path}`;
    const request = this.#describe(path);
    const fault = (message: string, facts: { retryable: boolean; status?: number; cause?: unknown }) =>
      new FeedError(`${this.#settings.dataset}: ${message}`, { request, ...facts });
    const limit = AbortSignal.timeout(this.#timeoutMs);
    try {
      const response = await this.#fetch(url, {
        headers: {
          accept: 'application/json',
          'accept-encoding': 'gzip',
          authorization: `Bearer ${this.#settings.token}`,
          'odata-maxversion': '4.01',
          'user-agent': 'maru',
          ...headers,
        },
        signal: AbortSignal.any([signal, limit]),
      });
      const text = await this.#readText(response, () =>
        fault(`the answer is larger than ${this.#maxBytes} bytes`, { retryable: false }),
      );
      if (!response.ok) throw this.#refusal(response, text, request);
      const serverTime = Date.parse(response.headers.get('date') ?? '') || this.#now();
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch (cause) {
        throw fault(`the answer is not whole JSON (${text.length} characters)`, { retryable: true, cause });
      }
      return { json, nextLink: this.#nextLinkOf(json, response.headers, url), serverTime };
    } catch (error) {
      if (error instanceof FeedError) throw error;
      signal.throwIfAborted();
      if (limit.aborted) {
        throw fault(`no answer within ${this.#timeoutMs} ms`, { retryable: true, cause: error });
      }
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
      throw fault(this.#scrub(`the connection failed${cause && `: ${cause}`}`), { retryable: true });
    }
  }

  async #readText(response: Response, tooLarge: () => FeedError): Promise<string> {
    if (response.body === null) return '';
    const decoder = new TextDecoder();
    let bytes = 0;
    let text = '';
    for await (const chunk of response.body) {
      bytes += chunk.byteLength;
      if (bytes > this.#maxBytes) throw tooLarge();
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  }

  #refusal(response: Response, text: string, request: string): FeedError {
    const { status } = response;
    const said = odataMessage(text);
    return new FeedError(
      this.#scrub(`${this.#settings.dataset}: the server answered ${status}${said && `: ${said}`}`),
      {
        retryable: status === 408 || status === 429 || (status >= 500 && status !== 501),
        status,
        request,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), this.#now()),
      },
    );
  }

  /**
   * Next links of servers behind a proxy name a host that is not ours to reach, and the token must not go
   * there: only resource and query of such a link are used.
   */
  #nextLinkOf(json: unknown, headers: Headers, requestUrl: string): string | null {
    const body = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
    const linked = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(headers.get('link') ?? '')?.[1];
    const told = body['@odata.nextLink'] ?? body['@nextLink'] ?? linked ?? headers.get('next');
    if (typeof told !== 'string' || told === '') return null;
    const url = URL.parse(told, requestUrl);
    if (url === null) return null;
    const root = new URL(`${this.#settings.baseUrl}/`);
    const below =
      url.origin === root.origin && url.pathname.startsWith(root.pathname)
        ? url.pathname.slice(root.pathname.length)
        : (url.pathname.split('/').at(-1) ?? '');
    return below + url.search;
  }

  #describe(path: string): string {
    let readable = path;
    try {
      readable = decodeURIComponent(path);
    } catch {
      // A next link may hold what is not UTF-8; then it is shown as it is.
    }
    return this.#scrub(`GET /${readable}`).slice(0, 400);
  }

  #scrub(text: string): string {
    return text
      .replaceAll(this.#settings.token, '***')
      .replace(/\b(access_token|token|license|api_?key|authorization)=[^&\s]*/gi, '$1=***');
  }
}

/** The words of an OData error body; nothing of HTML or plain text, which tells only about the server's insides. */
function odataMessage(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } };
    const message = typeof error?.message === 'object' ? '' : String(error?.message ?? '');
    return message.slice(0, 300);
  } catch {
    return '';
  }
}

/** Retry-After in seconds or as an HTTP date → ms from now; null when absent or unreadable. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isFinite(at) ? Math.max(0, at - now) : null;
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
