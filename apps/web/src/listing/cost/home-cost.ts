import type { HomeAnswer } from '@maru/contract';
import {
  type CostEdits,
  DEFAULT_LOAN,
  type PurchaseCost,
  type PurchaseFacts,
  purchaseCost,
  usualClosing,
} from '@maru/listing';
import type { SiteSettings } from '../../site-settings.ts';

/** What a home's record says of its cost, as `purchaseCost` takes it. */
export function purchaseFactsOf({ listing, homeType, source }: HomeAnswer): PurchaseFacts {
  return { ...listing, homeType, asOf: (source.asOf ?? listing.modificationTimestamp).slice(0, 10) };
}

/** How one buys where the visitor has not said it: the site's rate of the day, else the example of @maru/listing. */
export function usualTerms({ mortgageRate }: Pick<SiteSettings, 'mortgageRate'>, now: number) {
  return {
    ...DEFAULT_LOAN,
    rate: mortgageRate?.percent ?? DEFAULT_LOAN.rate,
    closing: usualClosing(now),
  };
}

/** What a home costs its buyer with the visitor's edits; undefined without a price. `now` in ms UTC. */
export function homeCostOf(
  home: HomeAnswer,
  edits: CostEdits,
  site: Pick<SiteSettings, 'mortgageRate'>,
  now: number,
): PurchaseCost | undefined {
  return purchaseCost(purchaseFactsOf(home), edits, usualTerms(site, now));
}
