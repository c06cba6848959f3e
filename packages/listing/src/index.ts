export { homePath, slugOf } from './address.ts';
export { alterationInCaption, isAltered, originalsOf } from './altered-media.ts';
export { type Attribution, attributionOf } from './attribution.ts';
export { type Choices, CUT_CHOICES, countChoices, DAYS_CHOICES, PARKING_CHOICES } from './choices.ts';
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
} from './commute.ts';
export {
  chooseSales,
  FEWEST_SALES,
  MOST_SALES,
  SALE_MONTHS,
  SALE_RINGS_METERS,
  type Sale,
  type SaleChoice,
  type SaleSubject,
  type Spread,
  spreadOf,
} from './comparable-sales.ts';
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
export { leadPrice, type PriceParts, pinOf } from './lead-price.ts';
export { licenseRegister } from './license-register.ts';
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
  type Affordable,
  affordableHome,
  type BudgetFit,
  budgetFit,
  housingBudget,
  type Income,
  LENDING_RATIOS,
  STRETCH_SHARE,
  shareOfIncome,
} from './money/affordability.ts';
export { amortizeByYear, type LoanYear, paymentReaching } from './money/amortization.ts';
export { type AssociationFee, type AssociationFees, associationFeesOf } from './money/association-fees.ts';
export { addDays, type CalendarDay, daysInMonth, isCalendarDay } from './money/calendar-day.ts';
export { CASH_PARTS, type CashPart, type CashToClose, CLOSING_COST_RATE } from './money/cash-to-close.ts';
export { type Cents, type CentsRange, centsOf, isExact, type RateRange } from './money/cents.ts';
export { loanSizeOf } from './money/conforming-limit.ts';
export { COST_KEYS, formatCostEdits, parseCostEdits } from './money/cost-query.ts';
export { type DatedFigure, figureOn } from './money/dated-figure.ts';
export {
  checkDeposit,
  DEPOSIT_CAPS,
  DEPOSIT_RETURN_DAYS,
  type DepositCheck,
  SCREENING_FEE_CAPS,
} from './money/deposit-cap.ts';
export { type DownPayment, downPaymentOf, loanForPayment, monthlyPayment } from './money/loan.ts';
export { LOAN_KINDS, type LoanKind, type MortgageInsurance } from './money/mortgage-insurance.ts';
export { HOMEOWNERS_EXEMPTION, propertyTaxRate } from './money/property-tax.ts';
export {
  COST_PARTS,
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
  proratedRent,
  type RentPart,
  UTILITY_COSTS_AS_OF,
  type Utility,
  utilitiesPaid,
} from './money/rent-cost.ts';
export { supplementalCalendarOf } from './money/supplemental-tax.ts';
export { nextInstalment } from './money/tax-instalments.ts';
export {
  type CostFacts,
  DEFAULT_LOAN,
  insuranceGuess,
  type LoanFactors,
  type LoanTerms,
  loanFactors,
  monthlyCost,
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
  checkLease,
  LEASE_LAWS,
  LEASE_RULES,
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
export { REPORT_REASONS, type ReportReason } from './report-reasons.ts';
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
} from './rings.ts';
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
export {
  featuresOf,
  type SchoolFields,
  type SearchFacts,
  schoolDistrictId,
  schoolFactsOf,
  searchFactsOf,
} from './search-facts.ts';
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
  isLaterVote,
  MOST_ON_SHORTLIST,
  mergeVotes,
  nextVoteTime,
  type ShortlistVote,
  VOTES,
  type Vote,
} from './shortlist.ts';
export { freshWonRate, type SiteRates, WON_RATE_DAYS } from './site-rates.ts';
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
} from './surroundings.ts';
export { type FoundTerm, TERM_IDS, type TermId, termsIn } from './terms.ts';
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
export { isElsewhere, MEDIA_ELSEWHERE, type Tour, toursOf } from './tours.ts';
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
export { instantOf, typedOf } from './zoned-time.ts';
