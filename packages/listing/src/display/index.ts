export { alterationInCaption, isAltered, originalsOf } from './altered-media.ts';
export { type Attribution, attributionOf } from './attribution.ts';
export {
  type DisplayRules,
  displayOf,
  hasPublicLicense,
  isBarredFromDisplay,
  type LocationPrecision,
  locationPrecisionOf,
  mayDisplay,
  mayDisplayAddress,
  PUBLIC_FEED_TYPE,
  publicListing,
  streetLine,
} from './display-rules.ts';
export { REPORT_REASONS, type ReportReason } from './report-reasons.ts';
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
export {
  HIDING_REASONS,
  type HidingReason,
  type ShownFacts,
  type ShownVerdict,
  whyShown,
} from './why-shown.ts';
