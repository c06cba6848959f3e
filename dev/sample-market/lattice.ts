import type { Position } from 'geojson';
import type { Area } from './areas.ts';
import { randomOf } from './random.ts';

/** Side of a block in meters. */
export const BLOCK = 400;
const METERS_PER_DEGREE = 110_900;

/** The rotated and slightly bent grid shared by the ZIP codes of one town; its lines are `BLOCK` meters apart. */
export interface Lattice {
  /** `x` and `y` in meters along the lattice, from its center. */
  toPosition(x: number, y: number): Position;
  /** The position in blocks. */
  toCell(latitude: number, longitude: number): [number, number];
  /** Rotation in degrees. */
  turn: number;
  /** Whether its lines are straight. */
  straight: boolean;
}

/** The lattice `name` around `area`; deterministic in both. */
export function createLattice(name: string, area: Area): Lattice {
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
  const metresEast = METERS_PER_DEGREE * Math.cos((area.latitude * Math.PI) / 180);
  const sway = area.character === 'urban' ? 0 : 34;
  const phase = random.between(0, 6);
  return {
    turn,
    straight: sway === 0,
    toPosition(x, y) {
      // One smooth warp of all points bends all streets together, so that they still meet.
      const wx = x + sway * Math.sin(y / 410 + phase);
      const wy = y + sway * Math.sin(x / 370 + phase * 2);
      const east = wx * cos - wy * sin;
      const north = wx * sin + wy * cos;
      return [round5(area.longitude + east / metresEast), round5(area.latitude + north / METERS_PER_DEGREE)];
    },
    toCell(latitude, longitude) {
      const east = (longitude - area.longitude) * metresEast;
      const north = (latitude - area.latitude) * METERS_PER_DEGREE;
      return [(east * cos + north * sin) / BLOCK, (-east * sin + north * cos) / BLOCK];
    },
  };
}

const round5 = (value: number) => Math.round(value * 1e5) / 1e5;
