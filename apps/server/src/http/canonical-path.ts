/**
 * The one way in which an address of ours is written, where somebody wrote it another way: without slashes at its end, and
 * with what is the same for everybody in lower case (`/KO/Sell/` is `/ko/sell`). What stands for a place or a home is not
 * touched: its page knows. Answers undefined for an address that is written so already.
 *
 * `paths`: the routes' patterns, without /ko.
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

/** As `replace(/\/+$/, '')`, which begins anew at each slash: the time of that grows with the square of `/a////…b`. */
function withoutEndSlashes(pathname: string): string {
  let end = pathname.length;
  while (end > 0 && pathname.charCodeAt(end - 1) === SLASH) end -= 1;
  return pathname.slice(0, end);
}

const SLASH = '/'.charCodeAt(0);
