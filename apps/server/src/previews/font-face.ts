/**
 * Glyph coverage and advance widths of a font, to set text without missing glyphs. Reads the tables `cmap` (formats 4
 * and 12), `head`, `hhea` and `hmtx` of an OpenType file.
 */
export class FontFace {
  readonly #view: DataView;
  readonly #tables = new Map<string, number>();
  readonly #unitsPerEm: number;
  readonly #metrics: number;
  readonly #cmap: { format: number; at: number };

  /** @throws RangeError when the file is not such a font */
  constructor(file: Uint8Array) {
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const count = this.#view.getUint16(4);
    for (let one = 0; one < count; one += 1) {
      const at = 12 + one * 16;
      const name = String.fromCharCode(...file.subarray(at, at + 4));
      this.#tables.set(name, this.#view.getUint32(at + 8));
    }
    this.#unitsPerEm = this.#view.getUint16(this.#table('head') + 18);
    this.#metrics = this.#view.getUint16(this.#table('hhea') + 34);
    this.#cmap = this.#findCmap();
  }

  has(codePoint: number): boolean {
    return this.#findGlyph(codePoint) !== 0;
  }

  /** Width in px at a size in px, without kerning. */
  measureWidth(text: string, size: number): number {
    const hmtx = this.#table('hmtx');
    let units = 0;
    for (const letter of text) {
      const glyph = Math.min(this.#findGlyph(letter.codePointAt(0) as number), this.#metrics - 1);
      units += this.#view.getUint16(hmtx + glyph * 4);
    }
    return (units * size) / this.#unitsPerEm;
  }

  /** Removes characters without a glyph and collapses spaces. */
  only(text: string): string {
    return [...text.normalize('NFC')]
      .filter((letter) => this.has(letter.codePointAt(0) as number))
      .join('')
      .replace(/\s+/g, ' ')
      .trim();
  }

  /** Truncates the text to a width, with "…". */
  fit(text: string, size: number, width: number): string {
    const letters = [...this.only(text)];
    if (this.measureWidth(letters.join(''), size) <= width) return letters.join('');
    while (letters.length > 0 && this.measureWidth(`${letters.join('')}…`, size) > width) letters.pop();
    return `${letters.join('').trimEnd()}…`;
  }

  /** Wraps the text at spaces to a number of lines; the last one is truncated. */
  wrap(text: string, { size, width, lines }: { size: number; width: number; lines: number }): string[] {
    const made: string[] = [];
    let line = '';
    const words = this.only(text).split(' ');
    for (const [at, word] of words.entries()) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (this.measureWidth(longer, size) <= width || line === '') line = longer;
      else if (made.length + 1 === lines)
        return [...made, this.fit(`${line} ${words.slice(at).join(' ')}`, size, width)];
      else {
        made.push(this.fit(line, size, width));
        line = word;
      }
    }
    return [...made, this.fit(line, size, width)];
  }

  #table(name: string): number {
    const at = this.#tables.get(name);
    if (at === undefined) throw new RangeError(`font has no table ${name}`);
    return at;
  }

  #findCmap(): { format: number; at: number } {
    const cmap = this.#table('cmap');
    let found: { format: number; at: number } | undefined;
    for (let one = 0; one < this.#view.getUint16(cmap + 2); one += 1) {
      const at = cmap + this.#view.getUint32(cmap + 4 + one * 8 + 4);
      const format = this.#view.getUint16(at);
      if (format === 12 || (format === 4 && found === undefined)) found = { format, at };
    }
    if (found === undefined) throw new RangeError('font has no supported cmap');
    return found;
  }

  /** 0: missing glyph. */
  #findGlyph(codePoint: number): number {
    const { format, at } = this.#cmap;
    return format === 12 ? this.#glyphOf12(at, codePoint) : this.#glyphOf4(at, codePoint);
  }

  #glyphOf12(at: number, codePoint: number): number {
    let [low, high] = [0, this.#view.getUint32(at + 12) - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const group = at + 16 + middle * 12;
      const first = this.#view.getUint32(group);
      if (codePoint < first) high = middle - 1;
      else if (codePoint > this.#view.getUint32(group + 4)) low = middle + 1;
      else return this.#view.getUint32(group + 8) + codePoint - first;
    }
    return 0;
  }

  #glyphOf4(at: number, codePoint: number): number {
    if (codePoint > 0xffff) return 0;
    const twice = this.#view.getUint16(at + 6);
    for (let segment = 0; segment < twice; segment += 2) {
      if (this.#view.getUint16(at + 14 + segment) < codePoint) continue;
      const first = this.#view.getUint16(at + 16 + twice + segment);
      if (first > codePoint) return 0;
      const delta = this.#view.getUint16(at + 16 + twice * 2 + segment);
      const offsetAt = at + 16 + twice * 3 + segment;
      const offset = this.#view.getUint16(offsetAt);
      if (offset === 0) return (codePoint + delta) & 0xffff;
      const glyph = this.#view.getUint16(offsetAt + offset + (codePoint - first) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  }
}
