const HOUR = 3_600_000;

interface Kept<Value> {
  value: Promise<Value>;
  madeAt: number;
  size: number;
}

/**
 * Caches costly values for an hour and one version of the data; a newer version empties the cache. Bounded by the sum of the sizes;
 * the oldest value is evicted first. Concurrent requests share one computation; failures are not cached.
 *
 * `now` in ms; `sizeOf` in the unit of `most`.
 */
export class HourCache<Value> {
  readonly #now: () => number;
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #kept = new Map<string, Kept<Value>>();
  #version = '';

  constructor(now: () => number, most: number, sizeOf: (value: Value) => number) {
    this.#now = now;
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  async find(key: string, version: string, make: () => Promise<Value>): Promise<Value> {
    if (version !== this.#version) {
      this.#kept.clear();
      this.#version = version;
    }
    const known = this.#kept.get(key);
    if (known !== undefined && this.#now() - known.madeAt < HOUR) return known.value;
    const kept: Kept<Value> = { value: make(), madeAt: this.#now(), size: 0 };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    try {
      const value = await kept.value;
      kept.size = this.#sizeOf(value);
      this.#shrink();
      return value;
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
      throw error;
    }
  }

  #shrink(): void {
    let size = 0;
    for (const one of this.#kept.values()) size += one.size;
    for (const [key, one] of this.#kept) {
      if (size <= this.#most) return;
      size -= one.size;
      if (one.size > 0) this.#kept.delete(key);
    }
  }
}
