import type { Row } from './odata-value.ts';
import type { SlipstreamObject } from './slipstream-listing.ts';

/** What a search compares of a listing, flat. Texts in lower case; what the answer would not show is not there. */
export interface ListingFacts {
  numbers: Readonly<Record<string, number | undefined>>;
  texts: Readonly<Record<string, string | undefined>>;
  flags: Readonly<Record<string, boolean>>;
  latitude: number | undefined;
  longitude: number | undefined;
  /** Words as they are written, for the places and the vocabularies of the market. */
  words: Readonly<Record<string, string | undefined>>;
}

/** Of a row and its answer with all details: a search must find only by what it would tell. */
export function factsOf(row: Row, listing: SlipstreamObject): ListingFacts {
  const part = (name: string): SlipstreamObject => (listing[name] ?? {}) as SlipstreamObject;
  const address = part('address');
  const baths = part('baths');
  const lot = part('lotSize');
  const schools = part('schools');
  const coordinates = part('coordinates');
  const includes = (field: string, word: string): boolean =>
    Array.isArray(row[field]) && (row[field] as unknown[]).some((one) => String(one).includes(word));
  return {
    numbers: {
      listPrice: number(listing.listPrice),
      salePrice: number(listing.salePrice),
      size: number(listing.size),
      beds: number(listing.beds),
      baths: number(baths.total),
      bathsFull: number(baths.full),
      bathsHalf: number(baths.half),
      yearBuilt: number(listing.yearBuilt),
      lotSqft: number(lot.sqft),
      lotAcres: number(lot.acres),
      garageSpaces: number(listing.garageSpaces),
      floorCount: number(listing.floors),
      daysOnMarket: number(listing.daysOnMarket),
      daysOnHJI: number(listing.daysOnHJI),
      imageCount: number(listing.imageCount),
      listingDate: number(listing.listingDate),
      saleDate: number(listing.saleDate),
      offMarketDate: number(listing.offMarketDate),
    },
    texts: {
      systemId: lower(listing.systemId),
      listingType: lower(listing.listingType),
      propertyType: lower(listing.propertyType),
      status: lower(listing.status),
      style: lower(listing.style),
      city: lower(address.city),
      state: lower(address.state),
      zip: lower(address.zip),
      street: lower(address.street),
      deliveryLine: lower(address.deliveryLine),
      county: lower(listing.county),
      subdivision: lower(listing.subdivision),
      area: lower(listing.area),
      agentId: lower(part('listingAgent').id),
      officeId: lower(part('listingOffice').id),
      sellingAgentId: lower(part('sellingAgent').id),
      sellingOfficeId: lower(part('sellingOffice').id),
    },
    flags: {
      fireplace: row.FireplaceYN === true || Number(row.FireplacesTotal) > 0,
      pool: row.PoolPrivateYN === true,
      newConstruction: row.NewConstructionYN === true,
      waterfront: row.WaterfrontYN === true,
      walkInCloset: includes('InteriorFeatures', 'Walk-In Closet'),
      vaultedCeiling: includes('InteriorFeatures', 'Vaulted Ceiling'),
    },
    latitude: number(coordinates.latitude),
    longitude: number(coordinates.longitude),
    words: {
      city: written(address.city),
      state: written(address.state),
      zip: written(address.zip),
      county: written(listing.county),
      subdivision: written(listing.subdivision),
      area: written(listing.area),
      style: written(listing.style),
      listingType: written(listing.listingType),
      propertyType: written(listing.propertyType),
      status: written(listing.status),
      elementary: written(schools.elementary),
      middle: written(schools.middle),
      high: written(schools.high),
      district: written(schools.district),
    },
  };
}

function number(value: unknown): number | undefined {
  const given = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof given === 'number' && Number.isFinite(given) ? given : undefined;
}
const written = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));
const lower = (value: unknown): string | undefined => written(value)?.toLowerCase();
