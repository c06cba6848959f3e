import type { HomeCard } from '../listing/home.ts';
import type { Cluster } from '../search/search-engine.ts';

/** What a price is made of, USD (rent: a month). */
export interface PriceParts {
  searchType: HomeCard['searchType'];
  listPrice: number | null;
  /** Of a rental; null or missing: not stated. */
  requiredFeesMonthly?: number | null | undefined;
}

/**
 * The one price that a home is named by, wherever it is named: heading, card, pin, link, search engines. Of a rental
 * that is the rent with the fees that every tenant must pay, as far as they are stated (rule R26); whoever
 * names it says beside it how it comes about.
 */
export function leadPrice({ searchType, listPrice, requiredFeesMonthly }: PriceParts): number | null {
  if (searchType !== 'rent' || listPrice === null) return listPrice;
  return listPrice + (requiredFeesMonthly ?? 0);
}

/** What a map's pin tells of its home; of a rental also the fees that its price holds. */
export function pinOf({
  homeId,
  searchType,
  listPrice,
  requiredFeesMonthly: fees,
  standardStatus,
}: Pick<
  HomeCard,
  'homeId' | 'searchType' | 'listPrice' | 'requiredFeesMonthly' | 'standardStatus'
>): NonNullable<Cluster['home']> {
  if (searchType !== 'rent' || fees === null || fees === 0) return { homeId, listPrice, standardStatus };
  return { homeId, listPrice, requiredFeesMonthly: fees, standardStatus };
}
