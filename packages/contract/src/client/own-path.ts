const LONGEST = 2_000;
/** First segments that are not pages. */
const NOT_PAGES = /^\/(?:ko\/)?(?:api|v1|maru|docs|dev|assets|builds|media|tiles|uploads|login)(?:[/?#]|$)/i;

/**
 * Returns a path of this site that is safe to redirect to. Undefined for other origins in any spelling that browsers
 * accept, for API calls, and for the sign-in page, which would loop. Never throws.
 */
export function parseOwnPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST || !value.startsWith('/')) return undefined;
  if (!isPlain(value)) return undefined;
  const path = value.split(/[?#]/, 1)[0] as string;
  // Proxies and routers may decode several times, and the router removes /ko: no decoded form may contain two slashes.
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

/** Whether it has no backslash, which browsers read as a slash, and no characters that they strip from addresses. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x1f || code === 0x7f || code === 0x5c) return false;
  }
  return true;
}
