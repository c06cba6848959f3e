import { isInsideEdges } from '@maru/listing/search';
import { BLOCK_BITS, WORD, WORDS } from '../homes/block.ts';
import type { AreaPlan } from './plan.ts';

/** Cells per side of the grid over a polygon. */
const CELLS = 64;
/** A polygon with fewer edges is tested directly. */
const FEW_EDGES = 6;

/** Whether a position (Mercator units) lies inside: in one of the polygons, and in the circle. */
export class Shapes {
  readonly #polygons: GriddedPolygon[] | undefined;
  readonly #circle: AreaPlan['circle'];

  constructor({ polygons, circle }: AreaPlan) {
    this.#polygons = polygons?.map((edges) => new GriddedPolygon(edges));
    this.#circle = circle;
  }

  /** Sets the bits of `lost` of the block's rows that lie outside; rows already lost are skipped. */
  loseOutside({ int, low, high }: ShapedColumns, block: number, lost: Int32Array): void {
    const start = block << BLOCK_BITS;
    if (this.#circle !== undefined) loseBeyond(this.#circle, int.x, int.y, start, lost);
    if (this.#polygons === undefined) return;
    inside.fill(0);
    for (const polygon of this.#polygons) {
      const [west, east, north, south] = [low.x[block], high.x[block], low.y[block], high.y[block]];
      const whole = polygon.classifyBox(west, east, north, south);
      if (whole === INSIDE) return;
      if (whole !== CROSSED) continue;
      polygon.selectEdges(west, east, north, south);
      polygon.addInside(int.x, int.y, start, lost, inside);
    }
    for (let word = 0; word < WORDS; word++) lost[word] |= ~inside[word];
  }
}

/** The columns that shapes read (see Columns). */
export type ShapedColumns = Record<'int' | 'low' | 'high', Record<'x' | 'y', Int32Array>>;

const inside = new Int32Array(WORDS);

function loseBeyond(
  circle: NonNullable<AreaPlan['circle']>,
  x: Int32Array,
  y: Int32Array,
  start: number,
  lost: Int32Array,
): void {
  for (let word = 0; word < WORDS; word++) {
    const first = start + word * WORD;
    for (let left = ~lost[word]; left !== 0; left &= left - 1) {
      const bit = left & -left;
      const row = first + 31 - Math.clz32(bit);
      const dx = x[row] - circle.x;
      const dy = y[row] - circle.y;
      if (Math.sqrt(dx * dx + dy * dy) > circle.radius) lost[word] |= bit;
    }
  }
}

/** A block over more cells is tested row by row. */
const MAX_CELLS = 100;

const UNKNOWN = 0;
const INSIDE = 1;
const OUTSIDE = 2;
const CROSSED = 3;

/**
 * A polygon under a grid. A cell away from all edges is wholly inside or wholly outside, so that all but the homes
 * along the edges take one lookup; a cell's kind is computed on first use of it or of an adjacent one.
 */
export class GriddedPolygon {
  readonly #edges: Float64Array;
  readonly #cells: Uint8Array | undefined;
  /**
   * For the box of `approach`: the edges for which its positions may differ, and whether all cross an odd number of
   * the others.
   */
  #near: Float64Array;
  #isOdd = false;
  #room: Float64Array | undefined;
  #west = Number.POSITIVE_INFINITY;
  #north = Number.POSITIVE_INFINITY;
  #east = 0;
  #south = 0;
  /** Columns and rows of the grid per unit: a multiplication is much cheaper than a division. */
  #across = 1;
  #down = 1;

  constructor(edges: Float64Array) {
    this.#edges = edges;
    this.#near = edges;
    for (let at = 0; at < edges.length; at += 4) {
      this.#west = Math.min(this.#west, edges[at]);
      this.#east = Math.max(this.#east, edges[at]);
      this.#north = Math.min(this.#north, edges[at + 1]);
      this.#south = Math.max(this.#south, edges[at + 1]);
    }
    if (edges.length / 4 <= FEW_EDGES) return;
    this.#across = 1 / Math.max(1, (this.#east - this.#west) / CELLS);
    this.#down = 1 / Math.max(1, (this.#south - this.#north) / CELLS);
    this.#cells = new Uint8Array(CELLS * CELLS);
    this.#markCrossed(this.#cells);
  }

  /**
   * Whether a position of the box of `approach`, Mercator units, lies inside; any position before the first
   * `approach`.
   */
  contains(x: number, y: number): boolean {
    if (x < this.#west || x > this.#east || y < this.#north || y > this.#south) return false;
    const cells = this.#cells;
    if (cells === undefined) return isInsideEdges(this.#edges, x, y);
    const kind = this.#kindAt(cells, this.#columnAt(x), this.#rowAt(y));
    return kind === CROSSED ? isInsideEdges(this.#near, x, y) !== this.#isOdd : kind === INSIDE;
  }

  /**
   * Chooses the edges for positions of a box. A ray to the right from a position of the box crosses no edge that is above,
   * below or left of the box, and always one right of it that spans its height.
   */
  selectEdges(west: number, east: number, north: number, south: number): void {
    if (this.#cells === undefined) return;
    const edges = this.#edges;
    this.#room ??= new Float64Array(edges.length);
    const near = this.#room;
    let length = 0;
    let isOdd = false;
    for (let at = 0; at < edges.length; at += 4) {
      const x1 = edges[at];
      const y1 = edges[at + 1];
      const x2 = edges[at + 2];
      const y2 = edges[at + 3];
      const top = Math.min(y1, y2);
      const bottom = Math.max(y1, y2);
      if (bottom <= north || top > south) continue;
      // One unit of tolerance, since the crossing of a ray and an edge is rounded.
      if (Math.max(x1, x2) < west - 1) continue;
      if (Math.min(x1, x2) > east + 1 && top <= north && bottom > south) {
        isOdd = !isOdd;
        continue;
      }
      near[length] = x1;
      near[length + 1] = y1;
      near[length + 2] = x2;
      near[length + 3] = y2;
      length += 4;
    }
    this.#near = near.subarray(0, length);
    this.#isOdd = isOdd;
  }

  /** Adds the bits of the rows of the box that lie inside; rows already lost are skipped. */
  addInside(x: Int32Array, y: Int32Array, start: number, lost: Int32Array, bits: Int32Array): void {
    for (let word = 0; word < WORDS; word++) {
      const first = start + word * WORD;
      for (let left = ~(lost[word] | bits[word]); left !== 0; left &= left - 1) {
        const bit = left & -left;
        const row = first + 31 - Math.clz32(bit);
        if (this.contains(x[row], y[row])) bits[word] |= bit;
      }
    }
  }

  /** Whether the whole box is INSIDE or OUTSIDE; CROSSED when a few cells do not decide it. */
  classifyBox(west: number, east: number, north: number, south: number): number {
    if (east < this.#west || west > this.#east || south < this.#north || north > this.#south) return OUTSIDE;
    const cells = this.#cells;
    if (cells === undefined) return CROSSED;
    if (west < this.#west || east > this.#east || north < this.#north || south > this.#south) return CROSSED;
    const [firstColumn, lastColumn] = [this.#columnAt(west), this.#columnAt(east)];
    const [firstRow, lastRow] = [this.#rowAt(north), this.#rowAt(south)];
    if ((lastColumn - firstColumn + 1) * (lastRow - firstRow + 1) > MAX_CELLS) return CROSSED;
    const kind = this.#kindAt(cells, firstColumn, firstRow);
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        if (this.#kindAt(cells, column, row) !== kind) return CROSSED;
      }
    }
    return kind;
  }

  #columnAt(x: number): number {
    return Math.min(CELLS - 1, Math.floor((x - this.#west) * this.#across));
  }

  #rowAt(y: number): number {
    return Math.min(CELLS - 1, Math.floor((y - this.#north) * this.#down));
  }

  /** Consecutive cells of a row without an edge between them are of one kind: computed once for all. */
  #kindAt(cells: Uint8Array, column: number, row: number): number {
    const cell = row * CELLS + column;
    if (cells[cell] !== UNKNOWN) return cells[cell];
    const x = this.#west + (column + 0.5) / this.#across;
    const y = this.#north + (row + 0.5) / this.#down;
    const kind = isInsideEdges(this.#edges, x, y) ? INSIDE : OUTSIDE;
    const end = (row + 1) * CELLS;
    for (let at = cell; at < end && cells[at] === UNKNOWN; at++) cells[at] = kind;
    for (let at = cell - 1; at >= row * CELLS && cells[at] === UNKNOWN; at--) cells[at] = kind;
    return kind;
  }

  /** Marks every cell touched by an edge's own cells and one around them; column by column along the edge. */
  #markCrossed(cells: Uint8Array): void {
    const toColumn = (x: number) => Math.floor((x - this.#west) * this.#across);
    const toRow = (y: number) => Math.floor((y - this.#north) * this.#down);
    for (let at = 0; at < this.#edges.length; at += 4) {
      const [x1, y1, x2, y2] = this.#edges.subarray(at, at + 4);
      const first = Math.max(0, toColumn(Math.min(x1, x2)) - 1);
      const last = Math.min(CELLS - 1, toColumn(Math.max(x1, x2)) + 1);
      for (let column = first; column <= last; column++) {
        // The stretch of the edge over this column and its neighbors.
        const from = this.#west + (column - 1) / this.#across;
        const to = this.#west + (column + 2) / this.#across;
        const yAt = (x: number) =>
          x1 === x2
            ? y1
            : y1 + ((y2 - y1) * (Math.min(Math.max(x, Math.min(x1, x2)), Math.max(x1, x2)) - x1)) / (x2 - x1);
        const ends = x1 === x2 ? [y1, y2] : [yAt(from), yAt(to)];
        const top = Math.max(0, toRow(Math.min(...ends)) - 1);
        const bottom = Math.min(CELLS - 1, toRow(Math.max(...ends)) + 1);
        for (let row = top; row <= bottom; row++) cells[row * CELLS + column] = CROSSED;
      }
    }
  }
}
