import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature, type Topology } from 'topojson-client';

/** A rectangle of longitudes and latitudes, in degrees. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

type IsInside = (longitude: number, latitude: number) => boolean;

/**
 * A test for land within `bounds`, in the state of `home`, since rivers between states are wide. Uses the outlines of
 * the built-in map (us-atlas, from the Census Bureau; coarse, about 300 m); lakes and rivers within a state are land.
 * If `home` itself is in the water, everything counts as land.
 */
export function landWithin(bounds: Bounds, home: { latitude: number; longitude: number }): IsInside {
  const around = { west: home.longitude, south: home.latitude, east: home.longitude, north: home.latitude };
  const state = stateOutlines().find(
    (outline) => touches(outline, around) && createIsInside(outline, around)(home.longitude, home.latitude),
  );
  return state ? createIsInside(state, bounds) : () => false;
}

interface Outline extends Bounds {
  rings: Position[][];
}

const touches = (outline: Outline, { west, south, east, north }: Bounds) =>
  west <= outline.east && east >= outline.west && south <= outline.north && north >= outline.south;

/**
 * A point-in-polygon test within `bounds`. A ray to the west meets only edges at its latitude that begin west of it.
 */
function createIsInside(outline: Outline, { west, south, east, north }: Bounds): IsInside {
  const edges: [Position, Position][] = [];
  let isCut = false;
  for (const ring of outline.rings) {
    for (let at = 1; at < ring.length; at++) {
      const from = ring[at - 1]!;
      const to = ring[at]!;
      if (Math.max(from[1]!, to[1]!) < south || Math.min(from[1]!, to[1]!) > north) continue;
      if (Math.min(from[0]!, to[0]!) > east) continue;
      edges.push([from, to]);
      if (Math.max(from[0]!, to[0]!) >= west) isCut = true;
    }
  }
  const isInside: IsInside = (longitude, latitude) => {
    let inside = false;
    for (const [from, to] of edges) {
      if (from[1]! > latitude === to[1]! > latitude) continue;
      const cut = from[0]! + ((to[0]! - from[0]!) * (latitude - from[1]!)) / (to[1]! - from[1]!);
      if (cut < longitude) inside = !inside;
    }
    return inside;
  };
  if (isCut) return isInside;
  // No outline crosses the rectangle: one test decides for all of it.
  const all = isInside((west + east) / 2, (south + north) / 2);
  return () => all;
}

let outlines: Outline[] | undefined;

function stateOutlines(): Outline[] {
  if (outlines) return outlines;
  const topology = createRequire(import.meta.url)('us-atlas/states-10m.json') as Topology;
  outlines = feature(topology, topology.objects.states).features.map(({ geometry }) => {
    const shape = geometry as Polygon | MultiPolygon;
    const rings = shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat();
    const points = rings.flat();
    const range = (axis: 0 | 1) =>
      points.reduce(
        ([low, high], point) => [Math.min(low!, point[axis]!), Math.max(high!, point[axis]!)],
        [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      );
    const [west, east] = range(0) as [number, number];
    const [south, north] = range(1) as [number, number];
    return { rings, west, east, south, north };
  });
  return outlines;
}
