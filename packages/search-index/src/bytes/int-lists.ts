const SMALLEST = 2;
const NONE = -1;

/** Many growing lists of whole numbers by number of the list, all in one array; no order is kept. */
export class IntLists {
  #pool = new Int32Array(1_024);
  #used = 0;
  #at = new Int32Array(256);
  #length = new Int32Array(256);
  /** Places given back, by the power of two of their room; each holds the place of the next. */
  #free = new Int32Array(32).fill(NONE);

  get usedBytes(): number {
    return this.#pool.byteLength + this.#at.byteLength + this.#length.byteLength;
  }

  lengthOf(list: number): number {
    return list < 0 || list >= this.#length.length ? 0 : this.#length[list];
  }

  /** A view of the list; good until the next change. */
  list(list: number): Int32Array {
    const length = this.lengthOf(list);
    return length === 0 ? NOTHING : this.#pool.subarray(this.#at[list], this.#at[list] + length);
  }

  add(list: number, value: number): void {
    if (list >= this.#length.length) this.#makeLists(list + 1);
    const length = this.#length[list];
    if (length === 0) this.#at[list] = this.#take(SMALLEST);
    else if (length >= SMALLEST && (length & (length - 1)) === 0) {
      const from = this.#at[list];
      const to = this.#take(length * 2);
      this.#pool.copyWithin(to, from, from + length);
      this.#give(from, length);
      this.#at[list] = to;
    }
    this.#pool[this.#at[list] + length] = value;
    this.#length[list] = length + 1;
  }

  /** Takes out the first of this value, when there is one. */
  remove(list: number, value: number): void {
    const place = this.list(list).indexOf(value);
    if (place < 0) return;
    const at = this.#at[list];
    const length = --this.#length[list];
    this.#pool[at + place] = this.#pool[at + length];
    if (length === 0) this.#give(at, SMALLEST);
    else if (length >= SMALLEST && (length & (length - 1)) === 0) {
      // Half of its room is enough again.
      const to = this.#take(length);
      this.#pool.copyWithin(to, at, at + length);
      this.#give(at, length * 2);
      this.#at[list] = to;
    }
  }

  #take(room: number): number {
    const power = 31 - Math.clz32(room);
    const known = this.#free[power];
    if (known !== NONE) {
      this.#free[power] = this.#pool[known];
      return known;
    }
    if (this.#used + room > this.#pool.length) {
      const larger = new Int32Array(Math.max(this.#pool.length * 2, this.#used + room));
      larger.set(this.#pool);
      this.#pool = larger;
    }
    const at = this.#used;
    this.#used += room;
    return at;
  }

  #give(at: number, room: number): void {
    const power = 31 - Math.clz32(room);
    this.#pool[at] = this.#free[power];
    this.#free[power] = at;
  }

  #makeLists(count: number): void {
    const size = Math.max(count, this.#length.length * 2);
    for (const name of ['at', 'length'] as const) {
      const larger = new Int32Array(size);
      larger.set(name === 'at' ? this.#at : this.#length);
      if (name === 'at') this.#at = larger;
      else this.#length = larger;
    }
  }
}

const NOTHING = new Int32Array(0);
