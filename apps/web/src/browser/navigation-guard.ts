import { barePath } from '@maru/words';

/** The navigation guard's classes of addresses (rule S2.4). Only the page-view event has them. */

export function isHomePath(path: string): boolean {
  return path === '/' || path === '/ko';
}

/** Paths with /irvine, and those of a route with the parameter searchAddress. */
export function isSearchByAddress(path: string, params: Readonly<Record<string, unknown>> = {}): boolean {
  return path.includes('/irvine') || Boolean(params.searchAddress);
}

export interface PageView {
  /** Without /ko and without the query, which may have typed text. */
  path: string;
  /** The name of the route; null if no route matches. */
  route: string | null;
  kind: 'home' | 'search' | 'other';
  /** `_source` of the address: `user`, or the name of a campaign; null for none, and if it is malformed. */
  source: string | null;
  /** The address opens private content: no third party receives the event. */
  isSecret: boolean;
}

/** As `POST /maru/v1/visit` takes it. */
const SOURCE = /^[A-Za-z0-9_-]{1,40}$/;

export function buildPageView(address: {
  /** With or without /ko. */
  path: string;
  params?: Readonly<Record<string, unknown>>;
  search: Readonly<Record<string, unknown>>;
  route: string | null;
  isSecret?: boolean;
}): PageView {
  const { path, params, search, route, isSecret = false } = address;
  const { _source: given } = search;
  return {
    path: barePath(path),
    route,
    kind: isHomePath(path) ? 'home' : isSearchByAddress(path, params) ? 'search' : 'other',
    source: typeof given === 'string' && SOURCE.test(given) ? given : null,
    isSecret,
  };
}
