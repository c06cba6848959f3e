import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isInsideRings,
  metersBetween,
  packRings,
  RING_UNITS,
  ringBounds,
  simplifyRings,
  splitRings,
  unpackRings,
} from './rings.ts';

const square = (west: number, south: number, size: number) => [
  [west, south, west + size, south, west + size, south + size, west, south + size].map((one) =>
    Math.round(one * RING_UNITS),
  ),
];

/** A star around a point: never crosses itself. */
const star = fc
  .array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 400 })
  .map((radii) =>
    radii.flatMap((radius, index) => {
      const turn = (index / radii.length) * 2 * Math.PI;
      return [
        Math.round((-117.8 + 0.1 * radius * Math.cos(turn)) * RING_UNITS),
        Math.round((33.7 + 0.1 * radius * Math.sin(turn)) * RING_UNITS),
      ];
    }),
  );
const point = fc.record({
  latitude: fc.double({ min: 33.59, max: 33.81, noNaN: true }),
  longitude: fc.double({ min: -117.91, max: -117.69, noNaN: true }),
});

describe('the ground of an area', () => {
  it('holds what is inside of its edges, less its holes', () => {
    const rings = [...square(-118, 33, 1), ...square(-117.6, 33.4, 0.2)];
    expect(isInsideRings(rings, 33.1, -117.9)).toBe(true);
    expect(isInsideRings(rings, 33.5, -117.5)).toBe(false);
    expect(isInsideRings(rings, 34.1, -117.5)).toBe(false);
    expect(ringBounds(rings)).toEqual([-118, 33, -117, 34]);
    expect(ringBounds([])).toBeUndefined();
  });

  it('gives a point on a shared edge to exactly one of the two areas', () => {
    const left = square(-118, 33, 0.5);
    const right = square(-117.5, 33, 0.5);
    fc.assert(
      fc.property(fc.double({ min: 33.001, max: 33.499, noNaN: true }), (latitude) => {
        const both = [left, right].filter((rings) => isInsideRings(rings, latitude, -117.5));
        expect(both).toHaveLength(1);
      }),
    );
  });

  it('says the same of a point in one piece and in many', () => {
    fc.assert(
      fc.property(star, point, (ring, { latitude, longitude }) => {
        const pieces = splitRings([ring], 40);
        const hits = pieces.filter((piece) => isInsideRings(piece, latitude, longitude)).length;
        const near = nearEdge(ring, latitude, longitude);
        if (!near) expect(hits).toBe(isInsideRings([ring], latitude, longitude) ? 1 : 0);
      }),
    );
  });

  it('moves no edge by more than asked when it is simplified', () => {
    fc.assert(
      fc.property(star, point, (ring, { latitude, longitude }) => {
        const simple = simplifyRings([ring], 5);
        if (nearEdge(ring, latitude, longitude, 12)) return;
        expect(isInsideRings(simple, latitude, longitude)).toBe(isInsideRings([ring], latitude, longitude));
      }),
    );
  });

  it('comes back whole from its packed form', () => {
    fc.assert(
      fc.property(star, (ring) => {
        expect(unpackRings(packRings([ring]))).toEqual([ring]);
      }),
    );
  });
});

it('measures a short way as a tape would', () => {
  const here = { latitude: 33.6846, longitude: -117.8265 };
  expect(metersBetween(here, { ...here, latitude: 33.6936 })).toBeCloseTo(1002, 0);
  expect(metersBetween(here, { ...here, longitude: -117.8157 })).toBeCloseTo(1000.3, 0);
});

/** Within so many meters of an edge: there rounding may decide. */
function nearEdge(ring: readonly number[], latitude: number, longitude: number, meters = 2): boolean {
  const [px, py] = [longitude * RING_UNITS, latitude * RING_UNITS];
  for (let at = 0; at < ring.length; at += 2) {
    const [x1, y1] = [ring[at]!, ring[at + 1]!];
    const [x2, y2] = [ring[(at + 2) % ring.length]!, ring[(at + 3) % ring.length]!];
    const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
    const t = length === 0 ? 0 : ((px - x1) * (x2 - x1) + (py - y1) * (y2 - y1)) / length;
    const share = Math.max(0, Math.min(1, t));
    const off = Math.hypot(px - x1 - share * (x2 - x1), py - y1 - share * (y2 - y1));
    if (off < meters * 9) return true;
  }
  return false;
}
