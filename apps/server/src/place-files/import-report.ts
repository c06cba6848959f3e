/** What of a file could not be used: how many rows for which reason, with the first few by number. */
export class ImportReport {
  readonly #reasons = new Map<string, { count: number; rows: string[] }>();
  refused = 0;
  /** What is no fault of the row (a closed school): counted, and not called an error. */
  readonly left = new Map<string, number>();

  refuse(row: string, reason: string): void {
    this.refused += 1;
    const known = this.#reasons.get(reason) ?? { count: 0, rows: [] };
    known.count += 1;
    if (known.rows.length < 3) known.rows.push(row);
    this.#reasons.set(reason, known);
  }

  leaveOut(reason: string): void {
    this.left.set(reason, (this.left.get(reason) ?? 0) + 1);
  }

  /** One line a reason, most rows first. */
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
