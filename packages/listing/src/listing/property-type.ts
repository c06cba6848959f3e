import type { Listing } from './listing.ts';

export const SEARCH_TYPES = ['sale', 'rent'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export const NAMED_HOME_TYPES = [
  'house',
  'condo',
  'coop',
  'townhouse',
  'multi',
  'manufactured',
  'land',
  'farm',
  'apartment',
] as const;
export const HOME_TYPES = [...NAMED_HOME_TYPES, 'other'] as const;
export type HomeType = (typeof HOME_TYPES)[number];

/** 'Residential Lease' and 'Commercial Lease' are rentals, everything else is for sale. */
export function parseSearchType(propertyType: string | null): SearchType {
  return propertyType !== null && /lease/i.test(propertyType) ? 'rent' : 'sale';
}

const BY_SUB_TYPE: Record<string, HomeType> = {
  'Single Family Residence': 'house',
  Cabin: 'house',
  Ranch: 'house',
  Condominium: 'condo',
  'Stock Cooperative': 'coop',
  'Own Your Own': 'condo',
  'Co-Ownership': 'condo',
  'Tenancy in Common': 'condo',
  Townhouse: 'townhouse',
  Duplex: 'multi',
  Triplex: 'multi',
  Quadruplex: 'multi',
  'Multi Family': 'multi',
  'Manufactured Home': 'manufactured',
  'Manufactured On Land': 'manufactured',
  'Mobile Home': 'manufactured',
  Apartment: 'apartment',
  Agriculture: 'farm',
  Farm: 'farm',
  'Unimproved Land': 'land',
};

/** By class, then sub-type: a farm with a house is a farm. A lease of a co-op's unit is called by its sub-type. */
export function parseHomeType({
  propertyType,
  propertySubType,
  commonInterest,
}: Pick<Listing, 'propertyType' | 'propertySubType' | 'commonInterest'>): HomeType {
  if (propertyType === 'Farm') return 'farm';
  const bySubType = propertySubType === null ? undefined : BY_SUB_TYPE[propertySubType];
  if (propertyType === 'Land') return bySubType === 'manufactured' ? bySubType : 'land';
  if (commonInterest === 'Stock Cooperative' && parseSearchType(propertyType) === 'sale') return 'coop';
  if (bySubType !== undefined) return bySubType;
  if (propertyType === 'Residential Income') return 'multi';
  if (propertyType === 'Manufactured In Park') return 'manufactured';
  return 'other';
}
