/** What an integer column holds where the card holds null; every stated value is 0 or more. */
export const UNSTATED = -1;
