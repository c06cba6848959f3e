/** Where the two APIs are (rule S7.2), without a slash at the end; empty: where the page is. */
export interface ApiHosts {
  property: string;
  common: string;
}

export const SAME_ORIGIN: ApiHosts = { property: '', common: '' };

/**
 * The address of an API for a page on `host`, from a setting: one address for every host, or one by host, so that the same
 * build serves a local, a dev and a production site: `localhost:3000=http://127.0.0.1:4000,*.maru.example=https://api.maru.example`. A host
 * that the setting does not name asks its own origin. Total: what cannot be read is the own origin.
 */
export function chooseApiUrl(setting: string, host: string): string {
  for (const part of setting.split(',')) {
    const [, pattern = '*', address = ''] = /^\s*(?:([^=/\s]+)=)?(https?:\/\/\S+?)\/*\s*$/.exec(part) ?? [];
    if (address !== '' && isHost(pattern, host)) return address;
  }
  return '';
}

/** Every address that a setting names: what the Content-Security-Policy must let pages ask. */
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
