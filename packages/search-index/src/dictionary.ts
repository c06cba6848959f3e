/**
 * Texts as small integers, numbered in the order of their first use. Nothing is ever forgotten: the places of a
 * country and the offices of a feed are few.
 */
export class Dictionary {
  #ids = new Map<string, number>();
  #texts: string[] = [];

  /** With these texts, in the order of their numbers. */
  static of(texts: readonly string[]): Dictionary {
    const dictionary = new Dictionary();
    for (const text of texts) dictionary.idOf(text);
    return dictionary;
  }

  get size(): number {
    return this.#texts.length;
  }

  /** The text's number; a new text gets the next one. */
  idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#texts.length;
    this.#texts.push(text);
    this.#ids.set(text, id);
    return id;
  }

  find(text: string): number | undefined {
    return this.#ids.get(text);
  }

  /** The text of a number that `idOf` gave. */
  textOf(id: number): string {
    return this.#texts[id];
  }

  /** About how many bytes of memory they take, with the map of them. */
  get bytes(): number {
    const each = 64;
    return this.#texts.reduce((sum, text) => sum + each + text.length, 0);
  }

  /** All of them, in the order of their numbers. */
  get texts(): readonly string[] {
    return this.#texts;
  }
}
