import questions from './call-questions.json' with { type: 'json' };

/**
 * What one asks by telephone about a home, in English to be read out and in Korean to be understood. Apart from the
 * catalogues, since the card has both languages whatever the page's.
 */
export const CALL_QUESTIONS = questions as unknown as Record<'sale' | 'rent', [en: string, ko: string][]>;
