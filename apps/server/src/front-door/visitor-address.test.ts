import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { addressKey, findNetwork, parseTrust, unbelievedNetwork, visitorKey } from './visitor-address.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    connection: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

test('an address is counted as what one customer has: all of IPv4, 64 bits of IPv6', () => {
  expect(addressKey('203.0.113.9')).toBe('203.0.113.9');
  expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(addressKey('2001:db8:0:7::1')).toBe('2001:db8:0:7');
  expect(addressKey('2001:0DB8:0000:0007:ffff:1:2:3')).toBe('2001:db8:0:7');
  expect(addressKey('2001:db8::5')).toBe('2001:db8:0:0');
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(addressKey('::1')).toBe('0:0:0:0');
  for (const nonsense of [undefined, '', 'x', 'unix']) expect(addressKey(nonsense)).toBe('unknown');
});

test('nobody is believed who is not a proxy of ours', () => {
  expect(visitorKey(request('198.51.100.1', '203.0.113.9'), parseTrust(''))).toBe('198.51.100.1');
  expect(visitorKey(request('198.51.100.1', '203.0.113.9'), parseTrust('loopback'))).toBe('198.51.100.1');
  expect(visitorKey(request('127.0.0.1', '203.0.113.9'), parseTrust('loopback'))).toBe('203.0.113.9');
  // What the visitor claims of others stands before what our proxy says of the visitor.
  const claimed = request('10.0.0.2', '1.1.1.1, 203.0.113.9, 10.0.0.1');
  expect(visitorKey(claimed, parseTrust('10.0.0.0/8'))).toBe('203.0.113.9');
  expect(visitorKey(claimed, parseTrust('1'))).toBe('10.0.0.1');
  expect(visitorKey(claimed, parseTrust('2'))).toBe('203.0.113.9');
});

test('a proxy that is not named is told of by its network alone', () => {
  const told = (from: string, trust: string, forwarded?: string) =>
    unbelievedNetwork(request(from, forwarded), parseTrust(trust));
  expect(told('172.18.0.5', 'loopback', '203.0.113.9')).toBe('172.18.0.0/16');
  expect(told('::ffff:172.18.0.5', 'loopback', '203.0.113.9')).toBe('172.18.0.0/16');
  expect(told('fd12:3456:789a::5', 'loopback', '203.0.113.9')).toBe('fd12:3456::/32');
  expect(told('172.18.0.5', 'loopback')).toBeUndefined();
  expect(told('172.18.0.5', '172.16.0.0/12', '203.0.113.9')).toBeUndefined();
  expect(told('172.18.0.5', '1', '203.0.113.9')).toBeUndefined();
  expect(told('127.0.0.1', 'loopback', '203.0.113.9')).toBeUndefined();
});

test('a setting that says nothing is refused', () => {
  for (const text of ['yes', '0', '10.0.0.0/99', '-1', 'loopback,nobody']) {
    expect(() => parseTrust(text)).toThrow(TypeError);
  }
});

test('the network of an IPv6 address is its /48; an IPv4 address has none', () => {
  expect(findNetwork(addressKey('2001:db8:1:2:3::4'))).toBe('2001:db8:1::/48');
  expect(findNetwork(addressKey('2001:db8:1:ffff::'))).toBe('2001:db8:1::/48');
  expect(findNetwork(addressKey('::ffff:192.0.2.1'))).toBeUndefined();
  expect(findNetwork(addressKey(undefined))).toBeUndefined();
});
