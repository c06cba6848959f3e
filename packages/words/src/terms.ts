import texts from './terms.json' with { type: 'json' };

/** A term in English and Korean with a one-line definition. */
export interface TermText {
  name: [en: string, ko: string];
  line: [en: string, ko: string];
}

/**
 * Definitions of US housing terms by the ids of `termsIn` in @maru/listing, always in both languages. Separate from the
 * catalogs, because they are rarely opened and then needed completely.
 */
export const TERM_TEXTS = texts as unknown as Record<string, TermText>;
