import { isInsideEdges } from '@maru/listing';
import { OUTSIDE } from './criteria.ts';
import type { AreaPlan } from './plan.ts';

/** Cells a side of the grid over a polygon. */
const CELLS = 64;
/** A polygon with fewer edges is asked directly. */
const FEW_EDGES = 6;

/** Whether a position (Mercator units) lies inside: in one of the polygons, and in the circle. */
export class Shapes {
  readonly #polygons: GriddedPolygon[] | undefined;
  readonly #circle: AreaPlan['circle'];

  constructor({ polygons, circle }: AreaPlan) {
    this.#polygons = polygons?.map((edges) => new GriddedPolygon(edges));
    this.#circle = circle;
  }

  /** Sets `fails[i]` to OUTSIDE for each of `length` rows from `start` that lies outside. */
  markOutside(start: number, length: number, x: Int32Array, y: Int32Array, fails: Int32Array): void {
    for (let i = 0; i < length; i++) {
      if (fails[i] !== OUTSIDE && !this.#holds(x[start + i], y[start + i])) fails[i] = OUTSIDE;
    }
  }

  #holds(x: number, y: number): boolean {
    // A home without a position has -1 for both, which no alternative's span holds.
    if (this.#circle !== undefined) {
      const dx = x - this.#circle.x;
      const dy = y - this.#circle.y;
      if (Math.sqrt(dx * dx + dy * dy) > this.#circle.radius) return false;
    }
    if (this.#polygons === undefined) return true;
    for (const polygon of this.#polygons) if (polygon.holds(x, y)) return true;
    return false;
  }
}

const UNKNOWN = 0;
const INSIDE = 1;
const OUTSIDE_CELL = 2;
const CROSSED = 3;

/**
 * A polygon under a grid. A cell that no edge comes near is wholly inside or wholly outside, so that all but the
 * homes along the edges are answered by one look; what a cell is is found out when it is first asked.
 */
class GriddedPolygon {
  readonly #edges: Float64Array;
  readonly #cells: Uint8Array | undefined;
  #west = Number.POSITIVE_INFINITY;
  #north = Number.POSITIVE_INFINITY;
  #east = 0;
  #south = 0;
  #width = 1;
  #height = 1;

  constructor(edges: Float64Array) {
    this.#edges = edges;
    for (let at = 0; at < edges.length; at += 4) {
      this.#west = Math.min(this.#west, edges[at]);
      this.#east = Math.max(this.#east, edges[at]);
      this.#north = Math.min(this.#north, edges[at + 1]);
      this.#south = Math.max(this.#south, edges[at + 1]);
    }
    if (edges.length / 4 <= FEW_EDGES) return;
    this.#width = Math.max(1, (this.#east - this.#west) / CELLS);
    this.#height = Math.max(1, (this.#south - this.#north) / CELLS);
    this.#cells = new Uint8Array(CELLS * CELLS);
    this.#markCrossed(this.#cells);
  }

  holds(x: number, y: number): boolean {
    if (x < this.#west || x > this.#east || y < this.#north || y > this.#south) return false;
    const cells = this.#cells;
    if (cells === undefined) return isInsideEdges(this.#edges, x, y);
    const column = Math.min(CELLS - 1, Math.floor((x - this.#west) / this.#width));
    const row = Math.min(CELLS - 1, Math.floor((y - this.#north) / this.#height));
    const cell = row * CELLS + column;
    if (cells[cell] === CROSSED) return isInsideEdges(this.#edges, x, y);
    if (cells[cell] === UNKNOWN) cells[cell] = isInsideEdges(this.#edges, x, y) ? INSIDE : OUTSIDE_CELL;
    return cells[cell] === INSIDE;
  }

  /** Every cell that an edge's own cells, and one around them, touch; column by column along the edge. */
  #markCrossed(cells: Uint8Array): void {
    const columnOf = (x: number) => Math.floor((x - this.#west) / this.#width);
    const rowOf = (y: number) => Math.floor((y - this.#north) / this.#height);
    for (let at = 0; at < this.#edges.length; at += 4) {
      const [x1, y1, x2, y2] = this.#edges.subarray(at, at + 4);
      const first = Math.max(0, columnOf(Math.min(x1, x2)) - 1);
      const last = Math.min(CELLS - 1, columnOf(Math.max(x1, x2)) + 1);
      for (let column = first; column <= last; column++) {
        // The stretch of the edge over this column and its neighbours.
        const from = this.#west + (column - 1) * this.#width;
        const to = this.#west + (column + 2) * this.#width;
        const yAt = (x: number) =>
          x1 === x2
            ? y1
            : y1 + ((y2 - y1) * (Math.min(Math.max(x, Math.min(x1, x2)), Math.max(x1, x2)) - x1)) / (x2 - x1);
        const ends = x1 === x2 ? [y1, y2] : [yAt(from), yAt(to)];
        const top = Math.max(0, rowOf(Math.min(...ends)) - 1);
        const bottom = Math.min(CELLS - 1, rowOf(Math.max(...ends)) + 1);
        for (let row = top; row <= bottom; row++) cells[row * CELLS + column] = CROSSED;
      }
    }
  }
}
