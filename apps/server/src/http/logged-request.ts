import type { FastifyRequest } from 'fastify';

/** What a log says of a request: never where somebody commutes to, and no secret that an address has in it. */
export function loggedRequest({
  method,
  url,
  id,
}: Pick<FastifyRequest, 'method' | 'url' | 'id'>): Record<string, unknown> {
  return { id, method, url: loggedUrl(url) };
}

/** Paths whose next segment opens what belongs to one person. */
const SECRET_SEGMENT = /(\/(?:receipt|report|shortlist|unsubscribe)\/)[^/?]+/gi;
/**
 * Of the query: where somebody commutes to, the token of a receipt's page, the key of a family's list, the signature of an upload, what a provider
 * sends back; and a page to come back to, in whose address the same may stand.
 */
const UNTOLD = /^(?:to2?|token|key|signature|code|state|redirectUrl)(?:\[\]|\[\d*\])?$/i;

/** An address without what nobody but its visitor may know, also where that is written in escapes. */
export function loggedUrl(url: string): string {
  const [path = '', query] = url.replace(SECRET_SEGMENT, '$1…').split(/\?(.*)/s);
  if (query === undefined) return path;
  const parts = query.split('&').map((part) => {
    const [name = ''] = part.split('=', 1);
    return UNTOLD.test(unescaped(name)) && part.includes('=') ? `${name}=…` : part;
  });
  return `${path}?${parts.join('&')}`;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).trim();
  } catch {
    return text;
  }
}
