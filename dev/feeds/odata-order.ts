/**
 * Slots (row numbers) in a total order that stays sorted under changes: blocks of up to `MAX_IN_BLOCK` slots, found
 * by binary search. A change costs two searches and one short array move, so a million rows are sorted only once.
 *
 * A slot must compare the same from `insert` to `remove`: remove it, change its row, insert it again.
 */
export class SortedSlots {
  readonly #compare: (a: number, b: number) => number;
  #blocks: number[][];
  #size: number;

  constructor(slots: Iterable<number>, compare: (a: number, b: number) => number) {
    const sorted = Uint32Array.from(slots).sort(compare);
    this.#compare = compare;
    this.#size = sorted.length;
    this.#blocks = [];
    for (let at = 0; at < sorted.length; at += MAX_IN_BLOCK / 2) {
      this.#blocks.push(Array.from(sorted.subarray(at, at + MAX_IN_BLOCK / 2)));
    }
  }

  get size(): number {
    return this.#size;
  }

  insert(slot: number): void {
    this.#size += 1;
    const where = this.#findBlock(slot);
    const block = this.#blocks[where];
    if (block === undefined) {
      this.#blocks.push([slot]);
      return;
    }
    block.splice(
      firstIn(block, (other) => this.#compare(other, slot) > 0),
      0,
      slot,
    );
    if (block.length > MAX_IN_BLOCK) {
      this.#blocks.splice(where, 1, block.slice(0, MAX_IN_BLOCK / 2), block.slice(MAX_IN_BLOCK / 2));
    }
  }

  /** Returns whether it was there. */
  remove(slot: number): boolean {
    const where = this.#findBlock(slot);
    const block = this.#blocks[where];
    if (block === undefined) return false;
    const at = firstIn(block, (other) => this.#compare(other, slot) >= 0);
    if (block[at] !== slot) return false;
    block.splice(at, 1);
    if (block.length === 0) this.#blocks.splice(where, 1);
    this.#size -= 1;
    return true;
  }

  /** Slots ascending, from the first for which `isFrom` holds (it must hold for all after it too). */
  *upwards(isFrom?: (slot: number) => boolean): Generator<number> {
    let where = isFrom === undefined ? 0 : firstIn(this.#blocks, (block) => isFrom(findLast(block)));
    let at =
      isFrom === undefined || where === this.#blocks.length
        ? 0
        : firstIn(this.#blocks[where] as number[], isFrom);
    for (; where < this.#blocks.length; where += 1, at = 0) {
      const block = this.#blocks[where] as number[];
      for (; at < block.length; at += 1) yield block[at] as number;
    }
  }

  /** Slots descending, from the last for which `isBeyond` does not hold (it must hold for all after it too). */
  *downwards(isBeyond?: (slot: number) => boolean): Generator<number> {
    const blocks = this.#blocks;
    let where =
      isBeyond === undefined ? blocks.length : firstIn(blocks, (block) => isBeyond(findLast(block)));
    let end = 0;
    if (where < blocks.length && isBeyond !== undefined) end = firstIn(blocks[where] as number[], isBeyond);
    for (;;) {
      const block = blocks[where];
      if (block !== undefined) for (let at = end - 1; at >= 0; at -= 1) yield block[at] as number;
      where -= 1;
      if (where < 0) return;
      end = (blocks[where] as number[]).length;
    }
  }

  #findBlock(slot: number): number {
    const where = firstIn(this.#blocks, (block) => this.#compare(findLast(block), slot) >= 0);
    return where === this.#blocks.length && where > 0 ? where - 1 : where;
  }
}

const MAX_IN_BLOCK = 1024;

const findLast = (block: readonly number[]): number => block[block.length - 1] as number;

/** Index of the first item for which `holds`, in a list where it holds from some item on; the length if for none. */
function firstIn<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(list[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
