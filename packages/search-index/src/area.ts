import type { Columns } from './columns.ts';
import type { ColumnSpan } from './plan.ts';

/** Values of one column from `low` to `high`, both included, and 0 or more: UNSTATED is in no range. */
export interface ColumnRange {
  values: Int32Array;
  zoneLows: Int32Array;
  zoneHighs: Int32Array;
  low: number;
  high: number;
}

/** The column's arrays, looked up once a search: a look-up by name in the loops would cost as much as they do. */
export function rangeOf(columns: Columns, { column, low, high }: ColumnSpan): ColumnRange {
  return {
    values: columns.int[column],
    zoneLows: columns.low[column],
    zoneHighs: columns.high[column],
    low,
    high,
  };
}

export type Overlap = 'none' | 'some' | 'all';

/** Adds to `parts` (emptied first) the alternatives that some of the block's rows may lie in. */
export function overlapOf(block: number, area: readonly ColumnRange[][], parts: ColumnRange[][]): Overlap {
  parts.length = 0;
  for (const alternative of area) {
    let overlap: Overlap = 'all';
    for (const { zoneLows, zoneHighs, low, high } of alternative) {
      const zoneLow = zoneLows[block];
      const zoneHigh = zoneHighs[block];
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

/**
 * The first block from `block` on that may hold rows of the area, or `to`. Of an area of one alternative, as nearly all
 * are, most blocks of a country are passed over here in a nanosecond each.
 */
export function nextBlock(area: readonly ColumnRange[][] | undefined, block: number, to: number): number {
  if (area === undefined || area.length > 1) return block;
  if (area.length === 0) return to;
  const [alternative] = area;
  const { zoneLows, zoneHighs, low, high } = alternative[0];
  const last = alternative[alternative.length - 1];
  const [lastLows, lastHighs, lastLow, lastHigh] = [last.zoneLows, last.zoneHighs, last.low, last.high];
  let at = block;
  while (
    at < to &&
    (zoneLows[at] > high || zoneHighs[at] < low || lastLows[at] > lastHigh || lastHighs[at] < lastLow)
  ) {
    at++;
  }
  return at;
}

/** Sets `flags[i]` to `outside` for each of `length` rows from `start` that lies in no part, else to 0. */
export function markOutside(
  start: number,
  length: number,
  parts: readonly ColumnRange[][],
  flags: Int32Array,
  outside: number,
): void {
  if (parts.length === 1) {
    flags.fill(0);
    for (const range of parts[0]) markOutsideRange(start, length, range, flags, outside);
    return;
  }
  flags.fill(outside);
  for (const part of parts) {
    for (let i = 0; i < length; i++) {
      if (part.every(({ values, low, high }) => isWithin(values[start + i], low, high))) flags[i] = 0;
    }
  }
}

function markOutsideRange(
  start: number,
  length: number,
  { values, low, high }: ColumnRange,
  flags: Int32Array,
  outside: number,
): void {
  for (let i = 0; i < length; i++) {
    const value = values[start + i];
    // Branch-free, as in filter.ts. A value below `low` is told by the first difference, which cannot overflow.
    flags[i] |= (((value - low) | (high - value)) >> 31) & outside;
  }
}

function isWithin(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
