import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCommuteAddress } from './commute-address.ts';

test('an address is read with the way to get there, by car when nothing is said', () => {
  expect(parseCommuteAddress('{"address":"100 Spectrum Center Dr"}')).toEqual({
    address: '100 Spectrum Center Dr',
    transportation: 'car',
  });
  expect(
    parseCommuteAddress('{"address":"UCI","transportation":"bicycle","latitude":33.64,"longitude":-117.84}'),
  ).toEqual({ address: 'UCI', transportation: 'bicycle', latitude: 33.64, longitude: -117.84 });
  expect(parseCommuteAddress('{"address":"UCI","transportation":"teleport","latitude":33}')).toEqual({
    address: 'UCI',
    transportation: 'car',
  });
});

test('whatever else lies there is no address', () => {
  for (const text of [
    null,
    '',
    'UCI',
    '"UCI"',
    '[]',
    '{}',
    '{"address":" "}',
    '{"address":7}',
    `{"address":"${'a'.repeat(400)}"}`,
  ]) {
    expect(parseCommuteAddress(text)).toBeUndefined();
  }
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseCommuteAddress(text)));
});
