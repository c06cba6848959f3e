import { DAY_MS } from '../time/durations.ts';
/**
 * Current rates set by the site's owner: MORTGAGE_RATE and FX_KRW, or an admin's edit. Each has its date; null: not
 * set, never replaced by a default.
 */
export interface SiteRates {
  /** Mortgage rate in percent per year. */
  mortgageRate: { percent: number; asOf: string } | null;
  /** KRW per USD; `isSample` in trial mode. */
  wonRate: { won: number; asOf: string; isSample: boolean } | null;
}

/** Maximum age of a displayed exchange rate (rule R81). */
const WON_RATE_DAYS = 7;

/** The exchange rate to display at `now` (ms UTC); undefined when missing or too old. Samples do not expire. */
export function freshWonRate(
  rate: SiteRates['wonRate'] | undefined,
  now: number,
): NonNullable<SiteRates['wonRate']> | undefined {
  if (rate === null || rate === undefined) return undefined;
  const isFresh = rate.isSample || now - Date.parse(rate.asOf) <= (WON_RATE_DAYS + 1) * DAY_MS;
  return isFresh ? rate : undefined;
}
