import texts from './terms.json' with { type: 'json' };

export interface TermText {
  name: [en: string, ko: string];
  line: [en: string, ko: string];
}

/** By the ids of `termsIn` in @maru/listing. Both languages are always shown, so not in the catalogs. */
export const TERM_TEXTS = texts as unknown as Record<string, TermText>;
