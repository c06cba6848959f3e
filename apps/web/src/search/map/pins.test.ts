import { describe, expect, test } from 'vitest';
import { type Face, faceNear } from './pins.ts';

const pill = (x: number, y: number): Face => ({ x, y, width: 60, height: 28 });

describe('a finger beside the pins', () => {
  test('means the nearest of them, whichever lies on top', () => {
    const faces = [pill(100, 100), pill(100, 140)];
    expect(faceNear(faces, 100, 119)).toBe(0);
    expect(faceNear(faces, 100, 121)).toBe(1);
    expect(faceNear(faces.toReversed(), 100, 119)).toBe(1);
  });

  test('has 44 px of each, corners too, and of none further off', () => {
    const faces = [pill(100, 100)];
    for (const y of [78, 122]) for (const x of [62, 100, 138]) expect(faceNear(faces, x, y)).toBe(0);
    for (const [x, y] of [
      [61, 100],
      [100, 77],
      [139, 123],
    ] as const)
      expect(faceNear(faces, x, y)).toBe(-1);
    expect(faceNear([], 100, 100)).toBe(-1);
  });
});
