import type { HomeCard, Sort } from '@maru/listing';
import { type Columns, UNSTATED } from './columns.ts';

/**
 * The first `wanted` of `rows[0 … count)` in the order of the sort: its value, unstated last, ties by homeId. A
 * heap of the best so far, its worst at the root, so that a page of 40 out of 100,000 costs one comparison for
 * nearly every row.
 */
export function topRows(
  columns: Columns,
  cards: readonly (HomeCard | undefined)[],
  rows: Int32Array,
  count: number,
  sort: Sort,
  wanted: number,
): Int32Array {
  const keyOf = KEYS[sort];
  const size = Math.min(wanted, count);
  const heapRows = new Int32Array(size);
  const heapKeys = new Float64Array(size);
  const homeIdOf = (row: number) => cards[row]?.homeId ?? '';
  /** Whether the first stands after the second. */
  const isAfter = (key: number, row: number, otherKey: number, otherRow: number) =>
    key !== otherKey ? key > otherKey : homeIdOf(row) > homeIdOf(otherRow);

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
    heapKeys[i] = keyOf(columns, rows[i]);
  }
  for (let at = (size >> 1) - 1; at >= 0; at--) sink(at, size, heapKeys[at], heapRows[at]);
  for (let i = size; i < count; i++) {
    const key = keyOf(columns, rows[i]);
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
const upward = (value: number) => (value === UNSTATED ? LAST : value);
const downward = (value: number) => (value === UNSTATED ? LAST : -value);

/** A row's value as a number that is smaller the earlier it comes. */
const KEYS: Record<Sort, (columns: Columns, row: number) => number> = {
  new: ({ listedAt }, row) => (Number.isNaN(listedAt[row]) ? LAST : -listedAt[row]),
  price: ({ int }, row) => upward(int.price[row]),
  '-price': ({ int }, row) => downward(int.price[row]),
  ppsf: ({ int }, row) =>
    int.price[row] === UNSTATED || int.sqft[row] <= 0 ? LAST : int.price[row] / int.sqft[row],
  '-sqft': ({ int }, row) => downward(int.sqft[row]),
  '-lot': ({ int }, row) => downward(int.lot[row]),
  '-year': ({ int }, row) => downward(int.year[row]),
};
