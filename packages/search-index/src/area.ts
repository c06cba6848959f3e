import { mercatorBounds, type SearchQuery } from '@maru/listing';
import { BLOCK_BITS, type Columns, type IntColumn } from './columns.ts';
import { PLACE_COLUMNS, type PlaceBook } from './place-book.ts';

/**
 * Where a search looks: rows whose columns lie in all ranges of one of the alternatives. Bounds are one
 * alternative of two ranges; a place is one alternative per column in which its number may occur.
 */
export interface Area {
  alternatives: readonly ColumnRange[][];
}

export interface ColumnRange {
  column: IntColumn;
  low: number;
  high: number;
}

export type Overlap = 'none' | 'some' | 'all';

/** `undefined` when the whole index is asked for; no alternatives when nothing can match. */
export function areaOf(query: SearchQuery, places: PlaceBook): Area | undefined {
  if (query.bbox !== undefined) {
    const { minX, minY, maxX, maxY } = mercatorBounds(query.bbox);
    return {
      alternatives: [
        [
          { column: 'x', low: minX, high: maxX },
          { column: 'y', low: minY, high: maxY },
        ],
      ],
    };
  }
  if (query.place === undefined) return undefined;
  const alternatives: ColumnRange[][] = [];
  for (const column of PLACE_COLUMNS) {
    const id = places.find(column, query.place);
    if (id !== undefined) alternatives.push([{ column, low: id, high: id }]);
  }
  for (const [low, high] of runsOf(places.setsWith(query.place))) {
    alternatives.push([{ column: 'neighborhoods', low, high }]);
  }
  return { alternatives };
}

/** Adds to `parts` (emptied first) the alternatives that some of the block's rows may lie in. */
export function overlapOf(columns: Columns, block: number, area: Area, parts: ColumnRange[][]): Overlap {
  parts.length = 0;
  for (const alternative of area.alternatives) {
    let overlap: Overlap = 'all';
    for (const { column, low, high } of alternative) {
      const zoneLow = columns.low[column][block];
      const zoneHigh = columns.high[column][block];
      if (zoneHigh < low || zoneLow > high) {
        overlap = 'none';
        break;
      }
      if (zoneLow < low || zoneHigh > high) overlap = 'some';
    }
    if (overlap === 'all') return 'all';
    if (overlap === 'some') parts.push(alternative);
  }
  return parts.length > 0 ? 'some' : 'none';
}

/** Sets `flags[i]` to `outside` for each row i of the block that lies in none of the parts, else to 0. */
export function markOutside(
  columns: Columns,
  block: number,
  parts: readonly ColumnRange[][],
  flags: Int32Array,
  outside: number,
): void {
  const start = block << BLOCK_BITS;
  const length = Math.min(flags.length, columns.length - start);
  if (parts.length === 1) {
    flags.fill(0);
    for (const range of parts[0]) markOutsideRange(columns, start, length, range, flags, outside);
    return;
  }
  flags.fill(outside);
  for (const part of parts) {
    for (let i = 0; i < length; i++) {
      if (part.every(({ column, low, high }) => isWithin(columns.int[column][start + i], low, high))) {
        flags[i] = 0;
      }
    }
  }
}

function markOutsideRange(
  columns: Columns,
  start: number,
  length: number,
  { column, low, high }: ColumnRange,
  flags: Int32Array,
  outside: number,
): void {
  const values = columns.int[column];
  for (let i = 0; i < length; i++) {
    const value = values[start + i];
    if (value < low || value > high) flags[i] = outside;
  }
}

function isWithin(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

/** Ascending numbers as runs of consecutive ones: 3, 4, 5, 9 → [3, 5], [9, 9]. */
function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
