interface Spent {
  units: number;
  /** When the window ends (ms). */
  endsAt: number;
}

export interface Allowance {
  /** Units left in this window; below zero when this request exceeded the budget. */
  left: number;
  /** Whole seconds until the window ends; at least 1. */
  reset: number;
}

/**
 * Fixed-window rate limit. A key (an address, an account) may spend `most` units in a window of `seconds`, which begins with
 * its first request. The counts are in the memory of this process: several nodes behind a balancer each grant their own.
 *
 * At most `keys` windows are kept; the oldest are evicted first, so that a flood of addresses uses bounded memory. A window
 * is deleted when it ends, also without further requests: the privacy policy promises that addresses are not kept.
 */
export class RateBudget {
  /** The policy name in the `RateLimit` header. */
  readonly name: string;
  readonly most: number;
  readonly seconds: number;
  /** The value of `RateLimit-Policy`. */
  readonly policy: string;
  readonly #now: () => number;
  readonly #keys: number;
  /** In insertion order. All windows are equally long, so the first one ends first. */
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

  /** Spends `cost` units of the key, also when fewer are left. */
  spend(key: string, cost = 1): Allowance {
    const now = this.#now();
    let spent = this.#spent.get(key);
    if (spent === undefined || spent.endsAt <= now) {
      this.#spent.delete(key);
      this.#evict(now);
      spent = { units: 0, endsAt: now + this.seconds * 1_000 };
      this.#spent.set(key, spent);
      this.#sweepLater();
    }
    spent.units += cost;
    return this.#allowance(spent, now);
  }

  /** What the key has left, without spending. */
  peek(key: string): Allowance {
    const now = this.#now();
    const spent = this.#spent.get(key);
    if (spent === undefined || spent.endsAt <= now) return { left: this.most, reset: this.seconds };
    return this.#allowance(spent, now);
  }

  /** How many windows are kept. */
  get size(): number {
    return this.#spent.size;
  }

  #allowance({ units, endsAt }: Spent, now: number): Allowance {
    return {
      left: this.most - units,
      // A sum of fractions of a clock may come back slightly larger than it went in.
      reset: Math.min(this.seconds, Math.max(1, Math.ceil((endsAt - now) / 1_000))),
    };
  }

  #sweepLater(): void {
    const [oldest] = this.#spent.values();
    if (oldest === undefined || this.#sweep !== undefined) return;
    this.#sweep = setTimeout(
      () => {
        this.#sweep = undefined;
        this.#evict(this.#now());
        this.#sweepLater();
      },
      Math.max(1, oldest.endsAt - this.#now()),
    );
    this.#sweep.unref();
  }

  #evict(now: number): void {
    for (const [key, { endsAt }] of this.#spent) {
      if (endsAt > now && this.#spent.size < this.#keys) return;
      this.#spent.delete(key);
    }
  }
}
