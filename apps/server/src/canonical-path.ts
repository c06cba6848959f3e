/**
 * The one way in which an address of ours is written, where somebody wrote it another way: without slashes at its end, and
 * with what is the same for everybody in lower case (`/KO/Sell/` is `/ko/sell`). What stands for a place or a home is not
 * touched: its page knows. Answers undefined for an address that is written so already.
 *
 * `paths`: the routes' patterns, without /ko.
 */
export function canonicalPath(pathname: string, paths: ReadonlySet<string>): string | undefined {
  const trimmed = pathname.replace(/\/+$/, '') || '/';
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
