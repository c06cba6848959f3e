import { HOUR_MS } from '@maru/listing/time';
import { LRUCache } from 'lru-cache';

/**
 * Caches costly values for an hour and one version of the data; a newer version empties the cache. Bounded by the sum of the sizes;
 * the least recently used value is evicted first. Concurrent requests share one computation; failures are not cached.
 *
 * `now` in ms; `sizeOf` in the unit of `most`.
 */
export class HourCache<Value extends NonNullable<unknown>> {
  readonly #values: LRUCache<string, Value, () => Promise<Value>>;
  #version = '';

  constructor(now: () => number, most: number, sizeOf: (value: Value) => number) {
    this.#values = new LRUCache({
      maxSize: most,
      sizeCalculation: sizeOf,
      ttl: HOUR_MS,
      ttlResolution: 0,
      perf: { now },
      fetchMethod: (_key, _old, { context: make }) => make(),
      // A value that a newer version overtakes is still the answer to those who wait for it.
      ignoreFetchAbort: true,
    });
  }

  async find(key: string, version: string, make: () => Promise<Value>): Promise<Value> {
    if (version !== this.#version) {
      this.#values.clear();
      this.#version = version;
    }
    return await this.#values.forceFetch(key, { context: make });
  }
}
