import { type Feature, featureAnswers } from '../listing/features.ts';
import type { HomeCard } from '../listing/home.ts';
import type { Listing } from '../listing/listing.ts';
import { furnishedOf, laundryOf, petsOf } from '../listing/plain-answers.ts';
import { slugOf } from '../places/address.ts';
import { DAY_MS } from '../places/durations.ts';
import type { SchoolAreas } from '../places/surroundings.ts';
import { timeZoneOf } from '../places/time-zone.ts';
import type { Facing } from './search-query.ts';

/** The part of a card that only filters and orders ask for. */
export type SearchFacts = Pick<
  HomeCard,
  | 'taxOtherAnnualAssessmentAmount'
  | 'requiredFeesMonthly'
  | 'storiesTotal'
  | 'parkingTotal'
  | 'securityDeposit'
  | 'facing'
  | 'furnished'
  | 'leaseMonths'
  | 'availabilityDate'
  | 'newConstructionYN'
  | 'seniorCommunityYN'
  | 'featuresYes'
  | 'featuresStated'
  | 'schoolDistrict'
  | 'schools'
  | 'openHouseDays'
>;

/**
 * `now` is when the card is made; open houses before it are left out. `areas` is what official boundaries say of the
 * home's position.
 */
export function searchFactsOf(listing: Listing, now: Date, areas?: SchoolAreas): SearchFacts {
  const furnished = furnishedOf(listing);
  return {
    taxOtherAnnualAssessmentAmount: listing.taxOtherAnnualAssessmentAmount,
    requiredFeesMonthly: listing.requiredMonthlyFees,
    storiesTotal: listing.storiesTotal,
    // Quarter steps, as a column holds it.
    parkingTotal: listing.parkingTotal === null ? null : Math.round(listing.parkingTotal * 4) / 4,
    securityDeposit: listing.securityDeposit,
    facing: FACING_OF[listing.directionFaces ?? ''] ?? null,
    furnished: furnished === 'furnished' ? true : furnished === 'unfurnished' ? false : null,
    leaseMonths: shortestLease(listing.leaseTerm),
    availabilityDate: listing.availabilityDate,
    newConstructionYN: listing.newConstructionYN,
    seniorCommunityYN: listing.seniorCommunityYN,
    ...featureAnswers(featuresOf(listing)),
    ...schoolFactsOf(listing, areas),
    openHouseDays: openHouseDaysOf(listing, now),
  };
}

/** The fields of a record that name schools. */
export type SchoolFields = Pick<
  Listing,
  | 'elementarySchool'
  | 'middleOrJuniorSchool'
  | 'highSchool'
  | 'elementarySchoolDistrict'
  | 'highSchoolDistrict'
>;

/**
 * What a search asks of schools: the district as the feed names it, else by its official boundary; the schools that the
 * feed names, and those whose official attendance areas cover the home (rule R27).
 */
export function schoolFactsOf(
  listing: SchoolFields,
  areas: SchoolAreas = NO_AREAS,
): Pick<SearchFacts, 'schoolDistrict' | 'schools'> {
  const named = schoolDistrictId(listing.highSchoolDistrict ?? listing.elementarySchoolDistrict);
  return {
    schoolDistrict: named ?? areas.district,
    schools: [...new Set([...schoolsOf(listing), ...areas.schools])],
  };
}

const NO_AREAS: SchoolAreas = { district: null, schools: [] };

/**
 * What the record states of each feature (rule R8: structured fields only). A list that does not name a thing states
 * nothing of it: MLSs fill such lists with what speaks for the home.
 */
export function featuresOf(listing: Listing): Partial<Record<Feature, boolean | null>> {
  const { poolFeatures, associationAmenities, parkingFeatures, garageSpaces, fireplacesTotal } = listing;
  const laundry = laundryOf(listing);
  const pets = petsOf(listing);
  const hasPool = listing.poolPrivateYN === true || poolFeatures.includes('Private');
  const sharesPool =
    hasAny(poolFeatures, ['Community', 'Association']) ||
    hasAny(associationAmenities, ['Pool', 'Indoor Pool']) ||
    listing.communityFeatures.includes('Pool');
  const hasGarage =
    (garageSpaces !== null && garageSpaces > 0) ||
    parkingFeatures.some((one) =>
      /^(Attached|Detached|Garage( Faces .*)?|RV Garage|Heated Garage)$/.test(one),
    );
  const hasElevator =
    hasAny(associationAmenities, ['Elevator(s)', 'Service Elevator(s)']) ||
    listing.interiorFeatures.includes('Elevator') ||
    listing.accessibilityFeatures.includes('Accessible Elevator Installed');
  return {
    pool: hasPool || listing.poolPrivateYN,
    communitypool: sharesPool || null,
    ac: listing.coolingYN,
    heating: listing.heatingYN,
    garage: hasGarage || (garageSpaces === 0 || parkingFeatures.includes('No Garage') ? false : null),
    laundry: laundry === null ? null : laundry === 'in_unit',
    elevator: hasElevator || null,
    adu: hasAny(listing.otherStructures, ADU_STRUCTURES) || null,
    view: listing.view.length > 0 || listing.viewYN,
    waterfront: listing.waterfrontYN,
    pets: pets === null ? null : pets !== 'no',
    accessible: listing.accessibilityFeatures.length > 0 || null,
    fireplace: fireplacesTotal === null ? null : fireplacesTotal > 0,
  };
}

/**
 * The id of a school district from its name: "Irvine Unified School District" and "Irvine Unified" → `irvine-usd`;
 * a name of another kind keeps its words: "Fort Lee School District" → `fort-lee`.
 */
export function schoolDistrictId(name: string | null): string | null {
  if (name === null) return null;
  const slug = slugOf(
    name.replace(/\b(public )?schools?( district| system)?\b/gi, ' ').replace(/\bdistrict\b/gi, ' '),
  );
  return slug === '' ? null : slug.replace(/-unified$/, '-usd');
}

const ADU_STRUCTURES = [
  'Accessory Dwelling Unit',
  'Guest House',
  'Second Residence',
  'Second Garage Apartment',
];

const FACING_OF: Record<string, Facing> = {
  North: 'n',
  Northeast: 'ne',
  East: 'e',
  Southeast: 'se',
  South: 's',
  Southwest: 'sw',
  West: 'w',
  Northwest: 'nw',
};

/** RESO LeaseTerm in months; what is open to talk says nothing. */
const LEASE_MONTHS: Record<string, number> = {
  Weekly: 0,
  'Month To Month': 1,
  'Short Term Lease': 1,
  '3 Months': 3,
  '6 Months': 6,
  '9 Months': 9,
  '12 Months': 12,
  '24 Months': 24,
};

function shortestLease(terms: readonly string[]): number | null {
  const months = terms.flatMap((term) => LEASE_MONTHS[term] ?? []);
  return months.length === 0 ? null : Math.min(...months);
}

function schoolsOf(listing: SchoolFields): string[] {
  const kinds = [
    [listing.elementarySchool, 'elementary'],
    [listing.middleOrJuniorSchool, 'middle'],
    [listing.highSchool, 'high'],
  ] as const;
  const slugs = kinds.flatMap(([name, kind]) => {
    const slug = name === null ? '' : slugOf(name.replace(/\bschool\b/gi, ' '));
    return slug === '' ? [] : [slug.endsWith(kind) ? slug : `${slug}-${kind}`];
  });
  return [...new Set(slugs)];
}

/** Days that one card says; the column behind it holds a month from the first on. */
const MOST_DAYS = 14;
const LONGEST_MS = 31 * DAY_MS;

function openHouseDaysOf(listing: Listing, now: Date): string[] {
  const timeZone = timeZoneOf(listing);
  const coming = listing.openHouses
    .filter((one) => Date.parse(one.openHouseEndTime ?? one.openHouseStartTime) >= now.getTime())
    // A showing whose beginning cannot be read is on no day.
    .filter((one) => !Number.isNaN(Date.parse(one.openHouseStartTime)))
    .map((one) => localDay(one.openHouseStartTime, timeZone));
  const days = [...new Set(coming)].sort();
  const last = new Date(Date.parse(days[0] ?? '') + LONGEST_MS);
  return days.filter((day) => Date.parse(day) <= last.getTime()).slice(0, MOST_DAYS);
}

/** "2026-11-21" where the home stands. */
function localDay(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(instant));
  return parts.slice(0, 10);
}

const hasAny = (values: readonly string[], wanted: readonly string[]) =>
  wanted.some((one) => values.includes(one));
