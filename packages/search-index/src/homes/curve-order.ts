import type { Columns } from './columns.ts';
import { hilbert } from './hilbert.ts';
import { UNSTATED } from './unstated.ts';

/** 2^30 units of the Mercator grid → 2^16 of the Hilbert curve. */
const HILBERT_SHIFT = 14;
/** Sorts homes without a position last. */
const BEHIND_ALL = 0xffffffff;
/** Rows between two pauses: a few milliseconds. */
const STEP = 32_768;

/** Rows with a home along the Hilbert curve. A radix sort that yields every few milliseconds. */
export function* curveOrder(columns: Columns, length: number): Generator<void, Uint32Array> {
  const { x, y } = columns.int;
  const { cardAt } = columns;
  let rows = new Uint32Array(length);
  let keys = new Uint32Array(length);
  let count = 0;
  for (let row = 0; row < length; row++) {
    if (row % STEP === STEP - 1) yield;
    if (cardAt[row] === 0) continue;
    rows[count] = row;
    keys[count++] =
      x[row] === UNSTATED ? BEHIND_ALL : hilbert(x[row] >> HILBERT_SHIFT, y[row] >> HILBERT_SHIFT);
  }
  let sortedRows = new Uint32Array(count);
  let sortedKeys = new Uint32Array(count);
  rows = rows.subarray(0, count);
  keys = keys.subarray(0, count);
  for (const shift of [0, 11, 22]) {
    const places = new Uint32Array(2_049);
    for (let i = 0; i < count; i++) places[((keys[i] >>> shift) & 2_047) + 1]++;
    for (let digit = 0; digit < 2_048; digit++) places[digit + 1] += places[digit];
    for (let i = 0; i < count; i++) {
      if (i % STEP === STEP - 1) yield;
      const at = places[(keys[i] >>> shift) & 2_047]++;
      sortedKeys[at] = keys[i];
      sortedRows[at] = rows[i];
    }
    [rows, sortedRows] = [sortedRows, rows];
    [keys, sortedKeys] = [sortedKeys, keys];
  }
  return rows;
}
