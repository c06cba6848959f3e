import { mayDisplayAddress } from './display-rules.ts';
import type { Listing } from './listing.ts';
import { homeTypeOf } from './property-type.ts';
import { normalizeStreet, wordsOf } from './street.ts';

type Identified = Pick<
  Listing,
  | 'dataset'
  | 'listingKey'
  | 'internetAddressDisplayYN'
  | 'propertyType'
  | 'propertySubType'
  | 'parcelNumber'
  | 'streetNumber'
  | 'streetName'
  | 'unparsedAddress'
  | 'unitNumber'
  | 'city'
  | 'countyOrParish'
  | 'stateOrProvince'
  | 'postalCode'
>;

/** What a listing's home is known by. Two listings are of one home when their `homeKey` is the same text. */
export interface HomeIdentity {
  /** `parcel:…`, else `address:…`, else `listing:…` (never shared). */
  homeKey: string;
  /** The address alone, where the listing may be known by it: a home keeps its id when a parcel is added. */
  addressKey: string | null;
}

/**
 * The identity of a listing's home (DESIGN.md, "Home"): the parcel, else the normalised address and unit, else
 * the listing alone. A hidden address, no address, and a condominium (or apartment) without a unit are never merged: a wrong
 * merge shows one family's home as another's, a missed one only shows two cards.
 */
export function homeIdentityOf(listing: Identified): HomeIdentity {
  const alone = { homeKey: `listing:${listing.dataset}:${listing.listingKey}`, addressKey: null };
  if (!mayDisplayAddress(listing)) return alone;
  const unit = normalizeUnit(listing.unitNumber);
  const homeType = homeTypeOf(listing.propertyType, listing.propertySubType);
  if (unit === '' && (homeType === 'condo' || homeType === 'apartment')) return alone;
  const addressKey = addressKeyOf(listing, unit);
  return { homeKey: parcelKeyOf(listing, unit) ?? addressKey ?? alone.homeKey, addressKey };
}

/** "Apt. 4-B", "#4B" and "4b" → "4b"; none → "". */
export function normalizeUnit(text: string | null): string {
  const words = wordsOf(text ?? '');
  const named = words.length > 1 && UNIT_WORDS.has(words[0]!) ? words.slice(1) : words;
  return named.join('');
}

function parcelKeyOf(listing: Identified, unit: string): string | null {
  const parcel = (listing.parcelNumber ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  const state = wordsOf(listing.stateOrProvince ?? '').join(' ');
  const county = wordsOf(listing.countyOrParish ?? '')
    .filter((word) => word !== 'county' && word !== 'parish')
    .join(' ');
  // Feeds fill the field with zeros, "TBD" or "N/A"; such a parcel would merge strangers. A number is unique
  // within its county only.
  if (!/\d{4}/.test(parcel) || /^0*$/.test(parcel) || /^(\d)\1*$/.test(parcel)) return null;
  if (state === '' || county === '') return null;
  return ['parcel', state, county, parcel, unit].join(':');
}

function addressKeyOf(listing: Identified, unit: string): string | null {
  const { streetNumber, streetName, unparsedAddress } = listing;
  const line =
    streetNumber !== null && streetName !== null
      ? `${streetNumber} ${streetName}`
      : (unparsedAddress?.split(',')[0] ?? '');
  const street = normalizeStreet(line);
  // A house number is needed: "Lot 4 Oak St", "0 Oak St" and "TBD" are said of many plots.
  if (!/^[1-9]\d*[a-z]?(?: \d+ \d+)? [a-z0-9]/.test(street)) return null;
  const state = wordsOf(listing.stateOrProvince ?? '').join(' ');
  const area = listing.postalCode ?? wordsOf(listing.city ?? '').join(' ');
  if (state === '' || area === '') return null;
  return ['address', state, area, street, unit].join(':');
}

const UNIT_WORDS = new Set(
  'apt apartment unit suite ste no number condo lot spc space bldg rm room'.split(' '),
);
