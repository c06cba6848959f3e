import type { FeedProvider, Listing } from '@maru/listing';
import type { PlacedListing } from './change-set.ts';
import type { LedgerSubject } from './ledger.ts';

/**
 * The listing with the stored value of every field that its row does not carry at all. On the wire of OData a field
 * without a value is null; one that is missing was not selected or dropped out of the feed, which says nothing of the
 * home (rules F92, F51). Slipstream leaves out what has no value: there missing is null.
 *
 * Only members that are one field of the row, under its own name: what is worked out from several is what it is now.
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
  // A licence that was named holds until the row names another one.
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
    // A refusal that is no longer heard stands: a leak cannot be taken back.
    'internetEntireListingDisplayYN',
    'internetAddressDisplayYN',
    'internetAutomatedValuationDisplayYN',
    'internetConsumerCommentYN',
  ] satisfies (keyof LedgerSubject)[]
).map((member) => [member, `${member[0]!.toUpperCase()}${member.slice(1)}`] as const);
