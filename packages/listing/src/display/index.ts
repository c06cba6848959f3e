export { alterationInCaption, findOriginals, isAltered } from './altered-media.ts';
export { type Attribution, buildAttribution } from './attribution.ts';
export {
  classifyPrecision,
  type DisplayRules,
  FEED_ALARM_HOURS,
  hasPublicLicense,
  isBarredFromDisplay,
  type LocationPrecision,
  mayDisplay,
  mayDisplayAddress,
  PUBLIC_FEED_TYPE,
  publicListing,
  readDisplayChoices,
  streetLine,
  withholdAgentContacts,
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
