import texts from './terms.json' with { type: 'json' };

/** A term in English and in Korean: what it is called, and one line of what it means. */
export interface TermText {
  name: [en: string, ko: string];
  line: [en: string, ko: string];
}

/**
 * What the words of American housing mean, by the ids of `termsIn` of @maru/listing, always in both languages: a parent
 * and a child read the same popover. Apart from the catalogues, since few open one, and then one needs them all.
 */
export const TERM_TEXTS = texts as unknown as Record<string, TermText>;
