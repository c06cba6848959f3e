import { HOME_TYPES, type HomeCard, SEARCH_TYPES, STANDARD_STATUSES } from '@maru/listing';

const TEXTS = ['homeId', 'dataset', 'listingKey', 'modificationTimestamp'] as const;
const TEXTS_OR_NULL = [
  'listingId',
  'streetLine',
  'unitNumber',
  'city',
  'stateOrProvince',
  'postalCode',
  'closeDate',
  'photo',
] as const;
const NUMBERS_OR_NULL = [
  'listPrice',
  'previousListPrice',
  'priceChangedAt',
  'bedroomsTotal',
  'bathroomsTotalDecimal',
  'livingArea',
  'lotSizeSquareFeet',
  'yearBuilt',
  'associationFeeMonthly',
  'listedAt',
  'latitude',
  'longitude',
] as const;

/**
 * Whether the index can take the card in. Its columns trust what they are given, and a throw half-way would leave
 * them with half of a home: so what came from outside the types (a table that was edited by hand, a newer version
 * beside this one) is looked at before.
 */
export function isReadableCard(card: HomeCard): boolean {
  if (typeof card !== 'object' || card === null) return false;
  const { placeIds } = card;
  return (
    TEXTS.every((name) => typeof card[name] === 'string') &&
    TEXTS_OR_NULL.every((name) => card[name] === null || typeof card[name] === 'string') &&
    NUMBERS_OR_NULL.every((name) => card[name] === null || Number.isFinite(card[name])) &&
    SEARCH_TYPES.includes(card.searchType) &&
    HOME_TYPES.includes(card.homeType) &&
    STANDARD_STATUSES.includes(card.standardStatus) &&
    typeof placeIds === 'object' &&
    placeIds !== null &&
    isTexts(placeIds.neighborhoods) &&
    isTexts(card.photoAlteration) &&
    Number.isInteger(card.photosCount)
  );
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');
