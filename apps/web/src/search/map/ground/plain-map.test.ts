import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boundsIn,
  type Camera,
  cameraAt,
  cameraOver,
  centerAbove,
  panned,
  project,
  unproject,
  zoomedAround,
} from '../camera.ts';
import { placeLabels, straightStretch, wrapped } from './ground-labels.ts';
import { STREET_KINDS, STREET_WIDTHS, streetWidthAt } from './ground-rules.ts';
import { tilesIn } from './plain-ground.ts';
import { between } from './plain-map.ts';

const camera: fc.Arbitrary<Camera> = fc.record({
  x: fc.double({ min: 0.15, max: 0.35, noNaN: true }),
  y: fc.double({ min: 0.35, max: 0.45, noNaN: true }),
  zoom: fc.double({ min: 3, max: 18, noNaN: true }),
  width: fc.integer({ min: 200, max: 1_400 }),
  height: fc.integer({ min: 200, max: 1_000 }),
});
const NO_PADDING = { top: 0, left: 0, right: 0, bottom: 0 };
const measure = (text: string, size: number) => text.length * size * 0.5;

describe('a plain map', () => {
  test('shows the bounds whole, within the room that is left for them', () => {
    const corner = fc.record({
      west: fc.double({ min: -124, max: -70, noNaN: true }),
      south: fc.double({ min: 25, max: 48, noNaN: true }),
      wide: fc.double({ min: 0.02, max: 3, noNaN: true }),
      high: fc.double({ min: 0.02, max: 2, noNaN: true }),
    });
    fc.assert(
      fc.property(corner, ({ west, south, wide, high }) => {
        const padding = { top: 56, left: 40, right: 48, bottom: 220 };
        const box = { width: 390, height: 520 };
        const found = cameraOver([west, south, west + wide, south + high], null, box, padding);
        const [left, bottom] = project(found, [south, west]);
        const [right, top] = project(found, [south + high, west + wide]);
        expect(left).toBeGreaterThan(39.9);
        expect(top).toBeGreaterThan(55.9);
        expect(right).toBeLessThan(390 - 47.9);
        expect(bottom).toBeLessThan(520 - 219.9);
      }),
    );
  });

  test('goes to a place so that it comes to the middle of what the sheet leaves', () => {
    const free = fc.double({ min: 0.1, max: 1, noNaN: true });
    fc.assert(
      fc.property(camera, free, (one, share) => {
        const place = unproject(one, one.width / 3, one.height / 3);
        const center = centerAbove(place, one.zoom, one.height * (1 - share));
        const [left, top] = project(cameraAt(center, one.zoom, one), place);
        expect(left).toBeCloseTo(one.width / 2, 3);
        expect(top).toBeCloseTo((one.height * share) / 2, 3);
      }),
    );
  });

  test('looks again where it looked: its bounds and zoom lead back to it', () => {
    fc.assert(
      fc.property(camera, (one) => {
        const again = cameraOver(boundsIn(one), one.zoom, one, NO_PADDING);
        expect(again.x).toBeCloseTo(one.x, 9);
        expect(again.y).toBeCloseTo(one.y, 9);
        expect(again.zoom).toBe(one.zoom);
      }),
    );
  });

  test('keeps under the finger what lay there, pulled or pinched', () => {
    const finger = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }));
    fc.assert(
      fc.property(
        camera,
        finger,
        finger,
        fc.double({ min: 3, max: 18, noNaN: true }),
        (one, from, to, zoom) => {
          const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
          const moved = zoomedAround(panned(one, dx, dy), zoom, ...to);
          const [left, top] = project(moved, unproject(one, ...from));
          expect(Math.abs(left - to[0])).toBeLessThan(0.01);
          expect(Math.abs(top - to[1])).toBeLessThan(0.01);
        },
      ),
    );
  });

  test('ends where it goes to, and begins where it is', () => {
    fc.assert(
      fc.property(camera, camera, (from, to) => {
        const [first, last] = [between(from, to, 0), between(from, to, 1)];
        for (const axis of ['x', 'y', 'zoom'] as const) {
          expect(first[axis]).toBeCloseTo(from[axis], 9);
          expect(last[axis]).toBeCloseTo(to[axis], 9);
        }
      }),
    );
  });

  test('asks for the tiles that cover it, and few', () => {
    fc.assert(
      fc.property(camera, (one) => {
        const tiles = tilesIn(one);
        const [at] = tiles;
        if (at === undefined) throw new Error('a map without tiles');
        const most = (Math.ceil(one.width / 512) + 1) * (Math.ceil(one.height / 512) + 1);
        if (one.zoom < 14) expect(tiles.length).toBeLessThanOrEqual(most);
        const middle = { x: Math.floor(one.x * 2 ** at.zoom), y: Math.floor(one.y * 2 ** at.zoom) };
        expect(tiles).toContainEqual({ zoom: at.zoom, ...middle });
      }),
    );
  });
});

describe('the ground of a plain map', () => {
  test('has streets as wide as the table of both maps says, growing between its zooms', () => {
    for (const [zoom, ...widths] of STREET_WIDTHS) {
      for (const [at, kind] of STREET_KINDS.entries())
        expect(streetWidthAt(kind, zoom)).toBeCloseTo(widths[at] as number, 9);
    }
    expect(streetWidthAt('freeway', 14.5)).toBeGreaterThan(streetWidthAt('freeway', 14));
    expect(streetWidthAt('street', 12)).toBe(0);
  });

  test('says the larger town where two names would lie over each other', () => {
    const place = (name: string, rank: number, x: number) =>
      ({
        kind: 'point',
        properties: { name, nameKo: `${name}시`, kind: 'city', rank },
        lines: [[x, 2_048]],
      }) as const;
    const layers = new Map([
      [
        'place',
        {
          extent: 4_096,
          features: [
            place('Small', 6, 2_060),
            place('Large', 1, 2_048),
            place('Far', 6, 200),
            place('Next door', 6, 4_200),
          ],
        },
      ],
    ]);
    const at = { x: 0.5 + 1 / 2 ** 12, y: 0.5 + 1 / 2 ** 12, zoom: 11, width: 512, height: 512 };
    const labels = placeLabels([{ zoom: 11, x: 1_024, y: 1_024, layers }], {
      camera: at,
      locale: 'ko',
      measure,
    });
    expect(labels.map(({ lines }) => lines.join(' '))).toEqual(['Large시', 'Far시']);
    expect(labels[0]).toMatchObject({ x: 256, y: 256, angle: 0 });
  });

  test('writes a long name in lines, and a street along its straight part, never upside down', () => {
    expect(wrapped('Rancho Santa Margarita', 12, 8, measure)).toEqual(['Rancho Santa', 'Margarita']);
    const box = { width: 400, height: 400 };
    const bent = [[300, 300], [290, 20], [100, 100], [0, 180]] as const; // biome-ignore format: one line
    expect(straightStretch(bent, 250, box)?.angle).toBeCloseTo(Math.atan2(280, 10), 5);
    expect(straightStretch([...bent].reverse(), 200, box)?.angle).toBeLessThan(0);
    expect(straightStretch(bent, 500, box)).toBeUndefined();
  });
});
