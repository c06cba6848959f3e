import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPolygons, isInsideEdges, mercatorEdges, type Polygon, parsePolygons } from './polygon.ts';
import { mercatorX, mercatorY } from './viewport.ts';

const seed = Number(process.env.MARU_TEST_SEED ?? 20_261_121);
const degrees = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((n) => n / 1e5);
const polygon = fc.array(fc.tuple(degrees(85), degrees(180)), { minLength: 3, maxLength: 40 });

const inside = (area: Polygon, latitude: number, longitude: number) =>
  isInsideEdges(mercatorEdges(area), mercatorX(longitude), mercatorY(latitude));

describe('drawn areas', () => {
  it('come back from their text, a metre aside at most, and then never move again', () => {
    fc.assert(
      fc.property(fc.array(polygon, { minLength: 1, maxLength: 8 }), (areas) => {
        const text = formatPolygons(areas);
        const read = parsePolygons(text);
        expect(read?.map((one) => one.length)).toEqual(areas.map((one) => one.length));
        read?.flat().forEach(([latitude, longitude], at) => {
          expect(Math.abs(latitude - (areas.flat()[at]?.[0] ?? 0))).toBeLessThan(1.1e-5);
          expect(longitude).toBeCloseTo(areas.flat()[at]?.[1] ?? 0, 5);
        });
        expect(formatPolygons(read ?? [])).toBe(text);
      }),
      { seed, numRuns: 500 },
    );
  });

  it("are the algorithm's own text, known from its documentation", () => {
    const known = [
      [38.5, -120.2],
      [40.7, -120.95],
      [43.252, -126.453],
    ] as const;
    expect(formatPolygons([known])).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@');
    expect(parsePolygons('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([known.map((point) => [...point])]);
  });

  it.each([
    '',
    'a',
    '??',
    '_p~iF~ps|U_ulLnnqC',
    '어바인',
    '~',
    '_p~iF~ps|U_ulLnnqC_mqNvxq`@~',
    '\u0000\u0001',
  ])('are not made of %j', (text) => {
    expect(parsePolygons(text)).toBeUndefined();
  });

  it('of more than 500 points are refused', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => [at / 1e4, (at * 7) % 90] as const);
    expect(parsePolygons(formatPolygons([many]))).toBeUndefined();
  });

  it('have an inside by the even-odd rule, also where they cross themselves', () => {
    const bowTie: Polygon = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ];
    expect(inside(bowTie, 1.8, 1)).toBe(true);
    expect(inside(bowTie, 1, 0.5)).toBe(false);
    expect(inside(bowTie, 0.2, 1)).toBe(true);
    expect(inside(bowTie, 1, 1.9)).toBe(false);
  });
});
