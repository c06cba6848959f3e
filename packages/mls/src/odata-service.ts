import { Connection, type ConnectionSetup } from './connection.ts';
import { FeedError } from './feed-error.ts';
import type { Priority } from './rate-limiter.ts';

/** One page of an OData service. */
export interface ODataPage {
  json: unknown;
  /** Where the server says to go on: path and query below the service root, without any secret. */
  nextLink: string | null;
  /** The server's clock, ms since the epoch; ours when it does not tell. */
  serverTime: number;
}

export interface PageOptions {
  headers?: Record<string, string>;
  /** Default `bulk`. */
  priority?: Priority;
}

/** Longer next links are not believed: a cursor must stay small. */
const LONGEST_LINK = 2000;

/** One OData service over a `Connection`: paths below its root, and next links wherever they are put. */
export class ODataService {
  readonly #connection: Connection;
  readonly #root: URL;
  readonly #headerFirst: boolean;

  /**
   * @param root the service root, with or without a slash at its end
   * @param headerFirst whether a next link in the headers is believed before one in the body
   */
  constructor(setup: ConnectionSetup & { root: string; headerFirst?: boolean }) {
    this.#connection = new Connection(setup);
    this.#root = new URL(setup.root.endsWith('/') ? setup.root : `${setup.root}/`);
    this.#headerFirst = setup.headerFirst ?? false;
  }

  /**
   * @param path below the service root: "Property?$top=1"
   * @throws FeedError; the signal's reason when aborted
   */
  async fetchPage(path: string, signal: AbortSignal, options: PageOptions = {}): Promise<ODataPage> {
    const url = `${this.#root.href}${path}`;
    const { json, headers, serverTime } = await this.#connection.fetchJson(url, {
      headers: { 'odata-maxversion': '4.01', ...options.headers },
      priority: options.priority ?? 'bulk',
      signal,
    });
    return { json, nextLink: this.#nextLinkOf(json, headers, url, path), serverTime };
  }

  /**
   * What a 403 means: when even the plainest question for `resource` is refused by the service, and not by a
   * proxy before it, the licence is lost; else only this way of asking is not granted.
   */
  async explain(error: unknown, resource: string, signal: AbortSignal): Promise<unknown> {
    if (!(error instanceof FeedError) || error.status !== 403 || error.licenceLost) return error;
    try {
      await this.fetchPage(`${resource}?$top=1`, signal);
      return error;
    } catch (again) {
      if (!(again instanceof FeedError) || again.status !== 403 || again.fromProxy) return error;
      return new FeedError(again.message, {
        retryable: false,
        status: 403,
        request: again.request,
        licenceLost: true,
      });
    }
  }

  /**
   * Next links stand in the body, in `Link: <…>; rel="next"`, or in a bare `next` header (rule F4). Those of
   * servers behind a proxy name a host that is not ours to reach, and our secret must not go there: only
   * resource and query of such a link are used. A secret that the server put into it is taken out.
   */
  #nextLinkOf(json: unknown, headers: Headers, requestUrl: string, path: string): string | null {
    const body = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
    const inBody = [body['@odata.nextLink'], body['@nextLink'], body['odata.nextLink']];
    const inHeaders = [readNextLink(headers.get('link')), headers.get('next')];
    const told = [
      ...(this.#headerFirst ? inHeaders : inBody),
      ...(this.#headerFirst ? inBody : inHeaders),
    ].find((one): one is string => typeof one === 'string' && one.trim() !== '');
    if (told === undefined) return null;
    const resource = (/^[^?(]*/.exec(path)?.[0] ?? '').replace(/\/+$/, '');
    const link = told.trim();
    // A bare "Property?…" is relative to the service root, whatever the page's own address.
    const isBelowRoot = link.startsWith(`${resource.split('/')[0]}`) && !link.includes('://');
    const url = URL.parse(link, isBelowRoot ? this.#root : requestUrl);
    if (url === null) return null;
    const search = url.search
      .slice(1)
      .split('&')
      .filter((part) => part !== '' && !/^(access_token|token|authorization)=/i.test(part))
      .join('&');
    const below = `${this.#pathBelowRoot(url, resource)}${search === '' ? '' : `?${search}`}`;
    return below.length <= LONGEST_LINK ? below : null;
  }

  #pathBelowRoot(url: URL, resource: string): string {
    if (url.origin === this.#root.origin && url.pathname.startsWith(this.#root.pathname)) {
      return url.pathname.slice(this.#root.pathname.length);
    }
    const at = url.pathname.lastIndexOf(`/${resource}`);
    return at >= 0 ? url.pathname.slice(at + 1) : resource;
  }
}

/** The target of `rel="next"` of a Link header (RFC 8288), which may hold several links; undefined without one. */
function readNextLink(header: string | null): string | undefined {
  for (const [, target, params] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(params ?? '');
    const names = (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/);
    if (names.includes('next')) return target;
  }
  return undefined;
}

/** A long-lived token in `Authorization: Bearer`. */
export function bearerCredential(token: string): ConnectionSetup['credential'] {
  return {
    sign: async ({ headers }) => {
      headers.authorization = `Bearer ${token}`;
    },
    secrets: () => [token],
  };
}
