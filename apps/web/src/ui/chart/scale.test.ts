import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAxis, spread } from './scale.ts';

const numbers = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { maxLength: 20 });

describe('an axis', () => {
  it('holds every value, with its ticks in order and within its ends', () => {
    fc.assert(
      fc.property(numbers, fc.boolean(), (values, fromZero) => {
        const axis = buildAxis(values, { fromZero });
        expect(axis.high).toBeGreaterThan(axis.low);
        expect(axis.ticks.length).toBeGreaterThan(0);
        expect([...axis.ticks].sort((a, b) => a - b)).toEqual(axis.ticks);
        for (const value of values) {
          expect(value).toBeGreaterThanOrEqual(axis.low - 1e-3);
          expect(value).toBeLessThanOrEqual(axis.high + 1e-3);
          expect(axis.scale(value)).toBeGreaterThanOrEqual(0);
          expect(axis.scale(value)).toBeLessThanOrEqual(100);
        }
        if (fromZero) expect(axis.low * axis.high).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('has no half a visit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 20 }), (counts) => {
        const { ticks, high } = buildAxis(counts, { fromZero: true });
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(ticks[0]).toBe(0);
        expect(ticks.length).toBeGreaterThan(1);
        expect(high).toBeGreaterThanOrEqual(Math.max(0, ...counts));
      }),
    );
    expect(buildAxis([0, 1, 0], { fromZero: true }).ticks).toEqual([0, 1]);
    expect(buildAxis([3.5, 4.25]).ticks.some((tick) => !Number.isInteger(tick))).toBe(true);
  });

  it('draws one level in the middle', () => {
    const axis = buildAxis([800_000, 800_000]);
    expect(axis.scale(800_000)).toBeGreaterThan(10);
    expect(axis.scale(800_000)).toBeLessThan(90);
  });

  it('starts bars at zero', () => {
    expect(buildAxis([90, 100], { fromZero: true }).low).toBe(0);
    expect(buildAxis([0], { fromZero: true }).low).toBe(0);
  });
});

describe('labels', () => {
  it('keep their order and their distance where there is room', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 8 }), (wishes) => {
        const places = spread(wishes, 12);
        const sorted = [...places].sort((a, b) => a - b);
        for (let i = 1; i < sorted.length; i += 1) {
          expect((sorted[i] ?? 0) - (sorted[i - 1] ?? 0)).toBeGreaterThanOrEqual(11.9);
        }
        for (const place of places) expect(place).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('stay where they are when nothing is in the way', () => {
    expect(spread([10, 50, 90], 12)).toEqual([10, 50, 90]);
  });
});
