import type { Bounds } from '../search/viewport.ts';

/**
 * Polygon rings: alternating longitude and latitude in millionths of a degree (about 0.1 m), without a closing point.
 * Holes are rings too, by the even-odd rule.
 */
export type Rings = readonly (readonly number[])[];

export const RING_UNITS = 1e6;
const METERS_PER_DEGREE = 111_319.49;

/** Exact on integers; a point on a shared edge is in exactly one of both areas. */
export function isInsideRings(rings: Rings, latitude: number, longitude: number): boolean {
  const x = longitude * RING_UNITS;
  const y = latitude * RING_UNITS;
  let inside = false;
  for (const ring of rings) {
    let x1 = ring[ring.length - 2] as number;
    let y1 = ring[ring.length - 1] as number;
    for (let at = 0; at < ring.length; at += 2) {
      const x2 = ring[at] as number;
      const y2 = ring[at + 1] as number;
      if (y1 > y !== y2 > y) {
        // From the lower vertex up, so that both areas compute the same crossing.
        const crossing =
          y1 < y2 ? ((x2 - x1) * (y - y1)) / (y2 - y1) + x1 : ((x1 - x2) * (y - y2)) / (y1 - y2) + x2;
        if (x < crossing) inside = !inside;
      }
      x1 = x2;
      y1 = y2;
    }
  }
  return inside;
}

/** West, south, east, north in degrees; undefined without vertices. */
export function ringBounds(rings: Rings): Bounds | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      west = Math.min(west, ring[at] as number);
      east = Math.max(east, ring[at] as number);
      south = Math.min(south, ring[at + 1] as number);
      north = Math.max(north, ring[at + 1] as number);
    }
  }
  if (west > east) return undefined;
  return [west / RING_UNITS, south / RING_UNITS, east / RING_UNITS, north / RING_UNITS];
}

/** Ramer-Douglas-Peucker with a tolerance of `meters`. Drops rings with fewer than three vertices left. */
export function simplifyRings(rings: Rings, meters: number): number[][] {
  const simple: number[][] = [];
  for (const ring of rings) {
    const kept = simplifyRing(ring, (meters / METERS_PER_DEGREE) * RING_UNITS);
    if (kept.length >= 6) simple.push(kept);
  }
  return simple;
}

/** Splits rings into non-overlapping boxes of about `corners` vertices, so that a point query reads only a part. */
export function splitRings(rings: Rings, corners: number): number[][][] {
  const pieces: number[][][] = [];
  const open: { rings: Rings; depth: number }[] = [{ rings, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const count = next.rings.reduce((sum, ring) => sum + ring.length / 2, 0);
    const bounds = ringBounds(next.rings);
    if (bounds === undefined) continue;
    if (count <= corners || next.depth >= MAX_SPLITS) {
      pieces.push(next.rings.map((ring) => [...ring]));
      continue;
    }
    const [west, south, east, north] = bounds.map((one) => one * RING_UNITS) as [
      number,
      number,
      number,
      number,
    ];
    const axis = east - west > north - south ? 0 : 1;
    const middle = Math.round(axis === 0 ? (west + east) / 2 : (south + north) / 2);
    for (const side of [-1, 1]) {
      const half = next.rings.flatMap((ring) => {
        const cut = clipRing(ring, axis, middle, side);
        return cut.length >= 6 ? [cut] : [];
      });
      open.push({ rings: half, depth: next.depth + 1 });
    }
  }
  return pieces;
}

export function packRings(rings: Rings): number[][] {
  return rings.map((ring) => ring.map((value, at) => (at < 2 ? value : value - (ring[at - 2] as number))));
}

export function unpackRings(packed: Rings): number[][] {
  return packed.map((ring) => {
    const values = [...ring];
    for (let at = 2; at < values.length; at += 1)
      values[at] = (values[at] as number) + (values[at - 2] as number);
    return values;
  });
}

/** Meters between two positions in degrees, accurate to a few per mille within a county. */
export function metersBetween(
  one: { latitude: number; longitude: number },
  other: { latitude: number; longitude: number },
): number {
  const north = (one.latitude - other.latitude) * METERS_PER_DEGREE;
  const middle = ((one.latitude + other.latitude) / 2) * (Math.PI / 180);
  const east = (one.longitude - other.longitude) * METERS_PER_DEGREE * Math.cos(middle);
  return Math.hypot(north, east);
}

const MAX_SPLITS = 24;

/** Sutherland-Hodgman clipping against one line: the part at or below (`side` −1) or above `middle`. */
function clipRing(ring: readonly number[], axis: 0 | 1, middle: number, side: number): number[] {
  const cut: number[] = [];
  const isKept = (value: number) => (side < 0 ? value <= middle : value >= middle);
  let before = ring.length - 2;
  for (let at = 0; at < ring.length; at += 2) {
    const from = ring[before + axis] as number;
    const to = ring[at + axis] as number;
    if (isKept(from) !== isKept(to)) {
      const share = (middle - from) / (to - from);
      const other = Math.round(
        (ring[before + 1 - axis] as number) +
          share * ((ring[at + 1 - axis] as number) - (ring[before + 1 - axis] as number)),
      );
      if (axis === 0) cut.push(middle, other);
      else cut.push(other, middle);
    }
    if (isKept(to)) cut.push(ring[at] as number, ring[at + 1] as number);
    before = at;
  }
  return cut;
}

function simplifyRing(ring: readonly number[], tolerance: number): number[] {
  const count = ring.length / 2;
  if (count < 5 || tolerance <= 0) return [...ring];
  // A degree of longitude is shorter than one of latitude.
  const narrow = Math.cos(((ring[1] as number) / RING_UNITS) * (Math.PI / 180));
  const x = (at: number) => (ring[(at % count) * 2] as number) * narrow;
  const y = (at: number) => ring[(at % count) * 2 + 1] as number;
  // Split the ring at the vertex furthest from the first.
  let far = 0;
  let furthest = -1;
  for (let at = 1; at < count; at += 1) {
    const off = Math.hypot(x(at) - x(0), y(at) - y(0));
    if (off > furthest) [furthest, far] = [off, at];
  }
  const kept = new Uint8Array(count);
  kept[0] = 1;
  kept[far] = 1;
  const open: [number, number][] = [
    [0, far],
    [far, count],
  ];
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [from, to] = span;
    const dx = x(to) - x(from);
    const dy = y(to) - y(from);
    const length = dx * dx + dy * dy;
    let worst = tolerance;
    let at = -1;
    for (let i = from + 1; i < to; i += 1) {
      const px = x(i) - x(from);
      const py = y(i) - y(from);
      const t = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
      const off = Math.hypot(px - t * dx, py - t * dy);
      if (off > worst) [worst, at] = [off, i];
    }
    if (at < 0) continue;
    kept[at] = 1;
    open.push([from, at], [at, to]);
  }
  return ring.filter((_, index) => kept[index >> 1] === 1);
}
