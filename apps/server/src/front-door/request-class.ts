import { ROUTES, type Route } from '@maru/contract';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { isPageAddress } from '../http/page-address.ts';
import { splitAddress } from '../plugins/pages.ts';
import type { Lane } from './admission.ts';
import type { Budget } from './rate-limits.ts';

/** What the front door needs to know of a request before it is handled. */
export interface RequestClass {
  /** The pattern of the matched route; undefined when no route matches, as for pages. */
  route: string | undefined;
  /** The rate limit per minute that counts the request; undefined: none does. */
  budget: Budget | undefined;
  /** The hourly rate limit that counts the request too, once it is admitted and its input is valid. */
  scarce: 'contact' | undefined;
  /** Undefined: admitted at once. */
  lane: Exclude<Lane, 'body'> | undefined;
  /** Whether it is an API call: those report what is left of their budget. */
  isCall: boolean;
  /** How many units of its rate limit a request with this target (as it was sent) counts as; at least 1. */
  cost: (url: string) => number;
  /** The value of `Allow` when the address does not have the method: the front door answers 405. Undefined: the application decides. */
  allow: string | undefined;
}

/** Options of Fastify's router, which decide how an address is read. */
export const ROUTER_OPTIONS = {
  maxParamLength: 2_000,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  caseSensitive: true,
} as const;

const CALL = /^\/(maru|v1|api)\//;
/** Callbacks of the sign-in providers, which are not in the contract. */
const SIGN_IN = /^\/(v1\/oauth|api\/auth)\//;
/** Forms without script, which make calls of the contract on behalf of the visitor. */
const FORMS: Record<string, 'contact' | undefined> = {
  'POST /v1/contact': 'contact',
  'POST /v1/report': 'contact',
};
/** Health checks and metrics for the operator; never refused. */
const CHECK = /^\/(healthz|readyz|metrics)$/;
/** Files of the build. They have a limit of their own, so that photos do not use up that of the scripts. Existing files have routes. */
const STATIC = /^\/(assets|builds)\//;
const STATIC_METHODS = 'GET, HEAD';
const ICONS = /^\/api\/_nuxt_icon\//;
/** Sitemaps; those after the first are routes with a number. */
const SITEMAP = /^\/[\w-]*sitemap\b.*\.xml$/;
/** Of a sitemap, in pages: one of 50,000 addresses is read from the database and compressed again whenever homes have changed. */
const SITEMAP_COST = 20;
/** Pictures of shared links. */
const PREVIEW = /^\/og\//;
const FILE = /^\/(media|uploads)\//;
const TILE = /^\/tiles\//;
/** Routes that wait for other sites. */
const APART = /^\/maru\/v1\/(source\/|home\/remarks\b)/;

/** Defaults of most classes. */
const USUAL = { scarce: undefined, cost: () => 1, allow: undefined } satisfies Partial<RequestClass>;

/**
 * Classes of requests by the pattern of the route that answers them. The routes are found by the same router and options that
 * Fastify uses, so that every spelling of an address which reaches a route (`/%6daru/v1/…`, `http://host/maru/v1/…`) is in the class of
 * that route.
 */
export class RequestClasses {
  readonly #router = findMyWay(ROUTER_OPTIONS);
  readonly #known = new Set<string>();
  readonly #calls: ReadonlyMap<string, Route>;

  constructor() {
    this.#calls = new Map(Object.values<Route>(ROUTES).map((one) => [`${one.method} ${one.path}`, one]));
  }

  /** Adds a route of the application. Wildcards (`*`) are left out: they handle requests that no other route does. */
  add(method: string, route: string): void {
    const name = `${method} ${route}`;
    if (this.#known.has(name) || route.includes('*')) return;
    this.#known.add(name);
    const store = this.#classOfRoute(method, route);
    this.#router.on(method as HTTPMethod, route, NO_HANDLER, store);
  }

  /** @param url The request target as it was sent. */
  classify(method: string, url: string): RequestClass {
    const found = this.#router.find(method as HTTPMethod, url) as { store?: RequestClass } | null;
    return found?.store ?? this.#classOfOther(method, url);
  }

  #classOfRoute(method: string, route: string): RequestClass {
    const isRead = method === 'GET' || method === 'HEAD';
    const usual = { ...USUAL, route, isCall: false };
    if (FILE.test(route)) return { ...usual, budget: 'file', lane: isRead ? 'file' : 'apart' };
    if (TILE.test(route)) return { ...usual, budget: 'tile', lane: 'tile' };
    if (!isRead && (CHECK.test(route) || STATIC.test(route)))
      return { ...usual, budget: 'default', lane: 'timed' };
    if (CHECK.test(route)) return { ...usual, budget: undefined, lane: undefined };
    if (STATIC.test(route)) return { ...usual, budget: 'asset', lane: 'file' };
    if (SITEMAP.test(route)) return { ...usual, budget: 'page', lane: 'timed', cost: () => SITEMAP_COST };
    if (PREVIEW.test(route)) return { ...usual, budget: 'page', lane: 'preview' };
    if (isRead && ICONS.test(route)) return { ...usual, budget: 'file', lane: 'tile' };
    if (!CALL.test(route)) {
      const isFile = /\.\w+$/.test(route) && !MADE.test(route);
      return { ...usual, budget: isFile ? 'file' : 'page', lane: isFile ? 'file' : 'timed' };
    }
    const called = `${method === 'HEAD' ? 'GET' : method} ${route}`;
    const inContract = this.#calls.get(called);
    const other = SIGN_IN.test(route) ? 'sign-in' : 'default';
    const limit = FORMS[called] ?? (inContract === undefined ? other : (inContract.limit ?? 'default'));
    const call = { ...usual, lane: APART.test(route) ? 'apart' : 'timed', isCall: true } as const;
    // Rejected messages count in the limit per minute only, not in the hourly one.
    if (limit === 'contact') return { ...call, budget: 'default', scarce: 'contact' };
    return { ...call, budget: limit, cost: inContract?.cost ?? USUAL.cost };
  }

  /** The class of a URL without a route: a page, or an error. */
  #classOfOther(method: string, url: string): RequestClass {
    const { pathname } = splitAddress(url);
    const decoded = decode(pathname);
    const other = { ...USUAL, route: undefined, lane: 'timed', isCall: false } as const;
    if (SIGN_IN.test(decoded)) return { ...other, budget: 'sign-in', isCall: true };
    if (CALL.test(decoded)) return { ...other, budget: 'default', isCall: true };
    if (FILE.test(decoded)) return { ...other, budget: 'file' };
    if (TILE.test(decoded)) return { ...other, budget: 'tile' };
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead && STATIC.test(decoded)) return { ...other, budget: 'default', allow: STATIC_METHODS };
    return { ...other, budget: isPageAddress(pathname) || MADE.test(decoded) ? 'page' : 'default' };
  }
}

/**
 * Generated for each request, like pages: preview pictures are drawn, sitemaps are read from the store. Tested on any address before
 * its budget is spent: with the lookahead the time is linear, without it quadratic in a run of "sitemap".
 */
const MADE = /^\/og\/|^\/(?=[\w-]*sitemap)[\w-]*\.xml$|^\/docs\//;
const NO_HANDLER = (): void => undefined;

/** Without the query. */
export function extractPath(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
