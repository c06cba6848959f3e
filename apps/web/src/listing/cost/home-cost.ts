import type { HomeAnswer, HomeSurroundingsAnswer } from '@maru/contract';
import {
  type CostEdits,
  DEFAULT_LOAN,
  type PurchaseCost,
  type PurchaseFacts,
  purchaseCost,
  usualClosing,
} from '@maru/listing/money';
import type { SiteSettings } from '../../browser/site-settings.ts';
import type { Words } from '../../i18n/words.tsx';
import { dayOn, SITE_ZONE } from '../facts/home-dates.ts';
import { isRange, usdText } from './usd-text.ts';

/** What a home's record says of its cost, as `purchaseCost` takes it. */
export function purchaseFactsOf({ listing, homeType, source }: HomeAnswer): PurchaseFacts {
  return { ...listing, homeType, asOf: dayOn(source.asOf ?? listing.modificationTimestamp, SITE_ZONE) };
}

/** Whether insurers ask more there: a High or Very High fire hazard severity zone (CAL FIRE) among what is known of it. */
export function isInFireZone(surroundings: Pick<HomeSurroundingsAnswer, 'hazards'> | null): boolean {
  return (
    surroundings?.hazards.some(({ type, zone }) => type === 'fire' && /^(very )?high$/i.test(zone)) ?? false
  );
}

/** How one buys where the visitor has not said it: the site's rate of the day, else the example of @maru/listing. */
export function usualTerms({ mortgageRate }: Pick<SiteSettings, 'mortgageRate'>, now: number) {
  return {
    ...DEFAULT_LOAN,
    rate: mortgageRate?.percent ?? DEFAULT_LOAN.rate,
    closing: usualClosing(now),
  };
}

/**
 * What a home costs its buyer with the visitor's edits; undefined without a price. `now` in ms UTC. A fire zone moves the
 * upper end of the insurance alone: what shows no range may leave it out.
 */
export function homeCostOf(
  home: HomeAnswer,
  edits: CostEdits,
  site: Pick<SiteSettings, 'mortgageRate'>,
  now: number,
  isWildfireZone = false,
): PurchaseCost | undefined {
  return purchaseCost({ ...purchaseFactsOf(home), isWildfireZone }, edits, usualTerms(site, now));
}

/** "≈ $8,256 a month", "at least ≈ $7,900 a month". */
export function monthText(cost: Pick<PurchaseCost, 'monthly' | 'isWhole'>, words: Words): string {
  const amount = usdText(cost.monthly.likely, words);
  if (!cost.isWhole) return words.t('cost.month_least', { amount });
  return words.t(isRange(cost.monthly) ? 'cost.month_about' : 'cost.month', { amount });
}
