import type { CalendarDay } from '../time/calendar-day.ts';
import { type Cents, type CentsRange, type RateRange, roundCents, toCents } from './cents.ts';
import { type DatedFigure, figureOn } from './dated-figure.ts';

/**
 * Percent of the price per year: effective rates of owner-occupied homes (US Census Bureau, ACS 2019–2023). California's is
 * that of a new purchase (1 % and voted debt, rule R52), since the present owner's bill is not the buyer's (rule R25).
 */
const STATE_TAX_RATES: Record<string, number> = Object.fromEntries(
  (
    'al 0.4|ak 1.1|az 0.6|ar 0.6|ca 1.1|co 0.5|ct 1.9|de 0.6|dc 0.6|fl 0.9|ga 0.9|hi 0.3|id 0.6|il 2.1|in 0.8|' +
    'ia 1.5|ks 1.3|ky 0.8|la 0.6|me 1.1|md 1.0|ma 1.1|mi 1.3|mn 1.0|ms 0.7|mo 0.9|mt 0.7|ne 1.5|nv 0.5|nh 1.8|' +
    'nj 2.2|nm 0.7|ny 1.6|nc 0.7|nd 1.0|oh 1.4|ok 0.8|or 0.8|pa 1.4|pr 0.8|ri 1.3|sc 0.5|sd 1.1|tn 0.6|tx 1.6|' +
    'ut 0.5|vt 1.7|va 0.8|wa 0.9|wv 0.5|wi 1.5|wy 0.5'
  )
    .split('|')
    .map((one) => [one.slice(0, 2), Number(one.slice(3))]),
);
const USUAL_TAX_RATE = 1;
const STATE_SPREAD = 0.35;

export const TAX_RATES_AS_OF: CalendarDay = '2026-11-21';

/** Californian counties: 1 % plus voted debt, percent per year. Others: `CALIFORNIA_RATE`. */
const CALIFORNIA_RATES: Record<string, RateRange> = {
  'ca/orange': { low: 1.02, likely: 1.1, high: 1.2 },
  'ca/los angeles': { low: 1.05, likely: 1.1, high: 1.25 },
};
const CALIFORNIA_RATE: RateRange = { low: 1, likely: 1.1, high: 1.25 };

/** Percent per year, as used by search; `state` is a slug. */
export function propertyTaxRate(state: string | null): number {
  return STATE_TAX_RATES[state ?? ''] ?? USUAL_TAX_RATE;
}

export type TaxRateBasis = 'california_county' | 'california' | 'state' | 'usual';

/** Percent per year, for a buyer without the tax-rate area's own. `county` is `ca/orange`. */
export function propertyTaxRates(
  state: string | null,
  county: string | null,
): { rates: RateRange; basis: TaxRateBasis } {
  const own = county === null ? undefined : CALIFORNIA_RATES[county];
  if (own !== undefined) return { rates: own, basis: 'california_county' };
  if (state === 'ca') return { rates: CALIFORNIA_RATE, basis: 'california' };
  const likely = propertyTaxRate(state);
  const spread = (factor: number) => Math.round(likely * factor * 100) / 100;
  const rates = { low: spread(1 - STATE_SPREAD), likely, high: spread(1 + STATE_SPREAD) };
  return { rates, basis: state !== null && state in STATE_TAX_RATES ? 'state' : 'usual' };
}

/** USD. */
const HOMEOWNERS_EXEMPTION: readonly DatedFigure<number>[] = [
  {
    value: 7_000,
    from: '1974-01-01',
    source: 'California Revenue and Taxation Code § 218',
    url: 'https://www.boe.ca.gov/proptaxes/homeowners_exemption.htm',
    checked: '2026-11-21',
  },
];

/** Less the exemption for owner-occupied homes in California. Never below 0. */
export function taxableValue(
  price: Cents,
  { state, isOwnerOccupied, day }: { state: string | null; isOwnerOccupied: boolean; day: CalendarDay },
): Cents {
  const exemption =
    isOwnerOccupied && state === 'ca' ? figureOn(HOMEOWNERS_EXEMPTION, day)?.value : undefined;
  return Math.max(0, price - toCents(exemption ?? 0));
}

export function annualTax(value: Cents, rates: RateRange): CentsRange {
  const at = (percent: number) => roundCents((value * percent) / 100);
  return { low: at(rates.low), likely: at(rates.likely), high: at(rates.high) };
}
