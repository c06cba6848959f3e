export type OddityKind =
  /** Readable despite another type: a number as text, "Y", a list as text. */
  | 'coerced'
  /** Unreadable type; the field is unknown. */
  | 'unreadable'
  /** Readable but impossible: year 9999, 33 bedrooms in an apartment; the field is unknown. */
  | 'implausible'
  /** Corrected because the intent is clear: exchanged latitude and longitude. */
  | 'repaired'
  /** Not in the dictionary; kept unchanged. */
  | 'unknown_word';

export interface Oddity {
  kind: OddityKind;
  /** The feed's field name: "ListPrice", "Media.Permission". */
  field: string;
  /** Never personal data. */
  detail: string;
  count: number;
}

/** Bounds memory: above it details are combined, and above twice as many fields too. */
const MAX_DETAILS = 5_000;
const OTHER = '(other)';

/** Of one feed, for its operator (rules F51, F52). */
export class OddityCounts {
  readonly #counts = new Map<string, Oddity>();

  note(kind: OddityKind, field: string, detail: string): void {
    const known = this.#counts.get(`${kind}\n${field}\n${detail}`);
    if (known !== undefined) known.count += 1;
    else if (this.#counts.size < (detail === OTHER ? 2 : 1) * MAX_DETAILS || field === OTHER) {
      this.#counts.set(`${kind}\n${field}\n${detail}`, { kind, field, detail, count: 1 });
    } else this.note(kind, detail === OTHER ? OTHER : field, OTHER);
  }

  list(): Oddity[] {
    return [...this.#counts.values()].map((one) => ({ ...one })).sort((a, b) => b.count - a.count);
  }
}
