/** The message parts of the late parts of a home's page (home-late.ts). A separate file: the table of routes is in the first script. */
export const HOME_LATE_WORDS = ['sections', 'facts', 'cost', 'sales'] as const;
