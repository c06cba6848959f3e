/** New words that may wait, unsorted, before they are merged into the sorted ones. */
const WAITING = 512;

/**
 * A set of words that can be asked by prefix. Sorted once; words that come later wait in a short list that is
 * looked through as well, until `settle` merges them. Words are never forgotten: who asks looks each up anyway.
 */
export class Vocabulary {
  #known = new Set<string>();
  #sorted: string[] = [];
  #waiting: string[] = [];

  add(word: string): void {
    if (this.#known.has(word)) return;
    this.#known.add(word);
    this.#waiting.push(word);
  }

  /** To be called after many `add`s. */
  settle(): void {
    if (this.#waiting.length <= WAITING) return;
    // Sorted runs are merged in linear time by the engine's own sort.
    this.#sorted = this.#sorted.concat(this.#waiting.sort()).sort();
    this.#waiting = [];
  }

  /** The words that begin with `prefix`, ascending; only as many are looked up as are taken. */
  *withPrefix(prefix: string): Generator<string> {
    const late = this.#waiting.filter((word) => word.startsWith(prefix)).sort();
    let next = 0;
    for (let i = this.#firstFrom(prefix); i < this.#sorted.length; i++) {
      const word = this.#sorted[i];
      if (!word.startsWith(prefix)) break;
      while (next < late.length && late[next] < word) yield late[next++];
      yield word;
    }
    while (next < late.length) yield late[next++];
  }

  #firstFrom(prefix: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle] < prefix) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
