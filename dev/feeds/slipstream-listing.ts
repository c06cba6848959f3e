import { hashString } from './odata-listings.ts';
import type { Row } from './odata-value.ts';

/** The requested parts of a listing (`images=true`, …; rule F86). */
export interface ListingParts {
  images: boolean;
  details: boolean;
  features: boolean;
  extended: boolean;
}

export interface ListingSurroundings {
  /** Lower-case market code. */
  market: string;
  /** Name of the feed, sent as `source`. */
  source: string;
  /** Address before `/{market}/{systemId}/photo_{n}.jpg`, without a trailing slash. */
  imageBase: string;
  now: Date;
}

export type SlipstreamObject = Record<string, unknown>;

/** Active, sold, or otherwise off the market: determines which service has the listing. */
export type Shelf = 'listings' | 'sales' | 'inactive';

/** Pictures of a listing as the market draws them, in display order. */
export function listPictures(row: Row): string[] {
  const media = Array.isArray(row.Media) ? (row.Media as Row[]) : [];
  return media
    .filter((one) => !/Video|Document|Tour/.test(String(one.MediaCategory ?? 'Photo')))
    .sort((a, b) => Number(a.Order) - Number(b.Order))
    .map((one) => String(one.MediaURL));
}

/** The provider's own key of a listing, also its image folder; `id` is the MLS number. */
const formatSystemId = (listingKey: string): string => `HJ${listingKey}`;
export const parseSystemId = (systemId: string): string | undefined =>
  systemId.startsWith('HJ') ? systemId.slice(2) : undefined;

/** Whether a display flag is no or unparsable; an absent flag is no restriction (RESO). */
export const isRestricted = (flag: unknown): boolean =>
  flag !== null && flag !== undefined && !/^(true|y|yes|1)$/i.test(String(flag));

export function findShelf(standardStatus: unknown): Shelf {
  switch (standardStatus) {
    case 'Closed':
      return 'sales';
    case 'Withdrawn':
    case 'Canceled':
    case 'Expired':
    case 'Hold':
    case 'Delete':
    case 'Incomplete':
      return 'inactive';
    default:
      return 'listings';
  }
}

/**
 * Converts a RESO Property row to SlipStream's form: nested, camelCase, in the market's terms, without empty members,
 * instants in epoch seconds (rule F86). Omits what the license withholds (a hidden address with everything that
 * reveals it, confidential fields). Pure in its arguments.
 */
export function toSlipstreamListing(
  row: Row,
  parts: ListingParts,
  { market, source, imageBase, now }: ListingSurroundings,
): SlipstreamObject {
  const key = String(row.ListingKey);
  const hidden = isRestricted(row.InternetAddressDisplayYN);
  const pictures = listPictures(row);
  const shelf = findShelf(row.StandardStatus);
  const small = present({
    id: key,
    systemId: formatSystemId(key),
    market,
    geoType: 'listing',
    listingType: formatListingType(row),
    propertyType: formatPropertyType(row),
    status: formatStatus(row, now),
    listPrice: row.ListPrice,
    salePrice: shelf === 'sales' ? row.ClosePrice : undefined,
    address: buildAddress(row, hidden),
    coordinates: hidden ? undefined : buildCoordinates(row),
    beds: row.BedroomsTotal,
    baths: present({
      total: row.BathroomsTotalInteger,
      full: row.BathroomsFull,
      half: row.BathroomsHalf,
      threeQuarter: row.BathroomsThreeQuarter,
      quarter: row.BathroomsOneQuarter,
    }),
    size: row.LivingArea,
    imageCount: pictures.length,
  });
  if (parts.details) Object.assign(small, buildDetails(row, hidden, source, now));
  if (parts.images && pictures.length > 0) {
    const folder = `${imageBase}/${market}/${formatSystemId(key)}`;
    small.images = pictures.map((_, index) => `${folder}/photo_${index + 1}.jpg`);
  }
  if (parts.features) small.features = buildFeatures(row);
  if (parts.extended) addExtended(small, row, hidden);
  return small;
}

function buildDetails(row: Row, hidden: boolean, source: string, now: Date): SlipstreamObject {
  const shelf = findShelf(row.StandardStatus);
  const onMarket = dateSeconds(row.OnMarketDate ?? row.ListingContractDate);
  const offMarket =
    dateSeconds(row.OffMarketDate) ??
    (shelf === 'listings' ? undefined : dateSeconds(row.CloseDate ?? row.StatusChangeTimestamp));
  const modified = seconds(row.ModificationTimestamp);
  const days =
    onMarket === undefined
      ? undefined
      : Math.max(0, Math.floor(((offMarket ?? now.getTime() / 1000) - onMarket) / 86_400));
  return present({
    stdAddress: hidden ? undefined : buildStandardAddress(row),
    description: formatDescription(row),
    county: row.CountyOrParish,
    area: row.MLSAreaMajor,
    subdivision: row.SubdivisionName,
    originalListPrice: row.OriginalListPrice,
    style: joined(row.ArchitecturalStyle, '/'),
    lotSize: present({ sqft: row.LotSizeSquareFeet, acres: rounded(row.LotSizeAcres, 2) }),
    floors: row.StoriesTotal == null ? undefined : String(row.StoriesTotal),
    yearBuilt: row.YearBuilt,
    newConstruction: row.NewConstructionYN,
    garageSpaces: row.GarageSpaces,
    daysOnMarket: days,
    daysOnHJI: days === undefined ? undefined : Math.max(0, days - 1),
    listingDate: dateSeconds(row.ListingContractDate),
    offMarketDate: offMarket,
    saleDate: shelf === 'sales' ? dateSeconds(row.CloseDate) : undefined,
    modifiedDate: modified,
    // The provider refreshes a listing a little after the MLS changed it.
    lastUpdated: modified === undefined ? undefined : modified + (hashString(String(row.ListingKey)) % 20),
    listingAgent: present({
      id: row.ListAgentMlsId ?? row.ListAgentKey,
      name: row.ListAgentFullName,
      email: row.ListAgentEmail,
      phone: row.ListAgentDirectPhone,
    }),
    coListingAgent: present({ name: row.CoListAgentFullName }),
    sellingAgent:
      shelf === 'sales' ? present({ id: row.BuyerAgentMlsId, name: row.BuyerAgentFullName }) : undefined,
    listingOffice: present({
      id: row.ListOfficeMlsId ?? row.ListOfficeKey,
      name: row.ListOfficeName,
      phone: row.ListOfficePhone,
    }),
    sellingOffice:
      shelf === 'sales' ? present({ id: row.BuyerOfficeMlsId, name: row.BuyerOfficeName }) : undefined,
    schools: present({
      district: row.HighSchoolDistrict,
      elementary: row.ElementarySchool,
      middle: row.MiddleOrJuniorSchool,
      high: row.HighSchool,
    }),
    tourURL: row.VirtualTourURLUnbranded,
    source,
  });
}

/** Residential, Rental, Land, Commercial, Multifamily: the category of the offer, not of the building. */
function formatListingType(row: Row): string {
  const type = String(row.PropertyType ?? '');
  if (/lease/i.test(type)) return /commercial/i.test(type) ? 'Commercial Lease' : 'Rental';
  if (type === 'Land') return 'Land';
  if (type === 'Residential Income') return 'Multifamily';
  if (/commercial|business/i.test(type)) return 'Commercial';
  return 'Residential';
}

const PROPERTY_TYPES: Record<string, string> = {
  'Single Family Residence': 'Detached',
  Townhouse: 'Townhouse',
  Condominium: 'Condo',
  'Stock Cooperative': 'Co-op',
  Apartment: 'Apartment',
  Duplex: 'Duplex',
  Triplex: 'Triplex',
  Quadruplex: 'Fourplex',
  'Manufactured Home': 'Manufactured',
  'Manufactured On Land': 'Manufactured',
  'Mobile Home': 'Mobile Home',
  'Unimproved Land': 'Lots/Land',
};

function formatPropertyType(row: Row): string | undefined {
  const type = row.PropertySubType;
  return typeof type === 'string' ? (PROPERTY_TYPES[type] ?? type) : undefined;
}

/** Days for which an active listing is "New". */
const NEW_DAYS = 7;

/** The market's own statuses, as seen in public clients: Active, New, Contingent, Re-activated, Price Change. */
function formatStatus(row: Row, now: Date): string {
  switch (row.StandardStatus) {
    case 'Active Under Contract':
      return 'Contingent';
    case 'Active': {
      const since = (now.getTime() - Date.parse(String(row.MajorChangeTimestamp))) / 86_400_000;
      if (!(since < NEW_DAYS)) return 'Active';
      if (row.MajorChangeType === 'New Listing') return 'New';
      if (row.MajorChangeType === 'Price Change') return 'Price Change';
      return row.MajorChangeType === 'Back On Market' ? 'Re-activated' : 'Active';
    }
    default:
      return String(row.StandardStatus);
  }
}

/** `street` is the line without the unit but with the number, as in the market's answers. */
function buildAddress(row: Row, hidden: boolean): SlipstreamObject {
  const line = text(row.UnparsedAddress);
  const unit = text(row.UnitNumber);
  const street = [
    row.StreetNumber,
    row.StreetDirPrefix,
    row.StreetName,
    row.StreetSuffix,
    row.StreetDirSuffix,
  ]
    .filter((part) => text(part) !== undefined)
    .join(' ');
  const place = { city: row.City, state: row.StateOrProvince, zip: row.PostalCode };
  if (hidden) return present(place);
  return present({ deliveryLine: line ?? street, street: street || line, unit, ...place });
}

/** One in twelve addresses could not be standardized. */
function buildStandardAddress(row: Row): SlipstreamObject | undefined {
  if (hashString(String(row.ListingKey)) % 12 === 0) return undefined;
  const { deliveryLine: _, street, unit, ...place } = buildAddress(row, false);
  if (street === undefined) return undefined;
  const zip = String(row.PostalCode ?? '');
  return present({
    deliveryLine: unit === undefined ? street : `${street} ${withDesignator(String(unit))}`,
    street,
    unit,
    ...place,
    zip4: /^\d{5}$/.test(zip) ? String(1000 + (hashString(`${row.ListingKey} zip4`) % 9000)) : undefined,
  });
}

/** The postal form of a unit has a designator before its number. */
const withDesignator = (unit: string): string =>
  /^[A-Za-z]+\.? /.test(unit) ? unit : `Unit ${unit.replace(/^#\s*/, '')}`;

/** Sent unchanged, even swapped or zero: the provider does not correct an MLS's errors. */
function buildCoordinates(row: Row): SlipstreamObject | undefined {
  const { Latitude: latitude, Longitude: longitude } = row;
  return text(latitude) !== undefined && text(longitude) !== undefined ? { latitude, longitude } : undefined;
}

/**
 * One description in thirty was decoded with a wrong character set: non-breaking spaces and curly apostrophes in
 * UTF-8 read as Windows-1252.
 */
function formatDescription(row: Row): string | undefined {
  const remarks = text(row.PublicRemarks);
  if (remarks === undefined || hashString(`${row.ListingKey} charset`) % 30 !== 0) return remarks;
  return remarks.replaceAll('. ', '.\u00c2\u00a0 ').replaceAll(/['\u2019]/g, '\u00e2\u20ac\u2122');
}

const FEATURES: Record<string, string> = {
  interior: 'InteriorFeatures',
  exterior: 'ExteriorFeatures',
  community: 'CommunityFeatures',
  appliances: 'Appliances',
  cooling: 'Cooling',
  heating: 'Heating',
  flooring: 'Flooring',
  parking: 'ParkingFeatures',
  pool: 'PoolFeatures',
  view: 'View',
};

/** By category; in some of them a list of one is a plain string. */
function buildFeatures(row: Row): SlipstreamObject {
  const features: SlipstreamObject = {};
  for (const [category, field] of Object.entries(FEATURES)) {
    const values = row[field];
    if (!Array.isArray(values) || values.length === 0) continue;
    features[category] = values.length === 1 && category === 'heating' ? values[0] : values;
  }
  return features;
}

/** Fields that an IDX license withholds, and those that other members of the answer state. */
const NOT_EXTENDED =
  /^(Private|Showing|LockBox|Buyer.*Compensation|DualVariable|Compensation|Internet|Media|Owner(Name|Phone)|Occupant(Name|Phone)|AccessCode|ListingAgreement|Concessions|Listing(Key|Id)$|SourceSystem|OriginatingSystem)/;
/** Besides the street: the parcel number and directions identify the house (rule F19). */
const REVEALS_ADDRESS =
  /^(Unparsed|Street|Unit|Parcel|Latitude$|Longitude$|Coordinates|Directions|CrossStreet|Building(Name)?$|VirtualTour|TaxLot|TaxBlock|TaxTract|AssociationName|ParkName|PostalCodePlus4)/;

interface ExtendedField {
  name: string;
  /** How loosely values are typed, which differs between fields. */
  looseness: number;
  isLicensed: boolean;
  revealsAddress: boolean;
}

const extendedFields = new Map<string, ExtendedField>();

function extendedField(field: string): ExtendedField {
  let known = extendedFields.get(field);
  if (known === undefined) {
    known = {
      name: `xf_${field.toLowerCase()}`,
      looseness: hashString(field) % 3,
      isLicensed: !NOT_EXTENDED.test(field),
      revealsAddress: REVEALS_ADDRESS.test(field),
    };
    extendedFields.set(field, known);
  }
  return known;
}

/** `xf_` and the lower-cased name of the MLS's own field, for every field with a value. */
function addExtended(listing: SlipstreamObject, row: Row, hidden: boolean): void {
  for (const field of Object.keys(row)) {
    const { name, looseness, isLicensed, revealsAddress } = extendedField(field);
    if (!isLicensed || (hidden && revealsAddress)) continue;
    const value = row[field];
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    // Related resources such as UnitTypes are no fields of the listing.
    if (Array.isArray(value) && typeof value[0] === 'object') continue;
    listing[name] = loose(looseness, value);
  }
}

function loose(looseness: number, value: unknown): unknown {
  if (typeof value === 'boolean') {
    if (looseness === 2) return value;
    return looseness === 0 ? (value ? 'Yes' : 'No') : value ? 'Y' : 'N';
  }
  if (looseness !== 0) return value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The members that have a value; undefined when none has. */
function present(members: SlipstreamObject): SlipstreamObject {
  const there: SlipstreamObject = {};
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (value === null || value === undefined || isEmptyObject(value)) continue;
    there[name] = value;
  }
  return there;
}

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const _ in value) return false;
  return true;
}

const text = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value).trim() !== ''
    ? String(value)
    : undefined;

const joined = (value: unknown, by: string): string | undefined =>
  Array.isArray(value) && value.length > 0 ? value.join(by) : undefined;

const rounded = (value: unknown, digits: number): number | undefined =>
  typeof value === 'number' ? Math.round(value * 10 ** digits) / 10 ** digits : undefined;

function seconds(instant: unknown): number | undefined {
  const at = Date.parse(String(instant));
  return Number.isFinite(at) ? Math.floor(at / 1000) : undefined;
}

/** A date as its midnight in UTC. */
function dateSeconds(date: unknown): number | undefined {
  return typeof date === 'string' ? seconds(`${date.slice(0, 10)}T00:00:00Z`) : undefined;
}
