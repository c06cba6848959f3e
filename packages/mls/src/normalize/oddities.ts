/** What a feed sent otherwise than its dictionary says. */
export type OddityKind =
  /** Another type than the field has, and still read: a number as text, "Y", a list as one text. */
  | 'coerced'
  /** Of no type that could be read; the field is not known. */
  | 'unreadable'
  /** Read, and impossible: year 9999, 33 bedrooms in a flat; the field is not known. */
  | 'implausible'
  /** Wrong in a way that shows what was meant: latitude and longitude exchanged. */
  | 'repaired'
  /** A word that the dictionary does not have; it is kept as it came. */
  | 'unknown_word';

export interface Oddity {
  kind: OddityKind;
  /** The feed's name of the field: "ListPrice", "Media.Permission". */
  field: string;
  /** What it was: a type ("text"), an unknown word, a repair. Never a value that could be somebody's. */
  detail: string;
  count: number;
}

/**
 * A feed that sends another word in each row must not fill the memory: beyond it details are counted as one, and beyond
 * twice as many, fields too (some have the feed's own names).
 */
const MOST_DETAILS = 5_000;
const OTHER = '(other)';

/** Counts oddities for whoever runs the feeds (rules F51, F52): one for each feed. */
export class OddityCounts {
  readonly #counts = new Map<string, Oddity>();

  note(kind: OddityKind, field: string, detail: string): void {
    const known = this.#counts.get(`${kind}\n${field}\n${detail}`);
    if (known !== undefined) known.count += 1;
    else if (this.#counts.size < (detail === OTHER ? 2 : 1) * MOST_DETAILS || field === OTHER) {
      this.#counts.set(`${kind}\n${field}\n${detail}`, { kind, field, detail, count: 1 });
    } else this.note(kind, detail === OTHER ? OTHER : field, OTHER);
  }

  /** Most frequent first. */
  list(): Oddity[] {
    return [...this.#counts.values()].map((one) => ({ ...one })).sort((a, b) => b.count - a.count);
  }
}
