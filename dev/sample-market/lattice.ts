import type { Position } from 'geojson';
import type { Area } from './areas.ts';
import { randomOf } from './random.ts';

/** Metres of one side of a block. */
export const BLOCK = 400;
const METRES_A_DEGREE = 110_900;

/** The turned and gently bent grid on which the ZIP codes of one town stand; its lines are `BLOCK` metres apart. */
export interface Lattice {
  /** `x` and `y` in metres along the lattice, from its middle. */
  toPosition(x: number, y: number): Position;
  /** Where a place is, in blocks. */
  toCell(latitude: number, longitude: number): [number, number];
  /** Degrees by which the lattice is turned. */
  turn: number;
  /** Its lines are straight. */
  straight: boolean;
}

/** The lattice `name` around `area`; the same for the same name and area. */
export function latticeOf(name: string, area: Area): Lattice {
  const random = randomOf('lattice', name);
  const turn =
    area.character === 'village' || name === 'irvine'
      ? 41
      : area.character === 'urban'
        ? 0
        : random.int(-14, 14);
  const angle = (turn * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const metresEast = METRES_A_DEGREE * Math.cos((area.latitude * Math.PI) / 180);
  const sway = area.character === 'urban' ? 0 : 34;
  const phase = random.between(0, 6);
  return {
    turn,
    straight: sway === 0,
    toPosition(x, y) {
      // One gentle warp for all points of the lattice bends its streets together, so that they still meet.
      const wx = x + sway * Math.sin(y / 410 + phase);
      const wy = y + sway * Math.sin(x / 370 + phase * 2);
      const east = wx * cos - wy * sin;
      const north = wx * sin + wy * cos;
      return [round5(area.longitude + east / metresEast), round5(area.latitude + north / METRES_A_DEGREE)];
    },
    toCell(latitude, longitude) {
      const east = (longitude - area.longitude) * metresEast;
      const north = (latitude - area.latitude) * METRES_A_DEGREE;
      return [(east * cos + north * sin) / BLOCK, (-east * sin + north * cos) / BLOCK];
    },
  };
}

const round5 = (value: number) => Math.round(value * 1e5) / 1e5;
