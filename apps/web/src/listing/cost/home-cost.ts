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
import { isSold } from '../card/card-words.ts';
import { dayOn, SITE_ZONE } from '../facts/home-dates.ts';
import { isRange, usdText } from './usd-text.ts';

/** The facts of a home's record that `purchaseCost` needs. */
export function purchaseFacts({ listing, homeType, source, unlevied }: HomeAnswer): PurchaseFacts {
  return {
    ...listing,
    homeType,
    unlevied,
    asOf: dayOn(source.asOf ?? listing.modificationTimestamp, SITE_ZONE),
  };
}

/** Whether the home is in a High or Very High fire hazard severity zone (CAL FIRE), where insurance costs more. */
export function isInFireZone(surroundings: Pick<HomeSurroundingsAnswer, 'hazards'> | null): boolean {
  return (
    surroundings?.hazards.some(({ type, zone }) => type === 'fire' && /^(very )?high$/i.test(zone)) ?? false
  );
}

/** The default terms: the site's current rate, else the example of @maru/listing. */
export function usualTerms({ mortgageRate }: Pick<SiteSettings, 'mortgageRate'>, now: number) {
  return {
    ...DEFAULT_LOAN,
    rate: mortgageRate?.percent ?? DEFAULT_LOAN.rate,
    closing: usualClosing(now),
  };
}

/**
 * The buyer's cost with the visitor's edits; undefined without a price and of a sold home. `now` in ms UTC. A fire zone affects only the upper
 * end of the insurance, so callers that show no range may omit it.
 */
export function computeHomeCost(
  home: HomeAnswer,
  edits: CostEdits,
  site: Pick<SiteSettings, 'mortgageRate'>,
  now: number,
  isWildfireZone = false,
): PurchaseCost | undefined {
  if (isSold(home.listing)) return undefined;
  return purchaseCost({ ...purchaseFacts(home), isWildfireZone }, edits, usualTerms(site, now));
}

/** "≈ $8,256 a month", "at least ≈ $7,900 a month". */
export function monthText(cost: Pick<PurchaseCost, 'monthly' | 'isWhole'>, words: Words): string {
  const amount = usdText(cost.monthly.likely, words);
  if (!cost.isWhole) return words.t('cost.month_least', { amount });
  return words.t(isRange(cost.monthly) ? 'cost.month_about' : 'cost.month', { amount });
}
