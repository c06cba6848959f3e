import type { Listing } from './listing.ts';
import { statusFilterOf } from './standard-status.ts';
import { isNamedAfterStreet, namesStreet } from './street.ts';

/**
 * What a dataset's licence lets us show. From the feed's `display` settings (DESIGN.md, Feeds).
 */
export interface DisplayRules {
  advertisingBroker: { name: string; licenseNumber: string; phone: string; email: string };
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
  /** The words of the credit; CRMLS wants "Listing Agent / Office", never "Courtesy of". */
  labels: Record<string, string>;
}

/**
 * Whether any visitor may see the listing. `InternetEntireListingDisplayYN` false bars it everywhere; null is
 * not restricted (RESO). A status that is never in a search bars it too; Closed needs `allowSold`.
 */
export function mayDisplay(listing: Listing, rules: Pick<DisplayRules, 'allowSold'>): boolean {
  if (listing.internetEntireListingDisplayYN === false) return false;
  const group = statusFilterOf(listing.standardStatus);
  return group !== undefined && (group !== 'sold' || rules.allowSold);
}

/** Whether street, unit, parcel number, directions, tour and exact position may be shown. */
export function mayDisplayAddress(listing: Pick<Listing, 'internetAddressDisplayYN'>): boolean {
  return listing.internetAddressDisplayYN !== false;
}

/**
 * The listing as visitors may see it. With a withheld address everything that tells the place is gone and the
 * position is `postalCentre`, one value for all homes of that ZIP, or none. Media captions and remarks that
 * repeat the street go too, however they spell it: a caption of "123 Oak Street" would undo the seller's choice.
 */
export function publicListing(
  listing: Listing,
  postalCentre: { latitude: number; longitude: number } | null,
): Listing {
  if (mayDisplayAddress(listing)) return listing;
  const telltale = [listing.unparsedAddress, streetLine(listing), listing.streetName, listing.parcelNumber]
    .filter((text): text is string => text !== null && text.trim().length > 3)
    .map((text) => text.toLowerCase());
  const scrub = (text: string | null) =>
    text !== null &&
    (telltale.some((tell) => text.toLowerCase().includes(tell)) || namesStreet(text, listing))
      ? null
      : text;
  return {
    ...listing,
    unparsedAddress: null,
    streetNumber: null,
    streetName: null,
    unitNumber: null,
    parcelNumber: null,
    subdivisionName:
      listing.subdivisionName !== null && isNamedAfterStreet(listing.subdivisionName, listing.streetName)
        ? null
        : listing.subdivisionName,
    virtualTourURLUnbranded: null,
    publicRemarks: scrub(listing.publicRemarks),
    openHouses: listing.openHouses.map((one) => ({ ...one, openHouseRemarks: scrub(one.openHouseRemarks) })),
    media: listing.media.map((one) => ({ ...one, shortDescription: scrub(one.shortDescription) })),
    latitude: postalCentre?.latitude ?? null,
    longitude: postalCentre?.longitude ?? null,
  };
}

/** "123 N Culver Dr", without the unit; `null` when number or name is missing. */
export function streetLine(listing: Pick<Listing, 'streetNumber' | 'streetName'>): string | null {
  if (listing.streetName === null) return null;
  return listing.streetNumber === null ? listing.streetName : `${listing.streetNumber} ${listing.streetName}`;
}
