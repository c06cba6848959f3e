import type { Listing } from '../listing/listing.ts';
import { associationFeeMonthly, monthlyAmount } from './monthly-fees.ts';

/** Members of records that an older version wrote may be missing. */
export type LandLeaseFields = Partial<
  Pick<Listing, 'propertyType' | 'landLeaseYN' | 'landLeaseAmount' | 'landLeaseAmountFrequency'>
>;

const isInPark = ({ propertyType }: LandLeaseFields) => propertyType === 'Manufactured In Park';

/** Rent of the land or of the space in a park, USD per month, unrounded; `0`: not leased, `null`: leased, and not stated. */
export function landLeaseMonthly(listing: LandLeaseFields): number | null {
  const {
    landLeaseYN = null,
    landLeaseAmount: amount = null,
    landLeaseAmountFrequency: period = null,
  } = listing;
  if (landLeaseYN === false) return 0;
  if (amount !== null) return monthlyAmount(amount, period) || null;
  return landLeaseYN === true || isInPark(listing) ? null : 0;
}

/** In a park the rent of the space pays for what an association does elsewhere; a fee beside it counts if it is stated. */
export function isAssociationInSpaceRent(
  listing: LandLeaseFields & Pick<Listing, 'associationYN' | 'associationFee'>,
): boolean {
  return (
    isInPark(listing) &&
    listing.associationYN !== true &&
    listing.associationFee === null &&
    (landLeaseMonthly(listing) ?? 0) > 0
  );
}

/** What the owner of a home pays each month beside taxes: association and leased land, whole USD; null: a part is not stated. */
export function monthlyDues(
  listing: LandLeaseFields & Parameters<typeof associationFeeMonthly>[0],
): number | null {
  const land = landLeaseMonthly(listing);
  const fee = isAssociationInSpaceRent(listing) ? 0 : associationFeeMonthly(listing);
  return land === null || fee === null ? null : Math.round(fee + land);
}
