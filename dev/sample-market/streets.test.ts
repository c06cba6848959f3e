import type { Feature, LineString, Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { marketAreas, shareOut } from './areas.ts';
import { createMarket } from './index.ts';
import { landWithin } from './land.ts';
import { planTown } from './streets.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const SEED = 7;
/** Homes, and the maximum MB of GeoJSON of all their files. */
const SIZES: [number, number][] = [
  [20_000, 8],
  ...(process.env.MARU_TEST_LONG === '1' ? [[1_000_000, 30] as [number, number]] : []),
];

/** Features by lattice for a market of `size` homes. */
function collectGround(size: number): Map<string, Feature<LineString | Polygon>[]> {
  const areas = marketAreas(size);
  const ground = new Map<string, Feature<LineString | Polygon>[]>();
  planTown(SEED, areas, shareOut(areas, size), {
    feature(lattice, feature) {
      const list = ground.get(lattice);
      const drawn = feature as Feature<LineString | Polygon>;
      if (list) list.push(drawn);
      else ground.set(lattice, [drawn]);
    },
  });
  return ground;
}

const listPoints = ({ geometry }: Feature<LineString | Polygon>): Position[] =>
  geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.coordinates;

const areas = marketAreas(300);
const few = collectGround(300);
const dense = new Set(areas.filter(({ character }) => character !== 'town').map(({ lattice }) => lattice));

describe('the ground of a town', () => {
  it('has roads, streets, parks and schools, however few homes are offered there', () => {
    expect(dense.size).toBeGreaterThan(20);
    for (const lattice of dense) {
      const kinds = new Map<unknown, number>();
      for (const { properties } of few.get(lattice) ?? [])
        kinds.set(properties?.kind, (kinds.get(properties?.kind) ?? 0) + 1);
      for (const [kind, least] of [
        ['freeway', 1],
        ['arterial', 4],
        ['collector', 8],
        ['street', 40],
        ['park', 2],
        ['school', 1],
      ] as const) {
        if ((kinds.get(kind) ?? 0) < least) throw new Error(`${lattice}: ${kinds.get(kind)} of ${kind}`);
      }
    }
    for (const { lattice } of areas) expect(few.get(lattice)?.length ?? 0).toBeGreaterThan(20);
  });

  it('has a named street within a street-zoom screen of every place near a dense ZIP code', () => {
    // Steps of 100 m along every line, in squares of about 250 m.
    const square = (longitude: number, latitude: number) =>
      `${Math.round(longitude / 0.0027)},${Math.round(latitude / 0.0022)}`;
    for (const area of areas.filter(({ character }) => character !== 'town')) {
      const land = landWithin(boundsAround(area, 0.03), area);
      const met = new Set<string>();
      for (const feature of few.get(area.lattice) ?? []) {
        if (feature.geometry.type !== 'LineString' || !feature.properties?.name) continue;
        const line = listPoints(feature);
        for (let at = 1; at < line.length; at++) {
          const [from, to] = [line[at - 1]!, line[at]!];
          if (Math.abs(from[0]! - area.longitude) > 0.06 || Math.abs(from[1]! - area.latitude) > 0.06)
            continue;
          const steps = Math.ceil(Math.hypot(to[0]! - from[0]!, to[1]! - from[1]!) / 0.0009);
          for (let step = 0; step <= steps; step++)
            met.add(
              square(
                from[0]! + ((to[0]! - from[0]!) * step) / steps,
                from[1]! + ((to[1]! - from[1]!) * step) / steps,
              ),
            );
        }
      }
      for (let east = -0.008; east <= 0.008; east += 0.002) {
        for (let north = -0.008; north <= 0.008; north += 0.002) {
          const [longitude, latitude] = [area.longitude + east, area.latitude + north];
          const isAllLand = [-0.006, 0, 0.006].every((x) =>
            [-0.006, 0, 0.006].every((y) => land(longitude + x, latitude + y)),
          );
          if (!isAllLand) continue;
          const isMet = [-0.0027, 0, 0.0027].some((x) =>
            [-0.0022, 0, 0.0022].some((y) => met.has(square(longitude + x, latitude + y))),
          );
          if (!isMet) throw new Error(`nothing at ${latitude}, ${longitude} in ${area.zip} ${area.city}`);
        }
      }
    }
  });

  it('has no street or park in the sea or across the river in another state', () => {
    for (const [lattice, features] of few) {
      const home = areas.find((area) => area.lattice === lattice)!;
      const land = landWithin(boundsAround(home, 1), home);
      for (const feature of features) {
        for (const [longitude, latitude] of listPoints(feature) as [number, number][])
          if (!land(longitude, latitude))
            throw new Error(
              `${feature.properties?.name} of ${lattice} is in the water: ${latitude}, ${longitude}`,
            );
      }
    }
  });

  it('is the same for the same market, byte for byte', () => {
    expect(JSON.stringify([...collectGround(300)])).toBe(JSON.stringify([...few]));
  });

  it.each(SIZES)('of %d homes stays within %d MB', (size, most) => {
    const market = createMarket({ seed: SEED, size, now: NOW });
    let bytes = 0;
    for (const { collection } of market.streetFiles()) bytes += JSON.stringify(collection).length;
    expect(bytes).toBeLessThan(most * 1_000_000);
  });
});

describe('land', () => {
  it('is distinguished from sea, and one state from another', () => {
    const torrance = { latitude: 33.83, longitude: -118.34 };
    const near = landWithin(boundsAround(torrance, 0.3), torrance);
    expect(near(-118.34, 33.83)).toBe(true);
    expect(near(-118.55, 33.83)).toBe(false);
    const fortLee = { latitude: 40.85, longitude: -73.98 };
    const jersey = landWithin(boundsAround(fortLee, 0.3), fortLee);
    expect(jersey(-73.99, 40.86)).toBe(true);
    expect(jersey(-73.92, 40.85)).toBe(false);
  });
});

const boundsAround = ({ latitude, longitude }: { latitude: number; longitude: number }, degrees: number) => ({
  west: longitude - degrees,
  south: latitude - degrees,
  east: longitude + degrees,
  north: latitude + degrees,
});
