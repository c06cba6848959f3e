import type { Columns } from './columns.ts';
import { cutPercent, isWholeCost, leastCost, minutesTo } from './computed.ts';
import { isIdAfter } from './home-id.ts';
import type { Plan } from './plan.ts';
import { UNSTATED } from './unstated.ts';

/**
 * The first `wanted` of `rows[0 … count)` in the order of the sort: its value, unstated last, ties by homeId. A
 * heap of the best so far, its worst at the root, so that a page of 40 out of 100,000 costs one comparison for
 * nearly every row.
 */
export function topRows(
  columns: Columns,
  rows: Int32Array,
  count: number,
  plan: Plan,
  wanted: number,
): Int32Array {
  const keys = keysOf(columns, rows, count, plan);
  const size = Math.min(wanted, count);
  const heapRows = new Int32Array(size);
  const heapKeys = new Float64Array(size);
  const { id } = columns;
  /** Whether the first stands after the second. */
  const isAfter = (key: number, row: number, otherKey: number, otherRow: number) =>
    key !== otherKey ? key > otherKey : isIdAfter(id, row, otherRow);

  /** Puts a row where the hole at `at` sinks to, within the first `end` places. */
  const sink = (at: number, end: number, key: number, row: number) => {
    for (;;) {
      let child = 2 * at + 1;
      if (child >= end) break;
      const right = child + 1;
      if (right < end && isAfter(heapKeys[right], heapRows[right], heapKeys[child], heapRows[child])) {
        child = right;
      }
      if (!isAfter(heapKeys[child], heapRows[child], key, row)) break;
      heapKeys[at] = heapKeys[child];
      heapRows[at] = heapRows[child];
      at = child;
    }
    heapKeys[at] = key;
    heapRows[at] = row;
  };

  if (size === 0) return heapRows;
  for (let i = 0; i < size; i++) {
    heapRows[i] = rows[i];
    heapKeys[i] = keys[i];
  }
  for (let at = (size >> 1) - 1; at >= 0; at--) sink(at, size, heapKeys[at], heapRows[at]);
  for (let i = size; i < count; i++) {
    const key = keys[i];
    if (key > heapKeys[0]) continue;
    if (isAfter(heapKeys[0], heapRows[0], key, rows[i])) sink(0, size, key, rows[i]);
  }
  for (let end = size - 1; end > 0; end--) {
    const key = heapKeys[end];
    const row = heapRows[end];
    heapKeys[end] = heapKeys[0];
    heapRows[end] = heapRows[0];
    sink(0, end, key, row);
  }
  return heapRows;
}

const LAST = Number.POSITIVE_INFINITY;
/** Reused by every search; grows to the largest. */
let scratch = new Float64Array(0);

/** Each row's value as a number that is smaller the earlier the row comes. */
function keysOf(columns: Columns, rows: Int32Array, count: number, plan: Plan): Float64Array {
  if (scratch.length < count) scratch = new Float64Array(rows.length);
  const { price, sqft, lot, year } = columns.int;
  switch (plan.sort) {
    case 'new':
      newestFirst(columns.listedAt, rows, count);
      break;
    case 'price':
      bySign(price, 1, rows, count);
      break;
    case '-price':
      bySign(price, -1, rows, count);
      break;
    case 'ppsf':
      byQuotient(price, sqft, rows, count);
      break;
    case '-sqft':
      bySign(sqft, -1, rows, count);
      break;
    case '-lot':
      bySign(lot, -1, rows, count);
      break;
    case '-year':
      bySign(year, -1, rows, count);
      break;
    case 'monthly':
      byNumber(
        (row) => (isWholeCost(columns, row, plan) ? leastCost(columns, row, plan) : Number.NaN),
        rows,
        count,
      );
      break;
    case 'cut':
      byNumber((row) => -cutPercent(columns, row), rows, count);
      break;
    case 'commute':
      byNumber((row) => minutesTo(columns, row, plan), rows, count);
      break;
  }
  return scratch;
}

function newestFirst(listedAt: Float64Array, rows: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const value = listedAt[rows[i]];
    scratch[i] = Number.isNaN(value) ? LAST : -value;
  }
}

/** NaN is unstated. */
function byNumber(measure: (row: number) => number, rows: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const value = measure(rows[i]);
    scratch[i] = Number.isNaN(value) ? LAST : value;
  }
}

function bySign(values: Int32Array, sign: number, rows: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const value = values[rows[i]];
    scratch[i] = value === UNSTATED ? LAST : sign * value;
  }
}

function byQuotient(above: Int32Array, below: Int32Array, rows: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    scratch[i] = above[row] === UNSTATED || below[row] <= 0 ? LAST : above[row] / below[row];
  }
}
