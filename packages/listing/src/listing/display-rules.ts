import { isNamedAfterStreet, namesAnyStreet, namesStreet } from '../places/street.ts';
import type { Listing } from './listing.ts';
import { statusFilterOf } from './standard-status.ts';

/**
 * What a dataset's licence lets us show. From the feed's `display` settings (rule S13.2).
 */
export interface DisplayRules {
  advertisingBroker: {
    name: string;
    licenseNumber: string;
    /** Two letters, of its register; absent: that of the home that is asked about. */
    licenseState?: string;
    phone: string;
    email: string;
  };
  source: string;
  disclaimer: string;
  timeZone: string | null;
  allowSold: boolean;
  allowHistory: boolean;
  contactMembers: boolean;
  maxResults: number | null;
  maxStaleHours: number | null;
  /** The feed's pictures are drawings of an invented market; the site says so. */
  sample: boolean;
  /**
   * The words of the credit; CRMLS wants "Listing Agent / Office", never "Courtesy of". `logoUrl`: the https address of a
   * mark that the MLS wants shown (see `attributionOf`).
   */
  labels: Record<string, string>;
}

/** The value of `FeedTypes` (RESO) that licenses a row for public display. BBO, PDAP and VOW do not. */
export const PUBLIC_FEED_TYPE = 'IDX';

/**
 * Whether the licences that a row names include one for public display. A row that names none is under the licence of its
 * feed: most feeds never send `FeedTypes`. Letter case and surrounding blanks do not matter.
 */
export function hasPublicLicence({ feedTypes }: Pick<Listing, 'feedTypes'>): boolean {
  return feedTypes.length === 0 || feedTypes.some((one) => one.trim().toUpperCase() === PUBLIC_FEED_TYPE);
}

/**
 * Whether the record bars public display in every status: its seller does (`InternetEntireListingDisplayYN` false; null is
 * not restricted, RESO), or its row is licensed for other purposes only (`FeedTypes`). `packages/store/src/listings/barred-record.ts`
 * states the same rule in SQL.
 */
export function isBarredFromDisplay(
  listing: Pick<Listing, 'internetEntireListingDisplayYN' | 'feedTypes'>,
): boolean {
  return listing.internetEntireListingDisplayYN === false || !hasPublicLicence(listing);
}

/**
 * Whether any visitor may see the listing: its record does not bar display, and its status is one that is in a search;
 * Closed needs `allowSold`.
 */
export function mayDisplay(listing: Listing, rules: Pick<DisplayRules, 'allowSold'>): boolean {
  if (isBarredFromDisplay(listing)) return false;
  const group = statusFilterOf(listing.standardStatus);
  return group !== undefined && (group !== 'sold' || rules.allowSold);
}

/** Whether street, unit, parcel number, directions, tour and exact position may be shown. */
export function mayDisplayAddress(listing: Pick<Listing, 'internetAddressDisplayYN'>): boolean {
  return listing.internetAddressDisplayYN !== false;
}

/** How exactly the position says where the home is. */
export type LocationPrecision = 'exact' | 'postal' | 'none';

/** Of a listing as visitors may see it: with a withheld address the position is that of the ZIP. */
export function locationPrecisionOf(
  listing: Pick<Listing, 'latitude' | 'longitude' | 'internetAddressDisplayYN'>,
): LocationPrecision {
  if (listing.latitude === null || listing.longitude === null) return 'none';
  return mayDisplayAddress(listing) ? 'exact' : 'postal';
}

/** What a seller or broker allows, with RESO's reading of "not said": not restricted. */
export function displayOf(
  listing: Pick<
    Listing,
    | 'internetEntireListingDisplayYN'
    | 'internetAddressDisplayYN'
    | 'internetAutomatedValuationDisplayYN'
    | 'internetConsumerCommentYN'
  >,
): { entireListing: boolean; address: boolean; valuation: boolean; comments: boolean } {
  return {
    entireListing: listing.internetEntireListingDisplayYN !== false,
    address: listing.internetAddressDisplayYN !== false,
    valuation: listing.internetAutomatedValuationDisplayYN !== false,
    comments: listing.internetConsumerCommentYN !== false,
  };
}

/** Members that say where the home is. */
const TELLING = [
  'unparsedAddress',
  'streetNumber',
  'streetName',
  'unitNumber',
  'parcelNumber',
  'universalPropertyId',
  'buildingName',
  'crossStreet',
  'directions',
  'virtualTourURLUnbranded',
  'listingURL',
] as const satisfies readonly (keyof Listing)[];

/**
 * Members that are looked through for nothing: identity, the place that may be told (city, county, state, ZIP), and
 * the credit, which must stand even where "Oak St Realty" sells a home on Oak St.
 */
const KEPT = new Set<string>([
  'dataset',
  'provider',
  'listingKey',
  'listingId',
  'originatingSystemName',
  'city',
  'countyOrParish',
  'stateOrProvince',
  'postalCode',
  'listAgentKey',
  'listAgentMlsId',
  'listAgentFullName',
  'listAgentEmail',
  'coListAgentKey',
  'coListAgentFullName',
  'coListAgentEmail',
  'listOfficeKey',
  'listOfficeMlsId',
  'listOfficeName',
  'attributionContact',
  'copyrightNotice',
  'disclaimer',
] satisfies (keyof Listing)[]);

/** Written for people, so that any spelling of the place in them is withheld, the street's bare name too. */
const PROSE = new Set<string>(['publicRemarks'] satisfies (keyof Listing)[]);

/**
 * The listing as visitors may see it. With a withheld address everything that tells the place is gone and the
 * position is `postalCentre`, one value for all homes of that ZIP, or none. Every other text is looked through,
 * members of tomorrow included: a caption of "123 Oak Street" would undo the seller's choice (rule F19).
 */
export function publicListing(
  listing: Listing,
  postalCentre: { latitude: number; longitude: number } | null,
): Listing {
  if (mayDisplayAddress(listing)) return listing;
  const { scrub, scrubProse } = scrubbersOf(listing);
  const shown: Record<string, unknown> = { ...listing };
  for (const [name, value] of Object.entries(listing)) {
    if (KEPT.has(name)) continue;
    if (typeof value === 'string') shown[name] = PROSE.has(name) ? scrubProse(value) : scrub(value);
    else if (Array.isArray(value) && value.some((one) => typeof one === 'string' && scrub(one) === null)) {
      shown[name] = value.filter((one) => typeof one !== 'string' || scrub(one) !== null);
    }
  }
  for (const name of TELLING) shown[name] = null;
  const { subdivisionName } = listing;
  if (subdivisionName !== null && isNamedAfterStreet(subdivisionName, listing.streetName)) {
    shown.subdivisionName = null;
  }
  return {
    ...(shown as unknown as Listing),
    openHouses: listing.openHouses.map((one) => ({
      ...one,
      openHouseRemarks: scrubProse(one.openHouseRemarks),
    })),
    media: listing.media.map((one) => ({ ...one, shortDescription: scrubProse(one.shortDescription) })),
    latitude: postalCentre?.latitude ?? null,
    longitude: postalCentre?.longitude ?? null,
  };
}

/**
 * Answer null for a text that tells the place. The one for prose also withholds a bare "near the Culver". A feed may
 * leave out the street of a withheld address and still send the remarks: then any street that is named may be the one.
 */
function scrubbersOf(listing: Listing) {
  const long = (texts: (string | null)[]) =>
    texts
      .filter((text): text is string => text !== null && text.trim().length > 3)
      .map((text) => text.toLowerCase());
  const exact = long([listing.unparsedAddress, listing.parcelNumber, listing.universalPropertyId]);
  const bare = long([streetLine(listing), listing.streetName, listing.buildingName]);
  // A feed may send the address in one line only.
  const line = /^\s*(\d[\w/-]*)\s+([^,#]+)/.exec(listing.unparsedAddress ?? '');
  const streets = [
    { streetNumber: listing.streetNumber, streetName: listing.streetName },
    { streetNumber: line?.[1] ?? null, streetName: line?.[2]?.trim() ?? null },
  ].filter((street) => street.streetName !== null);
  // "Federal Way" is a city, which may be told.
  const withoutCity = (text: string) => (listing.city ? text.replaceAll(listing.city, '') : text);
  const tells = (text: string, parts: string[]) => {
    const lower = text.toLowerCase();
    if (streets.length === 0 && namesAnyStreet(withoutCity(text))) return true;
    return parts.some((part) => lower.includes(part)) || streets.some((street) => namesStreet(text, street));
  };
  const scrubWith = (parts: string[]) => (text: string | null) =>
    text !== null && tells(text, parts) ? null : text;
  return { scrub: scrubWith(exact), scrubProse: scrubWith([...exact, ...bare]) };
}

/** "123 N Culver Dr", without the unit; `null` when number or name is missing. */
export function streetLine(listing: Pick<Listing, 'streetNumber' | 'streetName'>): string | null {
  if (listing.streetName === null) return null;
  return listing.streetNumber === null ? listing.streetName : `${listing.streetNumber} ${listing.streetName}`;
}
