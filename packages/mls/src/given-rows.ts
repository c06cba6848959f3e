import { parseInstant } from './normalize/coerce.ts';
import { keyText, type Row } from './resource-walk.ts';

const MOST_REMEMBERED = 200_000;

/** Tracks what was delivered in which batch, to skip the repeats of an overlap. */
export class Given {
  readonly #given = new Map<string, { stamp: string; batch: number }>();

  has(key: string, stamp: unknown): boolean {
    const given = this.#given.get(key);
    return given !== undefined && given.stamp === stamp;
  }

  remember(key: string, stamp: string, batch: number): void {
    this.#given.delete(key);
    this.#given.set(key, { stamp, batch });
    // Evict the oldest first; after an initial load only its end matters.
    for (const old of this.#given.keys()) {
      if (this.#given.size <= MOST_REMEMBERED) break;
      this.#given.delete(old);
    }
  }

  /** Batches after the caller's cursor were not stored: their rows must be delivered again. */
  forgetUnstored(batch: number): void {
    for (const [key, given] of this.#given) {
      if (given.batch > batch) this.#given.delete(key);
    }
  }

  forget(isOld: (key: string, stamp: string) => boolean): void {
    for (const [key, { stamp }] of this.#given) {
      if (isOld(key, stamp)) this.#given.delete(key);
    }
  }

  /** What was delivered `count` entries ago; undefined when there are fewer. */
  stampBack(count: number): string | undefined {
    let left = this.#given.size - count;
    if (left < 0) return undefined;
    for (const { stamp } of this.#given.values()) {
      if (left === 0) return stamp;
      left -= 1;
    }
    return undefined;
  }
}

/** The delivered rows of an OData resource, by ListingKey. */
export class GivenRows {
  readonly #readStamp: (row: Row) => unknown;
  readonly #given = new Given();

  /** @param readStamp the timestamp for change detection */
  constructor(readStamp: (row: Row) => unknown) {
    this.#readStamp = readStamp;
  }

  without(rows: Row[]): Row[] {
    return rows.filter((row) => !this.#given.has(keyText(row.ListingKey) ?? '', this.#readStamp(row)));
  }

  remember(rows: Row[], batch: number): void {
    for (const row of rows) {
      const key = keyText(row.ListingKey);
      const stamp = this.#readStamp(row);
      if (key !== null && typeof stamp === 'string') this.#given.remember(key, stamp, batch);
    }
  }

  forgetUnstored(batch: number): void {
    this.#given.forgetUnstored(batch);
  }

  /** @param oldest ns since the epoch */
  forgetBefore(oldest: bigint): void {
    this.#given.forget((_, stamp) => (parseInstant(stamp) ?? oldest - 1n) < oldest);
  }

  /** Timestamp of the row delivered `count` rows ago in ns since the epoch; null when there are fewer. */
  instantBack(count: number): bigint | null {
    return parseInstant(this.#given.stampBack(count));
  }
}
