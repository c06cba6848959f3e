/** Ints of a segment: 256 KB. */
const SEGMENT_BITS = 16;
const SEGMENT_INTS = 1 << SEGMENT_BITS;
/** Every record begins with its owner and its length in ints; a freed one has no owner. */
const OWNER = 0;
const SIZE = 1;
const NOBODY = -1;

/** Where a record's own ints begin. */
export const RECORD_HEAD = 2;

interface Segment {
  ints: Int32Array;
  bytes: Uint8Array;
  /** Ints written, and those of records not freed. */
  used: number;
  live: number;
}

/** What a file needs to know of an arena beside its bytes. */
export interface ArenaState {
  /** Of each segment: ints, ints written, ints of records not freed. */
  sizes: (readonly [length: number, used: number, live: number])[];
  open: number;
  empty: number[];
}

/**
 * Records of differing length (ints, then bytes) in segments of memory without an object each. A record is found
 * by its place, which its owner (a row number) keeps; `tidy` moves records out of a segment that is mostly garbage
 * and tells the owners their new place, one segment a call, so that no call is long.
 */
export class RecordArena {
  #segments: Segment[] = [];
  #open = -1;
  #empty: number[] = [];
  #used = 0;
  #live = 0;

  get usedBytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  }

  /** Place of a new record of so many ints beside its head, and bytes; the caller fills it. */
  add(owner: number, ints: number, bytes: number): number {
    const size = RECORD_HEAD + ints + ((bytes + 3) >> 2);
    const place = this.#room(size);
    const segment = this.#segments[place >>> SEGMENT_BITS];
    const at = place & (SEGMENT_INTS - 1);
    segment.ints[at + OWNER] = owner;
    segment.ints[at + SIZE] = size;
    return place;
  }

  free(place: number): void {
    const number = place >>> SEGMENT_BITS;
    const segment = this.#segments[number];
    const at = place & (SEGMENT_INTS - 1);
    const size = segment.ints[at + SIZE];
    segment.ints[at + OWNER] = NOBODY;
    segment.live -= size;
    this.#live -= size;
    if (segment.live === 0 && number !== this.#open) this.#recycle(number);
  }

  /** The ints of the record's segment; the record's head is at `offsetOf(place)`. */
  intsAt(place: number): Int32Array {
    return this.#segments[place >>> SEGMENT_BITS].ints;
  }

  /** The bytes of the record's segment; an int at i is four of them from 4 × i on. */
  bytesAt(place: number): Uint8Array {
    return this.#segments[place >>> SEGMENT_BITS].bytes;
  }

  /** Empties the worst segment when a fourth of everything, and more than two segments, is garbage. */
  tidy(moved: (owner: number, place: number) => void): void {
    const garbage = this.#used - this.#live;
    if (garbage < 2 * SEGMENT_INTS || garbage < this.#used / 4) return;
    let worst = -1;
    for (let number = 0; number < this.#segments.length; number++) {
      const { used, live } = this.#segments[number];
      if (number === this.#open || used === 0) continue;
      if (worst < 0 || live < this.#segments[worst].live) worst = number;
    }
    if (worst < 0) return;
    const from = this.#segments[worst];
    for (let at = 0, size = 0; at < from.used; at += size) {
      size = from.ints[at + SIZE];
      const owner = from.ints[at + OWNER];
      if (owner === NOBODY) continue;
      const place = this.#room(size);
      const to = this.#segments[place >>> SEGMENT_BITS];
      to.ints.set(from.ints.subarray(at, at + size), place & (SEGMENT_INTS - 1));
      from.live -= size;
      this.#live -= size;
      moved(owner, place);
    }
    this.#recycle(worst);
  }

  /** All of it for a file: what its parts are, and the parts. */
  dump(): { state: ArenaState; parts: Uint8Array[] } {
    const sizes = this.#segments.map(({ ints, used, live }) => [ints.length, used, live] as const);
    return {
      state: { sizes, open: this.#open, empty: [...this.#empty] },
      parts: this.#segments.map(({ bytes, used }) => bytes.subarray(0, used * 4)),
    };
  }

  static restore({ sizes, open, empty }: ArenaState, parts: readonly Uint8Array[]): RecordArena {
    const arena = new RecordArena();
    arena.#segments = sizes.map(([length, used, live], i) => {
      const ints = new Int32Array(length);
      const bytes = new Uint8Array(ints.buffer);
      bytes.set(parts[i]);
      arena.#used += used;
      arena.#live += live;
      return { ints, bytes, used, live };
    });
    arena.#open = open;
    arena.#empty = [...empty];
    return arena;
  }

  #room(size: number): number {
    let segment = this.#segments[this.#open];
    if (segment === undefined || segment.used + size > segment.ints.length) {
      const before = this.#open;
      this.#open = this.#segmentFor(size);
      segment = this.#segments[this.#open];
      if (before >= 0 && this.#segments[before].live === 0) this.#recycle(before);
    }
    const place = this.#open * SEGMENT_INTS + segment.used;
    segment.used += size;
    segment.live += size;
    this.#used += size;
    this.#live += size;
    return place;
  }

  #segmentFor(size: number): number {
    const known = size <= SEGMENT_INTS ? this.#empty.pop() : undefined;
    if (known !== undefined && this.#segments[known].ints.length >= size) return known;
    // A record longer than a segment gets one of its own.
    const ints = new Int32Array(Math.max(SEGMENT_INTS, size));
    const segment = { ints, bytes: new Uint8Array(ints.buffer), used: 0, live: 0 };
    if (known !== undefined) {
      this.#segments[known] = segment;
      return known;
    }
    return this.#segments.push(segment) - 1;
  }

  #recycle(number: number): void {
    const segment = this.#segments[number];
    this.#used -= segment.used;
    segment.used = 0;
    segment.live = 0;
    if (segment.ints.length > SEGMENT_INTS) {
      segment.ints = new Int32Array(SEGMENT_INTS);
      segment.bytes = new Uint8Array(segment.ints.buffer);
    }
    this.#empty.push(number);
  }
}

/** Where in its segment's ints a record begins. */
export function offsetOf(place: number): number {
  return place & (SEGMENT_INTS - 1);
}
