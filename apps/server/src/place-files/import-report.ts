/** What a format makes of a row; `reason`: rejected, `left`: skipped without an error. */
export type ReadRow<Row> = Row | { reason: string } | { left: string };

/** Counts the unusable rows of a file by reason, with the first row numbers. */
export class ImportReport {
  readonly #reasons = new Map<string, { count: number; rows: string[] }>();
  refused = 0;
  /** Rows skipped for a reason that is not an error (a closed school). */
  readonly left = new Map<string, number>();

  /** The row; undefined when it is rejected or skipped, which is counted. `name`: its position in the file. */
  accept<Row extends object>(name: string, row: ReadRow<Row>): Row | undefined {
    if ('reason' in row) this.#refuse(name, row.reason);
    else if ('left' in row) this.left.set(row.left, (this.left.get(row.left) ?? 0) + 1);
    else return row;
    return undefined;
  }

  #refuse(row: string, reason: string): void {
    this.refused += 1;
    const known = this.#reasons.get(reason) ?? { count: 0, rows: [] };
    known.count += 1;
    if (known.rows.length < 3) known.rows.push(row);
    this.#reasons.set(reason, known);
  }

  /** One line per reason, most frequent first. */
  lines(): string[] {
    const faults = [...this.#reasons]
      .sort(([, a], [, b]) => b.count - a.count)
      .map(
        ([reason, { count, rows }]) =>
          `  refused ${count.toLocaleString('en-US')}: ${reason} (${rows.join(', ')}${count > rows.length ? ', …' : ''})`,
      );
    const left = [...this.left].map(
      ([reason, count]) => `  left out ${count.toLocaleString('en-US')}: ${reason}`,
    );
    return [...faults, ...left];
  }
}
