export { homePath, slugOf } from './address.ts';
export { alterationInCaption, isAltered, originalsOf } from './altered-media.ts';
export { type Attribution, attributionOf } from './attribution.ts';
export {
  COMMUTE_FACTORS,
  type CommuteBasis,
  commuteBasis,
  commuteMinutes,
  metersPerUnitAt,
  TRANSPORTATIONS,
  type Transportation,
} from './commute.ts';
export {
  type DisplayRules,
  displayOf,
  type LocationPrecision,
  locationPrecisionOf,
  mayDisplay,
  mayDisplayAddress,
  publicListing,
  streetLine,
} from './display-rules.ts';
export { FEATURES, type Feature, featureAnswers, featureBits } from './features.ts';
export type { HomeCard, HomeKey, PlaceIds } from './home.ts';
export { type HomeIdentity, homeIdentityOf, isSamePlace, normalizeUnit } from './home-identity.ts';
export { type HomeMatch, homeMatch } from './home-match.ts';
export {
  hasKeywords,
  headlineOf,
  isPrefix,
  type KeywordQuery,
  type KeywordTerm,
  parseKeyword,
  type Word,
  wordsOf,
} from './keyword.ts';
export {
  type FeeFrequency,
  type Listing,
  type ListingMedia,
  type ListingOpenHouse,
  type Member,
  type Office,
  PROVIDERS,
  type Provider,
} from './listing.ts';
export {
  type CostFacts,
  DEFAULT_LOAN,
  insuranceGuess,
  type LoanFactors,
  type LoanTerms,
  loanFactors,
  monthlyCost,
  propertyTaxRate,
  sumMonthlyCost,
} from './monthly-cost.ts';
export { associationFeeMonthly, monthlyAmount } from './monthly-fees.ts';
export { PLACE_KINDS, type Place, type PlaceKind } from './place.ts';
export { questionOf } from './place-question.ts';
export {
  availableFrom,
  daysOnSource,
  type Furnished,
  furnishedOf,
  type Laundry,
  laundryOf,
  listedDateOf,
  melloRoosOf,
  mlsNumberOf,
  type Occupant,
  occupantOf,
  type Pets,
  type Pool,
  petsOf,
  poolOf,
  sourceIdOf,
} from './plain-answers.ts';
export {
  formatPolygons,
  isInsideEdges,
  MOST_POLYGON_POINTS,
  MOST_POLYGONS,
  mercatorEdges,
  type Polygon,
  parsePolygons,
} from './polygon.ts';
export {
  HOME_TYPES,
  type HomeType,
  homeTypeOf,
  SEARCH_TYPES,
  type SearchType,
  searchTypeOf,
} from './property-type.ts';
export {
  AGENT_LANGUAGES,
  type AgentLanguage,
  CONSENT_KINDS,
  CONTACT_STATES,
  type ConsentKind,
  type ContactState,
  languagesOf,
  mayEditRealtor,
  normalizeLicense,
  RECIPIENT_ROLES,
  type RecipientRole,
  SPECIALTIES,
  type Specialty,
  VERIFICATIONS,
  type Verification,
} from './realtor.ts';
export {
  type Cluster,
  COUNTED_ROOMS,
  daysOnMarket,
  type Facets,
  type FoundHome,
  type Histogram,
  type HomeChanges,
  localToday,
  nextWeekend,
  priceCutPercent,
  priceEdges,
  type SearchAnswer,
  type SearchEngine,
  type SearchRequest,
  SIZE_EDGES,
  soldSince,
  WANTS,
  type Want,
} from './search-engine.ts';
export { featuresOf, type SearchFacts, schoolDistrictId, searchFactsOf } from './search-facts.ts';
export {
  FACINGS,
  type Facing,
  formatApiQuery,
  formatBounds,
  formatSearchQuery,
  MAX_PAGE,
  NULLABLE_FILTERS,
  type NullableFilter,
  PAGE_SIZE,
  type ParsedQuery,
  type Problem,
  type ProblemReason,
  parseBounds,
  parseSearchQuery,
  RANGE_FILTERS,
  type Range,
  type RangeFilter,
  type SearchQuery,
  SORTS,
  type Sort,
  searchPath,
} from './search-query.ts';
export {
  STANDARD_STATUSES,
  STATUS_FILTERS,
  type StandardStatus,
  type StatusBucket,
  type StatusFilter,
  statusBucketOf,
  statusFilterOf,
} from './standard-status.ts';
export { normalizeStreet } from './street.ts';
export {
  FAIR_HOUSING_RULES,
  type FairHousingRule,
  PAYMENT_RULES,
  type PaymentRule,
  type ScanFinding,
  type ScanRule,
  scanFairHousing,
  scanPayment,
} from './text-scan.ts';
export { timeZoneAt, timeZoneOf, type ZonedPlace } from './time-zone.ts';
export { completeListing, type ListingIdentity, unstatedListing } from './unstated-listing.ts';
export {
  type Bounds,
  clusterShift,
  latitudeOfMercator,
  longitudeOfMercator,
  MERCATOR_BITS,
  mercatorBounds,
  mercatorX,
  mercatorY,
  roundBounds,
} from './viewport.ts';
export {
  HIDING_REASONS,
  type HidingReason,
  type ShownFacts,
  type ShownVerdict,
  whyShown,
} from './why-shown.ts';
export { findYoutubeId } from './youtube.ts';
