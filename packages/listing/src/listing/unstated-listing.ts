import type { Listing } from './listing.ts';

export type ListingIdentity = Pick<
  Listing,
  'dataset' | 'provider' | 'listingKey' | 'standardStatus' | 'modificationTimestamp'
>;

export function unstatedListing(identity: ListingIdentity): Listing {
  return { ...UNSTATED, sourceModifiedAt: identity.modificationTimestamp, ...identity };
}

/** Completes a record of an older version: newer members are null, and a lease term stored as text becomes a list. */
export function completeListing<T extends ListingIdentity & { leaseTerm?: unknown; photosCount?: unknown }>(
  record: T,
): T & Listing {
  const { leaseTerm } = record;
  const whole = { ...unstatedListing(record), ...record };
  return {
    ...whole,
    leaseTerm: Array.isArray(leaseTerm) ? leaseTerm : typeof leaseTerm === 'string' ? [leaseTerm] : [],
    photosCount: typeof record.photosCount === 'number' ? record.photosCount : 0,
  } as T & Listing;
}

const nulls = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
const lists = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, never[]>;

/** The members in the order of `Listing`, first those that are null, then the lists. */
const UNSTATED: Omit<Listing, keyof ListingIdentity | 'sourceModifiedAt'> = {
  ...nulls('listingId', 'originatingSystemName', 'parcelNumber', 'universalPropertyId', 'propertyType'),
  ...nulls('propertySubType', 'propertySubTypeRaw', 'commonInterest', 'mlsStatus', 'listPrice'),
  ...nulls('listPriceLow', 'originalListPrice', 'previousListPrice', 'priceChangeTimestamp', 'closePrice'),
  ...nulls('closeDate', 'listingContractDate', 'onMarketDate', 'offMarketDate', 'activationDate'),
  ...nulls('originalEntryTimestamp', 'statusChangeTimestamp', 'photosChangeTimestamp', 'daysOnMarket'),
  ...nulls('cumulativeDaysOnMarket', 'daysInMls', 'daysOnSite', 'unparsedAddress', 'streetNumber'),
  ...nulls('streetName', 'unitNumber', 'city', 'countyOrParish', 'stateOrProvince', 'country'),
  ...nulls('postalCode', 'subdivisionName', 'mlsAreaMajor', 'buildingName', 'crossStreet', 'directions'),
  ...nulls('latitude', 'longitude', 'propertyTimeZoneName', 'bedroomsTotal', 'bathroomsTotalInteger'),
  ...nulls('bathroomsTotalDecimal', 'bathroomsFull', 'bathroomsThreeQuarter', 'bathroomsHalf'),
  ...nulls('bathroomsOneQuarter', 'livingArea', 'livingAreaSource', 'lotSizeSquareFeet', 'lotSizeAcres'),
  ...nulls('storiesTotal', 'entryLevel', 'yearBuilt', 'newConstructionYN', 'directionFaces', 'viewYN'),
  ...nulls('waterfrontYN', 'poolPrivateYN', 'spaYN', 'coolingYN', 'heatingYN', 'fireplacesTotal'),
  ...nulls('parkingTotal', 'garageSpaces', 'associationYN', 'associationFee', 'associationFeeFrequency'),
  ...nulls('associationFee2', 'associationFee2Frequency', 'seniorCommunityYN', 'taxAnnualAmount'),
  ...nulls('taxYear', 'taxAssessedValue', 'taxOtherAnnualAssessmentAmount', 'landLeaseYN'),
  ...nulls('landLeaseAmount', 'landLeaseAmountFrequency', 'rentStated', 'leaseAmountFrequency'),
  ...nulls('requiredMonthlyFees', 'furnished', 'availabilityDate', 'petsAllowedYN', 'maximumNumberOfPets'),
  ...nulls('securityDeposit', 'occupantType', 'elementarySchool', 'elementarySchoolDistrict'),
  ...nulls('middleOrJuniorSchool', 'highSchool', 'highSchoolDistrict', 'publicRemarks'),
  ...nulls('virtualTourURLUnbranded', 'listingURL', 'listAgentKey', 'listAgentMlsId', 'listAgentFullName'),
  ...nulls('listAgentDirectPhone', 'listAgentEmail', 'listAgentStateLicense', 'coListAgentKey'),
  ...nulls('coListAgentFullName', 'coListAgentDirectPhone', 'coListAgentEmail', 'coListAgentStateLicense'),
  ...nulls('listOfficeKey', 'listOfficeMlsId', 'listOfficeName', 'listOfficePhone', 'attributionContact'),
  ...nulls('copyrightNotice', 'disclaimer', 'internetEntireListingDisplayYN', 'internetAddressDisplayYN'),
  ...nulls('internetAutomatedValuationDisplayYN', 'internetConsumerCommentYN'),
  ...lists('feedTypes', 'structureType', 'architecturalStyle', 'propertyCondition', 'view', 'poolFeatures'),
  ...lists('cooling', 'heating', 'flooring', 'appliances', 'interiorFeatures', 'exteriorFeatures'),
  ...lists('otherStructures', 'securityFeatures', 'laundryFeatures', 'accessibilityFeatures'),
  ...lists('parkingFeatures', 'associationFeeIncludes', 'associationAmenities', 'communityFeatures'),
  ...lists('specialListingConditions', 'listingTerms', 'unitTypes', 'rooms', 'leaseTerm', 'ongoingFees'),
  ...lists('petsAllowed', 'rentIncludes', 'tenantPays', 'media', 'openHouses', 'implausible'),
  otherFields: {},
  photosCount: 0,
};
