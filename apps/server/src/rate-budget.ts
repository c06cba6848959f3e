interface Spent {
  calls: number;
  /** When the window ends (ms). */
  endsAt: number;
}

export interface Allowance {
  /** Calls that are left in this window; below zero when this one was too many. */
  left: number;
  /** Whole seconds until all may be spent again; at least 1. */
  reset: number;
}

/**
 * How many calls each key (an address, an account) may make in a window, which begins with its first one. Kept by this
 * process alone: with several behind a balancer each grants its own. At most `keys` are remembered, the oldest windows
 * are forgotten first, so that a flood of addresses costs no more than that. A key is forgotten with its window, whether or
 * not anybody calls again: the privacy policy says so of addresses.
 */
export class RateBudget {
  /** The name that `RateLimit` says. */
  readonly name: string;
  readonly most: number;
  readonly seconds: number;
  /** The value of `RateLimit-Policy`. */
  readonly policy: string;
  readonly #now: () => number;
  readonly #keys: number;
  /** In the order in which the windows began: all are equally long, so the first end first. */
  readonly #spent = new Map<string, Spent>();
  #sweep: NodeJS.Timeout | undefined;

  constructor(options: { name: string; most: number; seconds: number; now?: () => number; keys?: number }) {
    this.name = options.name;
    this.most = options.most;
    this.seconds = options.seconds;
    this.policy = `"${options.name}";q=${options.most};w=${options.seconds}`;
    this.#now = options.now ?? (() => performance.now());
    this.#keys = options.keys ?? 50_000;
  }

  spend(key: string): Allowance {
    const now = this.#now();
    let spent = this.#spent.get(key);
    if (spent === undefined || spent.endsAt <= now) {
      this.#spent.delete(key);
      this.#forgetOld(now);
      spent = { calls: 0, endsAt: now + this.seconds * 1_000 };
      this.#spent.set(key, spent);
      this.#sweepLater();
    }
    spent.calls += 1;
    return {
      left: this.most - spent.calls,
      // The sum of a clock's fractions may come back a trace larger than it went in.
      reset: Math.min(this.seconds, Math.max(1, Math.ceil((spent.endsAt - now) / 1_000))),
    };
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#spent.size;
  }

  #sweepLater(): void {
    const [oldest] = this.#spent.values();
    if (oldest === undefined || this.#sweep !== undefined) return;
    this.#sweep = setTimeout(
      () => {
        this.#sweep = undefined;
        this.#forgetOld(this.#now());
        this.#sweepLater();
      },
      Math.max(1, oldest.endsAt - this.#now()),
    );
    this.#sweep.unref();
  }

  #forgetOld(now: number): void {
    for (const [key, { endsAt }] of this.#spent) {
      if (endsAt > now && this.#spent.size < this.#keys) return;
      this.#spent.delete(key);
    }
  }
}
