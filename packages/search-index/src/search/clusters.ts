import {
  type Bounds,
  type Cluster,
  clusterShift,
  mercatorBounds,
  mercatorLatitude,
  mercatorLongitude,
} from '@maru/listing/search';
import { BLOCK_BITS } from '../homes/block.ts';
import { type Columns, STATUS_BIT, TOTALS } from '../homes/columns.ts';
import { UNSTATED } from '../homes/unstated.ts';

const WHOLE_WORLD = { minX: 0, minY: 0, maxX: 2 ** 31 - 1, maxY: 2 ** 31 - 1 };

/** The counts per grid cell; plain data. `row` is one of its homes. */
export interface CountedCells {
  x: number[];
  y: number[];
  count: number[];
  sumX: number[];
  sumY: number[];
  row: number[];
  /** Homes that no cell counts because they are excluded. */
  leftOut: number;
}

/**
 * Homes with a position, inside `clip` when it is given, by grid cell. Cells are in an open-addressing table. Since
 * rows follow the Hilbert curve, most rows fall into the previous row's cell and skip the table, and many blocks lie
 * in one cell.
 */
export class Cells {
  readonly counted: CountedCells = { x: [], y: [], count: [], sumX: [], sumY: [], row: [], leftOut: 0 };
  readonly #shift: number;
  readonly #clip: ReturnType<typeof mercatorBounds>;
  /** By row: 1 where the home is excluded. */
  readonly #without: Uint8Array | undefined;
  /** Cell numbers plus one (0: free), at most half full. */
  #slots = new Int32Array(1024);

  constructor(zoom: number, clip: Bounds | undefined, without: Uint8Array | undefined) {
    this.#shift = clusterShift(zoom);
    this.#clip = clip === undefined ? WHOLE_WORLD : mercatorBounds(clip);
    this.#without = without;
  }

  /** `rows[0 … count)`, all of one block. */
  add({ int, low, high }: Columns, block: number, rows: Int32Array, count: number): void {
    const { x, y } = int;
    const without = this.#without;
    if (without === undefined && this.#isInOneCell(low, high, block)) {
      let sumX = 0;
      let sumY = 0;
      for (let i = 0; i < count; i++) {
        sumX += x[rows[i]];
        sumY += y[rows[i]];
      }
      this.#put(x[rows[0]] >> this.#shift, y[rows[0]] >> this.#shift, count, sumX, sumY, rows[0]);
      return;
    }
    const { minX, minY, maxX, maxY } = this.#clip;
    const shift = this.#shift;
    let [lastX, lastY, members, sumX, sumY, one] = [-1, -1, 0, 0, 0, -1];
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      const homeX = x[row];
      const homeY = y[row];
      if (homeX === UNSTATED || homeX < minX || homeX > maxX || homeY < minY || homeY > maxY) continue;
      if (without !== undefined && without[row] === 1) {
        this.counted.leftOut++;
        continue;
      }
      const cellX = homeX >> shift;
      const cellY = homeY >> shift;
      if (cellX !== lastX || cellY !== lastY) {
        if (members > 0) this.#put(lastX, lastY, members, sumX, sumY, one);
        lastX = cellX;
        lastY = cellY;
        members = 0;
        sumX = 0;
        sumY = 0;
      }
      members++;
      sumX += homeX;
      sumY += homeY;
      one = row;
    }
    if (members > 0) this.#put(lastX, lastY, members, sumX, sumY, one);
  }

  /** Adds the active homes of a block without reading its rows; false when it spans several cells. */
  addActive(columns: Columns, block: number): boolean {
    const { low, high, totals, sumX, sumY, status } = columns;
    if (this.#without !== undefined || !this.#isInOneCell(low, high, block)) return false;
    const placed = totals[block * TOTALS.size + TOTALS.placed];
    if (placed === 0) return true;
    let row = block << BLOCK_BITS;
    while (status[row] !== STATUS_BIT.active) row++;
    const shift = this.#shift;
    this.#put(low.x[block] >> shift, low.y[block] >> shift, placed, sumX[block], sumY[block], row);
    return true;
  }

  merge({ x, y, count, sumX, sumY, row, leftOut }: CountedCells): void {
    this.counted.leftOut += leftOut;
    for (let cell = 0; cell < x.length; cell++) {
      this.#put(x[cell], y[cell], count[cell], sumX[cell], sumY[cell], row[cell]);
    }
  }

  /** Whether all rows of the block have a position in the same cell and within the clip. */
  #isInOneCell(low: Columns['low'], high: Columns['high'], block: number): boolean {
    const shift = this.#shift;
    const { minX, minY, maxX, maxY } = this.#clip;
    return (
      low.x[block] >= minX &&
      low.y[block] >= minY &&
      high.x[block] <= maxX &&
      high.y[block] <= maxY &&
      low.x[block] >> shift === high.x[block] >> shift &&
      low.y[block] >> shift === high.y[block] >> shift
    );
  }

  #put(x: number, y: number, count: number, sumX: number, sumY: number, row: number): void {
    const { counted } = this;
    let slot = this.#findSlot(x, y);
    const known = this.#slots[slot] - 1;
    if (known >= 0) {
      counted.count[known] += count;
      counted.sumX[known] += sumX;
      counted.sumY[known] += sumY;
      return;
    }
    if (counted.x.length * 2 >= this.#slots.length) {
      this.#grow();
      slot = this.#findSlot(x, y);
    }
    this.#slots[slot] = counted.x.push(x);
    counted.y.push(y);
    counted.count.push(count);
    counted.sumX.push(sumX);
    counted.sumY.push(sumY);
    counted.row.push(row);
  }

  /** The slot of the cell, or its free slot. */
  #findSlot(x: number, y: number): number {
    const { counted } = this;
    const mask = this.#slots.length - 1;
    const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (;;) {
      const cell = this.#slots[slot] - 1;
      if (cell < 0 || (counted.x[cell] === x && counted.y[cell] === y)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const { x, y } = this.counted;
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let cell = 0; cell < x.length; cell++) this.#slots[this.#findSlot(x[cell], y[cell])] = cell + 1;
  }
}

export function buildClusters(
  cells: CountedCells,
  { latitude, longitude }: Columns,
  pinAt: (row: number) => Cluster['home'],
): Cluster[] {
  const { count, sumX, sumY, row } = cells;
  const clusters: Cluster[] = [];
  for (const cell of inOrder(cells)) {
    const members = count[cell];
    const one = row[cell];
    if (members === 1) {
      clusters.push({ latitude: latitude[one], longitude: longitude[one], count: 1, home: pinAt(one) });
      continue;
    }
    clusters.push({
      // Sums stay below 2^53 and counts below 2^22, so the floor of the quotient is exact.
      latitude: mercatorLatitude(Math.floor(sumY[cell] / members)),
      longitude: mercatorLongitude(Math.floor(sumX[cell] / members)),
      count: members,
    });
  }
  return clusters;
}

/** A grid with up to this many cells is traversed faster than its cells are sorted. */
const SMALL_GRID = 4_096;

/** The numbers of the cells by y, then x. */
function inOrder({ x, y }: CountedCells): number[] {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let cell = 0; cell < x.length; cell++) {
    west = Math.min(west, x[cell]);
    east = Math.max(east, x[cell]);
    north = Math.min(north, y[cell]);
    south = Math.max(south, y[cell]);
  }
  const width = east - west + 1;
  const places = width * (south - north + 1);
  if (!(places <= SMALL_GRID)) {
    return Array.from(x, (_, cell) => cell).sort((a, b) => y[a] - y[b] || x[a] - x[b]);
  }
  const grid = new Int32Array(places);
  for (let cell = 0; cell < x.length; cell++) grid[(y[cell] - north) * width + x[cell] - west] = cell + 1;
  const cells: number[] = [];
  for (let place = 0; place < places; place++) if (grid[place] > 0) cells.push(grid[place] - 1);
  return cells;
}
