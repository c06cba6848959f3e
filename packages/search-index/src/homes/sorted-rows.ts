/** Rows per chunk: moving half of one costs less than a comparison. */
const LARGEST = 512;
const FILLED = 384;

interface Chunk {
  rows: Int32Array;
  length: number;
}

/** Row numbers in the order of `compare`, without equal ones, in small sorted arrays: changes cost microseconds. */
export class SortedRows {
  #chunks: Chunk[] = [];
  readonly #compare: (a: number, b: number) => number;

  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare;
  }

  get usedBytes(): number {
    return this.#chunks.length * (LARGEST * 4 + 200);
  }

  /** Replaces all rows; `rows` are sorted. */
  fill(rows: Int32Array): void {
    this.#chunks = [];
    for (let from = 0; from < rows.length; from += FILLED) {
      const part = rows.subarray(from, from + FILLED);
      const chunk = { rows: new Int32Array(LARGEST), length: part.length };
      chunk.rows.set(part);
      this.#chunks.push(chunk);
    }
  }

  rows(): Int32Array {
    const rows = new Int32Array(this.#chunks.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const chunk of this.#chunks) {
      rows.set(chunk.rows.subarray(0, chunk.length), at);
      at += chunk.length;
    }
    return rows;
  }

  add(row: number): void {
    if (this.#chunks.length === 0) {
      this.fill(Int32Array.of(row));
      return;
    }
    const isBefore = (other: number) => this.#compare(other, row) < 0;
    let at = Math.max(0, this.#findChunk(isBefore));
    let chunk = this.#chunks[at];
    if (chunk.length === LARGEST) {
      const half = LARGEST >> 1;
      const later = { rows: new Int32Array(LARGEST), length: LARGEST - half };
      later.rows.set(chunk.rows.subarray(half));
      chunk.length = half;
      this.#chunks.splice(at + 1, 0, later);
      if (isBefore(later.rows[0])) {
        at++;
        chunk = later;
      }
    }
    const place = lowerBound(chunk, isBefore);
    chunk.rows.copyWithin(place + 1, place, chunk.length);
    chunk.rows[place] = row;
    chunk.length++;
  }

  /** The row must compare as when it was added. */
  remove(row: number): void {
    const isBefore = (other: number) => this.#compare(other, row) < 0;
    let at = Math.max(0, this.#findChunk(isBefore));
    let chunk = this.#chunks[at];
    if (chunk === undefined) return;
    let place = lowerBound(chunk, isBefore);
    if (place === chunk.length) {
      chunk = this.#chunks[++at];
      place = 0;
    }
    if (chunk === undefined || chunk.rows[place] !== row) return;
    chunk.rows.copyWithin(place, place + 1, chunk.length);
    chunk.length--;
    this.#join(at);
  }

  /** From the first row that is not before, until `visit` returns false. */
  scan(isBefore: (row: number) => boolean, visit: (row: number) => boolean): void {
    let at = Math.max(0, this.#findChunk(isBefore));
    const first = this.#chunks[at];
    if (first === undefined) return;
    let place = lowerBound(first, isBefore);
    for (; at < this.#chunks.length; at++, place = 0) {
      const { rows, length } = this.#chunks[at];
      for (; place < length; place++) if (!visit(rows[place])) return;
    }
  }

  /** The last chunk whose first row is before; -1 when none is. */
  #findChunk(isBefore: (row: number) => boolean): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.#chunks[middle].rows[0])) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Removes an empty chunk, and merges a small one with the next. */
  #join(at: number): void {
    const chunk = this.#chunks[at];
    const next = this.#chunks[at + 1];
    if (chunk.length === 0) this.#chunks.splice(at, 1);
    else if (next !== undefined && chunk.length + next.length <= LARGEST >> 1) {
      chunk.rows.set(next.rows.subarray(0, next.length), chunk.length);
      chunk.length += next.length;
      this.#chunks.splice(at + 1, 1);
    }
  }
}

function lowerBound({ rows, length }: Chunk, isBefore: (row: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(rows[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}
