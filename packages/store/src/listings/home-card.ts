import {
  associationFeeMonthly,
  HOUR_MS,
  type HomeCard,
  homeTypeOf,
  type Listing,
  mayDisplay,
  mayDisplayAddress,
  mercatorX,
  mercatorY,
  publicListing,
  type StandardStatus,
  searchFactsOf,
  searchTypeOf,
  statusFilterOf,
  streetLine,
  wordsOf,
} from '@maru/listing';
import type { KnownPosition } from '../places/school-areas.ts';
import type { PlacedListing } from './change-set.ts';
import { isPhoto, mediaIdOf, orderedMedia } from './media-id.ts';

/** A row of the table `home`. */
export type HomeRow = Record<(typeof HOME_COLUMNS)[number], unknown>;

/** Columns of `home` in table order. */
export const HOME_COLUMNS = [
  'home_id',
  'search_type',
  'dataset',
  'listing_key',
  'listing_id',
  'home_type',
  'standard_status',
  'status_group',
  'list_price',
  'previous_list_price',
  'price_changed_at',
  'bedrooms_total',
  'bathrooms_total_decimal',
  'living_area',
  'lot_size_square_feet',
  'year_built',
  'association_fee_monthly',
  'listed_at',
  'close_date',
  'street_line',
  'unit_number',
  'city',
  'state_or_province',
  'postal_code',
  'address_withheld',
  'latitude',
  'longitude',
  'mercator_x',
  'mercator_y',
  'place_state',
  'place_county',
  'place_city',
  'place_zip',
  'place_neighborhoods',
  'photo',
  'photo_alteration',
  'photos_count',
  'next_open_house',
  'list_agent_full_name',
  'list_agent_state_license',
  'list_office_name',
  'list_office_phone',
  'modification_timestamp',
  'tax_other_annual_assessment_amount',
  'required_fees_monthly',
  'stories_total',
  'parking_total',
  'security_deposit',
  'facing',
  'furnished',
  'lease_months',
  'availability_date',
  'new_construction_yn',
  'senior_community_yn',
  'features_yes',
  'features_stated',
  'school_district',
  'schools',
  'open_house_days',
] as const;

/**
 * Version of the derivation of cards and search words. Increase it when that changes: `refreshCards` then rebuilds
 * stored listings, and unchanged listings are written again.
 */
export const DERIVATION = 5;

/** The card of a listing, redacted when its seller withholds the address. */
export function homeCardOf(placed: PlacedListing, homeId: string, seenAt: Date): HomeCard {
  const { placeIds, postalCentre } = placed;
  const listing = publicListing(placed.listing, postalCentre);
  const withheld = !mayDisplayAddress(listing);
  const photos = orderedMedia(placed.listing.media).filter(isPhoto);
  const first = photos[0];
  const hasPosition = listing.latitude !== null && listing.longitude !== null;
  return {
    homeId,
    searchType: searchTypeOf(listing.propertyType),
    dataset: listing.dataset,
    listingKey: listing.listingKey,
    listingId: listing.listingId,
    homeType: homeTypeOf(listing.propertyType, listing.propertySubType),
    standardStatus: listing.standardStatus,
    listPrice: listing.listPrice,
    previousListPrice: listing.previousListPrice,
    priceChangedAt: instant(listing.priceChangeTimestamp),
    bedroomsTotal: listing.bedroomsTotal,
    bathroomsTotalDecimal: listing.bathroomsTotalDecimal,
    livingArea: listing.livingArea,
    lotSizeSquareFeet: listing.lotSizeSquareFeet,
    yearBuilt: listing.yearBuilt,
    associationFeeMonthly: associationFeeMonthly(listing),
    listedAt: listedAtOf(listing),
    closeDate: listing.closeDate,
    streetLine: withheld ? null : (streetLine(listing) ?? firstLineOf(listing.unparsedAddress)),
    unitNumber: withheld ? null : listing.unitNumber,
    city: listing.city,
    stateOrProvince: listing.stateOrProvince,
    postalCode: listing.postalCode,
    addressWithheld: withheld,
    latitude: hasPosition ? listing.latitude : null,
    longitude: hasPosition ? listing.longitude : null,
    // A neighborhood of a few hundred meters would reveal a withheld address.
    placeIds: withheld ? { ...placeIds, neighborhoods: [] } : placeIds,
    photo: first === undefined ? null : mediaIdOf(placed.listing, first),
    photoAlteration: first?.mediaAlteration ?? [],
    photosCount: photos.length,
    nextOpenHouse: nextOpenHouseOf(listing, seenAt),
    listAgentFullName: listing.listAgentFullName,
    listAgentStateLicense: listing.listAgentStateLicense,
    listOfficeName: listing.listOfficeName,
    listOfficePhone: listing.listOfficePhone,
    modificationTimestamp: listing.modificationTimestamp,
    ...searchFactsOf(listing, seenAt, placed.schoolAreas),
  };
}

/** Position for lookups in boundaries; null when the address is withheld or the position unknown. */
export function openPositionOf({ listing }: PlacedListing): KnownPosition {
  const { latitude, longitude } = listing;
  if (latitude === null || longitude === null || !mayDisplayAddress(listing)) return null;
  return { latitude, longitude };
}

/**
 * tsvector text of the remarks, of public content only: nothing of barred listings, and no remarks that reveal a
 * withheld address.
 */
export function wordsVectorOf({ listing, postalCentre }: PlacedListing): string {
  const remarks = mayDisplay(listing, { allowSold: true })
    ? publicListing(listing, postalCentre).publicRemarks
    : null;
  const places = new Map<string, number[]>();
  for (const [at, { text }] of wordsOf(remarks ?? '').entries()) {
    const known = places.get(text);
    if (known === undefined) places.set(text, [at + 1]);
    else known.push(at + 1);
  }
  // Words consist of letters and digits and need no escaping.
  return [...places].map(([word, positions]) => `'${word}':${positions.join(',')}`).join(' ');
}

export function homeRowOf(card: HomeCard): HomeRow {
  const { latitude, longitude, placeIds } = card;
  const hasPosition = latitude !== null && longitude !== null;
  return {
    home_id: card.homeId,
    search_type: card.searchType,
    dataset: card.dataset,
    listing_key: card.listingKey,
    listing_id: card.listingId,
    home_type: card.homeType,
    standard_status: card.standardStatus,
    status_group: statusFilterOf(card.standardStatus) ?? null,
    list_price: card.listPrice,
    previous_list_price: card.previousListPrice,
    price_changed_at: card.priceChangedAt,
    bedrooms_total: card.bedroomsTotal,
    bathrooms_total_decimal: card.bathroomsTotalDecimal,
    living_area: card.livingArea,
    lot_size_square_feet: card.lotSizeSquareFeet,
    year_built: card.yearBuilt,
    association_fee_monthly: card.associationFeeMonthly,
    listed_at: card.listedAt,
    close_date: card.closeDate,
    street_line: card.streetLine,
    unit_number: card.unitNumber,
    city: card.city,
    state_or_province: card.stateOrProvince,
    postal_code: card.postalCode,
    address_withheld: card.addressWithheld,
    latitude,
    longitude,
    mercator_x: hasPosition ? mercatorX(longitude) : null,
    mercator_y: hasPosition ? mercatorY(latitude) : null,
    place_state: placeIds.state,
    place_county: placeIds.county,
    place_city: placeIds.city,
    place_zip: placeIds.zip,
    place_neighborhoods: placeIds.neighborhoods,
    photo: card.photo,
    photo_alteration: card.photoAlteration,
    photos_count: card.photosCount,
    next_open_house: card.nextOpenHouse,
    list_agent_full_name: card.listAgentFullName,
    list_agent_state_license: card.listAgentStateLicense,
    list_office_name: card.listOfficeName,
    list_office_phone: card.listOfficePhone,
    modification_timestamp: card.modificationTimestamp,
    tax_other_annual_assessment_amount: card.taxOtherAnnualAssessmentAmount,
    required_fees_monthly: card.requiredFeesMonthly,
    stories_total: card.storiesTotal,
    parking_total: card.parkingTotal,
    security_deposit: card.securityDeposit,
    facing: card.facing,
    furnished: card.furnished,
    lease_months: card.leaseMonths,
    availability_date: card.availabilityDate,
    new_construction_yn: card.newConstructionYN,
    senior_community_yn: card.seniorCommunityYN,
    features_yes: card.featuresYes,
    features_stated: card.featuresStated,
    school_district: card.schoolDistrict,
    schools: card.schools,
    open_house_days: card.openHouseDays,
  };
}

/** `row` is from `select * from home` or lists its columns by name. */
export function cardOfRow(row: HomeRow): HomeCard {
  return {
    homeId: row.home_id as string,
    searchType: row.search_type as HomeCard['searchType'],
    dataset: row.dataset as string,
    listingKey: row.listing_key as string,
    listingId: row.listing_id as string | null,
    homeType: row.home_type as HomeCard['homeType'],
    standardStatus: row.standard_status as StandardStatus,
    listPrice: row.list_price as number | null,
    previousListPrice: row.previous_list_price as number | null,
    priceChangedAt: row.price_changed_at as number | null,
    bedroomsTotal: row.bedrooms_total as number | null,
    bathroomsTotalDecimal: row.bathrooms_total_decimal as number | null,
    livingArea: row.living_area as number | null,
    lotSizeSquareFeet: row.lot_size_square_feet as number | null,
    yearBuilt: row.year_built as number | null,
    associationFeeMonthly: row.association_fee_monthly as number | null,
    listedAt: row.listed_at as number | null,
    closeDate: row.close_date as string | null,
    streetLine: row.street_line as string | null,
    unitNumber: row.unit_number as string | null,
    city: row.city as string | null,
    stateOrProvince: row.state_or_province as string | null,
    postalCode: row.postal_code as string | null,
    addressWithheld: row.address_withheld as boolean,
    latitude: row.latitude as number | null,
    longitude: row.longitude as number | null,
    placeIds: {
      state: row.place_state as string | null,
      county: row.place_county as string | null,
      city: row.place_city as string | null,
      zip: row.place_zip as string | null,
      neighborhoods: row.place_neighborhoods as string[],
    },
    photo: row.photo as string | null,
    photoAlteration: row.photo_alteration as string[],
    photosCount: row.photos_count as number,
    nextOpenHouse: row.next_open_house as HomeCard['nextOpenHouse'],
    listAgentFullName: row.list_agent_full_name as string | null,
    listAgentStateLicense: row.list_agent_state_license as string | null,
    listOfficeName: row.list_office_name as string | null,
    listOfficePhone: row.list_office_phone as string | null,
    modificationTimestamp: row.modification_timestamp as string,
    taxOtherAnnualAssessmentAmount: row.tax_other_annual_assessment_amount as number | null,
    requiredFeesMonthly: row.required_fees_monthly as number | null,
    storiesTotal: row.stories_total as number | null,
    parkingTotal: row.parking_total as number | null,
    securityDeposit: row.security_deposit as number | null,
    facing: row.facing as HomeCard['facing'],
    furnished: row.furnished as boolean | null,
    leaseMonths: row.lease_months as number | null,
    availabilityDate: row.availability_date as string | null,
    newConstructionYN: row.new_construction_yn as boolean | null,
    seniorCommunityYN: row.senior_community_yn as boolean | null,
    featuresYes: row.features_yes as number,
    featuresStated: row.features_stated as number,
    schoolDistrict: row.school_district as string | null,
    schools: row.schools as string[],
    openHouseDays: row.open_house_days as string[],
  };
}

/** Delay after which a local date, stored as the start of its UTC day, has ended in every US time zone, in ms. */
const LOCAL_DAY = 36 * HOUR_MS;

/**
 * Start of the listing: on-market date, or else entry date; never our clock. A date without time is replaced by the
 * entry timestamp of the same day, so that "new 3 h" is correct.
 */
export function listedAtOf(
  listing: Pick<Listing, 'onMarketDate' | 'originalEntryTimestamp' | 'listingContractDate'>,
): number | null {
  const day = instant(listing.onMarketDate);
  const entered = instant(listing.originalEntryTimestamp);
  if (day !== null && entered !== null && entered >= day && entered < day + LOCAL_DAY) return entered;
  return day ?? entered ?? instant(listing.listingContractDate);
}

function nextOpenHouseOf(listing: Listing, now: Date): HomeCard['nextOpenHouse'] {
  const coming = listing.openHouses
    .filter((one) => Date.parse(one.openHouseEndTime ?? one.openHouseStartTime) >= now.getTime())
    .sort((a, b) => Date.parse(a.openHouseStartTime) - Date.parse(b.openHouseStartTime));
  const first = coming[0];
  return first === undefined
    ? null
    : { startTime: first.openHouseStartTime, endTime: first.openHouseEndTime };
}

function firstLineOf(unparsedAddress: string | null): string | null {
  return unparsedAddress?.split(',')[0]?.trim() || null;
}

function instant(text: string | null): number | null {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
