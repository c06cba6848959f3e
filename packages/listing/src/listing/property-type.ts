export const SEARCH_TYPES = ['sale', 'rent'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export const HOME_TYPES = [
  'house',
  'condo',
  'townhouse',
  'multi',
  'manufactured',
  'land',
  'apartment',
  'other',
] as const;
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
  'Stock Cooperative': 'condo',
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
  'Unimproved Land': 'land',
};

export function parseHomeType(propertyType: string | null, propertySubType: string | null): HomeType {
  const bySubType = propertySubType === null ? undefined : BY_SUB_TYPE[propertySubType];
  if (bySubType !== undefined) return bySubType;
  if (propertyType === 'Land') return 'land';
  if (propertyType === 'Residential Income') return 'multi';
  if (propertyType === 'Manufactured In Park') return 'manufactured';
  return 'other';
}
