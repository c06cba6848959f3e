export { FEATURES, type Feature, featureAnswers, featureBits } from './listing/features.ts';
export {
  CARD_FIELD_NAMES,
  CARD_FIELDS,
  type CardField,
  type HomeCard,
  type HomeKey,
  isHomeCard,
  type PlaceIds,
  type PublicCardField,
} from './listing/home.ts';
export { HOME_ID_PATTERN, isHomeId } from './listing/home-id.ts';
export { identifyHome, isSamePlace } from './listing/home-identity.ts';
export {
  BY_AREA,
  HOME_COUNTRY,
  isHomeOffer,
  isLeaseByArea,
  OTHER_SUB_TYPES,
  OTHER_TYPES,
  PER_SQUARE_FOOT,
  TIMESHARE,
} from './listing/home-offer.ts';
export { LEDGER_KINDS, type LedgerKind } from './listing/ledger-kinds.ts';
export {
  FEED_PROVIDERS,
  type FeedProvider,
  type FeeFrequency,
  type Listing,
  type ListingMedia,
  type ListingOpenHouse,
  type ListingRoom,
  type ListingUnitType,
  type Member,
  type Office,
} from './listing/listing.ts';
export {
  availableFrom,
  type Furnished,
  type Laundry,
  listAssociationFees,
  type Pets,
  type Pool,
  parseFurnished,
  parseLaundry,
  parsePets,
  parsePool,
  readMarketDay,
  readMelloRoos,
} from './listing/plain-answers.ts';
export {
  HOME_TYPES,
  type HomeType,
  NAMED_HOME_TYPES,
  parseHomeType,
  parseSearchType,
  SEARCH_TYPES,
  type SearchType,
} from './listing/property-type.ts';
export {
  PUBLIC_FIELDS,
  type PublicField,
  type PublicFieldValues,
} from './listing/public-fields.ts';
export {
  STANDARD_STATUSES,
  STATUS_FILTERS,
  type StandardStatus,
  type StatusFilter,
  toStatusFilter,
} from './listing/standard-status.ts';
export { type FoundTerm, TERM_IDS, type TermId, termsIn } from './listing/terms.ts';
export { findTours, isElsewhere, MEDIA_ELSEWHERE, type Tour } from './listing/tours.ts';
export { completeListing, type ListingIdentity, unstatedListing } from './listing/unstated-listing.ts';
export { findYoutubeId } from './listing/youtube.ts';
