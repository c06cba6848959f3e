import type { Listing } from './listing.ts';

/** Classes of the Data Dictionary that are no homes, nor land to build one on. */
export const OTHER_TYPES: readonly string[] = [
  'Business Opportunity',
  'Commercial Lease',
  'Commercial Real Estate',
  'Commercial Sale',
];
export const OTHER_SUB_TYPES: readonly string[] = [
  'Boat Slip',
  'Business',
  'Deeded Parking',
  'Hotel/Motel',
  'Industrial',
  'Mobile Home Park',
  'Office',
  'Retail',
  'Timeshare',
  'Warehouse',
];
/** A share of the weeks of a year. */
export const TIMESHARE = 'Timeshare';

/** `country` of the states and territories. */
export const HOME_COUNTRY = 'US';

/** `leaseAmountFrequency` of a rent by area, where the feed has no word for it. */
export const PER_SQUARE_FOOT = 'Per Square Foot';

/** "$/SF/YR", "Per Square Foot", "Per Acre": the rent of a space for business or of farm land. Also read by PostgreSQL. */
export const BY_AREA = '(^|[^a-z])(sq|sqft|square|sf|psf|acres?)([^a-z]|$)';
const BY_AREA_PATTERN = new RegExp(BY_AREA, 'i');

export function isLeaseByArea(frequency: string): boolean {
  return BY_AREA_PATTERN.test(frequency);
}

/**
 * Whether the record offers a home, or land, in the United States (rule F100). What is not stated bars nothing. The same
 * rule in SQL: `packages/store/src/listings/barred-record.ts`.
 */
export function isHomeOffer(listing: HomeOfferFields): boolean {
  const { propertyType, propertySubType, commonInterest, leaseAmountFrequency, country } = listing;
  if (propertyType != null && OTHER_TYPES.includes(propertyType)) return false;
  if (propertySubType != null && OTHER_SUB_TYPES.includes(propertySubType)) return false;
  if (commonInterest === TIMESHARE) return false;
  if (leaseAmountFrequency != null && isLeaseByArea(leaseAmountFrequency)) return false;
  return country == null || country === HOME_COUNTRY;
}

/** Missing in records of an older version. */
export type HomeOfferFields = Partial<
  Pick<Listing, 'propertyType' | 'propertySubType' | 'commonInterest' | 'leaseAmountFrequency' | 'country'>
>;
