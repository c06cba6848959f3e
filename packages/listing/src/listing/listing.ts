import type { AppliedCorrection } from '../corrections/correctable-fields.ts';
import type { PublicFieldValues } from './public-fields.ts';
import type { StandardStatus } from './standard-status.ts';

/** The protocols of feeds (docs/feeds.md). */
export const FEED_PROVIDERS = ['bridge', 'slipstream', 'reso'] as const;
export type FeedProvider = (typeof FEED_PROVIDERS)[number];

/** `url` is the provider's original, which is never sent to visitors. */
export interface ListingMedia {
  mediaKey: string;
  mediaUrl: string;
  order: number;
  mediaCategory: string;
  shortDescription: string | null;
  imageWidth: number | null;
  imageHeight: number | null;
  /** Empty: unknown, not "unaltered". */
  mediaAlteration: string[];
}

/** A public open house. Instants are ISO-8601 UTC. */
export interface ListingOpenHouse {
  openHouseKey: string;
  openHouseStartTime: string;
  openHouseEndTime: string | null;
  openHouseRemarks: string | null;
}

/** The units of one kind in a property that is let; rents in USD a month. */
export interface ListingUnitType {
  unitTypeType: string | null;
  unitsTotal: number | null;
  bedsTotal: number | null;
  bathsTotal: number | null;
  /** Of one unit: at present, and as it could be let. */
  actualRent: number | null;
  proForma: number | null;
  /** Of all units of the kind. */
  totalRent: number | null;
  furnished: string | null;
  garageSpaces: number | null;
  description: string | null;
}

/** `dimensions`: as reported ("12 x 10 Feet"). */
export interface ListingRoom {
  roomType: string | null;
  roomLevel: string | null;
  dimensions: string | null;
  /** Square feet. */
  roomArea: number | null;
  roomFeatures: string[];
  description: string | null;
}

export type FeeFrequency = string;

/**
 * A normalized record with RESO names, identified by (`dataset`, `listingKey`). Units: whole USD (rent: per month), square
 * feet, WGS84 degrees, instants as ISO-8601 UTC, dates as `YYYY-MM-DD`. `null` means unknown, never zero or false; lists
 * are never null. Confidential fields of the feed stay in the raw record.
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
  propertySubTypeRaw: string | null;
  structureType: string[];
  architecturalStyle: string[];
  commonInterest: string | null;
  standardStatus: StandardStatus;
  mlsStatus: string | null;

  listPrice: number | null;
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
  modificationTimestamp: string;
  /** Last change at the provider (BridgeModificationTimestamp, lastUpdated), else in the MLS. Of two copies the later wins. */
  sourceModifiedAt: string;
  photosChangeTimestamp: string | null;
  daysOnMarket: number | null;
  cumulativeDaysOnMarket: number | null;
  daysInMls: number | null;
  /** Slipstream's daysOnHJI. */
  daysOnSite: number | null;

  unparsedAddress: string | null;
  streetNumber: string | null;
  /** Direction, name and suffix: "N Culver Dr". */
  streetName: string | null;
  unitNumber: string | null;
  city: string | null;
  countyOrParish: string | null;
  stateOrProvince: string | null;
  /** `US` for its states and territories, else as stated. */
  country: string | null;
  /** Five digits with leading zeros. */
  postalCode: string | null;
  subdivisionName: string | null;
  mlsAreaMajor: string | null;
  buildingName: string | null;
  /** Reveals a withheld address. */
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
  /** As stated: square feet and acres are rounded independently. */
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
  /** Value on the tax roll, USD. */
  taxAssessedValue: number | null;
  /** USD per year. */
  taxOtherAnnualAssessmentAmount: number | null;
  specialListingConditions: string[];
  listingTerms: string[];
  landLeaseYN: boolean | null;
  /** Rent of the land under the home, or of its space in a park. */
  landLeaseAmount: number | null;
  landLeaseAmountFrequency: FeeFrequency | null;
  unitTypes: ListingUnitType[];
  rooms: ListingRoom[];
  /** See `PUBLIC_FIELDS`; missing in older records. */
  otherFields: PublicFieldValues;

  /** The rent as the source states it, per `leaseAmountFrequency`; null when that is null. */
  rentStated: number | null;
  /** Of a rental, where it is not by the month: the prices are then converted, or null where they cannot be. */
  leaseAmountFrequency: FeeFrequency | null;
  leaseTerm: string[];
  /** Mandatory fees on top of the rent, USD per month (rule R26). */
  requiredMonthlyFees: number | null;
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
  disclaimer: string | null;

  internetEntireListingDisplayYN: boolean | null;
  internetAddressDisplayYN: boolean | null;
  internetAutomatedValuationDisplayYN: boolean | null;
  internetConsumerCommentYN: boolean | null;

  /** Rejected values, whose fields are null: "BedroomsTotal: 33". Missing in older records. */
  implausible?: string[];

  /** Of a record that the owner of the site corrected: what holds, and the members as the feed sent them. */
  corrections?: AppliedCorrection[];
  uncorrected?: Partial<Listing>;
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
