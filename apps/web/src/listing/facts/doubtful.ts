import type { HomeAnswer } from '@maru/contract';

/** A fact that is shown as its source sent it, and hardly can be so. */
export type Doubt = 'listPrice' | 'bedroomsTotal' | 'bathrooms' | 'livingArea' | 'yearBuilt' | 'position';

/**
 * "33" where a feed said of a fact what cannot be so, and we therefore count it as not stated; undefined otherwise. By the
 * name of RESO, as it was sent.
 */
export function refusedValue({ implausible = [] }: HomeAnswer['listing'], field: string): string | undefined {
  const told = implausible.find((one) => one.startsWith(`${field}: `));
  return told?.slice(field.length + 2);
}

/** The oldest house of the country is of the 1600s; what is announced is finished within this many years. */
const OLDEST_YEAR = 1600;
const YEARS_AHEAD = 5;
/** Nobody sells or lets a home for less, in USD. */
const LEAST_PRICE = { sale: 1_000, rent: 100 };
/** Sq ft that a home of one household has, and that each of its bedrooms takes. */
const LEAST_AREA = 100;
const MOST_AREA = 60_000;
const LEAST_AREA_A_BEDROOM = 70;
const MOST_ROOMS = 20;

/**
 * What of a record looks like a slip of who typed it. It stays as reported, since we do not change what an MLS states,
 * and the page says that it is doubtful. The year is that of the record's own age, so that server and browser agree.
 */
export function doubtsOf({ listing, searchType, homeType, source }: HomeAnswer): Doubt[] {
  const { listPrice, bedroomsTotal: beds, bathroomsTotalDecimal: baths, livingArea, yearBuilt } = listing;
  const year = Number((source.asOf ?? listing.modificationTimestamp).slice(0, 4));
  const isWholeBuilding = homeType === 'multi';
  const doubts: Doubt[] = [];
  if (listPrice !== null && listPrice < LEAST_PRICE[searchType]) doubts.push('listPrice');
  const area = livingArea !== null && livingArea > 0 ? livingArea : null;
  if (!isWholeBuilding && beds !== null) {
    if (beds > MOST_ROOMS || (area !== null && beds * LEAST_AREA_A_BEDROOM > area))
      doubts.push('bedroomsTotal');
  }
  if (!isWholeBuilding && baths !== null && baths > MOST_ROOMS) doubts.push('bathrooms');
  if (livingArea !== null && (livingArea < LEAST_AREA || (!isWholeBuilding && livingArea > MOST_AREA))) {
    doubts.push('livingArea');
  }
  if (yearBuilt !== null && (yearBuilt < OLDEST_YEAR || yearBuilt > year + YEARS_AHEAD))
    doubts.push('yearBuilt');
  // No home of the country stands off the coast of Ghana.
  if (listing.latitude === 0 && listing.longitude === 0) doubts.push('position');
  return doubts;
}
