import type { Listing } from './listing.ts';

/** Facts derived from several fields of a record (rule F96); `null` is not stated. */

export type Pool = 'private' | 'community' | 'none';

export function parsePool(
  listing: Pick<Listing, 'poolPrivateYN' | 'poolFeatures' | 'associationAmenities' | 'communityFeatures'>,
): Pool | null {
  const { poolPrivateYN, poolFeatures } = listing;
  if (poolPrivateYN === true || poolFeatures.includes('Private')) return 'private';
  const isShared =
    hasAny(poolFeatures, ['Community', 'Association']) ||
    hasAny(listing.associationAmenities, ['Pool', 'Indoor Pool']) ||
    listing.communityFeatures.includes('Pool');
  if (isShared) return 'community';
  return poolPrivateYN === false ? 'none' : null;
}

export type Laundry = 'in_unit' | 'in_building' | 'hookups' | 'none';

const IN_UNIT = [
  'In Unit',
  'Inside',
  'Laundry Room',
  'Laundry Closet',
  'In Kitchen',
  'In Hall',
  'Main Level',
  'Upper Level',
  'Lower Level',
];
const HOOKUPS = ['Electric Dryer Hookup', 'Gas Dryer Hookup', 'Washer Hookup'];

export function parseLaundry({ laundryFeatures: said }: Pick<Listing, 'laundryFeatures'>): Laundry | null {
  if (hasAny(said, IN_UNIT)) return 'in_unit';
  if (said.includes('Common Area')) return 'in_building';
  if (said.length > 0 && said.every((one) => HOOKUPS.includes(one))) return 'hookups';
  return said.length === 1 && said[0] === 'None' ? 'none' : null;
}

export type Pets = 'yes' | 'no' | 'restricted';

const PETS_OK = ['Yes', 'Cats OK', 'Dogs OK', 'Birds OK'];
const PETS_LIMITED = ['Breed Restrictions', 'Number Limit', 'Size Limit', 'Call'];

/** "No" beside "Cats OK" excludes other pets. */
export function parsePets(
  listing: Pick<Listing, 'petsAllowed' | 'petsAllowedYN' | 'maximumNumberOfPets'>,
): Pets | null {
  const { petsAllowed: said, petsAllowedYN, maximumNumberOfPets: most } = listing;
  const isRefused = hasAny(said, ['No', 'None']);
  const isLimited = hasAny(said, PETS_LIMITED) || (most !== null && most > 0);
  if (hasAny(said, PETS_OK)) return isLimited || isRefused ? 'restricted' : 'yes';
  if (isLimited) return 'restricted';
  if (isRefused || most === 0) return 'no';
  if (petsAllowedYN === null) return null;
  return petsAllowedYN ? 'yes' : 'no';
}

const FURNISHED = ['furnished', 'unfurnished', 'partially', 'negotiable'] as const;
export type Furnished = (typeof FURNISHED)[number];

/** RESO's values are ours with a capital letter. */
export function parseFurnished({ furnished }: Pick<Listing, 'furnished'>): Furnished | null {
  return FURNISHED.find((one) => one === furnished?.toLowerCase()) ?? null;
}

/** Date of availability, or `now` when it has passed. `today` is the home's local date, YYYY-MM-DD. */
export function availableFrom(
  { availabilityDate }: Pick<Listing, 'availabilityDate'>,
  today: string,
): string | null {
  return availabilityDate !== null && availabilityDate <= today ? 'now' : availabilityDate;
}

/** USD a year; California only, because elsewhere such assessments are something else. */
export function readMelloRoos(
  listing: Pick<Listing, 'stateOrProvince' | 'taxOtherAnnualAssessmentAmount'>,
): number | null {
  return listing.stateOrProvince === 'CA' ? listing.taxOtherAnnualAssessmentAmount : null;
}

/** The day on which it came to the market, not after `now` (a day or an instant, rule F101). */
export function readMarketDay(
  listing: Pick<Listing, 'listingContractDate' | 'onMarketDate'>,
  now: string,
): string | null {
  return (
    [listing.onMarketDate, listing.listingContractDate].find((day) => day !== null && day <= now) ?? null
  );
}

export type AssociationFeeFields = Pick<
  Listing,
  | 'associationYN'
  | 'associationFee'
  | 'associationFeeFrequency'
  | 'associationFee2'
  | 'associationFee2Frequency'
>;

/** Both fees with their frequencies, as reported. */
export function listAssociationFees(listing: AssociationFeeFields) {
  return [
    [listing.associationFee, listing.associationFeeFrequency],
    [listing.associationFee2, listing.associationFee2Frequency],
  ] as const;
}

const hasAny = (said: readonly string[], wanted: readonly string[]): boolean =>
  wanted.some((one) => said.includes(one));
