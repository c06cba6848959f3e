import texts from './renting.json' with { type: 'json' };

/** English for its recipient, Korean for its sender. */
export type BothLanguages = [en: string, ko: string];

export const LETTERS = ['employer', 'bank', 'landlord', 'myself'] as const;
export type Letter = (typeof LETTERS)[number];

/** For first-time renters. Both languages are always shown, so not in the catalogs. */
export const RENTING_TEXTS = texts as unknown as {
  letters: Record<Letter, { title: BothLanguages; text: BothLanguages }>;
  questions: BothLanguages[];
  refusal: BothLanguages;
};
