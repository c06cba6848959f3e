import texts from './renting.json' with { type: 'json' };

/** A text in English, for whoever receives it, and in Korean, for whoever sends it. */
export type BothLanguages = [en: string, ko: string];

export const LETTERS = ['employer', 'bank', 'landlord', 'myself'] as const;
export type Letter = (typeof LETTERS)[number];

/**
 * What one who rents for the first time sends and asks: letters to be filled in, questions, and how to refuse to
 * overpay. Always in both languages, so apart from the catalogues.
 */
export const RENTING_TEXTS = texts as unknown as {
  letters: Record<Letter, { title: BothLanguages; text: BothLanguages }>;
  questions: BothLanguages[];
  refusal: BothLanguages;
};
