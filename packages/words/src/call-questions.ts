import questions from './call-questions.json' with { type: 'json' };

/**
 * Questions to ask by telephone about a home, in English to read out and in Korean to understand. Separate from the
 * catalogs, because both languages are always shown.
 */
export const CALL_QUESTIONS = questions as unknown as Record<'sale' | 'rent', [en: string, ko: string][]>;
