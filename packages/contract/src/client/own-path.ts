/** Longer than any address of ours; what is longer was not made by us. */
const LONGEST = 2_000;
/** First segments that are no pages: nobody is sent there after signing in. */
const NOT_PAGES = /^\/(?:ko\/)?(?:api|v1|maru|docs|dev|assets|builds|media|tiles|uploads|login)(?:[/?#]|$)/i;

/**
 * Path and query of a page of this site, fit to send a browser to; undefined for whatever could lead elsewhere:
 * another origin in any spelling that a browser reads as one (`//evil`, `/\evil`, `/%2f/evil`, `javascript:`), control characters,
 * calls of the API, and the sign-in itself, which would lead in a circle. Total.
 */
export function parseOwnPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST || !value.startsWith('/')) return undefined;
  if (!isPlain(value)) return undefined;
  const path = value.split(/[?#]/, 1)[0] as string;
  // Proxies and routers decode once more than one thinks, and routers take /ko away: no spelling of two slashes may be
  // left in any of them.
  let decoded = path;
  for (let times = 0; times < 3; times += 1) {
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      return undefined;
    }
    if (!isPlain(decoded) || decoded.includes('//')) return undefined;
    if (/(?:^|\/)\.{1,2}(?:\/|$)/.test(decoded) || NOT_PAGES.test(decoded)) return undefined;
  }
  return new URL(value, 'https://own.invalid').origin === 'https://own.invalid' ? value : undefined;
}

/** No backslash, which browsers read as a slash, and nothing that they strip from an address. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x1f || code === 0x7f || code === 0x5c) return false;
  }
  return true;
}
