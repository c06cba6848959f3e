import { CRITERIA } from './criteria.ts';

/** What a scan found; the arrays are reused by the next scan of the same `Matches`. */
export class Matches {
  /** Rows that match, in the order of the columns. */
  rows = new Int32Array(0);
  count = 0;
  /** Rows that fail one criterion only, and its bit; of the criteria that were asked for. */
  nearRows = new Int32Array(0);
  nearFails = new Int32Array(0);
  nearCount = 0;
  /** By criterion: the rows that pass all else and whose value is unstated. */
  readonly unstated = new Float64Array(CRITERIA.length);

  /** Makes room for all of `length` rows. */
  empty(length: number): void {
    // One place more than rows: a row is written before it is known to belong there.
    if (this.rows.length <= length) {
      this.rows = new Int32Array(length + 1);
      this.nearRows = new Int32Array(length + 1);
      this.nearFails = new Int32Array(length + 1);
    }
    this.count = 0;
    this.nearCount = 0;
    this.unstated.fill(0);
  }
}
