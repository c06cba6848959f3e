const RECENT = 2 ** 12;

/** Strings as small integers in the order of first use. Grows only: there are few places and offices. */
export class Dictionary {
  #ids = new Map<string, number>();
  #texts: string[] = [];

  /**
   * Per slot, the number plus one of the last string: neighbors share towns and offices, and a map lookup is slower.
   */
  readonly #recent = new Int32Array(RECENT);

  static of(texts: readonly string[]): Dictionary {
    const dictionary = new Dictionary();
    for (const text of texts) dictionary.intern(text);
    return dictionary;
  }

  get size(): number {
    return this.#texts.length;
  }

  intern(text: string): number {
    const slot = hashSlot(text);
    const recent = this.#recent[slot] - 1;
    if (recent >= 0 && this.#texts[recent] === text) return recent;
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#texts.length;
      this.#texts.push(text);
      this.#ids.set(text, id);
    }
    this.#recent[slot] = id + 1;
    return id;
  }

  find(text: string): number | undefined {
    return this.#ids.get(text);
  }

  textAt(id: number): string {
    return this.#texts[id];
  }

  /** Approximate. */
  get bytes(): number {
    const each = 64;
    return this.#texts.reduce((sum, text) => sum + each + text.length, 0);
  }

  /** In the order of their numbers. */
  get texts(): readonly string[] {
    return this.#texts;
  }
}

/** By length and last letters, in which similar names differ. */
function hashSlot(text: string): number {
  const { length } = text;
  let hash = length;
  for (let at = Math.max(0, length - 6); at < length; at++) hash = Math.imul(hash, 31) + text.charCodeAt(at);
  return (hash ^ (hash >>> 12)) & (RECENT - 1);
}
