import { ID_WORDS } from './columns.ts';

/** Four letters per word. */
const LONGEST = ID_WORDS * 4;
const letters = Buffer.alloc(LONGEST);

/** First letter highest; false for a text that is no homeId (empty, longer than 20 letters, not printable ASCII). */
export function writeHomeId(homeId: string, words: Uint32Array, at = 0): boolean {
  const { length } = homeId;
  if (length === 0 || length > LONGEST) return false;
  for (let word = 0; word < ID_WORDS; word++) {
    let value = 0;
    for (let i = word * 4; i < word * 4 + 4; i++) {
      const code = i < length ? homeId.charCodeAt(i) : 0;
      if (i < length && (code < 0x21 || code > 0x7e)) return false;
      value = (value << 8) | code;
    }
    words[at + word] = value;
  }
  return true;
}

export function readHomeId(words: Uint32Array, row: number): string {
  let length = 0;
  for (let word = row * ID_WORDS; word < (row + 1) * ID_WORDS; word++) {
    for (let shift = 24; shift >= 0; shift -= 8) {
      const code = (words[word] >>> shift) & 0xff;
      if (code === 0) return letters.toString('latin1', 0, length);
      letters[length++] = code;
    }
  }
  return letters.toString('latin1', 0, length);
}

/** Whether the homeId of row `a` sorts after that of row `b`, in byte order. */
export function isIdAfter(words: Uint32Array, a: number, b: number): boolean {
  for (let word = 0; word < ID_WORDS; word++) {
    const one = words[a * ID_WORDS + word];
    const other = words[b * ID_WORDS + word];
    if (one !== other) return one > other;
  }
  return false;
}

/** Rows by homeId: open addressing over the ids stored in the rows, at most half full. */
export class RowByHomeId {
  /** Row plus one; 0 is free. */
  #slots: Int32Array;
  #count = 0;

  constructor(rows = 0) {
    this.#slots = new Int32Array(slotsFor(rows));
  }

  get size(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#slots.byteLength;
  }

  /** -1 when missing. */
  find(ids: Uint32Array, words: Uint32Array, at = 0): number {
    return this.#slots[this.#findSlot(ids, words, at)] - 1;
  }

  /** No other row has this id. */
  add(ids: Uint32Array, row: number): void {
    if ((this.#count + 1) * 2 > this.#slots.length) this.#grow(ids);
    this.#slots[this.#findSlot(ids, ids, row * ID_WORDS)] = row + 1;
    this.#count++;
  }

  remove(ids: Uint32Array, row: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let hole = this.#findSlot(ids, ids, row * ID_WORDS);
    if (slots[hole] === 0) return;
    this.#count--;
    // Following entries move up unless they would precede their own slot.
    for (let next = (hole + 1) & mask; slots[next] !== 0; next = (next + 1) & mask) {
      const home = hashId(ids, (slots[next] - 1) * ID_WORDS) & mask;
      if (((next - home) & mask) < ((next - hole) & mask)) continue;
      slots[hole] = slots[next];
      hole = next;
    }
    slots[hole] = 0;
  }

  #findSlot(ids: Uint32Array, words: Uint32Array, at: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hashId(words, at) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = (slots[slot] - 1) * ID_WORDS;
      let word = 0;
      while (word < ID_WORDS && ids[other + word] === words[at + word]) word++;
      if (word === ID_WORDS) break;
    }
    return slot;
  }

  #grow(ids: Uint32Array): void {
    const before = this.#slots;
    this.#slots = new Int32Array(before.length * 2);
    for (const taken of before) {
      if (taken !== 0) this.#slots[this.#findSlot(ids, ids, (taken - 1) * ID_WORDS)] = taken;
    }
  }
}

function slotsFor(rows: number): number {
  return 2 ** Math.max(6, 33 - Math.clz32(Math.ceil(rows * 1.1)));
}

function hashId(words: Uint32Array, at: number): number {
  let hash = 0;
  for (let word = 0; word < ID_WORDS; word++) {
    hash = Math.imul(hash ^ words[at + word], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0x85ebca77);
  return hash ^ (hash >>> 13);
}
