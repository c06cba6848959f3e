import type { StandardStatus } from './standard-status.ts';

/** The wire formats that a feed may speak (docs/feeds.md). */
export const FEED_PROVIDERS = ['bridge', 'slipstream', 'reso'] as const;
export type FeedProvider = (typeof FEED_PROVIDERS)[number];

/** One picture of a listing. `url` is the provider's original; visitors only ever see our own copy. */
export interface ListingMedia {
  mediaKey: string;
  mediaUrl: string;
  order: number;
  mediaCategory: string;
  shortDescription: string | null;
  imageWidth: number | null;
  imageHeight: number | null;
  /** RESO MediaAlteration values; empty where the feed says nothing (unknown, not "unaltered"). */
  mediaAlteration: string[];
}

/** A public showing. Instants are ISO-8601 UTC. */
export interface ListingOpenHouse {
  openHouseKey: string;
  openHouseStartTime: string;
  openHouseEndTime: string | null;
  openHouseRemarks: string | null;
}

/** RESO FeeFrequency. */
export type FeeFrequency = string;

/**
 * One record of one dataset after `normalize`: RESO names with the first letter lowered. Known by
 * (`dataset`, `listingKey`). Units: money in whole USD (rent: per month), areas in square feet, positions in
 * degrees WGS84, instants ISO-8601 UTC text, dates `YYYY-MM-DD`. `null` is "no value known", never zero or
 * false; lists are never null. Everything here may be stored in public columns; confidential fields of the
 * feed (PrivateRemarks, ShowingInstructions, LockBox…, compensation) stay only in the raw record.
 */
export interface Listing {
  dataset: string;
  provider: FeedProvider;
  listingKey: string;
  listingId: string | null;
  originatingSystemName: string | null;
  parcelNumber: string | null;
  /** The parcel across MLSs (2.1: UniversalParcelId). */
  universalPropertyId: string | null;
  /** The licences behind the row: IDX, VOW, BBO, PDAP; empty where the provider does not say. See `hasPublicLicence`. */
  feedTypes: string[];

  propertyType: string | null;
  propertySubType: string | null;
  /** The feed's own word for it, before any map of ours. */
  propertySubTypeRaw: string | null;
  structureType: string[];
  architecturalStyle: string[];
  commonInterest: string | null;
  standardStatus: StandardStatus;
  mlsStatus: string | null;

  listPrice: number | null;
  /** The low end where a range is asked. */
  listPriceLow: number | null;
  originalListPrice: number | null;
  previousListPrice: number | null;
  priceChangeTimestamp: string | null;
  closePrice: number | null;
  closeDate: string | null;
  listingContractDate: string | null;
  onMarketDate: string | null;
  offMarketDate: string | null;
  /** The day on which Coming Soon becomes Active. */
  activationDate: string | null;
  originalEntryTimestamp: string | null;
  statusChangeTimestamp: string | null;
  /** Last changed in the MLS. */
  modificationTimestamp: string;
  /**
   * Last changed at the provider, who also touches rows that the MLS did not (BridgeModificationTimestamp,
   * Slipstream's lastUpdated); the MLS's own where the provider has none. Of two copies the later one is true.
   */
  sourceModifiedAt: string;
  photosChangeTimestamp: string | null;
  daysOnMarket: number | null;
  cumulativeDaysOnMarket: number | null;
  daysInMls: number | null;
  /** Days that the provider has had it, where it counts them (Slipstream's daysOnHJI); see `daysOnSource`. */
  daysOnSite: number | null;

  unparsedAddress: string | null;
  streetNumber: string | null;
  /** Direction, name and suffix in one: "N Culver Dr". */
  streetName: string | null;
  unitNumber: string | null;
  city: string | null;
  countyOrParish: string | null;
  stateOrProvince: string | null;
  /** Five digits, leading zeros kept. */
  postalCode: string | null;
  subdivisionName: string | null;
  /** The MLS's own name of the area. */
  mlsAreaMajor: string | null;
  buildingName: string | null;
  /** The nearest crossing and the way there: they tell a withheld address. */
  crossStreet: string | null;
  directions: string | null;
  latitude: number | null;
  longitude: number | null;
  propertyTimeZoneName: string | null;

  bedroomsTotal: number | null;
  bathroomsTotalInteger: number | null;
  /** Quarter steps, from the parts where they are known: 2 full + 1 half = 2.5. */
  bathroomsTotalDecimal: number | null;
  bathroomsFull: number | null;
  bathroomsThreeQuarter: number | null;
  bathroomsHalf: number | null;
  bathroomsOneQuarter: number | null;
  livingArea: number | null;
  livingAreaSource: string | null;
  lotSizeSquareFeet: number | null;
  /** As stated; never computed from the square feet, since each is rounded for itself. */
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
  /** RESO OtherStructures: "Guest House", "Shed(s)"; the feed's own words. */
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
  /** Mello-Roos and its kin, USD a year. */
  taxOtherAnnualAssessmentAmount: number | null;
  specialListingConditions: string[];
  listingTerms: string[];

  /** Lengths offered, of a rental; empty for a sale. */
  leaseTerm: string[];
  /** Required on top of the rent, USD a month (AdditionalRent by its frequency, or the MLS's own field; rule R26). */
  requiredMonthlyFees: number | null;
  /** What such fees are for, where the feed names them. */
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
  /** The listing's own page at its broker or MLS, which shows the address. */
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
  /** What the MLS wants said beside this very listing; the dataset's own is in its display rules. */
  disclaimer: string | null;

  /** Three-valued as RESO has them: `null` is "not said". See display-rules. */
  internetEntireListingDisplayYN: boolean | null;
  internetAddressDisplayYN: boolean | null;
  internetAutomatedValuationDisplayYN: boolean | null;
  internetConsumerCommentYN: boolean | null;

  /** "BedroomsTotal: 33": what was sent and cannot be so. The field itself is then null; missing in older records. */
  implausible?: string[];
}

/** RESO Member, as the feed has it; never edited by us. */
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
