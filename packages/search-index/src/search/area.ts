import { BLOCK_BITS, WORD, WORDS } from '../homes/block.ts';
import type { Columns } from '../homes/columns.ts';
import type { ColumnSpan } from './plan.ts';

/** Values of one column from `low` to `high`, both included, and 0 or more: UNSTATED is in no range. */
export interface ColumnRange {
  values: Int32Array;
  zoneLows: Int32Array;
  zoneHighs: Int32Array;
  low: number;
  high: number;
}

/** The column's arrays, looked up once per search: a lookup by name in the loops would cost as much as they do. */
export function bindRange(columns: Columns, { column, low, high }: ColumnSpan): ColumnRange {
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
export function findOverlap(block: number, area: readonly ColumnRange[][], parts: ColumnRange[][]): Overlap {
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

/** How many of the block's rows lie in one of the ranges, by its zones. */
export function findExclusion(block: number, excluded: readonly ColumnRange[]): Overlap {
  let found: Overlap = 'none';
  for (const { zoneLows, zoneHighs, low, high } of excluded) {
    if (zoneLows[block] >= low && zoneHighs[block] <= high) return 'all';
    if (zoneHighs[block] >= low && zoneLows[block] <= high) found = 'some';
  }
  return found;
}

/**
 * The first block from `block` on that may contain rows of the area, or `to`. For an area of one alternative, the
 * usual case, most blocks are skipped here in a nanosecond each.
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

const outside = new Int32Array(WORDS);
const inside = new Int32Array(WORDS);

/** Sets the bits of `lost` of the block's rows that lie in no part. */
export function loseOutside(block: number, parts: readonly ColumnRange[][], lost: Int32Array): void {
  const start = block << BLOCK_BITS;
  const [first] = parts;
  if (parts.length === 1) {
    for (const range of first) {
      // Most blocks at the edge of a box exceed it on one side only.
      if (range.zoneLows[block] >= range.low && range.zoneHighs[block] <= range.high) continue;
      writeOutside(range.values, start, range.low, range.high, outside, 0);
      for (let word = 0; word < WORDS; word++) lost[word] |= outside[word];
    }
    return;
  }
  inside.fill(0);
  for (const part of parts) {
    const within = new Int32Array(WORDS).fill(-1);
    for (const { values, low, high } of part) {
      writeOutside(values, start, low, high, outside, 0);
      for (let word = 0; word < WORDS; word++) within[word] &= ~outside[word];
    }
    for (let word = 0; word < WORDS; word++) inside[word] |= within[word];
  }
  for (let word = 0; word < WORDS; word++) lost[word] |= ~inside[word];
}

/** Sets the bits of `lost` of the block's rows that lie in one of the ranges. */
export function loseInside(block: number, excluded: readonly ColumnRange[], lost: Int32Array): void {
  for (const { values, low, high } of excluded) {
    writeOutside(values, block << BLOCK_BITS, low, high, outside, 0);
    for (let word = 0; word < WORDS; word++) lost[word] |= ~outside[word];
  }
}

/** Sets the bits of `out` from `at` on where a value lies outside; it is 0 or more, or UNSTATED, which is always outside. */
export function writeOutside(
  values: Int32Array,
  start: number,
  low: number,
  high: number,
  out: Int32Array,
  at: number,
): void {
  for (let word = 0; word < WORDS; word++) {
    const first = start + word * WORD;
    let bits = 0;
    for (let i = 0; i < WORD; i++) {
      const value = values[first + i];
      // The sign of a difference. UNSTATED may overflow `high - value`, but then the other already has its sign.
      bits |= (((value - low) | (high - value)) >>> 31) << i;
    }
    out[at + word] = bits;
  }
}

/** The same, and the rows without a value. */
export function writeOutsideAndUnstated(
  values: Int32Array,
  start: number,
  low: number,
  high: number,
  out: Int32Array,
  unstated: Int32Array,
  at: number,
): void {
  for (let word = 0; word < WORDS; word++) {
    const first = start + word * WORD;
    let outside = 0;
    let doubt = 0;
    for (let i = 0; i < WORD; i++) {
      const value = values[first + i];
      outside |= (((value - low) | (high - value)) >>> 31) << i;
      doubt |= (value >>> 31) << i;
    }
    out[at + word] = outside;
    unstated[at + word] = doubt;
  }
}
