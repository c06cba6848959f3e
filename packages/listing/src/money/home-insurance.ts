import type { HomeType } from '../listing/property-type.ts';
import type { CalendarDay } from '../time/calendar-day.ts';
import { type CentsRange, exactly, type RateRange, toCents } from './cents.ts';

/** Rebuilding cost in USD per square foot (Southern California), and the annual premium in percent of it (rule R56). */
const REBUILD_COST: RateRange = { low: 300, likely: 400, high: 500 };
const PREMIUM_RATE: RateRange = { low: 0.25, likely: 0.4, high: 0.6 };
/** In fire hazard severity zones premiums are up to this many times higher, or only the FAIR Plan insures. */
const WILDFIRE_FACTOR = 3;
/** A condominium owner's own policy (HO-6), USD a month. */
const CONDO_PREMIUM: RateRange = { low: 30, likely: 55, high: 80 };
const PREMIUM_OF_PRICE: RateRange = { low: 0.2, likely: 0.35, high: 0.6 };
export const INSURANCE_AS_OF: CalendarDay = '2026-11-21';

/** For search, annual USD. */
export const INSURANCE_PER_SQUARE_FOOT = (REBUILD_COST.likely * PREMIUM_RATE.likely) / 100;
export const INSURANCE_OF_PRICE = PREMIUM_OF_PRICE.likely / 100;
export const CONDO_INSURANCE = CONDO_PREMIUM.likely * 12;

export type InsuranceBasis = 'none' | 'condo' | 'rebuild' | 'price';

/** Annual; none for land. `livingArea` in sq ft, `price` in USD. */
export function insuranceRange({
  homeType,
  livingArea,
  price,
  isWildfireZone = false,
}: {
  homeType: HomeType;
  livingArea: number | null;
  price: number;
  isWildfireZone?: boolean;
}): { annual: CentsRange; basis: InsuranceBasis } {
  if (homeType === 'land') return { annual: exactly(0), basis: 'none' };
  if (homeType === 'condo' || homeType === 'coop' || homeType === 'apartment') {
    const { low, likely, high } = CONDO_PREMIUM;
    return {
      annual: { low: toCents(low * 12), likely: toCents(likely * 12), high: toCents(high * 12) },
      basis: 'condo',
    };
  }
  const most = isWildfireZone ? WILDFIRE_FACTOR : 1;
  if (livingArea !== null && livingArea > 0) {
    const premium = (at: keyof RateRange) => (livingArea * REBUILD_COST[at] * PREMIUM_RATE[at]) / 100;
    return {
      annual: {
        low: toCents(premium('low')),
        likely: toCents(premium('likely')),
        high: toCents(premium('high') * most),
      },
      basis: 'rebuild',
    };
  }
  const share = (percent: number) => toCents((price * percent) / 100);
  return {
    annual: {
      low: share(PREMIUM_OF_PRICE.low),
      likely: share(PREMIUM_OF_PRICE.likely),
      high: share(PREMIUM_OF_PRICE.high * most),
    },
    basis: 'price',
  };
}
