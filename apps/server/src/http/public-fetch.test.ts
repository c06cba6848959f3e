import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createPublicFetch,
  isLoopbackAddress,
  isPublicAddress,
  PrivateAddress,
  type PublicFetchOptions,
} from './public-fetch.ts';

let server: Server;
let port = 0;
let asked = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/moved') response.writeHead(302, { location: '/picture' }).end();
    // Each request has its own connection, and with it its own check.
    else response.setHeader('connection', 'close').end('picture');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());
beforeEach(() => {
  asked = 0;
});

/** A resolver with an answer for each time that it is asked; the last one from then on. */
function resolving(...answers: string[][]): { resolve: PublicFetchOptions['resolve']; count: () => number } {
  let count = 0;
  return {
    count: () => count,
    resolve: (_hostname, _options, callback) => {
      const answer = answers[Math.min(count, answers.length - 1)] ?? [];
      count += 1;
      const found: LookupAddress[] = answer.map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }));
      setImmediate(() => callback(null, found));
    },
  };
}

const get = (options: PublicFetchOptions, host = 'photos.example', path = '/picture') =>
  createPublicFetch(options)(new URL(`http://${host}:${port}${path}`), {
    signal: AbortSignal.timeout(10_000),
  });

describe('a fetch of the public internet', () => {
  test('asks a server at an allowed address, by name and by number', async () => {
    const { resolve } = resolving(['127.0.0.1']);
    const byName = await get({ alsoAllow: isLoopbackAddress, resolve });
    expect([byName.status, await byName.text()]).toEqual([200, 'picture']);
    expect((await get({ alsoAllow: isLoopbackAddress }, '127.0.0.1')).status).toBe(200);
    expect((await get({ alsoAllow: isLoopbackAddress }, 'localhost')).status).toBe(200);
    expect(asked).toBe(3);
  });

  test('connects to the address that was checked, and resolves no second time (DNS rebinding)', async () => {
    // ::1 stands for a public address, on which nobody listens; the server is at the private one.
    const { resolve, count } = resolving(['::1'], ['127.0.0.1']);
    const rebound = { alsoAllow: (address: string) => address === '::1', resolve };
    const publicFetch = createPublicFetch(rebound);
    const url = new URL(`http://photos.example:${port}/picture`);
    const signal = AbortSignal.timeout(10_000);
    await expect(publicFetch(url, { signal })).rejects.toThrow(TypeError);
    expect(count()).toBe(1);
    await expect(publicFetch(url, { signal })).rejects.toThrow(PrivateAddress);
    expect([count(), asked]).toEqual([2, 0]);
  });

  test('checks each new connection of a host that it has asked before', async () => {
    const { resolve } = resolving(['127.0.0.1'], ['10.0.0.1']);
    const publicFetch = createPublicFetch({ alsoAllow: isLoopbackAddress, resolve });
    const url = new URL(`http://photos.example:${port}/picture`);
    const signal = AbortSignal.timeout(10_000);
    expect(await (await publicFetch(url, { signal })).text()).toBe('picture');
    await expect(publicFetch(url, { signal })).rejects.toThrow(PrivateAddress);
    expect(asked).toBe(1);
  });

  test('of several addresses uses those that are allowed', async () => {
    const { resolve } = resolving(['10.0.0.1', '127.0.0.1', 'fd00::1']);
    expect((await get({ alsoAllow: isLoopbackAddress, resolve })).status).toBe(200);
    await expect(get({ resolve })).rejects.toThrow(PrivateAddress);
  });

  test.each([
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    'localhost',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '0xa9fea9fe',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
  ])('refuses %s', async (host) => {
    await expect(get({}, host)).rejects.toThrow(PrivateAddress);
    expect(asked).toBe(0);
  });

  test('follows no redirect', async () => {
    await expect(get({ alsoAllow: isLoopbackAddress }, '127.0.0.1', '/moved')).rejects.toThrow(TypeError);
    expect(asked).toBe(1);
  });

  test.each(['file:///etc/passwd', 'data:text/plain,picture', 'ftp://photos.example/'])(
    'refuses %s',
    async (url) => {
      const fetching = createPublicFetch()(new URL(url), { signal: AbortSignal.timeout(10_000) });
      await expect(fetching).rejects.toThrow('is not HTTP');
    },
  );

  test('says of a name that does not resolve that the network failed', async () => {
    const gone: PublicFetchOptions['resolve'] = (hostname, _options, callback) =>
      callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), []);
    await expect(get({ resolve: gone })).rejects.toMatchObject({
      name: 'TypeError',
      cause: { code: 'ENOTFOUND' },
    });
  });
});

/**
 * IANA IPv4 Special-Purpose Address Registry with multicast (RFC 5771), and 6to4 relays (RFC 7526).
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const SPECIAL_IPV4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
  224.0.0.0/4 240.0.0.0/4`;
/** Its counterpart of IPv6 within 2000::/3. https://www.iana.org/assignments/iana-ipv6-special-registry */
const SPECIAL_IPV6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20';

const listOf = (ranges: string, family: 'ipv4' | 'ipv6') => {
  const list = new BlockList();
  for (const range of ranges.split(/\s+/)) {
    const [net = '', prefix] = range.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
};
const special4 = listOf(SPECIAL_IPV4, 'ipv4');
const special6 = listOf(SPECIAL_IPV6, 'ipv6');
const global6 = listOf('2000::/3', 'ipv6');

const format4 = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
const format6 = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');

/** An address of a range: its first bits, and any others. */
const anyOf = (ranges: string, bits: 32 | 128) =>
  fc
    .tuple(fc.constantFrom(...ranges.split(/\s+/)), fc.bigInt(0n, (1n << BigInt(bits)) - 1n))
    .map(([range, random]) => {
      const [net = '', prefix] = range.split('/');
      const free = BigInt(bits - Number(prefix));
      const text =
        bits === 32 ? net.split('.').map((part) => Number(part).toString(16).padStart(2, '0')) : expand(net);
      const start = BigInt(`0x${text.join('')}`);
      return ((start >> free) << free) | (random & ((1n << free) - 1n));
    });
const expand = (address: string) => {
  const [head = '', tail = ''] = address
    .split('::')
    .map((part) => part.split(':').filter((one) => one !== '')) as unknown as [string[], string[]];
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => group.padStart(4, '0'));
};
const groupsOf = (address: bigint) =>
  Array.from({ length: 8 }, (_, at) => Number((address >> BigInt(112 - 16 * at)) & 0xffffn));

describe('an address is public', () => {
  test('when it is in none of the special ranges of IPv4, and so is its mapped form', () => {
    const any = fc.oneof(fc.nat(0xffff_ffff), anyOf(SPECIAL_IPV4, 32).map(Number));
    fc.assert(
      fc.property(any, (number) => {
        const address = format4(number);
        const isPublic = !special4.check(address, 'ipv4');
        expect(isPublicAddress(address)).toBe(isPublic);
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublic);
        expect(isPublicAddress(`0:0:0:0:0:FFFF:${format6([number >>> 16, number & 0xffff])}`)).toBe(isPublic);
        // Deprecated, translated and tunnelled forms lead wherever a gateway says.
        for (const prefix of ['::', '64:ff9b::', '64:ff9b:1::', '::ffff:0:']) {
          expect(isPublicAddress(`${prefix}${address}`)).toBe(false);
        }
        expect(isPublicAddress(`2002:${format6([number >>> 16, number & 0xffff])}::1`)).toBe(false);
        // `isIP` knows the usual form alone; what is no address is not public.
        expect(isPublicAddress(String(number))).toBe(false);
        expect(isPublicAddress(`0x${number.toString(16)}`)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('when it is in 2000::/3 and in none of the special ranges there', () => {
    const everywhere =
      '::/0 2000::/3 2001::/16 2000::/3 fc00::/7 fe80::/10 fec0::/10 ff00::/8 100::/64 5f00::/16';
    const any = fc.oneof(anyOf(SPECIAL_IPV6, 128), anyOf(everywhere, 128)).map(groupsOf);
    fc.assert(
      fc.property(any, (groups) => {
        const address = format6(groups);
        // An IPv4-mapped address is the other test's.
        fc.pre(groups[5] !== 0xffff || groups.slice(0, 5).some((group) => group !== 0));
        const isPublic = global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
        expect(isPublicAddress(address)).toBe(isPublic);
        expect(isPublicAddress(address.toUpperCase())).toBe(isPublic);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['8.8.8.8', true],
    ['172.32.0.1', true],
    ['192.0.1.1', true],
    ['198.20.0.1', true],
    ['2606:4700::1111', true],
    ['2a00:1450:4001::1', true],
    ['::ffff:8.8.8.8', true],
    ['198.18.0.1', false],
    ['192.0.0.170', false],
    ['fec0::1', false],
    ['64:ff9b::8.8.8.8', false],
    ['2002:808:808::', false],
    ['fe80::1%eth0', false],
    ['::ffff:0:127.0.0.1', false],
    ['', false],
    ['photos.example', false],
  ])('%s: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['0.0.0.0', false],
  ['::127.0.0.1', false],
  ['localhost', false],
])('%s is loopback: %s', (address, isLoopback) => {
  expect(isLoopbackAddress(address)).toBe(isLoopback);
});
