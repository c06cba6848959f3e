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
 * Whether the index can load the card. The index does not validate, and an exception halfway would leave a partial
 * home. So cards from a manually edited table or a newer version are checked first.
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
