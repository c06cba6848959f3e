import type { FeedProvider, Listing } from '@maru/listing';
import type { PlacedListing } from './change-set.ts';
import type { LedgerSubject } from './ledger.ts';

/**
 * Keeps the stored value of every field that is missing from the row. In OData a field without a value is null; a
 * missing one was not selected or dropped from the feed and says nothing about the home (rules F92, F51). In Slipstream
 * missing means null.
 * Applies only to members that come from a single field of the same name; derived members keep their new value.
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
  return kept === undefined ? placed : { ...placed, listing: { ...listing, ...kept } as Listing };
}

const FIELDS = (
  [
    'listingId',
    'originatingSystemName',
    'parcelNumber',
    'universalPropertyId',
    'propertySubType',
    'commonInterest',
    'mlsStatus',
    'listPrice',
    'originalListPrice',
    'listingContractDate',
    'onMarketDate',
    'originalEntryTimestamp',
    'photosChangeTimestamp',
    'streetNumber',
    'unitNumber',
    'city',
    'countyOrParish',
    'stateOrProvince',
    'postalCode',
    'subdivisionName',
    'mlsAreaMajor',
    'buildingName',
    'bedroomsTotal',
    'bathroomsFull',
    'bathroomsHalf',
    'livingAreaSource',
    'entryLevel',
    'yearBuilt',
    'newConstructionYN',
    'directionFaces',
    'waterfrontYN',
    'garageSpaces',
    'associationYN',
    'seniorCommunityYN',
    'taxAnnualAmount',
    'taxYear',
    'furnished',
    'availabilityDate',
    'elementarySchool',
    'middleOrJuniorSchool',
    'highSchool',
    'highSchoolDistrict',
    'publicRemarks',
    'listAgentKey',
    'listAgentFullName',
    'listAgentStateLicense',
    'coListAgentFullName',
    'listOfficeKey',
    'listOfficeName',
    'listOfficePhone',
    'attributionContact',
    // An opt-out that is no longer sent stays: a leak cannot be undone.
    'internetEntireListingDisplayYN',
    'internetAddressDisplayYN',
    'internetAutomatedValuationDisplayYN',
    'internetConsumerCommentYN',
  ] satisfies (keyof LedgerSubject)[]
).map((member) => [member, `${member[0]!.toUpperCase()}${member.slice(1)}`] as const);
