import {
  type FeedProvider,
  HOME_COUNTRY,
  isLeaseByArea,
  type Listing,
  PER_SQUARE_FOOT,
  parseSearchType,
  type StandardStatus,
} from '@maru/listing';
import { monthlyAmount } from '@maru/listing/money';
import { composeAddress } from '@maru/listing/places';
import {
  foreignCountry,
  isHomeCountry,
  normalizePostalCode,
  normalizeState,
  normalizeStreetName,
  stateOfPostalCode,
} from './address.ts';
import { readFlag, readNumber, readRecord, readText } from './coerce.ts';
import { findLookup } from './lookups.ts';
import { normalizeMedia, normalizeOpenHouses } from './media.ts';
import { fullName } from './member.ts';
import type { OddityCounts } from './oddities.ts';
import {
  cents,
  inSquareFeet,
  MAX_DOLLARS,
  MAX_SQUARE_FEET,
  normalizeRooms,
  normalizeUnitTypes,
  readOtherFields,
  SQUARE_FEET_PER_ACRE,
} from './other-fields.ts';
import { normalizePosition } from './position.ts';
import { RowReader } from './row-reader.ts';

/** Increase it when rows become readable that were not: quarantined rows are then retried. */
export const NORMALIZER_VERSION = '2';

/** Facts that readers look for first; rejected values of these are displayed as sent. */
const DISPLAYED_IF_REJECTED: ReadonlySet<string> = new Set([
  'ListPrice',
  'BedroomsTotal',
  'BathroomsTotalInteger',
  'LivingArea',
  'YearBuilt',
]);

/**
 * Normalizes a RESO Property row (rule F96). Fields are copied individually, so that confidential ones cannot leak. Total:
 * any JSON value becomes a listing or the reason why not. Coerced, dropped and repaired values are counted in `oddities`.
 */
export function normalizeListing(
  json: unknown,
  from: { dataset: string; provider: FeedProvider; oddities?: OddityCounts | undefined },
): { listing: Listing } | { reason: string } {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { reason: 'the row is not an object' };
  }
  const { oddities } = from;
  const row = new RowReader(readRecord(json), oddities);
  const sent = row.row;
  const listingKey = row.text('ListingKey', 255);
  if (listingKey === null) return { reason: describeFault('ListingKey', sent.ListingKey) };
  const modificationTimestamp = row.instant('ModificationTimestamp');
  if (modificationTimestamp === null) {
    return { reason: describeFault('ModificationTimestamp', sent.ModificationTimestamp) };
  }
  // MLS Grid's tombstone: the row stays in the change stream, but may no longer be displayed.
  const isTombstone = readFlag(sent.MlgCanView) === false;
  const standardStatus = isTombstone ? 'Delete' : readStatus(sent.StandardStatus);
  if (standardStatus === undefined) return { reason: describeFault('StandardStatus', sent.StandardStatus) };

  const propertyType = row.lookup('PropertyType');
  const limits = findLimits(propertyType);
  const rent = parseSearchType(propertyType) === 'rent' ? readRent(row) : NO_RENT;
  const price = (field: string) => readPrice(row, field, limits, rent.frequency);
  const dollars = (field: string) => row.integer(field, 0, MAX_DOLLARS);
  const baths = (field: string) => row.integer(field, 0, limits.mostRooms);
  const days = (field: string) => row.integer(field, 0, 100_000);
  const year = (field: string) => row.integer(field, 1700, new Date().getUTCFullYear() + 3);
  const spaces = (field: string) => row.number(field, 0, 10_000);

  const local = findLocalFields(sent);
  const cooling = readSystem(row.lookups('Cooling'), row.flag('CoolingYN'));
  const heating = readSystem(row.lookups('Heating'), row.flag('HeatingYN'));
  const pool = readSystem(row.lookups('PoolFeatures'), null);
  const media = normalizeMedia(sent.Media, oddities);
  const { latitude, longitude } = normalizePosition(row);
  const streetNumber = row.text('StreetNumber', 30) ?? row.text('StreetNumberNumeric', 30);
  const streetName = normalizeStreetName(row);
  const unitNumber = row.text('UnitNumber', 30);
  const city = row.text('City', 150);
  const postalCode = normalizePostalCode(row.text('PostalCode', 20));
  const stateOrProvince = readState(row, postalCode);
  const bathroomsFull = baths('BathroomsFull');
  const bathroomsThreeQuarter = baths('BathroomsThreeQuarter');
  const bathroomsHalf = baths('BathroomsHalf');
  const bathroomsOneQuarter = baths('BathroomsOneQuarter');
  const bathroomsTotalInteger = baths('BathroomsTotalInteger');

  // One literal without spread gives all listings one hidden class; otherwise a row takes seven times as long.
  const listing: Listing = {
    dataset: from.dataset,
    provider: from.provider,
    listingKey,
    listingId: row.text('ListingId', 255),
    originatingSystemName: row.text('OriginatingSystemName', 255),
    parcelNumber: row.text('ParcelNumber', 50),
    universalPropertyId: row.text('UniversalPropertyId', 255) ?? row.text('UniversalParcelId', 255),
    feedTypes: row.lookups('FeedTypes'),

    propertyType,
    propertySubType: row.lookup('PropertySubType') ?? row.text('PropertySubTypeRaw', 200),
    propertySubTypeRaw: row.text('PropertySubTypeRaw', 200) ?? readText(sent.PropertySubType, 200),
    structureType: withoutNone(row.lookups('StructureType')),
    architecturalStyle: row.lookups('ArchitecturalStyle'),
    commonInterest: row.lookup('CommonInterest'),
    standardStatus,
    mlsStatus: row.text('MlsStatus', 100),

    listPrice: price('ListPrice'),
    listPriceLow: price('ListPriceLow'),
    originalListPrice: price('OriginalListPrice'),
    previousListPrice: price('PreviousListPrice'),
    priceChangeTimestamp: row.instant('PriceChangeTimestamp'),
    // Undisclosed in about a dozen states.
    closePrice: price('ClosePrice'),
    closeDate: row.date('CloseDate'),
    listingContractDate: row.date('ListingContractDate'),
    onMarketDate: row.date('OnMarketDate'),
    offMarketDate: row.date('OffMarketDate'),
    activationDate: row.date('ActivationDate'),
    originalEntryTimestamp: row.instant('OriginalEntryTimestamp'),
    statusChangeTimestamp: row.instant('StatusChangeTimestamp'),
    modificationTimestamp,
    sourceModifiedAt:
      row.instant('BridgeModificationTimestamp') ??
      row.instant('SourceModificationTimestamp') ??
      modificationTimestamp,
    photosChangeTimestamp: row.instant('PhotosChangeTimestamp'),
    daysOnMarket: days('DaysOnMarket'),
    cumulativeDaysOnMarket: days('CumulativeDaysOnMarket'),
    daysInMls: days('DaysInMls'),
    daysOnSite: days('DaysOnSite'),

    unparsedAddress:
      row.text('UnparsedAddress', 255) ??
      composeAddress({ streetNumber, streetName, unitNumber, city, stateOrProvince, postalCode }),
    streetNumber,
    streetName,
    unitNumber,
    city,
    countyOrParish: row.text('CountyOrParish', 150),
    stateOrProvince,
    country: readCountry(row, stateOrProvince, postalCode),
    postalCode,
    subdivisionName: row.text('SubdivisionName', 150),
    mlsAreaMajor: row.text('MLSAreaMajor', 150),
    buildingName: row.text('BuildingName', 150),
    crossStreet: row.prose('CrossStreet', 255),
    directions: row.prose('Directions', 2000),
    latitude,
    longitude,
    propertyTimeZoneName: row.text('PropertyTimeZoneName', 64),

    bedroomsTotal: row.integer('BedroomsTotal', 0, limits.mostRooms),
    bathroomsTotalInteger,
    bathroomsTotalDecimal:
      bathroomsFromParts(bathroomsFull, bathroomsThreeQuarter, bathroomsHalf, bathroomsOneQuarter) ??
      quarterSteps(row.number('BathroomsTotalDecimal', 0, limits.mostRooms) ?? bathroomsTotalInteger) ??
      (bathroomsFull === 0 ? 0 : null),
    bathroomsFull,
    bathroomsThreeQuarter,
    bathroomsHalf,
    bathroomsOneQuarter,
    livingArea: readLivingArea(row, limits.leastLivingArea),
    livingAreaSource: row.lookup('AreaSource', 'LivingAreaSource'),
    lotSizeSquareFeet: readLotSize(row),
    lotSizeAcres: row.number('LotSizeAcres', 0.0001, MAX_SQUARE_FEET / SQUARE_FEET_PER_ACRE),
    storiesTotal: readStories(row),
    entryLevel: row.integer('EntryLevel', -20, 300),
    // 0 and 9999 mean unknown in feeds; buildings may be announced three years ahead.
    yearBuilt: year('YearBuilt'),
    newConstructionYN: row.flag('NewConstructionYN'),
    propertyCondition: row.lookups('PropertyCondition'),
    directionFaces: row.lookup('DirectionFaces'),

    view: withoutNone(row.lookups('View')),
    viewYN: row.flag('ViewYN'),
    waterfrontYN: row.flag('WaterfrontYN'),
    poolPrivateYN: row.flag('PoolPrivateYN') ?? (pool.has === false ? false : null),
    poolFeatures: pool.kinds,
    spaYN: row.flag('SpaYN'),
    coolingYN: cooling.has,
    cooling: cooling.kinds,
    heatingYN: heating.has,
    heating: heating.kinds,
    fireplacesTotal: row.integer('FireplacesTotal', 0, 100) ?? (row.flag('FireplaceYN') === false ? 0 : null),
    flooring: withoutNone(row.lookups('Flooring')),
    appliances: withoutNone(row.lookups('Appliances')),
    interiorFeatures: withoutNone(row.lookups('InteriorFeatures')),
    exteriorFeatures: withoutNone(row.lookups('ExteriorFeatures')),
    otherStructures: withoutNone(row.list('OtherStructures')),
    securityFeatures: withoutNone(row.lookups('SecurityFeatures')),
    // Keeps "None", the only sign that there is no laundry (see `laundryOf`).
    laundryFeatures: row.lookups('LaundryFeatures'),
    accessibilityFeatures: withoutNone(row.lookups('AccessibilityFeatures')),
    parkingTotal:
      spaces('ParkingTotal') ??
      sumOfStated([spaces('GarageSpaces'), spaces('CarportSpaces'), spaces('OpenParkingSpaces')]),
    garageSpaces: spaces('GarageSpaces'),
    parkingFeatures: withoutNone(row.lookups('ParkingFeatures')),

    associationYN: row.flag('AssociationYN'),
    // A fee of 0 with an association means not filled in; without one the flag is sufficient.
    associationFee: cents(row.number('AssociationFee', 0.01, MAX_DOLLARS)),
    associationFeeFrequency: row.lookup('FeeFrequency', 'AssociationFeeFrequency'),
    associationFee2: cents(row.number('AssociationFee2', 0.01, MAX_DOLLARS)),
    associationFee2Frequency: row.lookup('FeeFrequency', 'AssociationFee2Frequency'),
    associationFeeIncludes: row.lookups('AssociationFeeIncludes'),
    associationAmenities: withoutNone(row.lookups('AssociationAmenities')),
    communityFeatures: withoutNone(row.lookups('CommunityFeatures')),
    seniorCommunityYN: row.flag('SeniorCommunityYN'),
    taxAnnualAmount: row.integer('TaxAnnualAmount', 1, MAX_DOLLARS),
    taxYear: year('TaxYear'),
    // A roll that lists 0 has not been filled in.
    taxAssessedValue: row.integer('TaxAssessedValue', 1, MAX_DOLLARS),
    taxOtherAnnualAssessmentAmount:
      dollars('TaxOtherAnnualAssessmentAmount') ??
      (local.melloRoos === undefined ? null : dollars(local.melloRoos)),
    specialListingConditions: row.lookups('SpecialListingConditions').filter((value) => value !== 'Standard'),
    listingTerms: row.lookups('ListingTerms'),
    landLeaseYN: row.flag('LandLeaseYN'),
    landLeaseAmount: cents(row.number('LandLeaseAmount', 0.01, MAX_DOLLARS)),
    landLeaseAmountFrequency: row.lookup('FeeFrequency', 'LandLeaseAmountFrequency'),
    unitTypes: normalizeUnitTypes(sent.UnitTypes, oddities),
    rooms: normalizeRooms(sent.Rooms, oddities),
    otherFields: readOtherFields(row),

    rentStated: rent.stated,
    leaseAmountFrequency: rent.frequency,
    leaseTerm: parseSearchType(propertyType) === 'rent' ? readLeaseTerms(row) : [],
    requiredMonthlyFees: readRequiredFees(row, local.requiredFees),
    ongoingFees: row.lookups('OngoingFees'),
    furnished: row.lookup('Furnished'),
    availabilityDate: row.date('AvailabilityDate'),
    petsAllowed: row.lookups('PetsAllowed'),
    petsAllowedYN: row.flag('PetsAllowedYN'),
    maximumNumberOfPets: row.integer('MaximumNumberOfPets', 0, 100),
    rentIncludes: withoutNone(row.lookups('RentIncludes')),
    tenantPays: withoutNone(row.lookups('TenantPays')),
    securityDeposit:
      dollars('SecurityDeposit') ??
      (local.securityDeposit === undefined ? null : dollars(local.securityDeposit)),
    occupantType: row.lookup('OccupantType'),

    elementarySchool: row.text('ElementarySchool', 200),
    elementarySchoolDistrict: row.text('ElementarySchoolDistrict', 200),
    middleOrJuniorSchool: row.text('MiddleOrJuniorSchool', 200),
    highSchool: row.text('HighSchool', 200),
    highSchoolDistrict: row.text('HighSchoolDistrict', 200),

    publicRemarks: row.prose('PublicRemarks', 20_000),
    virtualTourURLUnbranded: row.webAddress('VirtualTourURLUnbranded', HTTPS),
    listingURL: row.webAddress('ListingURL', HTTPS),
    media,
    photosCount: row.integer('PhotosCount', 0, 10_000) ?? media.length,
    openHouses: normalizeOpenHouses(sent.OpenHouse ?? sent.OpenHouses, oddities),

    listAgentKey: row.text('ListAgentKey', 255),
    listAgentMlsId: row.text('ListAgentMlsId', 255),
    listAgentFullName:
      row.text('ListAgentFullName', 200) ?? fullName(sent.ListAgentFirstName, sent.ListAgentLastName),
    listAgentDirectPhone: row.text('ListAgentDirectPhone', 50) ?? row.text('ListAgentPreferredPhone', 50),
    listAgentEmail: row.text('ListAgentEmail', 200),
    listAgentStateLicense: row.text('ListAgentStateLicense', 50),
    coListAgentKey: row.text('CoListAgentKey', 255),
    coListAgentFullName:
      row.text('CoListAgentFullName', 200) ?? fullName(sent.CoListAgentFirstName, sent.CoListAgentLastName),
    coListAgentDirectPhone:
      row.text('CoListAgentDirectPhone', 50) ?? row.text('CoListAgentPreferredPhone', 50),
    coListAgentEmail: row.text('CoListAgentEmail', 200),
    coListAgentStateLicense: row.text('CoListAgentStateLicense', 50),
    listOfficeKey: row.text('ListOfficeKey', 255),
    listOfficeMlsId: row.text('ListOfficeMlsId', 255),
    listOfficeName: row.text('ListOfficeName', 255),
    listOfficePhone: row.text('ListOfficePhone', 50),
    attributionContact: row.text('AttributionContact', 500),
    copyrightNotice: row.prose('CopyrightNotice', 2000),
    disclaimer: row.prose('Disclaimer', 4000),

    internetEntireListingDisplayYN: row.displayFlag('InternetEntireListingDisplayYN'),
    internetAddressDisplayYN: row.displayFlag('InternetAddressDisplayYN'),
    internetAutomatedValuationDisplayYN: row.displayFlag('InternetAutomatedValuationDisplayYN'),
    internetConsumerCommentYN: row.displayFlag('InternetConsumerCommentYN'),

    implausible: row.refused(DISPLAYED_IF_REJECTED),
  };
  return { listing };
}

const HTTPS = ['https:'];

function describeFault(field: string, value: unknown): string {
  const text = readText(value, 60);
  if (value === undefined || value === null || (typeof value === 'string' && text === null)) {
    return `${field} is missing`;
  }
  return `${field} cannot be read: ${text ?? (Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`)}`;
}

function readStatus(value: unknown): StandardStatus | undefined {
  const text = readText(Array.isArray(value) && value.length === 1 ? value[0] : value, 100);
  return text === null ? undefined : (findLookup('StandardStatus', text) as StandardStatus | undefined);
}

interface Limits {
  leastPrice: number;
  mostPrice: number;
  mostRooms: number;
  leastLivingArea: number;
}

/**
 * Plausible ranges; values outside count as not stated (rule R10). Prices of 0 and 1 mean "call"; a rent below 50 USD a
 * month is per square foot or day, and one of 2,000,000 a sale price; 33 bedrooms are 3; an area below 50 sq ft is a
 * placeholder.
 */
function findLimits(propertyType: string | null): Limits {
  switch (propertyType) {
    case 'Residential Lease':
      return { leastPrice: 50, mostPrice: 1_999_999, mostRooms: 30, leastLivingArea: 50 };
    case 'Residential':
    case 'Manufactured In Park':
    case null:
      return { leastPrice: 2, mostPrice: MAX_DOLLARS, mostRooms: 30, leastLivingArea: 50 };
    default:
      return { leastPrice: 2, mostPrice: MAX_DOLLARS, mostRooms: 1000, leastLivingArea: 1 };
  }
}

/** `frequency` is null for a rent by the month; `stated` is then null too. */
interface Rent {
  stated: number | null;
  frequency: string | null;
}

const NO_RENT: Rent = { stated: null, frequency: null };

/** A rent is by the month unless the row says otherwise (rule F99). */
function readRent(row: RowReader): Rent {
  const amount = (field: string) => row.number(field, 0.01, MAX_DOLLARS);
  const listPrice = amount('ListPrice');
  const frequency = row.lookup('FeeFrequency', 'LeaseAmountFrequency');
  const byArea = ['LeasePricePerSquareFoot', 'LeasePricePerArea'].some(
    (field) => listPrice !== null && amount(field) === listPrice,
  );
  if (byArea && (frequency === null || !isLeaseByArea(frequency))) {
    return { stated: listPrice, frequency: PER_SQUARE_FOOT };
  }
  if (frequency === null || frequency === 'Monthly') return NO_RENT;
  // The frequency is that of LeaseAmount. Some feeds send the same rent by the month as ListPrice.
  const leaseAmount = amount('LeaseAmount');
  const monthly = leaseAmount === null ? null : monthlyAmount(leaseAmount, frequency);
  if (listPrice !== null && monthly !== null && Math.abs(monthly - listPrice) <= listPrice * 0.05) {
    return NO_RENT;
  }
  return { stated: listPrice, frequency };
}

/** Whole USD; of a rental per month, null where its frequency cannot be converted. */
function readPrice(row: RowReader, field: string, limits: Limits, frequency: string | null): number | null {
  const { leastPrice, mostPrice } = limits;
  if (frequency === null) return row.integer(field, leastPrice, mostPrice);
  const sent = row.number(field, 0.01, MAX_DOLLARS);
  // 0 is a one-time or seasonal amount.
  const monthly = sent === null ? null : Math.round(monthlyAmount(sent, frequency) ?? 0);
  if (sent === null || monthly === null || monthly === 0) return null;
  if (monthly >= leastPrice && monthly <= mostPrice) return monthly;
  row.refuse(field, sent, monthly < leastPrice ? 'too small' : 'too large');
  return null;
}

const withoutNone = (values: string[]) =>
  values.includes('None') ? values.filter((value) => value !== 'None') : values;

/** "None" is removed from the list and answers a missing flag. */
function readSystem(values: string[], flag: boolean | null): { kinds: string[]; has: boolean | null } {
  const kinds = withoutNone(values);
  if (kinds.length > 0) return { kinds, has: flag ?? true };
  return { kinds, has: flag ?? (values.length > 0 ? false : null) };
}

function readState(row: RowReader, postalCode: string | null): string | null {
  const reported = normalizeState(row.text('StateOrProvince', 50));
  if (reported !== null) return reported;
  const found = stateOfPostalCode(postalCode);
  if (found !== null) row.note('repaired', 'StateOrProvince', 'from the ZIP');
  return found;
}

/** A state that its ZIP agrees with outweighs the field: "CA" there means Canada, or is California in the wrong place. */
function readCountry(row: RowReader, state: string | null, postalCode: string | null): string | null {
  const reported = row.text('Country', 60);
  if (reported === null) return state === null ? null : foreignCountry(state);
  if (isHomeCountry(reported)) return HOME_COUNTRY;
  if (state === null || stateOfPostalCode(postalCode) !== state) return reported;
  row.note('repaired', 'Country', 'from state and ZIP');
  return HOME_COUNTRY;
}

/** Without a unit US feeds mean square feet. */
function readLivingArea(row: RowReader, least: number): number | null {
  const unit = row.lookup('AreaUnits', 'LivingAreaUnits') ?? 'Square Feet';
  const area = inSquareFeet(row.number('LivingArea', 0, MAX_SQUARE_FEET), unit);
  if (area === null || area >= least) return area;
  row.refuse('LivingArea', readNumber(row.row.LivingArea) ?? 0, 'too small');
  return null;
}

function readLotSize(row: RowReader): number | null {
  const area = (field: string) => row.number(field, 0, MAX_SQUARE_FEET);
  const found =
    inSquareFeet(area('LotSizeSquareFeet'), 'Square Feet') ?? inSquareFeet(area('LotSizeAcres'), 'Acres');
  if (found !== null) return found;
  // Without a unit a lot of "2" may be acres or square meters: unknown.
  const unit = row.lookup('AreaUnits', 'LotSizeUnits');
  return unit === null ? null : inSquareFeet(area('LotSizeArea'), unit);
}

/** Parts take precedence, because RESO's total counts a half bath as one. All zero means not filled in. */
function bathroomsFromParts(
  full: number | null,
  threeQuarter: number | null,
  half: number | null,
  oneQuarter: number | null,
): number | null {
  const sum = (full ?? 0) + (threeQuarter ?? 0) * 0.75 + (half ?? 0) * 0.5 + (oneQuarter ?? 0) * 0.25;
  return sum > 0 ? sum : null;
}

const quarterSteps = (total: number | null) => (total === null ? null : Math.round(total * 4) / 4);

const STORIES_OF_LEVELS: Record<string, number> = { One: 1, Two: 2, 'Three Or More': 3 };

function readStories(row: RowReader): number | null {
  const reported = row.integer('StoriesTotal', 1, 300);
  if (reported !== null) return reported;
  const levels = row.lookups('Levels').flatMap((level) => STORIES_OF_LEVELS[level] ?? []);
  return levels.length > 0 ? Math.max(...levels) : row.integer('Stories', 1, 300);
}

function sumOfStated(parts: (number | null)[]): number | null {
  const stated = parts.filter((part) => part !== null);
  return stated.length === 0 ? null : stated.reduce((sum, part) => sum + part, 0);
}

/** RESO has LeaseTerm, and since 2.1 a list of available terms; feeds send lists in both. */
function readLeaseTerms(row: RowReader): string[] {
  const { LeaseTerm: sent } = row.row;
  const isOne = typeof sent === 'string' && !sent.includes(',');
  const first = isOne ? [row.lookup('LeaseTerm')].filter((term) => term !== null) : row.lookups('LeaseTerm');
  return [...new Set(withoutNone([...first, ...row.lookups('LeaseTerm', 'LeaseTermOptions')]))];
}

/** Fees on top of the rent in whole USD per month; unknown without a frequency. */
function readRequiredFees(row: RowReader, localField: string | undefined): number | null {
  const rent = row.number('AdditionalRent', 0, 1_000_000);
  const frequency = row.lookup('FeeFrequency', 'AdditionalRentFrequency');
  const monthly = rent === null ? null : monthlyAmount(rent, frequency);
  if (monthly !== null) return Math.round(monthly);
  return localField === undefined ? null : row.integer(localField, 0, 1_000_000);
}

/** Local fields of the MLS, prefixed with its code (`CRMLS_MelloRoos`), for which RESO has no name. */
function findLocalFields(row: Readonly<Record<string, unknown>>): {
  melloRoos?: string;
  securityDeposit?: string;
  requiredFees?: string;
} {
  const found: { melloRoos?: string; securityDeposit?: string; requiredFees?: string } = {};
  for (const name in row) {
    if (!name.includes('_') || readNumber(row[name]) === null) continue;
    if (/^[a-z0-9]+_Mello[a-z]*$/i.test(name)) found.melloRoos ??= name;
    else if (/^[a-z0-9]+_SecurityDeposit(?:Amount)?$/i.test(name)) found.securityDeposit ??= name;
    else if (/^[a-z0-9]+_(?:RequiredMonthlyFees|MandatoryMonthlyFees)$/i.test(name))
      found.requiredFees ??= name;
  }
  return found;
}
