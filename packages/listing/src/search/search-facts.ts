import { type Feature, featureAnswers } from '../listing/features.ts';
import type { HomeCard } from '../listing/home.ts';
import type { Listing } from '../listing/listing.ts';
import { parseFurnished, parseLaundry, parsePets } from '../listing/plain-answers.ts';
import { slugify } from '../places/address.ts';
import type { PlaceAreas } from '../places/surroundings.ts';
import { DAY_MS } from '../time/durations.ts';
import { findTimeZone } from '../time/time-zone.ts';
import type { Facing } from './search-query.ts';

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

/** `now` is the card's creation time; earlier open houses are omitted. */
export function buildSearchFacts(listing: Listing, now: Date, areas?: PlaceAreas): SearchFacts {
  const furnished = parseFurnished(listing);
  return {
    requiredFeesMonthly: listing.requiredMonthlyFees,
    storiesTotal: listing.storiesTotal,
    // Quarter steps, as stored.
    parkingTotal: listing.parkingTotal === null ? null : Math.round(listing.parkingTotal * 4) / 4,
    securityDeposit: listing.securityDeposit,
    facing: FACING_CODES[listing.directionFaces ?? ''] ?? null,
    furnished: furnished === 'furnished' ? true : furnished === 'unfurnished' ? false : null,
    leaseMonths: shortestLease(listing.leaseTerm),
    availabilityDate: listing.availabilityDate,
    newConstructionYN: listing.newConstructionYN,
    seniorCommunityYN: listing.seniorCommunityYN,
    ...featureAnswers(parseFeatures(listing)),
    ...buildAreaFacts(listing, areas),
    openHouseDays: findOpenHouseDays(listing, now),
  };
}

export type AreaFields = Pick<
  Listing,
  | 'elementarySchool'
  | 'middleOrJuniorSchool'
  | 'highSchool'
  | 'elementarySchoolDistrict'
  | 'highSchoolDistrict'
  | 'taxOtherAnnualAssessmentAmount'
>;

/**
 * The feed's district, else the one by boundary; the feed's schools and those by attendance area (rule R27). No levies where
 * the feed states none and the home lies in no special tax district of its county.
 */
export function buildAreaFacts(
  listing: AreaFields,
  areas: PlaceAreas = NO_AREAS,
): Pick<SearchFacts, 'schoolDistrict' | 'schools' | 'taxOtherAnnualAssessmentAmount'> {
  const named = schoolDistrictId(listing.highSchoolDistrict ?? listing.elementarySchoolDistrict);
  return {
    schoolDistrict: named ?? areas.district,
    schools: [...new Set([...parseSchools(listing), ...areas.schools])],
    taxOtherAnnualAssessmentAmount: listing.taxOtherAnnualAssessmentAmount ?? (areas.isUnlevied ? 0 : null),
  };
}

const NO_AREAS: PlaceAreas = { district: null, schools: [], isUnlevied: false };

/** Structured fields only (rule R8). A list that omits a feature does not deny it: MLSs list only selling points. */
export function parseFeatures(listing: Listing): Partial<Record<Feature, boolean | null>> {
  const { poolFeatures, associationAmenities, parkingFeatures, garageSpaces, fireplacesTotal } = listing;
  const laundry = parseLaundry(listing);
  const pets = parsePets(listing);
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

/** "Irvine Unified School District" and "Irvine Unified" → `irvine-usd`; "Fort Lee School District" → `fort-lee`. */
export function schoolDistrictId(name: string | null): string | null {
  if (name === null) return null;
  const slug = slugify(
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

const FACING_CODES: Record<string, Facing> = {
  North: 'n',
  Northeast: 'ne',
  East: 'e',
  Southeast: 'se',
  South: 's',
  Southwest: 'sw',
  West: 'w',
  Northwest: 'nw',
};

/** RESO LeaseTerm in months; negotiable terms are omitted. */
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

function parseSchools(listing: AreaFields): string[] {
  const kinds = [
    [listing.elementarySchool, 'elementary'],
    [listing.middleOrJuniorSchool, 'middle'],
    [listing.highSchool, 'high'],
  ] as const;
  const slugs = kinds.flatMap(([name, kind]) => {
    const slug = name === null ? '' : slugify(name.replace(/\bschool\b/gi, ' '));
    return slug === '' ? [] : [slug.endsWith(kind) ? slug : `${slug}-${kind}`];
  });
  return [...new Set(slugs)];
}

/** Maximum number of days per card; the column covers a month from the first. */
const MAX_DAYS = 14;
const LONGEST_MS = 31 * DAY_MS;

function findOpenHouseDays(listing: Listing, now: Date): string[] {
  const timeZone = findTimeZone(listing);
  const coming = listing.openHouses
    .filter((one) => Date.parse(one.openHouseEndTime ?? one.openHouseStartTime) >= now.getTime())
    .filter((one) => !Number.isNaN(Date.parse(one.openHouseStartTime)))
    .map((one) => localDay(one.openHouseStartTime, timeZone));
  const days = [...new Set(coming)].sort();
  const last = new Date(Date.parse(days[0] ?? '') + LONGEST_MS);
  return days.filter((day) => Date.parse(day) <= last.getTime()).slice(0, MAX_DAYS);
}

function localDay(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(instant));
  return parts.slice(0, 10);
}

const hasAny = (values: readonly string[], wanted: readonly string[]) =>
  wanted.some((one) => values.includes(one));
