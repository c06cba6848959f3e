/** What an integer column holds where the card holds null; every stated value is 0 or more. */
export const UNSTATED = -1;

/** The status bit of rows that no search may find. */
export const NOT_SEARCHABLE = 1 << 7;
