import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** `host [":" port]`: a name as DNS has them, an IPv4 address, or an IPv6 address in brackets. A port may be empty (RFC 3986, 3.2.3). */
const AUTHORITY = /^(?:\[([\da-f:.]{2,45})\]|([\w.-]{1,255}))(?::(\d{0,5}))?$/i;
/** A request target in absolute form, up to the end of its authority. */
const ABSOLUTE = /^(https?):\/\/([^/?#]*)/i;
const USUAL_PORT: Record<string, number> = { http: 80, https: 443 };

type RequestHead = Pick<IncomingMessage, 'httpVersion' | 'rawHeaders' | 'url'>;

/**
 * Whether a request names one host, and only one (RFC 9112, section 3.2). It does not with:
 *
 * - no `Host`, unless it is HTTP/1.0; several of them, even equal ones;
 * - a `Host` that is empty, or not a host with an optional port: with userinfo, a path, whitespace or a list. Names are limited
 *   to the characters of DNS and `_`, which is less than RFC 3986 allows;
 * - a request target in absolute form that names another host or port than `Host`. RFC 9112, 3.2.2 lets a server ignore
 *   `Host` then, but a proxy or cache in front of it may have gone by the other one.
 *
 * The answer to such a request is 400. Which host it is does not matter here.
 */
export function hasOneHost({ httpVersion, rawHeaders, url = '/' }: RequestHead): boolean {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');
  if (hosts.length === 0) return httpVersion === '1.0';
  const [text = ''] = hosts;
  const isOriginForm = url.startsWith('/') || url === '*';
  if (hosts.length > 1 || parseAuthority(text) === undefined) return false;
  if (isOriginForm) return true;
  const [, scheme = '', authority = ''] = ABSOLUTE.exec(url) ?? [];
  const usual = USUAL_PORT[scheme.toLowerCase()];
  const asked = parseAuthority(authority, usual);
  return asked !== undefined && asked === parseAuthority(text, usual);
}

/** In one spelling: lower case, with the port or `usualPort`. Undefined when it is invalid. */
function parseAuthority(text: string, usualPort?: number): string | undefined {
  const [, address, name, port = ''] = AUTHORITY.exec(text) ?? [];
  if (address !== undefined && !isIPv6(address)) return undefined;
  const host = (address ?? name)?.toLowerCase();
  if (host === undefined || Number(port) > 65_535) return undefined;
  return `${host} ${port === '' ? usualPort : Number(port)}`;
}
