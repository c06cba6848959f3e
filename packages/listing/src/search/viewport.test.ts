import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clusterShift,
  finestZoom,
  mercatorBounds,
  mercatorLatitude,
  mercatorLongitude,
  mercatorX,
  mercatorY,
} from './viewport.ts';

const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const latitude = fc.double({ min: -85, max: 85, noNaN: true });

test('a position comes back from the grid within four centimetres', () => {
  fc.assert(
    fc.property(longitude, latitude, (lon, lat) => {
      expect(Math.abs(mercatorLongitude(mercatorX(lon)) - lon)).toBeLessThan(4e-7);
      expect(Math.abs(mercatorLatitude(mercatorY(lat)) - lat)).toBeLessThan(4e-7);
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

test('the finest zoom of an area has at most 256 cells across and down, and one more would have more', () => {
  fc.assert(
    fc.property(fc.tuple(longitude, longitude), fc.tuple(latitude, latitude), (longitudes, latitudes) => {
      const area = [
        Math.min(...longitudes),
        Math.min(...latitudes),
        Math.max(...longitudes),
        Math.max(...latitudes),
      ] as const;
      const { minX, minY, maxX, maxY } = mercatorBounds(area);
      const cellsAt = (zoom: number) => Math.max(maxX - minX, maxY - minY) >> clusterShift(zoom);
      const zoom = finestZoom(area);
      expect(cellsAt(zoom)).toBeLessThanOrEqual(256);
      if (zoom < 22) expect(cellsAt(zoom + 1)).toBeGreaterThan(256);
    }),
  );
  // A screen of 3,840 px shows 0.165° at zoom 14: nothing changes there.
  expect(finestZoom([-118, 33, -117.835, 33.1])).toBeGreaterThanOrEqual(14);
});
