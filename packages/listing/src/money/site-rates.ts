import { DAY_MS } from '../time/durations.ts';
/** Set by the owner: MORTGAGE_RATE and FX_KRW, or an admin's edit. Null: not set, never replaced by a default. */
export interface SiteRates {
  mortgageRate: { percent: number; asOf: string } | null;
  /** KRW per USD; `isSample` in trial mode. */
  wonRate: { won: number; asOf: string; isSample: boolean } | null;
}

/** Maximum age of a displayed exchange rate (rule R81). */
const WON_RATE_DAYS = 7;

/** Undefined when missing or too old at `now` (ms UTC). Samples do not expire. */
export function freshWonRate(
  rate: SiteRates['wonRate'] | undefined,
  now: number,
): NonNullable<SiteRates['wonRate']> | undefined {
  if (rate === null || rate === undefined) return undefined;
  const isFresh = rate.isSample || now - Date.parse(rate.asOf) <= (WON_RATE_DAYS + 1) * DAY_MS;
  return isFresh ? rate : undefined;
}
