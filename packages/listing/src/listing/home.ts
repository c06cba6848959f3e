import type { Facing } from '../search/search-query.ts';
import type { HomeType, SearchType } from './property-type.ts';
import type { StandardStatus } from './standard-status.ts';

/** The places a home lies in, as gazetteer slugs; decided once, when the listing is written. */
export interface PlaceIds {
  state: string | null;
  county: string | null;
  city: string | null;
  zip: string | null;
  /** A home may lie within the radius of several neighbourhoods. */
  neighborhoods: readonly string[];
}

/**
 * One home of one search type as search and its cards see it: its best listing, already stripped of what may
 * not be displayed. A home offered both for sale and for rent has one card in each search, with one homeId.
 * Units as in `Listing`; instants here are ms since the epoch, UTC.
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
  /** When the price last changed (ms UTC). */
  priceChangedAt: number | null;
  bedroomsTotal: number | null;
  bathroomsTotalDecimal: number | null;
  livingArea: number | null;
  lotSizeSquareFeet: number | null;
  yearBuilt: number | null;
  /** USD a month; null is "not stated" (see `associationFeeMonthly`). */
  associationFeeMonthly: number | null;
  /** First shown (ms UTC): orders "newest" and counts the days on the market. */
  listedAt: number | null;
  closeDate: string | null;
  /** Mello-Roos and its kin, USD a year. */
  taxOtherAnnualAssessmentAmount: number | null;
  /** Of a rental: required beside the rent, USD a month (rule R26). */
  requiredFeesMonthly: number | null;
  storiesTotal: number | null;
  parkingTotal: number | null;
  securityDeposit: number | null;
  facing: Facing | null;
  /** Null also for "partially" and "negotiable". */
  furnished: boolean | null;
  /** The shortest lease offered, months. */
  leaseMonths: number | null;
  availabilityDate: string | null;
  newConstructionYN: boolean | null;
  seniorCommunityYN: boolean | null;
  /** See features: bits of those that it has, and of those that are stated. */
  featuresYes: number;
  featuresStated: number;
  schoolDistrict: string | null;
  /** Slugs of the schools that the feed names. */
  schools: readonly string[];
  /** Local days (`YYYY-MM-DD`) with an open house, ascending, from when the card was made; at most 14. */
  openHouseDays: readonly string[];

  /** "123 Oak St"; null when the seller withholds the address or none is known. */
  streetLine: string | null;
  unitNumber: string | null;
  city: string | null;
  stateOrProvince: string | null;
  postalCode: string | null;
  addressWithheld: boolean;
  latitude: number | null;
  longitude: number | null;
  placeIds: PlaceIds;

  /** Address below /media of the first photo, without width and ending; null when there is none. */
  photo: string | null;
  /** The first photo's RESO MediaAlteration; empty when unknown. */
  photoAlteration: readonly string[];
  photosCount: number;
  nextOpenHouse: { startTime: string; endTime: string | null } | null;

  listAgentFullName: string | null;
  listAgentStateLicense: string | null;
  listOfficeName: string | null;
  listOfficePhone: string | null;
  modificationTimestamp: string;
}

/** What the index needs to forget. */
export interface HomeKey {
  homeId: string;
  searchType: SearchType;
}
