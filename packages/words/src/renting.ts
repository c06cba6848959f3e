import texts from './renting.json' with { type: 'json' };

/** A text in English for its recipient and in Korean for its sender. */
export type BothLanguages = [en: string, ko: string];

export const LETTERS = ['employer', 'bank', 'landlord', 'myself'] as const;
export type Letter = (typeof LETTERS)[number];

/**
 * Texts for first-time renters: letter templates, questions, and how to decline overpayment. Separate from the
 * catalogs, because both languages are always shown.
 */
export const RENTING_TEXTS = texts as unknown as {
  letters: Record<Letter, { title: BothLanguages; text: BothLanguages }>;
  questions: BothLanguages[];
  refusal: BothLanguages;
};
