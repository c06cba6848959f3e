import {
  type Bounds,
  type Cluster,
  clusterShift,
  latitudeOfMercator,
  longitudeOfMercator,
  mercatorBounds,
} from '@maru/listing';
import type { Columns } from './columns.ts';
import { UNSTATED } from './unstated.ts';

const WHOLE_WORLD = { minX: 0, minY: 0, maxX: 2 ** 31 - 1, maxY: 2 ** 31 - 1 };

/**
 * `rows[0 … count)` that have a position, inside `clip` when it is given, as one cluster per grid cell, by cell y,
 * then cell x. Cells live in an open-addressing table; as rows follow the Hilbert curve, most rows fall into the
 * cell of the row before and never reach it.
 */
export function clustersOf(
  columns: Columns,
  pinAt: (row: number) => Cluster['home'],
  rows: Int32Array,
  count: number,
  zoom: number,
  clip: Bounds | undefined,
): Cluster[] {
  const { x, y } = columns.int;
  const { minX, minY, maxX, maxY } = clip === undefined ? WHOLE_WORLD : mercatorBounds(clip);
  const shift = clusterShift(zoom);
  const cells = new Cells();
  let cell = -1;
  let lastX = -1;
  let lastY = -1;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    const homeX = x[row];
    const homeY = y[row];
    if (homeX === UNSTATED || homeX < minX || homeX > maxX || homeY < minY || homeY > maxY) continue;
    const cellX = homeX >> shift;
    const cellY = homeY >> shift;
    if (cellX !== lastX || cellY !== lastY) {
      cell = cells.at(cellX, cellY);
      lastX = cellX;
      lastY = cellY;
    }
    cells.count[cell]++;
    cells.sumX[cell] += homeX;
    cells.sumY[cell] += homeY;
    cells.row[cell] = row;
  }
  return cells.inOrder().map((one) => {
    const members = cells.count[one];
    if (members === 1) return pinOf(columns, pinAt, cells.row[one]);
    return {
      // Sums stay below 2^53 and counts below 2^22, so the floor of the quotient is exact.
      latitude: latitudeOfMercator(Math.floor(cells.sumY[one] / members)),
      longitude: longitudeOfMercator(Math.floor(cells.sumX[one] / members)),
      count: members,
    };
  });
}

function pinOf(
  { latitude, longitude }: Columns,
  pinAt: (row: number) => Cluster['home'],
  row: number,
): Cluster {
  return { latitude: latitude[row], longitude: longitude[row], count: 1, home: pinAt(row) };
}

/** Grid cells by coordinates. `slots` holds cell numbers plus one (0: free), at most half of them used. */
class Cells {
  #slots = new Int32Array(1024);
  #length = 0;
  #x: number[] = [];
  #y: number[] = [];
  readonly count: number[] = [];
  readonly sumX: number[] = [];
  readonly sumY: number[] = [];
  readonly row: number[] = [];

  /** The number of the cell; a new one is empty. */
  at(x: number, y: number): number {
    let slot = this.#slotOf(x, y);
    const known = this.#slots[slot];
    if (known !== 0) return known - 1;
    if (this.#length * 2 >= this.#slots.length) {
      this.#grow();
      slot = this.#slotOf(x, y);
    }
    const cell = this.#length++;
    this.#slots[slot] = cell + 1;
    this.#x.push(x);
    this.#y.push(y);
    this.count.push(0);
    this.sumX.push(0);
    this.sumY.push(0);
    this.row.push(-1);
    return cell;
  }

  inOrder(): number[] {
    const cells = Array.from({ length: this.#length }, (_, cell) => cell);
    return cells.sort((a, b) => this.#y[a] - this.#y[b] || this.#x[a] - this.#x[b]);
  }

  /** The slot of the cell, or the free one where it would go. */
  #slotOf(x: number, y: number): number {
    const mask = this.#slots.length - 1;
    const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (;;) {
      const cell = this.#slots[slot] - 1;
      if (cell < 0 || (this.#x[cell] === x && this.#y[cell] === y)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let cell = 0; cell < this.#length; cell++) {
      this.#slots[this.#slotOf(this.#x[cell], this.#y[cell])] = cell + 1;
    }
  }
}
