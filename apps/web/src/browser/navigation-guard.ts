import { barePath } from '@maru/words';

/**
 * What an address is to the navigation guard (rule S2.4). Nothing that one sees depends on it: it is told to the
 * page-view event, and to nobody else.
 */

/** `/` and `/ko`, and nothing else. */
export function isHomePath(path: string): boolean {
  return path === '/' || path === '/ko';
}

/** Paths containing /irvine, and those of a route that has a searchAddress parameter. */
export function isSearchByAddress(path: string, params: Readonly<Record<string, unknown>> = {}): boolean {
  return path.includes('/irvine') || Boolean(params.searchAddress);
}

export interface PageView {
  /** Without /ko and without the query: what somebody typed is in none. */
  path: string;
  /** The route's name in the table of routes; null for an address that no route knows. */
  route: string | null;
  kind: 'home' | 'search' | 'other';
  /** `_source` of the address: `user`, or the name of a campaign; null for none, and for what is no name. */
  source: string | null;
  /** What opens it stands in its address: of such a page nobody else is told. */
  isSecret: boolean;
}

/** As `POST /maru/v1/visit` takes it. */
const SOURCE = /^[A-Za-z0-9_-]{1,40}$/;

/** The page-view event of an address that is shown. */
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
