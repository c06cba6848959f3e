import { BLOCK } from '../homes/block.ts';
import type { Columns } from '../homes/columns.ts';
import { isIdAfter } from '../homes/home-id.ts';
import { UNSTATED } from '../homes/unstated.ts';
import { cutPercent, leastCost, minutesTo } from './computed.ts';
import type { Plan } from './plan.ts';

/** Rows and their keys, best first. */
export interface Ranked {
  rows: Int32Array;
  keys: Float64Array;
}

/**
 * The first `wanted` of all rows offered, in the order of the plan's sort: its value, unstated last, ties by homeId.
 * A heap of the best so far, its worst at the root, so that a page of 40 out of 100,000 costs one comparison for
 * nearly every row, and nothing for a block whose best value is worse.
 */
export class TopRows {
  readonly #columns: Columns;
  readonly #plan: Plan;
  readonly #rows: Int32Array;
  readonly #keys: Float64Array;
  #size = 0;

  constructor(columns: Columns, plan: Plan, wanted: number) {
    this.#columns = columns;
    this.#plan = plan;
    this.#rows = new Int32Array(wanted);
    this.#keys = new Float64Array(wanted);
  }

  /** Whether it has as many rows as are wanted; better ones still replace them. */
  get isFull(): boolean {
    return this.#size === this.#rows.length;
  }

  /** Whether a row of the block could be among the first. */
  mayTake(block: number): boolean {
    const wanted = this.#rows.length;
    return wanted > 0 && (this.#size < wanted || bestKey(this.#columns, block, this.#plan) <= this.#keys[0]);
  }

  /** `rows[0 … count)`, at most a block of them. */
  offer(rows: Int32Array, count: number): void {
    const wanted = this.#rows.length;
    if (wanted === 0) return;
    writeKeys(this.#columns, rows, count, this.#plan);
    let i = 0;
    if (this.#size < wanted) {
      for (; i < count && this.#size < wanted; i++) {
        this.#rows[this.#size] = rows[i];
        this.#keys[this.#size++] = blockKeys[i];
      }
      if (this.#size === wanted) this.#heapify();
    }
    for (; i < count; i++) {
      const key = blockKeys[i];
      if (key > this.#keys[0]) continue;
      if (this.#isAfter(this.#keys[0], this.#rows[0], key, rows[i])) this.#sink(0, wanted, key, rows[i]);
    }
  }

  /** The best of all, in order; nothing can be offered afterwards. */
  ranked(): Ranked {
    const rows = this.#rows;
    const keys = this.#keys;
    if (this.#size < rows.length) this.#heapify();
    for (let end = this.#size - 1; end > 0; end--) {
      const key = keys[end];
      const row = rows[end];
      keys[end] = keys[0];
      rows[end] = rows[0];
      this.#sink(0, end, key, row);
    }
    return { rows: rows.subarray(0, this.#size), keys: keys.subarray(0, this.#size) };
  }

  #heapify(): void {
    for (let at = (this.#size >> 1) - 1; at >= 0; at--) {
      this.#sink(at, this.#size, this.#keys[at], this.#rows[at]);
    }
  }

  /** Whether the first sorts after the second. */
  #isAfter(key: number, row: number, otherKey: number, otherRow: number): boolean {
    return key !== otherKey ? key > otherKey : isIdAfter(this.#columns.id, row, otherRow);
  }

  /** Places a row where the hole at `at` sinks to, within the first `end` elements. */
  #sink(at: number, end: number, key: number, row: number): void {
    const rows = this.#rows;
    const keys = this.#keys;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= end) break;
      const right = child + 1;
      if (right < end && this.#isAfter(keys[right], rows[right], keys[child], rows[child])) child = right;
      if (!this.#isAfter(keys[child], rows[child], key, row)) break;
      keys[at] = keys[child];
      rows[at] = rows[child];
      at = child;
    }
    keys[at] = key;
    rows[at] = row;
  }
}

export function mergeRanked({ id }: Columns, a: Ranked, b: Ranked, wanted: number): Ranked {
  const size = Math.min(wanted, a.rows.length + b.rows.length);
  const merged = { rows: new Int32Array(size), keys: new Float64Array(size) };
  for (let at = 0, i = 0, j = 0; at < size; at++) {
    const isFromB =
      i === a.rows.length ||
      (j < b.rows.length &&
        (a.keys[i] !== b.keys[j] ? a.keys[i] > b.keys[j] : isIdAfter(id, a.rows[i], b.rows[j])));
    const [from, next] = isFromB ? [b, j++] : [a, i++];
    merged.rows[at] = from.rows[next];
    merged.keys[at] = from.keys[next];
  }
  return merged;
}

const LAST = Number.POSITIVE_INFINITY;
/** Each row's value as a number that is smaller for earlier rows. */
const blockKeys = new Float64Array(BLOCK);

/** No row of the block has a smaller key. */
function bestKey({ newest, high }: Columns, block: number, { sort }: Plan): number {
  switch (sort) {
    case 'new':
      return -newest[block];
    case '-price':
      return -high.price[block];
    case '-sqft':
      return -high.sqft[block];
    case '-lot':
      return -high.lot[block];
    case '-year':
      return -high.year[block];
    default:
      return Number.NEGATIVE_INFINITY;
  }
}

function writeKeys(columns: Columns, rows: Int32Array, count: number, plan: Plan): void {
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
      // The caller keeps costs that are not whole apart.
      for (let i = 0; i < count; i++) blockKeys[i] = orLast(leastCost(columns, rows[i], plan));
      break;
    case 'cut':
      for (let i = 0; i < count; i++) blockKeys[i] = orLast(-cutPercent(columns, rows[i]));
      break;
    case 'commute':
      for (let i = 0; i < count; i++) blockKeys[i] = orLast(minutesTo(columns, rows[i], plan));
      break;
  }
}

/** NaN is unstated. */
function orLast(value: number): number {
  return Number.isNaN(value) ? LAST : value;
}

function newestFirst(listedAt: Float64Array, rows: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) blockKeys[i] = orLast(-listedAt[rows[i]]);
}

function bySign(values: Int32Array, sign: number, rows: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const value = values[rows[i]];
    blockKeys[i] = value === UNSTATED ? LAST : sign * value;
  }
}

function byQuotient(above: Int32Array, below: Int32Array, rows: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    blockKeys[i] = above[row] === UNSTATED || below[row] <= 0 ? LAST : above[row] / below[row];
  }
}
