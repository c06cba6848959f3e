import type { FastifyRequest } from 'fastify';

/** What a log says of a request: never where somebody commutes to. */
export function loggedRequest({
  method,
  url,
  id,
}: Pick<FastifyRequest, 'method' | 'url' | 'id'>): Record<string, unknown> {
  return { id, method, url: withoutDestination(url) };
}

/** The address with the value of `to` (also written in escapes) taken out. */
export function withoutDestination(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s);
  if (query === undefined) return url;
  const parts = query.split('&').map((part) => {
    const [name = ''] = part.split('=', 1);
    return /^to(\[\]|\[\d*\])?$/i.test(unescaped(name)) && part.includes('=') ? `${name}=…` : part;
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
