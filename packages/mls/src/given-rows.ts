import { parseInstant } from './normalize/coerce.ts';
import { keyText, type Row } from './resource-walk.ts';

const MOST_REMEMBERED = 200_000;

/** Tracks which rows were delivered in which batch, to skip the repeats of an overlap. */
export class GivenRows {
  readonly #readStamp: (row: Row) => unknown;
  readonly #given = new Map<string, { stamp: string; batch: number }>();

  /** @param stampOf the timestamp for change detection */
  constructor(stampOf: (row: Row) => unknown) {
    this.#readStamp = stampOf;
  }

  without(rows: Row[]): Row[] {
    return rows.filter((row) => {
      const given = this.#given.get(keyText(row.ListingKey) ?? '');
      return given === undefined || given.stamp !== this.#readStamp(row);
    });
  }

  remember(rows: Row[], batch: number): void {
    for (const row of rows) {
      const key = keyText(row.ListingKey);
      const stamp = this.#readStamp(row);
      if (key === null || typeof stamp !== 'string') continue;
      this.#given.delete(key);
      this.#given.set(key, { stamp, batch });
    }
    // Evict the oldest first; after an initial load only its end matters.
    for (const key of this.#given.keys()) {
      if (this.#given.size <= MOST_REMEMBERED) break;
      this.#given.delete(key);
    }
  }

  /** Batches after the caller's cursor were not stored; their rows must be delivered again. */
  forgetUnstored(batch: number): void {
    for (const [key, given] of this.#given) {
      if (given.batch > batch) this.#given.delete(key);
    }
  }

  /** @param oldest ns since the epoch */
  forgetBefore(oldest: bigint): void {
    for (const [key, given] of this.#given) {
      const at = parseInstant(given.stamp);
      if (at === null || at < oldest) this.#given.delete(key);
    }
  }

  /** Timestamp of the row delivered `count` rows ago in ns since the epoch; null when there are fewer. */
  instantBack(count: number): bigint | null {
    if (this.#given.size < count) return null;
    let left = this.#given.size - count;
    for (const { stamp } of this.#given.values()) {
      if (left === 0) return parseInstant(stamp);
      left -= 1;
    }
    return null;
  }
}
