import { CORRECTABLE } from '../corrections/corrections.ts';
import { type HomeOfferFields, isHomeOffer } from '../listing/home-offer.ts';
import type { Listing } from '../listing/listing.ts';
import { PUBLIC_FIELDS, type PublicFieldValues } from '../listing/public-fields.ts';
import { toStatusFilter } from '../listing/standard-status.ts';
import { isNamedAfterStreet, namesAnyStreet, namesStreet } from '../places/street.ts';

/** What a dataset's license allows to display, from the feed's `display` settings (rule S13.2). */
export interface DisplayRules {
  advertisingBroker: {
    name: string;
    licenseNumber: string;
    /** Two letters; absent: the home's state. */
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
  /** The direct phone and email of the listing agent may be published. */
  listingAgentContact: boolean;
  /** Those of the co-listing agent as well. */
  coListingAgentContact: boolean;
  maxResults: number | null;
  maxStaleHours: number | null;
  /** The feed is an invented sample market; the site says so. */
  sample: boolean;
  /** `logoUrl`: https; the logo of the MLS, shown with its name and disclaimer. */
  labels: { logoUrl?: string };
}

/**
 * Hours without a successful poll after which the owner is told and alerts of the feed's homes wait, unless `maxStaleHours`
 * says otherwise for these. Licenses allow twelve (rule R1).
 */
export const FEED_ALARM_HOURS = 6;

/** The value of RESO's `FeedTypes` that licenses public display. BBO, PDAP and VOW do not. */
export const PUBLIC_FEED_TYPE = 'IDX';

/** A row without any `FeedTypes` has the license of its feed: most feeds never send them. */
export function hasPublicLicense({ feedTypes }: Pick<Listing, 'feedTypes'>): boolean {
  return feedTypes.length === 0 || feedTypes.some((one) => one.trim().toUpperCase() === PUBLIC_FEED_TYPE);
}

/**
 * Barred in every status: by its seller (`InternetEntireListingDisplayYN`), because the row is licensed only for other
 * purposes (`FeedTypes`), or because it offers no home (`isHomeOffer`). The same rule in SQL: `packages/store/src/listings/barred-record.ts`.
 */
export function isBarredFromDisplay(
  listing: Pick<Listing, 'internetEntireListingDisplayYN' | 'feedTypes'> & HomeOfferFields,
): boolean {
  return (
    listing.internetEntireListingDisplayYN === false || !hasPublicLicense(listing) || !isHomeOffer(listing)
  );
}

/** Closed requires `allowSold`. */
export function mayDisplay(listing: Listing, rules: Pick<DisplayRules, 'allowSold'>): boolean {
  if (isBarredFromDisplay(listing)) return false;
  const group = toStatusFilter(listing.standardStatus);
  return group !== undefined && (group !== 'sold' || rules.allowSold);
}

/** Whether street, unit, parcel number, directions, tour and exact position may be displayed. */
export function mayDisplayAddress(listing: Pick<Listing, 'internetAddressDisplayYN'>): boolean {
  return listing.internetAddressDisplayYN !== false;
}

export type LocationPrecision = 'exact' | 'postal' | 'none';

/** For a listing as displayed: with a withheld address the position is the ZIP's centroid. */
export function classifyPrecision(
  listing: Pick<Listing, 'latitude' | 'longitude' | 'internetAddressDisplayYN'>,
): LocationPrecision {
  if (listing.latitude === null || listing.longitude === null) return 'none';
  return mayDisplayAddress(listing) ? 'exact' : 'postal';
}

/** Missing means unrestricted (RESO). */
export function readDisplayChoices(
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

/** Members that reveal the location. */
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

/** Not scanned: identity, displayable place, and the attribution, which must stay even for "Oak St Realty" on Oak St. */
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

/** Any spelling of the address is withheld here, including the bare street name. */
const PROSE = new Set<string>(['publicRemarks'] satisfies (keyof Listing)[]);

/**
 * The listing as displayed. With a withheld address everything that reveals the location is removed, and the position is
 * `postalCentre`. All other texts are scanned, including members added later (rule F19).
 */
export function publicListing(
  listing: Listing,
  postalCentre: { latitude: number; longitude: number } | null,
): Listing {
  if (mayDisplayAddress(listing)) return listing;
  const { scrub, scrubProse } = createScrubbers(listing);
  const shown: Record<string, unknown> = { ...listing };
  for (const [name, value] of Object.entries(listing)) {
    if (KEPT.has(name)) continue;
    if (typeof value === 'string') shown[name] = PROSE.has(name) ? scrubProse(value) : scrub(value);
    else if (Array.isArray(value) && value.some((one) => typeof one === 'string' && scrub(one) === null)) {
      shown[name] = value.filter((one) => typeof one !== 'string' || scrub(one) !== null);
    }
  }
  for (const name of TELLING) shown[name] = null;
  if (listing.corrections !== undefined) {
    shown.corrections = listing.corrections.filter(({ field }) => CORRECTABLE[field].revealsAddress !== true);
    delete shown.uncorrected;
  }
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
    unitTypes: listing.unitTypes.map((one) => scrubPart(one, scrubProse)),
    rooms: listing.rooms.map((one) => scrubPart(one, scrubProse)),
    otherFields: scrubFields(listing.otherFields, scrubProse),
    latitude: postalCentre?.latitude ?? null,
    longitude: postalCentre?.longitude ?? null,
  };
}

/**
 * Without the direct phones and emails that the feed's license does not publish. The office's phone and AttributionContact
 * belong to the credit and stay (rule R33).
 */
export function withholdAgentContacts(
  listing: Listing,
  rules: Pick<DisplayRules, 'listingAgentContact' | 'coListingAgentContact'>,
): Listing {
  return {
    ...listing,
    ...(rules.listingAgentContact ? {} : { listAgentDirectPhone: null, listAgentEmail: null }),
    ...(rules.coListingAgentContact ? {} : { coListAgentDirectPhone: null, coListAgentEmail: null }),
  };
}

type Scrub = (text: string | null) => string | null;

/** Without the fields that reveal the location, and without texts that do. */
function scrubFields(fields: PublicFieldValues, scrub: Scrub): PublicFieldValues {
  const kept = Object.entries(fields).filter(([name]) => PUBLIC_FIELDS.get(name)?.revealsAddress === false);
  const shown = Object.entries(scrubPart(Object.fromEntries(kept), scrub));
  return Object.fromEntries(
    shown.filter(([, value]) => value !== null && (typeof value !== 'object' || value.length > 0)),
  );
}

/** With null for texts that reveal the location, and without such items of lists. */
function scrubPart<Part extends object>(part: Part, scrub: Scrub): Part {
  const scrubbed = Object.entries(part).map(([name, value]) => [
    name,
    typeof value === 'string'
      ? scrub(value)
      : Array.isArray(value)
        ? value.filter((one) => scrub(one) !== null)
        : value,
  ]);
  return Object.fromEntries(scrubbed) as Part;
}

/**
 * Functions that return null for text that reveals the address. A feed may omit the street of a withheld address but send
 * the remarks: then any street name is withheld.
 */
function createScrubbers(listing: Listing) {
  const long = (texts: (string | null)[]) =>
    texts
      .filter((text): text is string => text !== null && text.trim().length > 3)
      .map((text) => text.toLowerCase());
  const exact = long([listing.unparsedAddress, listing.parcelNumber, listing.universalPropertyId]);
  const bare = long([streetLine(listing), listing.streetName, listing.buildingName]);
  // Some feeds send the address only in one line.
  const line = /^\s*(\d[\w/-]*)\s+([^,#]+)/.exec(listing.unparsedAddress ?? '');
  const streets = [
    { streetNumber: listing.streetNumber, streetName: listing.streetName },
    { streetNumber: line?.[1] ?? null, streetName: line?.[2]?.trim() ?? null },
  ].filter((street) => street.streetName !== null);
  // "Federal Way" is a city and may be displayed.
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

/** "123 N Culver Dr" without unit; `null` when number or name is missing. */
export function streetLine(listing: Pick<Listing, 'streetNumber' | 'streetName'>): string | null {
  if (listing.streetName === null) return null;
  return listing.streetNumber === null ? listing.streetName : `${listing.streetNumber} ${listing.streetName}`;
}
