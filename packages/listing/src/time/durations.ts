/**
 * Durations in ms for arithmetic with instants. Calendar days may differ because of daylight saving time:
 * zoned-time.ts.
 */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
