import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';

/** Whether what the n-th sender behind a request says of the one before it is believed. */
export type Trust = (address: string, hop: number) => boolean;

/**
 * `TRUST_PROXY`: nobody when empty or `none`; how many proxies stand before us (`1`); or which addresses are ours
 * (`loopback`, `10.0.0.0/8,fd00::/8`). @throws TypeError for anything else.
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
 * By whom a request is counted: the visitor's address behind the proxies that are trusted. Of an IPv6 address the first
 * 64 bits, which is what one customer of a provider has.
 */
export function visitorKey(request: IncomingMessage, trust: Trust): string {
  const isForwarded = request.headers['x-forwarded-for'] !== undefined;
  return addressKey(isForwarded ? proxyAddress(request, trust) : request.socket.remoteAddress);
}

/**
 * The network of a sender who says for whom it asks and is not believed, since TRUST_PROXY does not name it: a proxy whose
 * visitors are all counted as one, or a visitor who made it up. Never the address in full. Undefined for all others.
 */
export function unbelievedNetwork(request: IncomingMessage, trust: Trust): string | undefined {
  const { remoteAddress } = request.socket;
  if (request.headers['x-forwarded-for'] === undefined || remoteAddress === undefined) return undefined;
  if (trust(remoteAddress, 0)) return undefined;
  const key = addressKey(remoteAddress);
  if (isIPv4(key)) return `${key.split('.').slice(0, 2).join('.')}.0.0/16`;
  return key === 'unknown' ? key : `${key.split(':').slice(0, 2).join(':')}::/32`;
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
