import { DAY_MS } from '../places/durations.ts';
/**
 * Rates of the day that the site's owner keeps: MORTGAGE_RATE and FX_KRW of the settings, over which an admin's edits
 * may be laid. Each has the day it was true; null is "nobody has set one", never a rate of ours.
 */
export interface SiteRates {
  /** What a loan costs, percent a year. */
  mortgageRate: { percent: number; asOf: string } | null;
  /** Won for a dollar; `isSample` while the product is tried out. */
  wonRate: { won: number; asOf: string; isSample: boolean } | null;
}

/** How old an exchange rate may be and still be shown (rule R81). */
const WON_RATE_DAYS = 7;

/** The rate to show at `now` (ms UTC), or undefined when there is none or it is too old. A sample does not age. */
export function freshWonRate(
  rate: SiteRates['wonRate'] | undefined,
  now: number,
): NonNullable<SiteRates['wonRate']> | undefined {
  if (rate === null || rate === undefined) return undefined;
  const isFresh = rate.isSample || now - Date.parse(rate.asOf) <= (WON_RATE_DAYS + 1) * DAY_MS;
  return isFresh ? rate : undefined;
}
