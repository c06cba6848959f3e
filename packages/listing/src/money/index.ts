export {
  type Affordable,
  affordableHome,
  type BudgetFit,
  budgetFit,
  type Income,
  LENDING_RATIOS,
  STRETCH_SHARE,
  shareOfIncome,
} from './affordability.ts';
export { amortizeByYear, type LoanYear } from './amortization.ts';
export type { AssociationFee, AssociationFees } from './association-fees.ts';
export type { CashPart, CashToClose } from './cash-to-close.ts';
export { type Cents, type CentsRange, type RateRange, toCents } from './cents.ts';
export {
  chooseSales,
  computeSpread,
  FEWEST_SALES,
  SALE_MONTHS,
  SALE_RINGS_METERS,
  type Sale,
  type SaleChoice,
  type SaleSubject,
  type Spread,
} from './comparable-sales.ts';
export { classifyLoan } from './conforming-limit.ts';
export { COST_KEYS, formatCostEdits, parseCostEdits } from './cost-query.ts';
export { type DatedFigure, figureOn } from './dated-figure.ts';
export {
  checkDeposit,
  type DepositCheck,
  SCREENING_FEE_CAPS,
} from './deposit-cap.ts';
export { isAssociationInSpaceRent, landLeaseMonthly, monthlyDues } from './land-lease.ts';
export { buildPin, leadPrice, type PriceParts } from './lead-price.ts';
export type { DownPayment } from './loan.ts';
export {
  type CostFacts,
  DEFAULT_LOAN,
  insuranceGuess,
  isTaxedInMaintenance,
  type LoanFactors,
  type LoanTerms,
  loanFactors,
  monthlyCost,
  sumMonthlyCost,
} from './monthly-cost.ts';
export { associationFeeMonthly, monthlyAmount } from './monthly-fees.ts';
export { LOAN_KINDS, type LoanKind, type MortgageInsurance } from './mortgage-insurance.ts';
export { propertyTaxRate } from './property-tax.ts';
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
} from './purchase-cost.ts';
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
} from './rent-cost.ts';
export { freshWonRate, type SiteRates } from './site-rates.ts';
export { findSupplementalCalendar } from './supplemental-tax.ts';
