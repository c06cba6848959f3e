export { alterationInCaption, isAltered, originalsOf } from './listing/altered-media.ts';
export { type Attribution, attributionOf } from './listing/attribution.ts';
export {
  type DisplayRules,
  displayOf,
  hasPublicLicence,
  isBarredFromDisplay,
  type LocationPrecision,
  locationPrecisionOf,
  mayDisplay,
  mayDisplayAddress,
  PUBLIC_FEED_TYPE,
  publicListing,
  streetLine,
} from './listing/display-rules.ts';
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
export { type HomeIdentity, homeIdentityOf, isSamePlace } from './listing/home-identity.ts';
export { LEDGER_KINDS, type LedgerKind } from './listing/ledger-kinds.ts';
export {
  FEED_PROVIDERS,
  type FeedProvider,
  type FeeFrequency,
  type Listing,
  type ListingMedia,
  type ListingOpenHouse,
  type Member,
  type Office,
} from './listing/listing.ts';
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
} from './listing/plain-answers.ts';
export {
  HOME_TYPES,
  type HomeType,
  homeTypeOf,
  SEARCH_TYPES,
  type SearchType,
  searchTypeOf,
} from './listing/property-type.ts';
export { REPORT_REASONS, type ReportReason } from './listing/report-reasons.ts';
export {
  STANDARD_STATUSES,
  STATUS_FILTERS,
  type StandardStatus,
  type StatusBucket,
  type StatusFilter,
  statusBucketOf,
  statusFilterOf,
} from './listing/standard-status.ts';
export { type FoundTerm, TERM_IDS, type TermId, termsIn } from './listing/terms.ts';
export {
  FAIR_HOUSING_RULES,
  type FairHousingRule,
  PAYMENT_RULES,
  type PaymentRule,
  type ScanFinding,
  type ScanRule,
  scanFairHousing,
  scanPayment,
} from './listing/text-scan.ts';
export { isElsewhere, MEDIA_ELSEWHERE, type Tour, toursOf } from './listing/tours.ts';
export { completeListing, type ListingIdentity, unstatedListing } from './listing/unstated-listing.ts';
export {
  HIDING_REASONS,
  type HidingReason,
  type ShownFacts,
  type ShownVerdict,
  whyShown,
} from './listing/why-shown.ts';
export { findYoutubeId } from './listing/youtube.ts';
export {
  type Affordable,
  affordableHome,
  type BudgetFit,
  budgetFit,
  type Income,
  LENDING_RATIOS,
  STRETCH_SHARE,
  shareOfIncome,
} from './money/affordability.ts';
export { amortizeByYear, type LoanYear } from './money/amortization.ts';
export type { AssociationFee, AssociationFees } from './money/association-fees.ts';
export { addDays, type CalendarDay, isCalendarDay } from './money/calendar-day.ts';
export type { CashPart, CashToClose } from './money/cash-to-close.ts';
export { type Cents, type CentsRange, centsOf, type RateRange } from './money/cents.ts';
export {
  chooseSales,
  FEWEST_SALES,
  SALE_MONTHS,
  SALE_RINGS_METERS,
  type Sale,
  type SaleChoice,
  type SaleSubject,
  type Spread,
  spreadOf,
} from './money/comparable-sales.ts';
export { loanSizeOf } from './money/conforming-limit.ts';
export { COST_KEYS, formatCostEdits, parseCostEdits } from './money/cost-query.ts';
export { type DatedFigure, figureOn } from './money/dated-figure.ts';
export {
  checkDeposit,
  type DepositCheck,
  SCREENING_FEE_CAPS,
} from './money/deposit-cap.ts';
export { leadPrice, type PriceParts, pinOf } from './money/lead-price.ts';
export type { DownPayment } from './money/loan.ts';
export {
  type CostFacts,
  DEFAULT_LOAN,
  insuranceGuess,
  type LoanFactors,
  type LoanTerms,
  loanFactors,
  monthlyCost,
  sumMonthlyCost,
} from './money/monthly-cost.ts';
export { associationFeeMonthly, monthlyAmount } from './money/monthly-fees.ts';
export { LOAN_KINDS, type LoanKind, type MortgageInsurance } from './money/mortgage-insurance.ts';
export { propertyTaxRate } from './money/property-tax.ts';
export {
  type CostEdits,
  type CostLine,
  type CostPart,
  type CostSource,
  countyKey,
  type PurchaseCost,
  type PurchaseFacts,
  purchaseCost,
  usualClosing,
} from './money/purchase-cost.ts';
export {
  INCOME_RULE,
  type MonthlyRent,
  type MoveInCost,
  type MoveInPart,
  monthlyRent,
  moveInCost,
  type RentPart,
  UTILITY_COSTS_AS_OF,
  type Utility,
  utilitiesPaid,
} from './money/rent-cost.ts';
export { freshWonRate, type SiteRates } from './money/site-rates.ts';
export { supplementalCalendarOf } from './money/supplemental-tax.ts';

export {
  ALERT_FREQUENCIES,
  type AlertFrequency,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
  USER_ROLES,
  type UserRole,
} from './people/account.ts';
export { licenseRegister } from './people/license-register.ts';
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
} from './people/realtor.ts';
export {
  MOST_ON_SHORTLIST,
  mergeVotes,
  nextVoteTime,
  type ShortlistVote,
  VOTES,
  type Vote,
} from './people/shortlist.ts';
export { homePath, slugOf } from './places/address.ts';
export {
  COMMUTE_FACTORS,
  type CommuteBasis,
  commuteBasesOf,
  commuteBasis,
  commuteMinutes,
  commuteRange,
  longestCommute,
  metersPerUnitAt,
  TRANSPORTATIONS,
  type Transportation,
} from './places/commute.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS } from './places/durations.ts';
export type { Place, PlaceKind } from './places/place.ts';
export {
  boundsOfRings,
  isInsideRings,
  metersBetween,
  packRings,
  RING_UNITS,
  type Rings,
  simplifyRings,
  splitRings,
  unpackRings,
} from './places/rings.ts';
export {
  type AttendanceFacts,
  type DistrictFacts,
  HAZARD_TYPES,
  type HazardFacts,
  type HazardType,
  PLACE_DATA_KINDS,
  type PlaceDataKind,
  type PlaceLayer,
  parseGrade,
  SCHOOL_LEVELS,
  type School,
  type SchoolAreas,
  type SchoolFacts,
  type SchoolLevel,
  schoolLevelOf,
} from './places/surroundings.ts';
export { timeZoneAt, timeZoneOf, type ZonedPlace } from './places/time-zone.ts';
export { instantOf, typedOf } from './places/zoned-time.ts';
export {
  checkLease,
  LEASE_LAWS,
  type LeaseFlag,
  type LeaseRule,
  MOST_LEASE_TEXT,
} from './renting/lease-check.ts';
export {
  type KitGroup,
  type KitItem,
  type RenterFacts,
  renterKit,
  STAYS,
  type Stay,
} from './renting/renter-kit.ts';
export {
  CHOICE_FILTERS,
  CHOICE_VALUES,
  type ChoiceFilter,
  type Choices,
  CUT_CHOICES,
  choicesOf,
  DAYS_CHOICES,
  PARKING_CHOICES,
} from './search/choices.ts';
export { type HomeMatch, homeMatch } from './search/home-match.ts';
export {
  hasKeywords,
  headlineOf,
  isPrefix,
  type KeywordQuery,
  type KeywordTerm,
  parseKeyword,
  type Word,
  wordsOf,
} from './search/keyword.ts';
export { questionOf } from './search/place-question.ts';
export {
  formatPolygons,
  isInsideEdges,
  MOST_POLYGONS,
  mercatorEdges,
  type Polygon,
  parsePolygons,
} from './search/polygon.ts';
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
} from './search/search-engine.ts';
export {
  type SchoolFields,
  type SearchFacts,
  schoolDistrictId,
  schoolFactsOf,
  searchFactsOf,
} from './search/search-facts.ts';
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
} from './search/search-query.ts';
export {
  type Bounds,
  clusterShift,
  finestZoom,
  latitudeOfMercator,
  longitudeOfMercator,
  MERCATOR_BITS,
  mercatorBounds,
  mercatorX,
  mercatorY,
  roundBounds,
} from './search/viewport.ts';
