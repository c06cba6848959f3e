/** The reader must ask for values in the same order. */
export class CardWriter {
  bytes = Buffer.alloc(1_024);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  /** From 0 up to 2^53; small numbers use few bytes. */
  count(value: number): void {
    this.#make(8);
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.bytes[this.length++] = (rest % 0x80) | 0x80;
    this.bytes[this.length++] = rest;
  }

  number(value: number): void {
    this.#make(8);
    this.length = this.bytes.writeDoubleLE(value, this.length);
  }

  /** A string or null; Latin-1 where possible, else UTF-16 code units, so that any string survives. */
  text(text: string | null): void {
    if (text === null) {
      this.count(0);
      return;
    }
    const { length } = text;
    const before = this.length;
    this.count(1 + length * 2);
    this.#make(length);
    const { bytes } = this;
    let at = this.length;
    // Most strings are short: a loop is cheaper than a call into the runtime.
    for (let i = 0; i < length; i++) {
      const letter = text.charCodeAt(i);
      if (letter > 0xff) {
        this.length = before;
        this.#wideText(text);
        return;
      }
      bytes[at++] = letter;
    }
    this.length = at;
  }

  #wideText(text: string): void {
    this.count(2 + text.length * 2);
    this.#make(text.length * 2);
    this.length += this.bytes.write(text, this.length, 'utf16le');
  }

  raw(bytes: Uint8Array): void {
    this.count(bytes.length);
    this.#make(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  #make(room: number): void {
    if (this.length + room <= this.bytes.length) return;
    const larger = Buffer.alloc((this.length + room) * 2);
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

export class CardReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  count(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 0x80) {
      const byte = this.#bytes[this.#at++];
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
    }
  }

  number(): number {
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }

  skipText(): void {
    const head = this.count();
    if (head === 0) return;
    const length = Math.floor((head - 1) / 2);
    this.#at += (head - 1) % 2 === 1 ? length * 2 : length;
  }

  text(): string | null {
    const head = this.count();
    if (head === 0) return null;
    const isWide = (head - 1) % 2 === 1;
    const length = Math.floor((head - 1) / 2);
    const start = this.#at;
    this.#at += isWide ? length * 2 : length;
    return this.#bytes.toString(isWide ? 'utf16le' : 'latin1', start, this.#at);
  }

  raw(): Buffer {
    const length = this.count();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
