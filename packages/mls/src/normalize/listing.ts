import type { Listing, Provider, StandardStatus } from '@maru/listing';
import { normalizePosition, normalizePostalCode, normalizeState, normalizeStreetName } from './address.ts';
import {
  readDate,
  readDisplayFlag,
  readFlag,
  readInstant,
  readIntegerIn,
  readList,
  readNumber,
  readNumberIn,
  readRecord,
  readText,
  readWebAddress,
} from './coerce.ts';
import { findLookup, type LookupName, normalizeLookup } from './lookups.ts';
import { normalizeMedia, normalizeOpenHouses } from './media.ts';
import { fullName } from './member.ts';

type Row = Record<string, unknown>;

const SQUARE_FEET_PER_SQUARE_METER = 10.7639;
const SQUARE_FEET_PER_ACRE = 43_560;
/** Above it a price is a typing error, and it would not fit a 32-bit column. */
const MOST_DOLLARS = 2_000_000_000;
const MOST_SQUARE_FEET = 2_000_000_000;

/**
 * One RESO Property row → a `Listing`, with the null policy and units of PROVIDERS.md section 6. Fields are
 * copied one by one, so that nothing confidential (PrivateRemarks, ShowingInstructions, LockBox…,
 * compensation) can come along. Total: any JSON value gives a listing, or the reason why it is none: no
 * ListingKey, no readable ModificationTimestamp, no StandardStatus of the dictionary.
 */
export function normalizeListing(
  json: unknown,
  from: { dataset: string; provider: Provider },
): { listing: Listing } | { reason: string } {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { reason: 'the row is not an object' };
  }
  const row = readRecord(json);
  const listingKey = readText(row.ListingKey, 255);
  if (listingKey === null) return { reason: 'ListingKey is missing' };
  const modificationTimestamp = readInstant(row.ModificationTimestamp);
  if (modificationTimestamp === null) {
    return { reason: faultOf('ModificationTimestamp', row.ModificationTimestamp) };
  }
  // MLS Grid's tombstone: the row stays in the increment, and its licence to be shown has ended.
  const isTombstone = readFlag(row.MlgCanView) === false;
  const standardStatus = isTombstone ? 'Delete' : readStatus(row.StandardStatus);
  if (standardStatus === undefined) return { reason: faultOf('StandardStatus', row.StandardStatus) };

  const text = (key: string, maxLength?: number) => readText(row[key], maxLength);
  const flag = (key: string) => readFlag(row[key]);
  const lookup = (name: LookupName, key: string = name) => readLookup(name, row[key]);
  const lookups = (name: LookupName, key: string = name) => readLookups(name, row[key]);
  const money = (key: string) => readMoney(row[key]);

  const cooling = readSystem(lookups('Cooling'), flag('CoolingYN'));
  const heating = readSystem(lookups('Heating'), flag('HeatingYN'));
  const media = normalizeMedia(row.Media);
  const streetNumber = text('StreetNumber', 30) ?? text('StreetNumberNumeric', 30);
  const streetName = normalizeStreetName(row);
  const unitNumber = text('UnitNumber', 30);
  const city = text('City', 150);
  const stateOrProvince = normalizeState(row.StateOrProvince);
  const postalCode = normalizePostalCode(row.PostalCode);

  const listing: Listing = {
    dataset: from.dataset,
    provider: from.provider,
    listingKey,
    listingId: text('ListingId', 255),
    originatingSystemName: text('OriginatingSystemName', 255),
    parcelNumber: text('ParcelNumber', 50),
    universalPropertyId: text('UniversalPropertyId', 255) ?? text('UniversalParcelId', 255),
    feedTypes: lookups('FeedTypes'),

    propertyType: lookup('PropertyType'),
    propertySubType: lookup('PropertySubType'),
    structureType: withoutNone(lookups('StructureType')),
    architecturalStyle: lookups('ArchitecturalStyle'),
    commonInterest: lookup('CommonInterest'),
    standardStatus,
    mlsStatus: text('MlsStatus', 100),

    listPrice: money('ListPrice'),
    listPriceLow: money('ListPriceLow'),
    originalListPrice: money('OriginalListPrice'),
    previousListPrice: money('PreviousListPrice'),
    priceChangeTimestamp: readInstant(row.PriceChangeTimestamp),
    closePrice: money('ClosePrice'),
    closeDate: readDate(row.CloseDate),
    listingContractDate: readDate(row.ListingContractDate),
    onMarketDate: readDate(row.OnMarketDate),
    offMarketDate: readDate(row.OffMarketDate),
    activationDate: readDate(row.ActivationDate),
    originalEntryTimestamp: readInstant(row.OriginalEntryTimestamp),
    statusChangeTimestamp: readInstant(row.StatusChangeTimestamp),
    modificationTimestamp,
    sourceModifiedAt:
      readInstant(row.BridgeModificationTimestamp) ??
      readInstant(row.SourceModifiedAt) ??
      modificationTimestamp,
    photosChangeTimestamp: readInstant(row.PhotosChangeTimestamp),
    daysOnMarket: readIntegerIn(row.DaysOnMarket, 0, 100_000),
    cumulativeDaysOnMarket: readIntegerIn(row.CumulativeDaysOnMarket, 0, 100_000),
    daysInMls: readIntegerIn(row.DaysInMls, 0, 100_000),
    daysOnSite: readIntegerIn(row.DaysOnSite, 0, 100_000),

    unparsedAddress:
      text('UnparsedAddress', 255) ??
      composeAddress({ streetNumber, streetName, unitNumber, city, stateOrProvince, postalCode }),
    streetNumber,
    streetName,
    unitNumber,
    city,
    countyOrParish: text('CountyOrParish', 150),
    stateOrProvince,
    postalCode,
    subdivisionName: text('SubdivisionName', 150),
    mlsAreaMajor: text('MLSAreaMajor', 150),
    buildingName: text('BuildingName', 150),
    crossStreet: text('CrossStreet', 255),
    directions: text('Directions', 2000),
    ...normalizePosition(row),
    propertyTimeZoneName: text('PropertyTimeZoneName', 64),

    bedroomsTotal: readIntegerIn(row.BedroomsTotal, 0, 1000),
    bathroomsTotalInteger: readIntegerIn(row.BathroomsTotalInteger, 0, 1000),
    bathroomsTotalDecimal: readBathrooms(row),
    bathroomsFull: readIntegerIn(row.BathroomsFull, 0, 1000),
    bathroomsThreeQuarter: readIntegerIn(row.BathroomsThreeQuarter, 0, 1000),
    bathroomsHalf: readIntegerIn(row.BathroomsHalf, 0, 1000),
    bathroomsOneQuarter: readIntegerIn(row.BathroomsOneQuarter, 0, 1000),
    livingArea: readArea(row.LivingArea, row.LivingAreaUnits),
    livingAreaSource: lookup('AreaSource', 'LivingAreaSource'),
    lotSizeSquareFeet: readLotSize(row),
    lotSizeAcres: readNumberIn(row.LotSizeAcres, 0.0001, 1_000_000),
    storiesTotal: readStories(row),
    entryLevel: readIntegerIn(row.EntryLevel, -20, 300),
    yearBuilt: readYear(row.YearBuilt),
    newConstructionYN: flag('NewConstructionYN'),
    propertyCondition: lookups('PropertyCondition'),
    directionFaces: lookup('DirectionFaces'),

    view: withoutNone(lookups('View')),
    waterfrontYN: flag('WaterfrontYN'),
    poolPrivateYN: flag('PoolPrivateYN'),
    poolFeatures: withoutNone(lookups('PoolFeatures')),
    spaYN: flag('SpaYN'),
    coolingYN: cooling.has,
    cooling: cooling.kinds,
    heatingYN: heating.has,
    heating: heating.kinds,
    fireplacesTotal: readIntegerIn(row.FireplacesTotal, 0, 100) ?? (flag('FireplaceYN') === false ? 0 : null),
    flooring: withoutNone(lookups('Flooring')),
    appliances: withoutNone(lookups('Appliances')),
    interiorFeatures: withoutNone(lookups('InteriorFeatures')),
    exteriorFeatures: withoutNone(lookups('ExteriorFeatures')),
    securityFeatures: withoutNone(lookups('SecurityFeatures')),
    laundryFeatures: lookups('LaundryFeatures'),
    accessibilityFeatures: withoutNone(lookups('AccessibilityFeatures')),
    parkingTotal: readParking(row),
    garageSpaces: readNumberIn(row.GarageSpaces, 0, 10_000),
    parkingFeatures: withoutNone(lookups('ParkingFeatures')),

    associationYN: flag('AssociationYN'),
    // A fee of 0 beside "there is an association" is a blank; beside "there is none" the flag says it.
    associationFee: readFee(row.AssociationFee),
    associationFeeFrequency: lookup('FeeFrequency', 'AssociationFeeFrequency'),
    associationFee2: readFee(row.AssociationFee2),
    associationFee2Frequency: lookup('FeeFrequency', 'AssociationFee2Frequency'),
    associationFeeIncludes: lookups('AssociationFeeIncludes'),
    associationAmenities: withoutNone(lookups('AssociationAmenities')),
    communityFeatures: withoutNone(lookups('CommunityFeatures')),
    seniorCommunityYN: flag('SeniorCommunityYN'),
    taxAnnualAmount: readDollars(row.TaxAnnualAmount),
    taxYear: readYear(row.TaxYear),
    taxOtherAnnualAssessmentAmount: readDollars(
      row.TaxOtherAnnualAssessmentAmount ?? findLocal(row, /^[a-z0-9]+_Mello[a-z]*$/i),
    ),
    specialListingConditions: lookups('SpecialListingConditions').filter((value) => value !== 'Standard'),
    listingTerms: lookups('ListingTerms'),

    leaseTerm: lookups('LeaseTerm'),
    requiredMonthlyFees: readDollars(row.AdditionalRent),
    ongoingFees: readList(row.OngoingFees),
    furnished: lookup('Furnished'),
    availabilityDate: readDate(row.AvailabilityDate),
    petsAllowed: lookups('PetsAllowed'),
    petsAllowedYN: flag('PetsAllowedYN'),
    maximumNumberOfPets: readIntegerIn(row.MaximumNumberOfPets, 0, 100),
    rentIncludes: withoutNone(lookups('RentIncludes')),
    tenantPays: withoutNone(lookups('TenantPays')),
    securityDeposit: readDollars(
      row.SecurityDeposit ?? findLocal(row, /^[a-z0-9]+_SecurityDeposit(Amount)?$/i),
    ),
    occupantType: lookup('OccupantType'),

    elementarySchool: text('ElementarySchool', 200),
    elementarySchoolDistrict: text('ElementarySchoolDistrict', 200),
    middleOrJuniorSchool: text('MiddleOrJuniorSchool', 200),
    highSchool: text('HighSchool', 200),
    highSchoolDistrict: text('HighSchoolDistrict', 200),

    publicRemarks: text('PublicRemarks', 20_000),
    virtualTourURLUnbranded: readWebAddress(row.VirtualTourURLUnbranded, ['https:']),
    listingURL: readWebAddress(row.ListingURL, ['https:']),
    media,
    photosCount: readIntegerIn(row.PhotosCount, 0, 10_000) ?? media.length,
    openHouses: normalizeOpenHouses(row.OpenHouse ?? row.OpenHouses),

    listAgentKey: text('ListAgentKey', 255),
    listAgentMlsId: text('ListAgentMlsId', 255),
    listAgentFullName:
      text('ListAgentFullName', 200) ?? fullName(row.ListAgentFirstName, row.ListAgentLastName),
    listAgentDirectPhone: text('ListAgentDirectPhone', 50) ?? text('ListAgentPreferredPhone', 50),
    listAgentEmail: text('ListAgentEmail', 200),
    listAgentStateLicense: text('ListAgentStateLicense', 50),
    coListAgentKey: text('CoListAgentKey', 255),
    coListAgentFullName:
      text('CoListAgentFullName', 200) ?? fullName(row.CoListAgentFirstName, row.CoListAgentLastName),
    coListAgentDirectPhone: text('CoListAgentDirectPhone', 50) ?? text('CoListAgentPreferredPhone', 50),
    coListAgentEmail: text('CoListAgentEmail', 200),
    coListAgentStateLicense: text('CoListAgentStateLicense', 50),
    listOfficeKey: text('ListOfficeKey', 255),
    listOfficeMlsId: text('ListOfficeMlsId', 255),
    listOfficeName: text('ListOfficeName', 255),
    listOfficePhone: text('ListOfficePhone', 50),
    attributionContact: text('AttributionContact', 500),
    copyrightNotice: text('CopyrightNotice', 2000),
    disclaimer: text('Disclaimer', 4000),

    internetEntireListingDisplayYN: readDisplayFlag(row.InternetEntireListingDisplayYN),
    internetAddressDisplayYN: readDisplayFlag(row.InternetAddressDisplayYN),
    internetAutomatedValuationDisplayYN: readDisplayFlag(row.InternetAutomatedValuationDisplayYN),
    internetConsumerCommentYN: readDisplayFlag(row.InternetConsumerCommentYN),
  };
  return { listing };
}

function faultOf(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return `${field} is missing`;
  const shown = readText(value, 60) ?? typeof value;
  return `${field} cannot be read: ${shown}`;
}

function readStatus(value: unknown): StandardStatus | undefined {
  const text = readText(Array.isArray(value) && value.length === 1 ? value[0] : value, 100);
  // The table of this lookup holds exactly the eleven values of `StandardStatus`.
  return text === null ? undefined : (findLookup('StandardStatus', text) as StandardStatus | undefined);
}

function readLookup(name: LookupName, value: unknown): string | null {
  const text = readText(Array.isArray(value) ? value[0] : value, 200);
  return text === null ? null : normalizeLookup(name, text);
}

function readLookups(name: LookupName, value: unknown): string[] {
  return [...new Set(readList(value).map((one) => normalizeLookup(name, one)))];
}

const withoutNone = (values: string[]) => values.filter((value) => value !== 'None');

/** "None" is the word for no system: it leaves the list and answers the flag that the feed left open. */
function readSystem(values: string[], flag: boolean | null): { kinds: string[]; has: boolean | null } {
  const kinds = withoutNone(values);
  if (kinds.length > 0) return { kinds, has: flag ?? true };
  return { kinds, has: flag ?? (values.length > 0 ? false : null) };
}

/** Whole dollars of a price; 0 and 1 are how feeds write "call for price". */
function readMoney(value: unknown): number | null {
  return readIntegerIn(value, 2, MOST_DOLLARS);
}

/** Whole dollars of a tax or deposit, where 0 is an answer. */
function readDollars(value: unknown): number | null {
  return readIntegerIn(value, 0, MOST_DOLLARS);
}

function readFee(value: unknown): number | null {
  const fee = readNumber(value);
  return fee !== null && fee > 0 && fee <= MOST_DOLLARS ? Math.round(fee * 100) / 100 : null;
}

/** Square feet; null when 0, nothing, or in a unit we do not know. No unit means square feet in US feeds. */
function readArea(value: unknown, units: unknown): number | null {
  const area = readNumber(value);
  if (area === null || area <= 0) return null;
  const unitText = readText(units, 50);
  const unit = unitText === null ? 'Square Feet' : findLookup('AreaUnits', unitText);
  if (unit === undefined) return null;
  const factor =
    unit === 'Square Meters' ? SQUARE_FEET_PER_SQUARE_METER : unit === 'Acres' ? SQUARE_FEET_PER_ACRE : 1;
  const squareFeet = Math.round(area * factor);
  return squareFeet >= 1 && squareFeet <= MOST_SQUARE_FEET ? squareFeet : null;
}

function readLotSize(row: Row): number | null {
  return (
    readArea(row.LotSizeSquareFeet, 'Square Feet') ??
    readArea(row.LotSizeAcres, 'Acres') ??
    // Without its unit a lot of "2" may be acres or square metres: not known.
    (readText(row.LotSizeUnits) === null ? null : readArea(row.LotSizeArea, row.LotSizeUnits))
  );
}

/**
 * Bathrooms in quarter steps. The parts win: RESO's integer total counts a half bath as one. A total above
 * zero beside parts that are all zero means that the parts were not filled in.
 */
function readBathrooms(row: Row): number | null {
  const count = (key: string) => readIntegerIn(row[key], 0, 1000) ?? 0;
  const parts =
    count('BathroomsFull') +
    count('BathroomsThreeQuarter') * 0.75 +
    count('BathroomsHalf') * 0.5 +
    count('BathroomsOneQuarter') * 0.25;
  if (parts > 0) return parts;
  const total =
    readNumberIn(row.BathroomsTotalDecimal, 0, 1000) ?? readIntegerIn(row.BathroomsTotalInteger, 0, 1000);
  if (total !== null) return Math.round(total * 4) / 4;
  return readIntegerIn(row.BathroomsFull, 0, 0);
}

const STORIES_OF_LEVELS: Record<string, number> = { One: 1, Two: 2, 'Three Or More': 3 };

function readStories(row: Row): number | null {
  const told = readIntegerIn(row.StoriesTotal, 1, 300);
  if (told !== null) return told;
  const levels = readLookups('Levels', row.Levels).flatMap((level) => STORIES_OF_LEVELS[level] ?? []);
  return levels.length > 0 ? Math.max(...levels) : readIntegerIn(row.Stories, 1, 300);
}

/** 0 and 9999 stand for "not known" in feeds; a house may be announced three years ahead. */
function readYear(value: unknown): number | null {
  return readIntegerIn(value, 1700, new Date().getUTCFullYear() + 3);
}

function readParking(row: Row): number | null {
  const total = readNumberIn(row.ParkingTotal, 0, 10_000);
  if (total !== null) return total;
  const parts = [row.GarageSpaces, row.CarportSpaces, row.OpenParkingSpaces]
    .map((value) => readNumberIn(value, 0, 10_000))
    .filter((value) => value !== null);
  return parts.length === 0 ? null : parts.reduce((sum, value) => sum + value, 0);
}

/** A field of the MLS's own, prefixed with its code: `CRMLS_MelloRoos`. */
function findLocal(row: Row, name: RegExp): unknown {
  const key = Object.keys(row).find((one) => name.test(one));
  return key === undefined ? undefined : row[key];
}

function composeAddress(parts: {
  streetNumber: string | null;
  streetName: string | null;
  unitNumber: string | null;
  city: string | null;
  stateOrProvince: string | null;
  postalCode: string | null;
}): string | null {
  if (parts.streetNumber === null || parts.streetName === null) return null;
  const street = `${parts.streetNumber} ${parts.streetName}`;
  const unit = parts.unitNumber === null ? '' : ` #${parts.unitNumber}`;
  const region = [parts.stateOrProvince, parts.postalCode].filter((part) => part !== null).join(' ');
  return [street + unit, parts.city, region].filter((part) => part !== null && part !== '').join(', ');
}
