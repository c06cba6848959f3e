import fc from 'fast-check';
import type { Feature, FeatureCollection } from 'geojson';
import GeoJSONVT from 'geojson-vt';
import { expect, test } from 'vitest';
import { TileIndex } from './tile-index.ts';

/** A street in each of 400 places of California. */
const streets: Feature[] = Array.from({ length: 400 }, (_, i) => {
  const [west, south] = [-122 + (i % 20) * 0.4, 33 + Math.floor(i / 20) * 0.4];
  const coordinates = Array.from({ length: 20 }, (__, at) => [west + at * 0.004, south + (at % 3) * 0.003]);
  return {
    type: 'Feature',
    properties: { name: `street ${i}` },
    geometry: { type: 'LineString', coordinates },
  };
});
const data: FeatureCollection = { type: 'FeatureCollection', features: streets };
const OPTIONS = { maxZoom: 14, indexMaxZoom: 4, buffer: 64, tolerance: 1 };

/** A tile of a zoom that may hold one of the streets. */
const tiles = fc
  .record({
    zoom: fc.integer({ min: 0, max: 14 }),
    street: fc.nat(399),
    side: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ zoom, street, side }) => {
    const [longitude = 0, latitude = 0] = (streets[street]!.geometry as { coordinates: number[][] })
      .coordinates[0]!;
    const sin = Math.sin((latitude * Math.PI) / 180);
    const x = Math.floor(((longitude + 180) / 360) * 2 ** zoom) + side;
    const y = Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * 2 ** zoom);
    return [zoom, Math.min(x, 2 ** zoom - 1), y] as const;
  });

test('property: tiles are those of the library, in whatever order they are requested', () => {
  fc.assert(
    fc.property(fc.array(tiles, { minLength: 1, maxLength: 40 }), (requests) => {
      const [bounded, whole] = [new TileIndex(data, OPTIONS), new GeoJSONVT(data, OPTIONS)];
      for (const [zoom, x, y] of requests) {
        const [own, theirs] = [bounded.getTile(zoom, x, y), whole.getTile(zoom, x, y)];
        expect(own?.features ?? []).toEqual(theirs?.features ?? []);
      }
    }),
    { numRuns: 15 },
  );
});

test('memory is bounded, and what was evicted is cut again', () => {
  const index = new TileIndex(data, OPTIONS);
  const first = index.getTile(14, 2639, 6585);
  const sizes: number[] = [];
  for (let x = 2630; x < 3000; x += 2) {
    for (let y = 6200; y < 6600; y += 8) index.getTile(14, x, y);
    sizes.push(index.size);
  }
  // 9,250 requests, each of which cuts up to 24 tiles.
  expect(Math.max(...sizes)).toBeLessThan(3_500);
  expect(index.getTile(14, 2639, 6585)).toEqual(first);
});
