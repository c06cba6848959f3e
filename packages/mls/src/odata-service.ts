import { Connection, type ConnectionSetup } from './connection.ts';
import { FeedError } from './feed-error.ts';
import type { Priority } from './rate-limiter.ts';

export interface ODataPage {
  json: unknown;
  /** Next link as path and query below the service root, without secrets. */
  nextLink: string | null;
  /** The server's clock in ms since the epoch; ours without a Date header. */
  serverTime: number;
}

export interface PageOptions {
  headers?: Record<string, string>;
  priority?: Priority;
}

/** Keeps cursors small. */
const MAX_LINK_LENGTH = 2000;

export class ODataService {
  readonly #connection: Connection;
  readonly #root: URL;
  readonly #headerFirst: boolean;

  /** `headerFirst`: a next link in the headers takes precedence over the body. */
  constructor(setup: ConnectionSetup & { root: string; headerFirst?: boolean }) {
    this.#connection = new Connection(setup);
    this.#root = new URL(setup.root.endsWith('/') ? setup.root : `${setup.root}/`);
    this.#headerFirst = setup.headerFirst ?? false;
  }

  /** @throws FeedError; the signal's reason when aborted */
  async fetchPage(path: string, signal: AbortSignal, options: PageOptions = {}): Promise<ODataPage> {
    const url = `${this.#root.href}${path}`;
    const { json, headers, serverTime } = await this.#connection.fetchJson(url, {
      headers: { 'odata-maxversion': '4.01', ...options.headers },
      priority: options.priority ?? 'bulk',
      signal,
    });
    return { json, nextLink: this.#findNextLink(json, headers, url, path), serverTime };
  }

  /** A 403 is a revoked license only when the service, not a proxy, also rejects the simplest request for `resource`. */
  async explain(error: unknown, resource: string, signal: AbortSignal): Promise<unknown> {
    if (!(error instanceof FeedError) || error.status !== 403 || error.licenseLost) return error;
    try {
      await this.fetchPage(`${resource}?$top=1`, signal);
      return error;
    } catch (again) {
      if (!(again instanceof FeedError) || again.status !== 403 || again.fromProxy) return error;
      return new FeedError(again.message, {
        retryable: false,
        status: 403,
        request: again.request,
        licenseLost: true,
      });
    }
  }

  /**
   * From the body, `Link: <…>; rel="next"`, or a bare `next` header (rule F4). Links behind a proxy may name another host,
   * which must not receive our secret: only resource and query are used, without secrets.
   */
  #findNextLink(json: unknown, headers: Headers, requestUrl: string, path: string): string | null {
    const body = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
    const inBody = [body['@odata.nextLink'], body['@nextLink'], body['odata.nextLink']];
    const inHeaders = [readNextLink(headers.get('link')), headers.get('next')];
    const nextLink = [
      ...(this.#headerFirst ? inHeaders : inBody),
      ...(this.#headerFirst ? inBody : inHeaders),
    ].find((one): one is string => typeof one === 'string' && one.trim() !== '');
    if (nextLink === undefined) return null;
    const resource = (/^[^?(]*/.exec(path)?.[0] ?? '').replace(/\/+$/, '');
    const link = nextLink.trim();
    // A bare "Property?…" is relative to the service root, not to the page's URL.
    const isBelowRoot = link.startsWith(`${resource.split('/')[0]}`) && !link.includes('://');
    const url = URL.parse(link, isBelowRoot ? this.#root : requestUrl);
    if (url === null) return null;
    const search = url.search
      .slice(1)
      .split('&')
      .filter((part) => part !== '' && !/^(access_token|token|authorization)=/i.test(part))
      .join('&');
    const below = `${this.#pathBelowRoot(url, resource)}${search === '' ? '' : `?${search}`}`;
    return below.length <= MAX_LINK_LENGTH ? below : null;
  }

  #pathBelowRoot(url: URL, resource: string): string {
    if (url.origin === this.#root.origin && url.pathname.startsWith(this.#root.pathname)) {
      return url.pathname.slice(this.#root.pathname.length);
    }
    const at = url.pathname.lastIndexOf(`/${resource}`);
    return at >= 0 ? url.pathname.slice(at + 1) : resource;
  }
}

function readNextLink(header: string | null): string | undefined {
  for (const [, target, params] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(params ?? '');
    const names = (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/);
    if (names.includes('next')) return target;
  }
  return undefined;
}

export function bearerCredential(token: string): ConnectionSetup['credential'] {
  return {
    sign: async ({ headers }) => {
      headers.authorization = `Bearer ${token}`;
    },
    secrets: () => [token],
  };
}
