import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import {
  adoptCommuteAddress,
  forgetAdoptedCommute,
  loadCommuteAddress,
  parseCommuteAddress,
  saveCommuteAddress,
} from './commute-address.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

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

test('what an account brought goes with it; what this browser knew itself stays', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('window', { dispatchEvent: () => true });
  saveCommuteAddress({ address: 'UCI', transportation: 'car' });
  forgetAdoptedCommute();
  expect(loadCommuteAddress()?.address).toBe('UCI');
  adoptCommuteAddress({ address: 'UCLA', transportation: 'walk' });
  expect(loadCommuteAddress()?.address).toBe('UCLA');
  forgetAdoptedCommute();
  expect(loadCommuteAddress()).toBeUndefined();
});
