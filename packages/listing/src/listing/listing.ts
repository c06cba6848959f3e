import type { StandardStatus } from './standard-status.ts';

/** The wire formats that a feed may speak (docs/feeds.md). */
export const FEED_PROVIDERS = ['bridge', 'slipstream', 'reso'] as const;
export type FeedProvider = (typeof FEED_PROVIDERS)[number];

/** A picture of a listing. `url` is the provider's original, which is never sent to visitors. */
export interface ListingMedia {
  mediaKey: string;
  mediaUrl: string;
  order: number;
  mediaCategory: string;
  shortDescription: string | null;
  imageWidth: number | null;
  imageHeight: number | null;
  /** RESO MediaAlteration values; empty when the feed states none (unknown, not "unaltered"). */
  mediaAlteration: string[];
}

/** A public open house. Instants are ISO-8601 UTC. */
export interface ListingOpenHouse {
  openHouseKey: string;
  openHouseStartTime: string;
  openHouseEndTime: string | null;
  openHouseRemarks: string | null;
}

/** RESO FeeFrequency. */
export type FeeFrequency = string;

/**
 * A normalized record of a dataset: RESO names with a lower-case first letter, identified by (`dataset`, `listingKey`).
 * Units: whole USD (rent: per month), square feet, WGS84 degrees, instants as ISO-8601 UTC, dates as `YYYY-MM-DD`.
 * `null` means unknown, never zero or false; lists are never null. All members may be public; confidential fields of
 * the feed (PrivateRemarks, ShowingInstructions, LockBox…, compensation) stay in the raw record.
 */
export interface Listing {
  dataset: string;
  provider: FeedProvider;
  listingKey: string;
  listingId: string | null;
  originatingSystemName: string | null;
  parcelNumber: string | null;
  /** Parcel id across MLSs (2.1: UniversalParcelId). */
  universalPropertyId: string | null;
  /** Licenses of the row: IDX, VOW, BBO, PDAP; empty when not stated. See `hasPublicLicense`. */
  feedTypes: string[];

  propertyType: string | null;
  propertySubType: string | null;
  /** The feed's own value, unmapped. */
  propertySubTypeRaw: string | null;
  structureType: string[];
  architecturalStyle: string[];
  commonInterest: string | null;
  standardStatus: StandardStatus;
  mlsStatus: string | null;

  listPrice: number | null;
  /** Lower bound of a price range. */
  listPriceLow: number | null;
  originalListPrice: number | null;
  previousListPrice: number | null;
  priceChangeTimestamp: string | null;
  closePrice: number | null;
  closeDate: string | null;
  listingContractDate: string | null;
  onMarketDate: string | null;
  offMarketDate: string | null;
  /** Day on which Coming Soon becomes Active. */
  activationDate: string | null;
  originalEntryTimestamp: string | null;
  statusChangeTimestamp: string | null;
  /** Last change in the MLS. */
  modificationTimestamp: string;
  /**
   * Last change at the provider, which also updates rows itself (BridgeModificationTimestamp, Slipstream's
   * lastUpdated); otherwise that of the MLS. Of two copies the later one is current.
   */
  sourceModifiedAt: string;
  photosChangeTimestamp: string | null;
  daysOnMarket: number | null;
  cumulativeDaysOnMarket: number | null;
  daysInMls: number | null;
  /** Days on the provider, where counted (Slipstream's daysOnHJI); see `daysOnSource`. */
  daysOnSite: number | null;

  unparsedAddress: string | null;
  streetNumber: string | null;
  /** Direction, name and suffix: "N Culver Dr". */
  streetName: string | null;
  unitNumber: string | null;
  city: string | null;
  countyOrParish: string | null;
  stateOrProvince: string | null;
  /** Five digits with leading zeros. */
  postalCode: string | null;
  subdivisionName: string | null;
  /** The MLS's own area name. */
  mlsAreaMajor: string | null;
  buildingName: string | null;
  /** Nearest crossing and directions, which reveal a withheld address. */
  crossStreet: string | null;
  directions: string | null;
  latitude: number | null;
  longitude: number | null;
  propertyTimeZoneName: string | null;

  bedroomsTotal: number | null;
  bathroomsTotalInteger: number | null;
  /** Quarter steps, from the parts when known: 2 full + 1 half = 2.5. */
  bathroomsTotalDecimal: number | null;
  bathroomsFull: number | null;
  bathroomsThreeQuarter: number | null;
  bathroomsHalf: number | null;
  bathroomsOneQuarter: number | null;
  livingArea: number | null;
  livingAreaSource: string | null;
  lotSizeSquareFeet: number | null;
  /** As stated; not derived from square feet, because each is rounded independently. */
  lotSizeAcres: number | null;
  storiesTotal: number | null;
  entryLevel: number | null;
  yearBuilt: number | null;
  newConstructionYN: boolean | null;
  propertyCondition: string[];
  directionFaces: string | null;

  view: string[];
  viewYN: boolean | null;
  waterfrontYN: boolean | null;
  poolPrivateYN: boolean | null;
  poolFeatures: string[];
  spaYN: boolean | null;
  coolingYN: boolean | null;
  cooling: string[];
  heatingYN: boolean | null;
  heating: string[];
  fireplacesTotal: number | null;
  flooring: string[];
  appliances: string[];
  interiorFeatures: string[];
  exteriorFeatures: string[];
  /** RESO OtherStructures: "Guest House", "Shed(s)", or the feed's own values. */
  otherStructures: string[];
  securityFeatures: string[];
  laundryFeatures: string[];
  accessibilityFeatures: string[];
  parkingTotal: number | null;
  garageSpaces: number | null;
  parkingFeatures: string[];

  associationYN: boolean | null;
  associationFee: number | null;
  associationFeeFrequency: FeeFrequency | null;
  associationFee2: number | null;
  associationFee2Frequency: FeeFrequency | null;
  associationFeeIncludes: string[];
  associationAmenities: string[];
  communityFeatures: string[];
  seniorCommunityYN: boolean | null;
  taxAnnualAmount: number | null;
  taxYear: number | null;
  /** Mello-Roos and similar assessments, USD per year. */
  taxOtherAnnualAssessmentAmount: number | null;
  specialListingConditions: string[];
  listingTerms: string[];

  /** Lease terms offered by a rental; empty for a sale. */
  leaseTerm: string[];
  /** Mandatory fees on top of the rent, USD per month (AdditionalRent by its frequency, or a local field; rule R26). */
  requiredMonthlyFees: number | null;
  /** Purpose of such fees, where stated. */
  ongoingFees: string[];
  furnished: string | null;
  availabilityDate: string | null;
  petsAllowed: string[];
  petsAllowedYN: boolean | null;
  maximumNumberOfPets: number | null;
  rentIncludes: string[];
  tenantPays: string[];
  securityDeposit: number | null;
  occupantType: string | null;

  elementarySchool: string | null;
  elementarySchoolDistrict: string | null;
  middleOrJuniorSchool: string | null;
  highSchool: string | null;
  highSchoolDistrict: string | null;

  publicRemarks: string | null;
  virtualTourURLUnbranded: string | null;
  /** The listing's page at its broker or MLS, which shows the address. */
  listingURL: string | null;
  media: ListingMedia[];
  photosCount: number;
  openHouses: ListingOpenHouse[];

  listAgentKey: string | null;
  listAgentMlsId: string | null;
  listAgentFullName: string | null;
  listAgentDirectPhone: string | null;
  listAgentEmail: string | null;
  listAgentStateLicense: string | null;
  coListAgentKey: string | null;
  coListAgentFullName: string | null;
  coListAgentDirectPhone: string | null;
  coListAgentEmail: string | null;
  coListAgentStateLicense: string | null;
  listOfficeKey: string | null;
  listOfficeMlsId: string | null;
  listOfficeName: string | null;
  listOfficePhone: string | null;
  attributionContact: string | null;
  copyrightNotice: string | null;
  /** Disclaimer of this listing; the dataset's own is in its display rules. */
  disclaimer: string | null;

  /** `null` is not stated, as in RESO. See display-rules. */
  internetEntireListingDisplayYN: boolean | null;
  internetAddressDisplayYN: boolean | null;
  internetAutomatedValuationDisplayYN: boolean | null;
  internetConsumerCommentYN: boolean | null;

  /** "BedroomsTotal: 33": rejected values, whose fields are null; missing in older records. */
  implausible?: string[];
}

/** RESO Member, unedited. */
export interface Member {
  dataset: string;
  memberKey: string;
  memberMlsId: string | null;
  memberFullName: string | null;
  memberEmail: string | null;
  memberDirectPhone: string | null;
  memberStateLicense: string | null;
  memberLanguages: string[];
  officeKey: string | null;
  modificationTimestamp: string | null;
}

/** RESO Office. */
export interface Office {
  dataset: string;
  officeKey: string;
  officeMlsId: string | null;
  officeName: string | null;
  officePhone: string | null;
  officeEmail: string | null;
  officeCity: string | null;
  officeStateOrProvince: string | null;
  modificationTimestamp: string | null;
}
