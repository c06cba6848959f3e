import type { Facing } from '../search/search-query.ts';
import type { HomeType, SearchType } from './property-type.ts';
import type { StandardStatus } from './standard-status.ts';

/** Places of a home as gazetteer slugs, determined when the listing is written. */
export interface PlaceIds {
  state: string | null;
  county: string | null;
  city: string | null;
  zip: string | null;
  /** Neighborhoods may overlap. */
  neighborhoods: readonly string[];
}

/**
 * A home of one search type as used by search and cards: its best listing, without anything that may not be displayed.
 * A home offered for sale and for rent has a card in each search, with the same homeId. Units as in `Listing`; instants
 * are ms since the epoch, UTC.
 */
export interface HomeCard {
  homeId: string;
  searchType: SearchType;
  dataset: string;
  listingKey: string;
  listingId: string | null;
  homeType: HomeType;
  standardStatus: StandardStatus;

  listPrice: number | null;
  previousListPrice: number | null;
  /** Last price change (ms UTC). */
  priceChangedAt: number | null;
  bedroomsTotal: number | null;
  bathroomsTotalDecimal: number | null;
  livingArea: number | null;
  lotSizeSquareFeet: number | null;
  yearBuilt: number | null;
  /** USD per month; null is not stated (see `associationFeeMonthly`). */
  associationFeeMonthly: number | null;
  /** Start of the listing (ms UTC), for the order "newest" and days on market. */
  listedAt: number | null;
  closeDate: string | null;
  /** Mello-Roos and similar assessments, USD per year. */
  taxOtherAnnualAssessmentAmount: number | null;
  /** Rentals: mandatory fees on top of the rent, USD per month (rule R26). */
  requiredFeesMonthly: number | null;
  storiesTotal: number | null;
  parkingTotal: number | null;
  securityDeposit: number | null;
  facing: Facing | null;
  /** Null also for "partially" and "negotiable". */
  furnished: boolean | null;
  /** Shortest lease offered, in months. */
  leaseMonths: number | null;
  availabilityDate: string | null;
  newConstructionYN: boolean | null;
  seniorCommunityYN: boolean | null;
  /** Bit set of features; see features. */
  featuresYes: number;
  featuresStated: number;
  schoolDistrict: string | null;
  /** Slugs of the schools named by the feed. */
  schools: readonly string[];
  /** Local days (`YYYY-MM-DD`) with an open house, ascending, from the card's creation; at most 14. */
  openHouseDays: readonly string[];

  /** "123 Oak St"; null when withheld or unknown. */
  streetLine: string | null;
  unitNumber: string | null;
  city: string | null;
  stateOrProvince: string | null;
  postalCode: string | null;
  addressWithheld: boolean;
  latitude: number | null;
  longitude: number | null;
  placeIds: PlaceIds;

  /** Path below /media of the first photo, without width and extension; null without one. */
  photo: string | null;
  /** RESO MediaAlteration of the first photo; empty when unknown. */
  photoAlteration: readonly string[];
  photosCount: number;
  nextOpenHouse: { startTime: string; endTime: string | null } | null;

  listAgentFullName: string | null;
  listAgentStateLicense: string | null;
  listOfficeName: string | null;
  listOfficePhone: string | null;
  modificationTimestamp: string;
}

/** Identifies a home to remove from the index. */
export interface HomeKey {
  homeId: string;
  searchType: SearchType;
}
