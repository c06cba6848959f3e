import { instantOf } from './normalize/coerce.ts';
import { keyText, type Row } from './resource-walk.ts';

/** Rows remembered as given, so that an overlap does not give them again. */
const MOST_REMEMBERED = 200_000;

/** Which rows were given to the reader of a feed, and in which batch: an overlap repeats rows, the reader need not. */
export class GivenRows {
  readonly #stampOf: (row: Row) => unknown;
  readonly #given = new Map<string, { stamp: string; batch: number }>();

  /** @param stampOf the stamp by which a row is known to have changed */
  constructor(stampOf: (row: Row) => unknown) {
    this.#stampOf = stampOf;
  }

  /** The rows that were not given yet with their present stamp. */
  without(rows: Row[]): Row[] {
    return rows.filter((row) => {
      const given = this.#given.get(keyText(row.ListingKey) ?? '');
      return given === undefined || given.stamp !== this.#stampOf(row);
    });
  }

  remember(rows: Row[], batch: number): void {
    for (const row of rows) {
      const key = keyText(row.ListingKey);
      const stamp = this.#stampOf(row);
      if (key === null || typeof stamp !== 'string') continue;
      this.#given.delete(key);
      this.#given.set(key, { stamp, batch });
    }
    // The oldest go first: during a whole read only its end matters to the next run.
    for (const key of this.#given.keys()) {
      if (this.#given.size <= MOST_REMEMBERED) break;
      this.#given.delete(key);
    }
  }

  /** A batch behind the reader's cursor was never stored; what it held must be given again. */
  forgetUnstored(batch: number): void {
    for (const [key, given] of this.#given) {
      if (given.batch > batch) this.#given.delete(key);
    }
  }

  /** @param oldest ns since the epoch */
  forgetBefore(oldest: bigint): void {
    for (const [key, given] of this.#given) {
      const at = instantOf(given.stamp);
      if (at === null || at < oldest) this.#given.delete(key);
    }
  }

  /** The stamp of the row given `count` rows ago, ns since the epoch; null when fewer were given. */
  instantBack(count: number): bigint | null {
    if (this.#given.size < count) return null;
    let left = this.#given.size - count;
    for (const { stamp } of this.#given.values()) {
      if (left === 0) return instantOf(stamp);
      left -= 1;
    }
    return null;
  }
}
