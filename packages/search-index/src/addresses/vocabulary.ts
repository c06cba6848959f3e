/** New words that may wait, unsorted, before they are merged into the sorted ones. */
const WAITING = 512;

/** The words that begin alike: a run of the sorted ones, and those that wait. */
export interface WordRange {
  readonly low: number;
  readonly high: number;
  readonly waiting: ReadonlySet<number>;
}

/**
 * Words by number, which can be asked by prefix. Words that come later wait in a short list that is looked through
 * as well, until `settle` merges them. Words are never forgotten: those of a country's addresses are few.
 */
export class Vocabulary {
  #numbers = new Map<string, number>();
  #words: string[] = [];
  /** Numbers in the order of their words, and the place of each number there; -1 for one that waits. */
  #sorted: Int32Array = new Int32Array(0);
  #rank = new Int32Array(256);
  #waiting: number[] = [];

  get size(): number {
    return this.#words.length;
  }

  /** Roughly: a word's text, its place in the map, its numbers. */
  get usedBytes(): number {
    return this.#words.length * 100;
  }

  /** All of it for a file. */
  dump(): { words: string; sorted: Int32Array } {
    return { words: this.#words.join('\n'), sorted: this.#sorted };
  }

  static restore(words: string, sorted: Int32Array): Vocabulary {
    const made = new Vocabulary();
    for (const word of words === '' ? [] : words.split('\n')) made.numberOf(word);
    made.#sorted = sorted;
    for (let place = 0; place < sorted.length; place++) made.#rank[sorted[place]] = place;
    made.#waiting = made.#waiting.filter((number) => made.#rank[number] < 0);
    return made;
  }

  /** The word's number; a new word gets the next one. */
  numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#words.length;
    this.#words.push(word);
    this.#numbers.set(word, number);
    this.#waiting.push(number);
    if (number >= this.#rank.length) {
      const larger = new Int32Array(this.#rank.length * 2);
      larger.set(this.#rank);
      this.#rank = larger;
    }
    this.#rank[number] = -1;
    return number;
  }

  /** -1 for a word that never came. */
  find(word: string): number {
    return this.#numbers.get(word) ?? -1;
  }

  textOf(number: number): string {
    return this.#words[number];
  }

  /** To be called after many new words. */
  settle(): void {
    if (this.#waiting.length <= WAITING) return;
    const words = this.#words;
    const late = this.#waiting.sort((a, b) => (words[a] < words[b] ? -1 : 1));
    const merged = new Int32Array(words.length);
    let from = 0;
    let to = 0;
    for (const number of late) {
      const until = this.#firstFrom(words[number], from);
      merged.set(this.#sorted.subarray(from, until), to);
      to += until - from;
      from = until;
      merged[to++] = number;
    }
    merged.set(this.#sorted.subarray(from), to);
    this.#sorted = merged;
    for (let place = 0; place < merged.length; place++) this.#rank[merged[place]] = place;
    this.#waiting = [];
  }

  startingWith(prefix: string): WordRange {
    const low = this.#firstFrom(prefix, 0);
    return {
      low,
      high: this.#endOf(prefix, low),
      waiting: new Set(this.#waiting.filter((number) => this.#words[number].startsWith(prefix))),
    };
  }

  isIn({ low, high, waiting }: WordRange, number: number): boolean {
    const rank = this.#rank[number];
    return rank < 0 ? waiting.has(number) : rank >= low && rank < high;
  }

  /** Those of a range, sorted ones first. */
  *numbersIn({ low, high, waiting }: WordRange): Generator<number> {
    for (let place = low; place < high; place++) yield this.#sorted[place];
    yield* waiting;
  }

  /** The place of the first sorted word that is not before `text`. */
  #firstFrom(text: string, from: number): number {
    let low = from;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#words[this.#sorted[middle]] < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #endOf(prefix: string, from: number): number {
    let low = from;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#words[this.#sorted[middle]].startsWith(prefix)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
