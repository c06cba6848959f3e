/** The words that only the later parts of a home's page say: they come with them (home-late.ts). */
export const HOME_LATE_WORDS = ['sections', 'facts', 'cost', 'sales'] as const;
