/** The value of an integer column where the card has null; every stated value is 0 or more. */
export const UNSTATED = -1;

/** The status bit of rows that no search finds. */
export const NOT_SEARCHABLE = 1 << 7;
