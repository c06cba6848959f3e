import { mayDisplayAddress } from '../display/display-rules.ts';
import { normalizeStreet, tokenizeAddress } from '../places/street.ts';
import type { Listing } from './listing.ts';
import { type HomeType, parseHomeType } from './property-type.ts';

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
  | 'commonInterest'
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

interface HomeIdentity {
  /** The first of `keys`: `parcel:…`, else `address:…`, `upi:…`, `mls:…`, else `listing:…` (never shared). */
  homeKey: string;
  /** Listings that share a key belong to one home, whatever their dataset and provider. */
  keys: readonly string[];
}

/**
 * Derives the keys (rules S14.3, F95). Withheld or missing addresses, and condominiums or apartments without a unit, are
 * never merged: a wrong merge shows somebody else's home, a missed one only shows two cards.
 */
export function identifyHome(listing: Identified): HomeIdentity {
  const keys = mayDisplayAddress(listing) ? sharedKeys(listing) : [];
  const homeKey = keys[0] ?? `listing:${listing.dataset}:${listing.listingKey}`;
  return { homeKey, keys: keys.length > 0 ? keys : [homeKey] };
}

/** Whether two records of one dataset are the same place, to detect a listing under a new key. Never shown to visitors. */
export function isSamePlace(a: Identified, b: Identified): boolean {
  const keys = new Set(placeKeys(a, normalizeUnit(a.unitNumber)));
  return placeKeys(b, normalizeUnit(b.unitNumber)).some((key) => keys.has(key));
}

/** Types whose address without a unit is that of many homes. */
const SHARES_BUILDING = new Set<HomeType>(['condo', 'coop', 'apartment']);

function sharedKeys(listing: Identified): string[] {
  const unit = normalizeUnit(listing.unitNumber);
  const homeType = parseHomeType(listing);
  if (unit === '' && SHARES_BUILDING.has(homeType)) return [];
  if (tokenizeAddress(streetText(listing)).length === 0) return [];
  return [...placeKeys(listing, unit), listingNumberKey(listing, unit)].filter((key) => key !== null);
}

function placeKeys(listing: Identified, unit: string): string[] {
  return [parcelKey(listing, unit), addressKey(listing, unit), propertyKey(listing, unit)].filter(
    (key) => key !== null,
  );
}

/** "Apt. 4-B", "#4B" and "4b" → "4b"; none → "". */
export function normalizeUnit(text: string | null): string {
  const words = tokenizeAddress(text ?? '');
  const named = words.length > 1 && UNIT_WORDS.has(words[0]!) ? words.slice(1) : words;
  return named.join('');
}

function parcelKey(listing: Identified, unit: string): string | null {
  const parcel = (listing.parcelNumber ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  const state = tokenizeAddress(listing.stateOrProvince ?? '').join(' ');
  const county = tokenizeAddress(listing.countyOrParish ?? '')
    .filter((word) => word !== 'county' && word !== 'parish')
    .join(' ');
  // Zeros, "TBD" and "N/A" would merge unrelated homes. Numbers are unique only within a county.
  if (!/\d{4}/.test(parcel) || /^0*$/.test(parcel) || /^(\d)\1*$/.test(parcel)) return null;
  if (state === '' || county === '') return null;
  return ['parcel', state, county, parcel, unit].join(':');
}

function addressKey(listing: Identified, unit: string): string | null {
  const street = normalizeStreet(streetText(listing));
  // Requires a house number: "Lot 4 Oak St", "0 Oak St" and "TBD" apply to many plots.
  if (!/^[1-9]\d*[a-z]?(?: \d+ \d+)? [a-z0-9]/.test(street)) return null;
  const state = tokenizeAddress(listing.stateOrProvince ?? '').join(' ');
  const area = areaText(listing);
  if (state === '' || area === '') return null;
  return ['address', state, area, street, unit].join(':');
}

function propertyKey(listing: Identified, unit: string): string | null {
  const id = (listing.universalPropertyId ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  return /\d{6}/.test(id) ? ['upi', id, unit].join(':') : null;
}

/** With house number and ZIP, so that invented or reused numbers do not merge unrelated homes. */
function listingNumberKey(listing: Identified, unit: string): string | null {
  const system = tokenizeAddress(listing.originatingSystemName ?? '').join(' ');
  const number = (listing.listingId ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  const house = /^[1-9]\d*/.exec(normalizeStreet(streetText(listing)))?.[0];
  const area = areaText(listing);
  if (system === '' || area === '' || house === undefined || !/\d/.test(number)) return null;
  return ['mls', system, number, area, house, unit].join(':');
}

function streetText({ streetNumber, streetName, unparsedAddress }: Identified): string {
  if (streetNumber !== null && streetName !== null) return `${streetNumber} ${streetName}`;
  return unparsedAddress?.split(',')[0] ?? streetName ?? '';
}

function areaText(listing: Identified): string {
  return listing.postalCode ?? tokenizeAddress(listing.city ?? '').join(' ');
}

const UNIT_WORDS = new Set(
  'apt apartment unit suite ste no number condo lot spc space bldg rm room'.split(' '),
);
