import type { FastifyRequest } from 'fastify';

/** Request fields for the log, without commute destinations and without secrets in the URL. */
export function loggedRequest({
  method,
  url,
  id,
}: Pick<FastifyRequest, 'method' | 'url' | 'id'>): Record<string, unknown> {
  return { id, method, url: loggedUrl(url) };
}

/** Path segments followed by a secret. */
const SECRET_SEGMENT = /(\/(?:receipt|report|shortlist|unsubscribe)\/)[^/?]+/gi;
/**
 * Query parameters that are redacted: commute destinations, tokens and keys, upload signatures, responses of sign-in
 * providers, and return URLs, which may contain any of these.
 */
const UNTOLD = /^(?:to2?|token|key|signature|code|state|redirectUrl)(?:\[\]|\[\d*\])?$/i;

/** Redacts a URL, also where parameter names are percent-encoded. */
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
