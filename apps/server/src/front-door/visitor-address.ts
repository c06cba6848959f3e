import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';

/** Whether `X-Forwarded-For` of the n-th sender is trusted; 0 is the peer of the connection. */
export type Trust = (address: string, hop: number) => boolean;

/**
 * Parses `TRUST_PROXY`: empty or `none` trusts nobody; a number (`1`) is how many proxies are in front of this server; otherwise a
 * list of the addresses of the proxies (`loopback`, `10.0.0.0/8,fd00::/8`). @throws TypeError for anything else.
 */
export function parseTrust(text: string): Trust {
  if (text === '' || text === 'none') return () => false;
  if (/^[1-9]$/.test(text)) return (_, hop) => hop < Number(text);
  const parts = text.split(',').map((part) => part.trim());
  // The library reads "0" as an address.
  const strange = parts.find((part) => !/^(loopback|linklocal|uniquelocal)$|[.:]/.test(part));
  if (strange !== undefined) throw new TypeError(`invalid IP address: ${strange}`);
  return proxyAddress.compile(parts);
}

/**
 * The key by which the requests of a visitor are counted: the address behind the trusted proxies. Of an IPv6 address only the
 * first 64 bits, since one customer of a provider has all addresses of such a network.
 */
export function visitorKey(request: IncomingMessage, trust: Trust): string {
  const isForwarded = request.headers['x-forwarded-for'] !== undefined;
  return addressKey(isForwarded ? proxyAddress(request, trust) : request.socket.remoteAddress);
}

/**
 * The network of a sender of `X-Forwarded-For` whom `TRUST_PROXY` does not name: a proxy, whose visitors are then all counted as
 * one, or a visitor who forged the header. Never the whole address. Undefined for other requests.
 */
export function unbelievedNetwork(request: IncomingMessage, trust: Trust): string | undefined {
  const { remoteAddress } = request.socket;
  if (request.headers['x-forwarded-for'] === undefined || remoteAddress === undefined) return undefined;
  if (trust(remoteAddress, 0)) return undefined;
  const key = addressKey(remoteAddress);
  if (isIPv4(key)) return `${key.split('.').slice(0, 2).join('.')}.0.0/16`;
  return key === 'unknown' ? key : `${key.split(':').slice(0, 2).join(':')}::/32`;
}

/**
 * The /48 of the /64 that is the key of an IPv6 address: providers assign networks of up to this size to one customer (RFC 6177).
 * Undefined for an IPv4 address.
 */
export function findNetwork(key: string): string | undefined {
  const groups = key.split(':');
  return groups.length === 4 ? `${groups.slice(0, 3).join(':')}::/48` : undefined;
}

export function addressKey(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const mapped = address.startsWith('::ffff:') ? address.slice(7) : address;
  if (isIPv4(mapped)) return mapped;
  const bare = address.split('%')[0] ?? '';
  if (!isIPv6(bare)) return 'unknown';
  const [head = '', tail] = bare.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  const first = (tail === undefined ? groups : [...groups, ...zeros, ...after]).slice(0, 4);
  return first.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
