/** Each part grows separately, which bounds the pause of a growth. */
const PARTS_BITS = 6;
const EMPTY = -1;

/** Row numbers by a 32-bit hash of their key: open addressing, no object per row. */
export class HashRows {
  readonly #parts: { slots: Int32Array; size: number }[];
  readonly #hashRow: (row: number) => number;

  constructor(hashRow: (row: number) => number) {
    this.#hashRow = hashRow;
    this.#parts = Array.from({ length: 1 << PARTS_BITS }, () => ({
      slots: new Int32Array(8).fill(EMPTY),
      size: 0,
    }));
  }

  get usedBytes(): number {
    return this.#parts.reduce((sum, { slots }) => sum + slots.byteLength, 0);
  }

  /** The row with this hash for which `isSame` holds; -1 for none. */
  find(hash: number, isSame: (row: number) => boolean): number {
    const { slots } = this.#parts[hash >>> (32 - PARTS_BITS)];
    const mask = slots.length - 1;
    for (let at = hash & mask; slots[at] !== EMPTY; at = (at + 1) & mask) {
      const row = slots[at];
      if (this.#hashRow(row) === hash && isSame(row)) return row;
    }
    return -1;
  }

  add(row: number): void {
    const part = this.#parts[this.#hashRow(row) >>> (32 - PARTS_BITS)];
    if ((part.size + 1) * 3 > part.slots.length * 2) {
      const rows = part.slots.filter((one) => one !== EMPTY);
      part.slots = new Int32Array(part.slots.length * 2).fill(EMPTY);
      for (const one of rows) this.#put(part.slots, one);
    }
    this.#put(part.slots, row);
    part.size++;
  }

  remove(row: number): void {
    const hash = this.#hashRow(row);
    const part = this.#parts[hash >>> (32 - PARTS_BITS)];
    const { slots } = part;
    const mask = slots.length - 1;
    let hole = hash & mask;
    while (slots[hole] !== row) {
      if (slots[hole] === EMPTY) return;
      hole = (hole + 1) & mask;
    }
    // Following entries that could no longer be reached move up.
    for (let at = (hole + 1) & mask; slots[at] !== EMPTY; at = (at + 1) & mask) {
      const home = this.#hashRow(slots[at]) & mask;
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      slots[hole] = slots[at];
      hole = at;
    }
    slots[hole] = EMPTY;
    part.size--;
  }

  #put(slots: Int32Array, row: number): void {
    const mask = slots.length - 1;
    let at = this.#hashRow(row) & mask;
    while (slots[at] !== EMPTY) at = (at + 1) & mask;
    slots[at] = row;
  }
}

/** FNV-1a, 32 bits, mixed so that its high bits are as good as its low ones. */
export function hashText(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
