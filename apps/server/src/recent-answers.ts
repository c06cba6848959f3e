/**
 * What was answered lately, for one version of what it was made from: with a newer one all is forgotten. The least
 * recently asked goes first.
 */
export class RecentAnswers<Answer> {
  readonly #most: number;
  readonly #answers = new Map<string, Answer>();
  #version = '';

  constructor(most = 2_000) {
    this.#most = most;
  }

  /** The answer that is kept, or what `make` makes. */
  find(key: string, version: string, make: () => Answer): Answer {
    if (version !== this.#version) {
      this.#answers.clear();
      this.#version = version;
    }
    const known = this.#answers.get(key);
    const answer = known ?? make();
    if (known !== undefined) this.#answers.delete(key);
    this.#answers.set(key, answer);
    if (this.#answers.size > this.#most) {
      for (const oldest of this.#answers.keys()) {
        this.#answers.delete(oldest);
        break;
      }
    }
    return answer;
  }
}
