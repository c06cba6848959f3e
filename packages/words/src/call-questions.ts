import questions from './call-questions.json' with { type: 'json' };

/** For the telephone: English to read out, Korean to understand. Both are always shown, so not in the catalogs. */
export const CALL_QUESTIONS = questions as unknown as Record<'sale' | 'rent', [en: string, ko: string][]>;
