/** The message parts of the late parts of a home's page, loaded with them (home-late.ts). */
export const HOME_LATE_WORDS = ['sections', 'facts', 'cost', 'sales'] as const;
