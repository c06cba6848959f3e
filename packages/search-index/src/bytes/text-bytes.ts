/**
 * Texts as bytes whose order is the texts' own: every UTF-16 unit by itself in UTF-8's way (CESU-8), so that any
 * text at all, lone surrogates too, goes in and comes out the same, and bytes compare as `<` does.
 */
export class ByteWriter {
  bytes = new Uint8Array(256);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.#grow(1);
    this.bytes[this.length++] = value;
  }

  text(text: string): void {
    if (this.length + text.length * 3 > this.bytes.length) this.#grow(text.length * 3);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) bytes[at++] = unit;
      else if (unit < 0x800) {
        bytes[at++] = 0xc0 | (unit >> 6);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else {
        bytes[at++] = 0xe0 | (unit >> 12);
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
        bytes[at++] = 0x80 | (unit & 0x3f);
      }
    }
    this.length = at;
  }

  #grow(by: number): void {
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + by));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/** The text that was written to these bytes. */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; ) {
    const first = bytes[at++];
    if (first < 0x80) text += String.fromCharCode(first);
    else if (first < 0xe0) text += String.fromCharCode(((first & 0x1f) << 6) | (bytes[at++] & 0x3f));
    else {
      text += String.fromCharCode(
        ((first & 0x0f) << 12) | ((bytes[at] & 0x3f) << 6) | (bytes[at + 1] & 0x3f),
      );
      at += 2;
    }
  }
  return text;
}

/** Below 0, 0 or above 0, as the texts are in order. */
export function compareBytes(
  a: Uint8Array,
  aFrom: number,
  aLength: number,
  b: Uint8Array,
  bFrom: number,
  bLength: number,
): number {
  const length = Math.min(aLength, bLength);
  for (let i = 0; i < length; i++) {
    const difference = a[aFrom + i] - b[bFrom + i];
    if (difference !== 0) return difference;
  }
  return aLength - bLength;
}

/** 32 bits, not negative, of bytes (FNV-1a, mixed so that its high bits are as good as its low ones). */
export function hashOf(bytes: Uint8Array, from: number, to: number, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The bytes of the first so many numbers of a column, not a copy. */
export function bytesOfFirst(
  column: Int32Array | Uint32Array | Float64Array | Uint8Array,
  count: number,
): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, count * column.BYTES_PER_ELEMENT);
}
