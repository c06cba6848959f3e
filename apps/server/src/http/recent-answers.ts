import { LRUCache } from 'lru-cache';

/**
 * Answers by key, for one version of the data that they are made from: a newer version empties the cache. At most `most` are
 * kept; the least recently used is evicted first.
 */
export class RecentAnswers<Answer extends object | string> {
  readonly #answers: LRUCache<string, Answer>;
  #version = '';

  constructor(most = 2_000) {
    this.#answers = new LRUCache({ max: most });
  }

  /** The answer that is kept, or what `make` makes. */
  find(key: string, version: string, make: () => Answer): Answer {
    if (version !== this.#version) {
      this.#answers.clear();
      this.#version = version;
    }
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = make();
    this.#answers.set(key, answer);
    return answer;
  }
}
