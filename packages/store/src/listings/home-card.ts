import {
  CARD_FIELD_NAMES,
  type HomeCard,
  type Listing,
  type PlaceIds,
  parseHomeType,
  parseSearchType,
  toStatusFilter,
} from '@maru/listing';
import { mayDisplay, mayDisplayAddress, publicListing, streetLine } from '@maru/listing/display';
import { monthlyDues } from '@maru/listing/money';
import { feedAreaNames, feedAreaSlug } from '@maru/listing/places';
import { buildSearchFacts, mercatorX, mercatorY, tokenize } from '@maru/listing/search';
import { HOUR_MS } from '@maru/listing/time';
import { snakeCase } from '../db/rows.ts';
import type { KnownPosition } from '../places/place-areas.ts';
import type { PlacedListing } from './change-set.ts';
import { createMediaId, isPhoto, orderedMedia } from './media-id.ts';

export type HomeRow = Record<string, unknown>;

const PLACE_COLUMNS = ['place_state', 'place_county', 'place_city', 'place_zip', 'place_neighborhoods'];
const FIELD_COLUMNS = CARD_FIELD_NAMES.filter((field) => field !== 'placeIds').map(
  (field) => [field, snakeCase(field)] as const,
);
export const CARD_COLUMNS = CARD_FIELD_NAMES.flatMap((field) =>
  field === 'placeIds' ? PLACE_COLUMNS : [snakeCase(field)],
);
/** All columns of `home`: those of a card, and those that searches in SQL need. */
export const HOME_COLUMNS = [...CARD_COLUMNS, 'status_group', 'mercator_x', 'mercator_y'];

/** Increase it when cards or search words are derived differently: `refreshCards` then rebuilds stored listings. */
export const DERIVATION = 8;

/** The card of a listing, redacted when its seller withholds the address. */
export function buildHomeCard(placed: PlacedListing, homeId: string, seenAt: Date): HomeCard {
  const { placeIds, postalCentre } = placed;
  const listing = publicListing(placed.listing, postalCentre);
  const withheld = !mayDisplayAddress(listing);
  const photos = orderedMedia(placed.listing.media).filter(isPhoto);
  const first = photos[0];
  // What a sold home was asked for is no price to find, sort or count it by.
  const isSold = toStatusFilter(listing.standardStatus) === 'sold';
  const hasPosition = listing.latitude !== null && listing.longitude !== null;
  return {
    homeId,
    searchType: parseSearchType(listing.propertyType),
    dataset: listing.dataset,
    listingKey: listing.listingKey,
    listingId: listing.listingId,
    homeType: parseHomeType(listing),
    standardStatus: listing.standardStatus,
    listPrice: isSold ? listing.closePrice : listing.listPrice,
    previousListPrice: isSold ? null : listing.previousListPrice,
    priceChangedAt: isSold ? null : instant(listing.priceChangeTimestamp),
    bedroomsTotal: listing.bedroomsTotal,
    bathroomsTotalDecimal: listing.bathroomsTotalDecimal,
    livingArea: listing.livingArea,
    lotSizeSquareFeet: listing.lotSizeSquareFeet,
    yearBuilt: listing.yearBuilt,
    associationFeeMonthly: monthlyDues(listing),
    listedAt: readListedAt(listing, seenAt.getTime()),
    closeDate: listing.closeDate,
    streetLine: withheld ? null : (streetLine(listing) ?? firstLine(listing.unparsedAddress)),
    unitNumber: withheld ? null : listing.unitNumber,
    city: listing.city,
    stateOrProvince: listing.stateOrProvince,
    postalCode: listing.postalCode,
    addressWithheld: withheld,
    latitude: hasPosition ? listing.latitude : null,
    longitude: hasPosition ? listing.longitude : null,
    // A neighborhood of a few hundred meters would reveal a withheld address.
    placeIds: withheld ? { ...placeIds, neighborhoods: [] } : withFeedAreas(placeIds, listing),
    photo: first === undefined ? null : createMediaId(placed.listing, first),
    photoAlteration: first?.mediaAlteration ?? [],
    photosCount: photos.length,
    nextOpenHouse: findNextOpenHouse(listing, seenAt),
    listAgentFullName: listing.listAgentFullName,
    listAgentStateLicense: listing.listAgentStateLicense,
    listOfficeName: listing.listOfficeName,
    listOfficePhone: listing.listOfficePhone,
    modificationTimestamp: listing.modificationTimestamp,
    ...buildSearchFacts(listing, seenAt, placed.placeAreas),
  };
}

/** As in the address of a page. */
const LONGEST_SLUG = 100;

/** Adds the subdivision and the MLS area as parts of the city. */
function withFeedAreas(placeIds: PlaceIds, listing: Listing): PlaceIds {
  const { city, neighborhoods } = placeIds;
  if (city === null) return placeIds;
  const areas = feedAreaNames(listing)
    .map((name) => feedAreaSlug(name, city))
    .filter((slug) => slug.length <= LONGEST_SLUG && slug !== `-${city}`);
  return { ...placeIds, neighborhoods: [...new Set([...neighborhoods, ...areas])] };
}

/** Position for lookups in boundaries; null when the address is withheld or the position unknown. */
export function publicPosition({ listing, placeIds }: PlacedListing): KnownPosition {
  const { latitude, longitude } = listing;
  if (latitude === null || longitude === null || !mayDisplayAddress(listing)) return null;
  return { latitude, longitude, county: placeIds.county };
}

/** tsvector of the remarks: nothing of barred listings, and no remarks that reveal a withheld address. */
export function formatTsvector({ listing, postalCentre }: PlacedListing): string {
  const remarks = mayDisplay(listing, { allowSold: true })
    ? publicListing(listing, postalCentre).publicRemarks
    : null;
  const places = new Map<string, number[]>();
  for (const [at, { text }] of tokenize(remarks ?? '').entries()) {
    const known = places.get(text);
    if (known === undefined) places.set(text, [at + 1]);
    else known.push(at + 1);
  }
  // Words consist of letters and digits and need no escaping.
  return [...places].map(([word, positions]) => `'${word}':${positions.join(',')}`).join(' ');
}

export function toHomeRow(card: HomeCard): HomeRow {
  const { latitude, longitude, placeIds } = card;
  const hasPosition = latitude !== null && longitude !== null;
  return {
    ...Object.fromEntries(FIELD_COLUMNS.map(([field, column]) => [column, card[field]])),
    place_state: placeIds.state,
    place_county: placeIds.county,
    place_city: placeIds.city,
    place_zip: placeIds.zip,
    place_neighborhoods: placeIds.neighborhoods,
    status_group: toStatusFilter(card.standardStatus) ?? null,
    mercator_x: hasPosition ? mercatorX(longitude) : null,
    mercator_y: hasPosition ? mercatorY(latitude) : null,
  };
}

/** @param row Of `select * from home`, or of its columns by name. */
export function toHomeCard(row: HomeRow): HomeCard {
  return {
    ...Object.fromEntries(FIELD_COLUMNS.map(([field, column]) => [field, row[column]])),
    placeIds: {
      state: row.place_state,
      county: row.place_county,
      city: row.place_city,
      zip: row.place_zip,
      neighborhoods: row.place_neighborhoods,
    },
  } as HomeCard;
}

/** Delay after which a local date, stored as the start of its UTC day, has ended in every US time zone, in ms. */
const LOCAL_DAY = 36 * HOUR_MS;

/**
 * On-market date, else entry date; a date without time becomes the entry timestamp of the same day ("new 3 h"). What lies
 * after `now` has not happened: a planned day, or a slip (rule F101).
 */
export function readListedAt(
  listing: Pick<Listing, 'onMarketDate' | 'originalEntryTimestamp' | 'listingContractDate'>,
  now: number,
): number | null {
  const past = (text: string | null) => {
    const at = instant(text);
    return at !== null && at <= now ? at : null;
  };
  const day = past(listing.onMarketDate);
  const entered = past(listing.originalEntryTimestamp);
  if (day !== null && entered !== null && entered >= day && entered < day + LOCAL_DAY) return entered;
  return day ?? entered ?? past(listing.listingContractDate);
}

function findNextOpenHouse(listing: Listing, now: Date): HomeCard['nextOpenHouse'] {
  const coming = listing.openHouses
    .filter((one) => Date.parse(one.openHouseEndTime ?? one.openHouseStartTime) >= now.getTime())
    .sort((a, b) => Date.parse(a.openHouseStartTime) - Date.parse(b.openHouseStartTime));
  const first = coming[0];
  return first === undefined
    ? null
    : { startTime: first.openHouseStartTime, endTime: first.openHouseEndTime };
}

function firstLine(unparsedAddress: string | null): string | null {
  return unparsedAddress?.split(',')[0]?.trim() || null;
}

function instant(text: string | null): number | null {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
