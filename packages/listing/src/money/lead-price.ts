import type { HomeCard } from '../listing/home.ts';
import type { Cluster } from '../search/search-engine.ts';

/** USD (rent: per month). */
export interface PriceParts {
  searchType: HomeCard['searchType'];
  listPrice: number | null;
  /** Rentals; null or missing: not stated. */
  requiredFeesMonthly?: number | null | undefined;
}

/** The price shown everywhere. For rentals with mandatory fees, as far as stated (rule R26); the display must explain it. */
export function leadPrice({ searchType, listPrice, requiredFeesMonthly }: PriceParts): number | null {
  if (searchType !== 'rent' || listPrice === null) return listPrice;
  return listPrice + (requiredFeesMonthly ?? 0);
}

/** For rentals with the included fees. */
export function buildPin({
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
