import { parseInstant } from './normalize/coerce.ts';
import { keyText, type Row } from './resource-walk.ts';

const MAX_ENTRIES = 200_000;

/** Tracks what was delivered in which batch, to skip the repeats of an overlap. */
export class Delivered {
  readonly #delivered = new Map<string, { stamp: string; batch: number }>();

  has(key: string, stamp: unknown): boolean {
    const given = this.#delivered.get(key);
    return given !== undefined && given.stamp === stamp;
  }

  remember(key: string, stamp: string, batch: number): void {
    this.#delivered.delete(key);
    this.#delivered.set(key, { stamp, batch });
    // Evict the oldest first; after an initial load only its end matters.
    for (const old of this.#delivered.keys()) {
      if (this.#delivered.size <= MAX_ENTRIES) break;
      this.#delivered.delete(old);
    }
  }

  /** Batches after the caller's cursor were not stored: their rows must be delivered again. */
  forgetUnstored(batch: number): void {
    for (const [key, given] of this.#delivered) {
      if (given.batch > batch) this.#delivered.delete(key);
    }
  }

  forget(isOld: (key: string, stamp: string) => boolean): void {
    for (const [key, { stamp }] of this.#delivered) {
      if (isOld(key, stamp)) this.#delivered.delete(key);
    }
  }

  /** What was delivered `count` entries ago; undefined when there are fewer. */
  stampBack(count: number): string | undefined {
    let left = this.#delivered.size - count;
    if (left < 0) return undefined;
    for (const { stamp } of this.#delivered.values()) {
      if (left === 0) return stamp;
      left -= 1;
    }
    return undefined;
  }
}

/** The delivered rows of an OData resource, by ListingKey. */
export class DeliveredRows {
  readonly #readStamp: (row: Row) => unknown;
  readonly #delivered = new Delivered();

  /** @param readStamp the timestamp for change detection */
  constructor(readStamp: (row: Row) => unknown) {
    this.#readStamp = readStamp;
  }

  without(rows: Row[]): Row[] {
    return rows.filter((row) => !this.#delivered.has(keyText(row.ListingKey) ?? '', this.#readStamp(row)));
  }

  remember(rows: Row[], batch: number): void {
    for (const row of rows) {
      const key = keyText(row.ListingKey);
      const stamp = this.#readStamp(row);
      if (key !== null && typeof stamp === 'string') this.#delivered.remember(key, stamp, batch);
    }
  }

  forgetUnstored(batch: number): void {
    this.#delivered.forgetUnstored(batch);
  }

  /** @param oldest ns since the epoch */
  forgetBefore(oldest: bigint): void {
    this.#delivered.forget((_, stamp) => (parseInstant(stamp) ?? oldest - 1n) < oldest);
  }

  /** Timestamp of the row delivered `count` rows ago in ns since the epoch; null when there are fewer. */
  instantBack(count: number): bigint | null {
    return parseInstant(this.#delivered.stampBack(count));
  }
}
