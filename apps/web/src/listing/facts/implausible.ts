import type { HomeAnswer } from '@maru/contract';

/** A fact whose value is unlikely to be right; it is shown as the source sent it. */
export type ImplausibleFact =
  | 'listPrice'
  | 'bedroomsTotal'
  | 'bathrooms'
  | 'livingArea'
  | 'yearBuilt'
  | 'position';

/**
 * The raw value of a field that was rejected as impossible while normalizing and counts as not stated, such as "33";
 * undefined when it was not rejected. `field` is the RESO name.
 */
export function refusedValue({ implausible = [] }: HomeAnswer['listing'], field: string): string | undefined {
  const entry = implausible.find((one) => one.startsWith(`${field}: `));
  return entry?.slice(field.length + 2);
}

/** The oldest US houses are from the 1600s; planned buildings are finished within YEARS_AHEAD. */
const OLDEST_YEAR = 1600;
const YEARS_AHEAD = 5;
/** Lowest plausible price, in USD. */
const LEAST_PRICE = { sale: 1_000, rent: 100 };
/** Plausible living area of a single household and least area per bedroom, in sq ft. */
const LEAST_AREA = 100;
const MOST_AREA = 60_000;
const LEAST_AREA_A_BEDROOM = 70;
const MOST_ROOMS = 20;

/**
 * Facts that look like typing errors. They are shown as reported, with a note, because MLS data must not be altered.
 * The current year is taken from the record, so that server and browser render the same.
 */
export function implausibleFacts({ listing, searchType, homeType, source }: HomeAnswer): ImplausibleFact[] {
  const { listPrice, bedroomsTotal: beds, bathroomsTotalDecimal: baths, livingArea, yearBuilt } = listing;
  const year = Number((source.asOf ?? listing.modificationTimestamp).slice(0, 4));
  const isWholeBuilding = homeType === 'multi';
  const facts: ImplausibleFact[] = [];
  if (listPrice !== null && listPrice < LEAST_PRICE[searchType]) facts.push('listPrice');
  const area = livingArea !== null && livingArea > 0 ? livingArea : null;
  if (!isWholeBuilding && beds !== null) {
    if (beds > MOST_ROOMS || (area !== null && beds * LEAST_AREA_A_BEDROOM > area))
      facts.push('bedroomsTotal');
  }
  if (!isWholeBuilding && baths !== null && baths > MOST_ROOMS) facts.push('bathrooms');
  if (livingArea !== null && (livingArea < LEAST_AREA || (!isWholeBuilding && livingArea > MOST_AREA))) {
    facts.push('livingArea');
  }
  if (yearBuilt !== null && (yearBuilt < OLDEST_YEAR || yearBuilt > year + YEARS_AHEAD))
    facts.push('yearBuilt');
  if (listing.latitude === 0 && listing.longitude === 0) facts.push('position');
  return facts;
}
