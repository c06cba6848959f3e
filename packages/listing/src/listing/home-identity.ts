import { normalizeStreet, wordsOf } from '../places/street.ts';
import { mayDisplayAddress } from './display-rules.ts';
import type { Listing } from './listing.ts';
import { homeTypeOf } from './property-type.ts';

type Identified = Pick<
  Listing,
  | 'dataset'
  | 'listingKey'
  | 'listingId'
  | 'originatingSystemName'
  | 'universalPropertyId'
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

/** What a listing's home is known by. */
export interface HomeIdentity {
  /** The first of `keys`: `parcel:…`, else `address:…`, `upi:…`, `mls:…`, else `listing:…` (never shared). */
  homeKey: string;
  /** Two listings that share any of these are of one home, whatever their dataset and provider. */
  keys: readonly string[];
}

/**
 * The identity of a listing's home (rules S14.3, F95): parcel, county and unit; the normalised
 * address, unit and ZIP; the universal property id and unit; the originating system and its number, for one MLS
 * that comes through two vendors. A hidden address, no address, and a condominium (or apartment) without a unit are
 * never merged: a wrong merge shows one family's home as another's, a missed one only shows two cards.
 */
export function homeIdentityOf(listing: Identified): HomeIdentity {
  const keys = mayDisplayAddress(listing) ? sharedKeysOf(listing) : [];
  const homeKey = keys[0] ?? `listing:${listing.dataset}:${listing.listingKey}`;
  return { homeKey, keys: keys.length > 0 ? keys : [homeKey] };
}

/**
 * Whether two records of one dataset speak of the same place, also where their addresses are withheld: for telling
 * that a listing goes on under another key. Never an answer to a visitor.
 */
export function isSamePlace(a: Identified, b: Identified): boolean {
  const keys = new Set(placeKeysOf(a, normalizeUnit(a.unitNumber)));
  return placeKeysOf(b, normalizeUnit(b.unitNumber)).some((key) => keys.has(key));
}

function sharedKeysOf(listing: Identified): string[] {
  const unit = normalizeUnit(listing.unitNumber);
  const homeType = homeTypeOf(listing.propertyType, listing.propertySubType);
  if (unit === '' && (homeType === 'condo' || homeType === 'apartment')) return [];
  if (wordsOf(lineOf(listing)).length === 0) return [];
  return [...placeKeysOf(listing, unit), numberKeyOf(listing, unit)].filter((key) => key !== null);
}

function placeKeysOf(listing: Identified, unit: string): string[] {
  return [parcelKeyOf(listing, unit), addressKeyOf(listing, unit), propertyKeyOf(listing, unit)].filter(
    (key) => key !== null,
  );
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
  const street = normalizeStreet(lineOf(listing));
  // A house number is needed: "Lot 4 Oak St", "0 Oak St" and "TBD" are said of many plots.
  if (!/^[1-9]\d*[a-z]?(?: \d+ \d+)? [a-z0-9]/.test(street)) return null;
  const state = wordsOf(listing.stateOrProvince ?? '').join(' ');
  const area = areaOf(listing);
  if (state === '' || area === '') return null;
  return ['address', state, area, street, unit].join(':');
}

/** RESO's UniversalPropertyId names a parcel; a building's parcel has many units. */
function propertyKeyOf(listing: Identified, unit: string): string | null {
  const id = (listing.universalPropertyId ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  return /\d{6}/.test(id) ? ['upi', id, unit].join(':') : null;
}

/**
 * The number of the MLS that the record comes from, with the house number and the ZIP: a number that is made up or
 * used twice does not merge strangers.
 */
function numberKeyOf(listing: Identified, unit: string): string | null {
  const system = wordsOf(listing.originatingSystemName ?? '').join(' ');
  const number = (listing.listingId ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  const house = /^[1-9]\d*/.exec(normalizeStreet(lineOf(listing)))?.[0];
  const area = areaOf(listing);
  if (system === '' || area === '' || house === undefined || !/\d/.test(number)) return null;
  return ['mls', system, number, area, house, unit].join(':');
}

function lineOf({ streetNumber, streetName, unparsedAddress }: Identified): string {
  if (streetNumber !== null && streetName !== null) return `${streetNumber} ${streetName}`;
  return unparsedAddress?.split(',')[0] ?? streetName ?? '';
}

function areaOf(listing: Identified): string {
  return listing.postalCode ?? wordsOf(listing.city ?? '').join(' ');
}

const UNIT_WORDS = new Set(
  'apt apartment unit suite ste no number condo lot spc space bldg rm room'.split(' '),
);
