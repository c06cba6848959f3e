import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, type Response, fetch as undiciFetch } from 'undici';

/** The host has no address that may be connected to. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

export interface PublicFetchOptions {
  /** Addresses that are allowed besides the public ones. */
  alsoAllow?: (address: string) => boolean;
  /** In place of the resolver of the operating system. */
  resolve?: (
    hostname: string,
    options: LookupAllOptions,
    callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
  ) => void;
}

/** GET by HTTP or HTTPS; redirects are refused. @throws PrivateAddress, TypeError (network, redirect), the signal's reason */
export type PublicFetch = (url: URL, options: { signal: AbortSignal }) => Promise<Response>;

/**
 * A fetch for addresses that come from data (photos of a feed, pictures of videos): it connects to public addresses alone,
 * whatever the host's name resolves to.
 *
 * An address is checked when a connection to it is opened, in the lookup whose answer is connected to. A check beforehand resolves
 * the name once more than the connection does, and a DNS server may answer each of them differently (DNS rebinding). An
 * address that is written in the URL is never looked up, and is checked by the connector. A pooled connection stays with the
 * address that was checked.
 *
 * Not for destinations that the owner has set: feeds, translator, sign-in providers, bucket and oEmbed endpoint may well be in
 * a private network, and nobody else chooses their host.
 */
export function createPublicFetch({
  alsoAllow = () => false,
  resolve = lookup,
}: PublicFetchOptions = {}): PublicFetch {
  const isAllowed = (address: string) => isPublicAddress(address) || alsoAllow(address);
  const lookupAllowed: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const allowed = found.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (first === undefined) return callback(createRefusal(hostname), []);
      return options.all === true ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };
  // HTTP/1.1, like Node's `fetch`: one connection per request, so that an endless response delays no other.
  const open = buildConnector({ lookup: lookupAllowed, allowH2: false });
  const dispatcher = new Agent({
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && !isAllowed(host)) callback(createRefusal(host), null);
      else open(options, callback);
    },
  });
  return async (url, { signal }) => {
    if (!/^https?:$/.test(url.protocol)) throw new TypeError(`${url.protocol} is not HTTP`);
    try {
      return await undiciFetch(url, { dispatcher, redirect: 'error', signal });
    } catch (error) {
      const { cause } = error as Error;
      throw cause instanceof PrivateAddress ? cause : error;
    }
  };
}

const createRefusal = (host: string) => new PrivateAddress(`${host} has no public address`);

/** 2000::/3, the public range of IPv6 (IANA). ipaddr.js knows the special ranges within it. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether an address, as `isIP` of Node knows it, is one of the public internet: in none of the special-purpose ranges of RFC 6890 and
 * its registries. Addresses that contain an IPv4 address for a translator or tunnel (64:ff9b::/96, 2002::/16, 2001::/32) are not,
 * since they may lead into a private network; an IPv4-mapped one (::ffff:0:0/96) is what its IPv4 address is.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/** 127.0.0.0/8 and ::1, also IPv4-mapped. */
export function isLoopbackAddress(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

/** IPv4-mapped addresses as IPv4; undefined for text that is no address to connect to. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // ipaddr.js takes `127.1` and `0x7f000001` for addresses, and the deprecated `::127.0.0.1` (::/96) for an IPv4-mapped one.
  if (isIP(address) === 0 || /^::\d+\./.test(address)) return undefined;
  return ipaddr.process(address);
}
