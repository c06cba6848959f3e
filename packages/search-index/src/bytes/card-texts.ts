/** Bytes per segment; a card lies within one. */
const SEGMENT = 2 ** 22;
/** Offsets are in words of 4 bytes, so that a 32-bit number reaches 16 GB. */
const WORD = 4;
const SEGMENT_WORDS = SEGMENT / WORD;
/** Wasted bytes below which a copy is not worth it. */
const TOLERATED = 2 ** 20;

/** The rest of each card as bytes in shared memory. Written bytes never change; those of replaced cards are wasted. */
export class CardTexts {
  readonly #segments: Buffer[];
  /** Offset of the next card; no card is at 0. */
  #next: number;
  #used: number;
  #wasted: number;

  constructor(segments: Buffer[] = [], { next, used, wasted } = { next: 1, used: 0, wasted: 0 }) {
    this.#segments = segments;
    this.#next = next;
    this.#used = used;
    this.#wasted = wasted;
  }

  static newSegment(): Buffer {
    return Buffer.from(new SharedArrayBuffer(SEGMENT));
  }

  /** All but the last never change. */
  get segments(): readonly Buffer[] {
    return this.#segments;
  }

  segmentsFrom(number: number): Buffer[] {
    return this.#segments.slice(number).map((segment, i) => {
      const at = number + i;
      if (at < this.#segments.length - 1) return segment;
      return Buffer.from(segment.subarray(0, (this.#next - at * SEGMENT_WORDS) * WORD));
    });
  }

  get state(): { next: number; used: number; wasted: number } {
    return { next: this.#next, used: this.#used, wasted: this.#wasted };
  }

  get bytes(): number {
    return this.#segments.length * SEGMENT;
  }

  get isWasteful(): boolean {
    return this.#wasted > TOLERATED && this.#wasted * 4 > this.#used;
  }

  /** Copies the first `length` bytes and returns their offset. A card is at most 4 MB. */
  write(bytes: Uint8Array, length: number): number {
    const words = 1 + Math.ceil(length / WORD);
    if (words >= SEGMENT_WORDS) throw new RangeError('card is larger than 4 MB');
    const left = SEGMENT_WORDS - (this.#next % SEGMENT_WORDS);
    if (words > left) this.#next += left;
    const at = this.#next;
    const number = Math.floor(at / SEGMENT_WORDS);
    if (number === this.#segments.length) this.#segments.push(CardTexts.newSegment());
    const segment = this.#segments[number];
    const start = (at % SEGMENT_WORDS) * WORD;
    segment.writeUInt32LE(length, start);
    for (let i = 0, to = start + WORD; i < length; i++, to++) segment[to] = bytes[i];
    this.#next += words;
    this.#used += words * WORD;
    return at;
  }

  /** Not a copy. */
  read(at: number): Buffer {
    const segment = this.#segments[Math.floor(at / SEGMENT_WORDS)];
    const start = (at % SEGMENT_WORDS) * WORD;
    return segment.subarray(start + WORD, start + WORD + segment.readUInt32LE(start));
  }

  forget(at: number): void {
    const length = this.#segments[Math.floor(at / SEGMENT_WORDS)].readUInt32LE((at % SEGMENT_WORDS) * WORD);
    this.#wasted += (1 + Math.ceil(length / WORD)) * WORD;
  }
}
