import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clusterShift,
  latitudeOfMercator,
  longitudeOfMercator,
  mercatorBounds,
  mercatorX,
  mercatorY,
} from './viewport.ts';

const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const latitude = fc.double({ min: -85, max: 85, noNaN: true });

test('a position comes back from the grid within four centimetres', () => {
  fc.assert(
    fc.property(longitude, latitude, (lon, lat) => {
      expect(Math.abs(longitudeOfMercator(mercatorX(lon)) - lon)).toBeLessThan(4e-7);
      expect(Math.abs(latitudeOfMercator(mercatorY(lat)) - lat)).toBeLessThan(4e-7);
    }),
  );
});

test('x grows eastward, y grows southward, and both stay positive 32-bit integers', () => {
  fc.assert(
    fc.property(longitude, longitude, latitude, latitude, (west, east, south, north) => {
      fc.pre(west < east && south < north);
      const { minX, minY, maxX, maxY } = mercatorBounds([west, south, east, north]);
      expect(minX).toBeLessThanOrEqual(maxX);
      expect(minY).toBeLessThanOrEqual(maxY);
      for (const value of [minX, minY, maxX, maxY]) expect(value).toBe(value >>> 0);
    }),
  );
});

test('a cluster cell halves with each zoom, and shrinks to a building from zoom 16 on', () => {
  for (let zoom = 1; zoom <= 15; zoom += 1) expect(clusterShift(zoom - 1) - clusterShift(zoom)).toBe(1);
  expect(clusterShift(15) - clusterShift(16)).toBe(3);
  expect(clusterShift(99)).toBe(clusterShift(22));
});
