/** Signature of pino's `log.warn`. */
export type Warn = (facts: Record<string, unknown>, message: string) => void;

const EVERY_MS = 60_000;

/** Throttles a warning that could occur with each request: logs it at once and then once a minute with a count. */
export class RareWarning {
  readonly #message: string;
  readonly #warn: Warn;
  readonly #now: () => number;
  #nextAt = Number.NEGATIVE_INFINITY;
  #times = 0;

  /** `now` in ms. */
  constructor(message: string, warn: Warn, now: () => number = Date.now) {
    this.#message = message;
    this.#warn = warn;
    this.#now = now;
  }

  /** `facts` of suppressed occurrences are lost. */
  give(facts: Record<string, unknown>): void {
    this.#times += 1;
    if (this.#now() < this.#nextAt) return;
    this.#warn({ ...facts, times: this.#times }, this.#message);
    this.#nextAt = this.#now() + EVERY_MS;
    this.#times = 0;
  }
}
