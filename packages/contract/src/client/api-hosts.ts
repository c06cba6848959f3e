/** Base addresses of the two APIs (rule S7.2), without a trailing slash; empty for the origin of the page. */
export interface ApiHosts {
  property: string;
  common: string;
}

export const SAME_ORIGIN: ApiHosts = { property: '', common: '' };

/**
 * The address of an API for a page on `host`. The setting is one address, or one per host, so that one build serves local,
 * development and production sites: `localhost:3000=http://127.0.0.1:4000,*.maru.example=https://api.maru.example`. Returns an empty
 * string (the page's own origin) for other hosts and unreadable settings.
 */
export function chooseApiUrl(setting: string, host: string): string {
  for (const part of setting.split(',')) {
    const [, pattern = '*', address = ''] = /^\s*(?:([^=/\s]+)=)?(https?:\/\/\S+?)\/*\s*$/.exec(part) ?? [];
    if (address !== '' && isHost(pattern, host)) return address;
  }
  return '';
}

/** All origins in a setting, for the Content-Security-Policy. */
export function apiOrigins(setting: string): string[] {
  const addresses = setting.split(',').map((part) => part.trim().replace(/^[^=/]+=/, ''));
  return addresses
    .filter((one) => /^https?:\/\//.test(one) && URL.canParse(one))
    .map((one) => new URL(one).origin);
}

function isHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  const bare = host.replace(/:\d+$/, '');
  const ending = pattern.startsWith('*.') ? pattern.slice(1) : undefined;
  return ending === undefined ? pattern === host || pattern === bare : bare.endsWith(ending);
}
