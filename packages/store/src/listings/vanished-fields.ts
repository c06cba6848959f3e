import type { FeedProvider, Listing } from '@maru/listing';
import type { PlacedListing } from './change-set.ts';
import type { LedgerSubject } from './ledger.ts';

/**
 * Keeps the stored value of fields that are missing from the row: in OData a field without a value is null, a missing
 * one was not selected (rules F92, F51); in Slipstream missing means null. Only for members of a single field of that
 * name.
 */
export function withVanishedFields(
  placed: PlacedListing,
  stored: LedgerSubject | undefined,
  provider: FeedProvider,
): PlacedListing {
  const { raw, listing } = placed;
  if (stored === undefined || provider === 'slipstream' || typeof raw !== 'object' || raw === null)
    return placed;
  let kept: Record<string, unknown> | undefined;
  // A license stays until the row names another one.
  if (listing.feedTypes.length === 0 && stored.feedTypes?.length > 0 && !Object.hasOwn(raw, 'FeedTypes')) {
    kept = { feedTypes: stored.feedTypes };
  }
  for (const [member, field] of FIELDS) {
    const was = stored[member];
    if (listing[member] !== null || was === null || was === undefined || Object.hasOwn(raw, field)) continue;
    kept ??= {};
    kept[member] = was;
  }
  // Missing in records of an older version.
  for (const [field, was] of Object.entries(stored.otherFields ?? {})) {
    if (Object.hasOwn(listing.otherFields, field) || Object.hasOwn(raw, field)) continue;
    kept ??= {};
    kept.otherFields = { ...listing.otherFields, ...(kept.otherFields ?? {}), [field]: was };
  }
  return kept === undefined ? placed : { ...placed, listing: { ...listing, ...kept } as Listing };
}

const FIELDS = (
  [
    ...(['listingId', 'originatingSystemName', 'parcelNumber', 'universalPropertyId'] as const),
    ...(['propertySubType', 'commonInterest', 'mlsStatus', 'listPrice', 'originalListPrice'] as const),
    ...(['listingContractDate', 'onMarketDate', 'originalEntryTimestamp', 'photosChangeTimestamp'] as const),
    ...(['streetNumber', 'unitNumber', 'city', 'countyOrParish', 'stateOrProvince', 'postalCode'] as const),
    ...(['subdivisionName', 'mlsAreaMajor', 'buildingName'] as const),
    ...(['bedroomsTotal', 'bathroomsFull', 'bathroomsHalf', 'livingAreaSource', 'entryLevel'] as const),
    ...(['yearBuilt', 'newConstructionYN', 'directionFaces', 'waterfrontYN', 'garageSpaces'] as const),
    ...(['associationYN', 'seniorCommunityYN', 'taxAnnualAmount', 'taxYear', 'taxAssessedValue'] as const),
    ...(['landLeaseYN', 'landLeaseAmount', 'landLeaseAmountFrequency'] as const),
    ...(['furnished', 'availabilityDate'] as const),
    ...(['elementarySchool', 'middleOrJuniorSchool', 'highSchool', 'highSchoolDistrict'] as const),
    ...(['publicRemarks', 'listAgentKey', 'listAgentFullName', 'listAgentStateLicense'] as const),
    ...(['coListAgentFullName', 'listOfficeKey', 'listOfficeName', 'listOfficePhone'] as const),
    'attributionContact',
    // An opt-out that is no longer sent stays: a leak cannot be undone.
    ...(['internetEntireListingDisplayYN', 'internetAddressDisplayYN'] as const),
    ...(['internetAutomatedValuationDisplayYN', 'internetConsumerCommentYN'] as const),
  ] satisfies (keyof LedgerSubject)[]
).map((member) => [member, `${member[0]!.toUpperCase()}${member.slice(1)}`] as const);
