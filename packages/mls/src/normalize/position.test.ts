import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OddityCounts } from './oddities.ts';
import { normalizePosition } from './position.ts';
import { RowReader } from './row-reader.ts';

function normalize(row: Record<string, unknown>) {
  const oddities = new OddityCounts();
  const { latitude, longitude } = normalizePosition(new RowReader(row, oddities));
  return {
    at: latitude === null ? null : [latitude, longitude],
    said: oddities.list().map((one) => one.detail),
  };
}

test.each([
  ['Irvine', 33.7, -117.8],
  ['Anchorage', 61.2, -149.9],
  ['Adak', 51.9, -176.6],
  ['Attu', 52.9, 173.2],
  ['Honolulu', 21.3, -157.8],
  ['San Juan', 18.4, -66.1],
  ['Tamuning', 13.5, 144.8],
  ['Pago Pago', -14.3, -170.7],
])('%s is at its own position', (_, Latitude, Longitude) => {
  expect(normalize({ Latitude, Longitude })).toEqual({ at: [Latitude, Longitude], said: [] });
});

test.each([
  [{ Latitude: -117.8, Longitude: 33.7 }, 'latitude and longitude exchanged'],
  [{ Latitude: 33.7, Longitude: 117.8 }, 'longitude without its minus'],
  [{ Latitude: 117.8, Longitude: 33.7 }, 'exchanged, without the minus'],
  [{ Coordinates: [33.7, -117.8] }, 'latitude and longitude exchanged'],
])('%j is repaired to the intended position', (row, said) => {
  expect(normalize(row)).toEqual({ at: [33.7, -117.8], said: [said] });
});

test.each([
  [{ Latitude: 37.5, Longitude: 127 }],
  [{ Latitude: 51.5, Longitude: -0.1 }],
  [{ Latitude: -33.9, Longitude: 151.2 }],
  [{ Latitude: 300, Longitude: -117.8 }],
  [{ Latitude: 0, Longitude: 0 }],
  [{ Latitude: 33.7 }],
  [{ Coordinates: ['x'] }],
])('%j is outside the country', (row) => {
  expect(normalize(row).at).toBeNull();
});

test('an exchanged pair in the contiguous states is always repaired', () => {
  const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  fc.assert(
    fc.property(degrees(24.4, 49.4), degrees(-124.8, -66.9), (latitude, longitude) => {
      expect(normalize({ Latitude: longitude, Longitude: latitude }).at).toEqual([latitude, longitude]);
      expect(normalize({ Latitude: latitude, Longitude: -longitude }).at).toEqual([latitude, longitude]);
    }),
    { numRuns: 200 },
  );
});
