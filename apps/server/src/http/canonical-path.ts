/**
 * The canonical form of a path that was written differently: no trailing slash, and fixed parts in lower case
 * (`/KO/Sell/` becomes `/ko/sell`). Parameters are left to their page. Undefined when the path is canonical already.
 * `paths`: the route patterns, without /ko.
 */
export function canonicalPath(pathname: string, paths: ReadonlySet<string>): string | undefined {
  const trimmed = withoutEndSlashes(pathname) || '/';
  const [, prefix = '', rest = ''] = /^(\/ko(?=\/|$))?(.*)$/i.exec(trimmed) ?? [];
  const lower = rest.toLowerCase();
  const bare = paths.has(lower || '/')
    ? lower
    : rest
        .replace(/^\/homes\/for_(?:sale|rent)(?=\/|$)/i, (start) => start.toLowerCase())
        .replace(/^(\/[^/]+\/)(sale|rent)$/i, (_, place, type) => place + type.toLowerCase());
  const canonical = prefix.toLowerCase() + bare || '/';
  return canonical === pathname ? undefined : canonical;
}

/** Like `replace(/\/+$/, '')`, whose time is quadratic for `/a////…b`. */
function withoutEndSlashes(pathname: string): string {
  let end = pathname.length;
  while (end > 0 && pathname.charCodeAt(end - 1) === SLASH) end -= 1;
  return pathname.slice(0, end);
}

const SLASH = '/'.charCodeAt(0);
