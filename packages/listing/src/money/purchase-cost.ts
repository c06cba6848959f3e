import type { Listing } from '../listing/listing.ts';
import type { AssociationFeeFields } from '../listing/plain-answers.ts';
import type { HomeType } from '../listing/property-type.ts';
import type { CalendarDay } from '../time/calendar-day.ts';
import { DAY_MS } from '../time/durations.ts';
import { parseAssociationFees } from './association-fees.ts';
import { type CashToClose, cashToClose } from './cash-to-close.ts';
import {
  type Cents,
  type CentsRange,
  exactly,
  monthlyShare,
  NO_CENTS,
  type RateRange,
  sumRanges,
  toCents,
} from './cents.ts';
import { CFD_AREAS_AS_OF, isUsuallyLevied } from './direct-levies.ts';
import { INSURANCE_AS_OF, insuranceRange } from './home-insurance.ts';
import { isAssociationInSpaceRent, type LandLeaseFields, landLeaseMonthly } from './land-lease.ts';
import { type DownPayment, downPaymentAmount, monthlyPayment } from './loan.ts';
import { isTaxedInMaintenance } from './monthly-cost.ts';
import { computeMortgageInsurance, type LoanKind, type MortgageInsurance } from './mortgage-insurance.ts';
import { annualTax, propertyTaxRates, TAX_RATES_AS_OF, taxableValue } from './property-tax.ts';
import { rollValueGuess, type SupplementalBill, supplementalBills } from './supplemental-tax.ts';

export const COST_PARTS = ['loan', 'tax', 'levies', 'hoa', 'land', 'insurance', 'pmi'] as const;
export type CostPart = (typeof COST_PARTS)[number];

/** Each has a message. */
const COST_SOURCES = [
  'visitor',
  'listing',
  'computed',
  'tax_county',
  'tax_california',
  'tax_state',
  'tax_usual',
  'tax_maintenance',
  'insurance_rebuild',
  'insurance_price',
  'insurance_condo',
  'insurance_none',
  'pmi_usual',
  'fha',
  'va',
  'levies_area',
  'levies_none',
] as const;
export type CostSource = (typeof COST_SOURCES)[number];

/** `monthly` undefined: not stated, and excluded from totals. */
export interface CostLine {
  part: CostPart;
  monthly: CentsRange | undefined;
  source: CostSource;
  /** Null for a figure of the visitor. */
  asOf: CalendarDay | null;
  /** The publisher of an imported file. */
  publisher?: string;
}

/** USD, rates in percent; levies and insurance per year, association fee and rent of the land per month. */
export interface CostEdits {
  down?: DownPayment;
  rate?: number;
  years?: number;
  kind?: LoanKind;
  offer?: number;
  taxRate?: number;
  isOwnerOccupied?: boolean;
  levies?: number;
  hoa?: number;
  land?: number;
  insurance?: number;
  pmiRate?: number;
  rollValue?: number;
  closing?: CalendarDay;
}

export type PurchaseFacts = Pick<
  Listing,
  | 'listPrice'
  | 'livingArea'
  | 'yearBuilt'
  | 'taxAnnualAmount'
  | 'taxYear'
  | 'taxOtherAnnualAssessmentAmount'
  | 'stateOrProvince'
  | 'countyOrParish'
  | 'city'
  | 'subdivisionName'
> &
  AssociationFeeFields &
  LandLeaseFields & {
    /** USD; missing in records of an older version. */
    taxAssessedValue?: number | null;
    homeType: HomeType;
    asOf: CalendarDay;
    /** The file by which the home lies in no special tax district of its county; missing where none says so. */
    unlevied?: { source: string; asOf: CalendarDay } | null;
    /** High or Very High fire hazard severity zone. */
    isWildfireZone?: boolean;
  };

export interface PurchaseCost {
  price: Cents;
  down: Cents;
  loan: Cents;
  rate: number;
  years: number;
  closing: CalendarDay;
  lines: CostLine[];
  monthly: CentsRange;
  /** False when a part is not stated, so the sum is a lower bound. */
  isWhole: boolean;
  taxRates: RateRange;
  isWildfireZone: boolean;
  isUsuallyLevied: boolean;
  mortgageInsurance: MortgageInsurance;
  cash: CashToClose;
  /** The present owner's tax bill (rule R25). */
  owner?: { annualTax: Cents; year: number | null };
  /** `isStated`: the roll value is the record's or the visitor's, no guess. */
  supplemental?: {
    bills: SupplementalBill[];
    total: CentsRange;
    rollValue: CentsRange;
    isStated: boolean;
  };
  /** At the buyer's price, without levies. */
  yearlyTax: CentsRange;
}

/** `ca/orange`; null without a county. */
export function countyKey(state: string | null, county: string | null): string | null {
  if (state === null || county === null) return null;
  const name = county
    .toLowerCase()
    .replace(/\s+(county|parish|borough)$/, '')
    .trim();
  return name === '' ? null : `${state.toLowerCase()}/${name}`;
}

const NO_TAX: RateRange = { low: 0, likely: 0, high: 0 };

/** Rule R60. Tax is based on the buyer's price, never on the owner's bill (rule R25). Undefined without a price. */
export function purchaseCost(
  facts: PurchaseFacts,
  edits: CostEdits,
  terms: { down: DownPayment; rate: number; years: number; closing: CalendarDay },
): PurchaseCost | undefined {
  const offered = edits.offer ?? facts.listPrice;
  if (offered === null || offered <= 0) return undefined;
  const price = toCents(offered);
  const state = facts.stateOrProvince?.toLowerCase() ?? null;
  const county = countyKey(facts.stateOrProvince, facts.countyOrParish);
  const rate = edits.rate ?? terms.rate;
  const years = edits.years ?? terms.years;
  const closing = edits.closing ?? terms.closing;
  const kind = edits.kind ?? 'conventional';
  const down = downPaymentAmount(price, edits.down ?? terms.down);
  const loan = price - down;
  const months = years * 12;

  const isInMaintenance = isTaxedInMaintenance(facts.homeType) && edits.taxRate === undefined;
  const { rates, basis } = isInMaintenance
    ? { rates: NO_TAX, basis: 'maintenance' as const }
    : edits.taxRate === undefined
      ? propertyTaxRates(state, county)
      : { rates: { low: edits.taxRate, likely: edits.taxRate, high: edits.taxRate }, basis: undefined };
  const value = taxableValue(price, { state, isOwnerOccupied: edits.isOwnerOccupied ?? false, day: closing });
  const yearlyTax = annualTax(value, rates);

  const recorded = edits.levies ?? facts.taxOtherAnnualAssessmentAmount;
  const unlevied = recorded === null ? (facts.unlevied ?? undefined) : undefined;
  const stated = unlevied === undefined ? recorded : 0;
  // Outside California such levies are rare, so a record without one is complete.
  const levies = stated !== null ? exactly(toCents(stated)) : state === 'ca' ? undefined : NO_CENTS;

  const fees = parseAssociationFees(facts);
  const hoa =
    edits.hoa !== undefined
      ? exactly(toCents(edits.hoa))
      : fees.fees === undefined || (!fees.isWhole && fees.monthly === 0)
        ? undefined
        : exactly(fees.monthly);

  const landRent = landLeaseMonthly(facts);
  const hasNoAssociation = isAssociationInSpaceRent(facts) && edits.hoa === undefined;

  const insured = insuranceRange({ ...facts, price: offered });
  const insurance = edits.insurance === undefined ? insured.annual : exactly(toCents(edits.insurance));

  const mortgageInsurance = computeMortgageInsurance({
    price,
    loan,
    rate,
    months,
    kind,
    privateRate: edits.pmiRate,
    closing,
  });

  const taxSource: CostSource =
    basis === undefined ? 'visitor' : basis === 'california_county' ? 'tax_county' : `tax_${basis}`;
  const lines: CostLine[] = [
    { part: 'loan', monthly: exactly(monthlyPayment(loan, rate, months)), source: 'computed', asOf: null },
    {
      part: 'tax',
      monthly: monthlyShare(yearlyTax),
      source: taxSource,
      asOf: basis === undefined ? null : isInMaintenance ? facts.asOf : TAX_RATES_AS_OF,
    },
  ];
  const isLevied = isUsuallyLevied([facts.subdivisionName, facts.city], facts.yearBuilt);
  if (stated !== null || state === 'ca') {
    lines.push({
      part: 'levies',
      monthly: levies === undefined ? undefined : monthlyShare(levies),
      ...(unlevied !== undefined
        ? { source: 'levies_none', asOf: unlevied.asOf, publisher: unlevied.source }
        : edits.levies !== undefined
          ? { source: 'visitor', asOf: null }
          : stated === null && isLevied
            ? { source: 'levies_area', asOf: CFD_AREAS_AS_OF }
            : { source: 'listing', asOf: facts.asOf }),
    });
  }
  if (!hasNoAssociation && (facts.homeType !== 'land' || hoa !== undefined)) {
    lines.push({
      part: 'hoa',
      monthly: hoa,
      source: edits.hoa === undefined ? 'listing' : 'visitor',
      asOf: edits.hoa === undefined ? facts.asOf : null,
    });
  }
  if (landRent !== 0 || edits.land !== undefined) {
    const amount = edits.land ?? landRent;
    lines.push({
      part: 'land',
      monthly: amount === null ? undefined : exactly(toCents(amount)),
      source: edits.land === undefined ? 'listing' : 'visitor',
      asOf: edits.land === undefined ? facts.asOf : null,
    });
  }
  if (facts.homeType !== 'land' || edits.insurance !== undefined) {
    lines.push({
      part: 'insurance',
      monthly: monthlyShare(insurance),
      source: edits.insurance === undefined ? `insurance_${insured.basis}` : 'visitor',
      asOf: edits.insurance === undefined ? INSURANCE_AS_OF : null,
    });
  }
  if (mortgageInsurance.monthly.high > 0) {
    lines.push({
      part: 'pmi',
      monthly: mortgageInsurance.monthly,
      source: kind === 'fha' ? 'fha' : edits.pmiRate === undefined ? 'pmi_usual' : 'visitor',
      asOf: edits.pmiRate === undefined ? INSURANCE_AS_OF : null,
    });
  }

  const owners = facts.taxAnnualAmount;
  const statedRoll = edits.rollValue ?? facts.taxAssessedValue ?? undefined;
  const roll =
    statedRoll !== undefined
      ? exactly(toCents(statedRoll))
      : owners !== null && owners > 0
        ? rollValueGuess(toCents(owners), levies?.likely ?? 0, rates)
        : undefined;
  const bills =
    state === 'ca' && roll !== undefined && !isInMaintenance
      ? supplementalBills({ newValue: price, rollValue: roll, rates, closing, county })
      : undefined;

  return {
    price,
    down,
    loan,
    rate,
    years,
    closing,
    lines,
    monthly: sumRanges(lines.map(({ monthly }) => monthly ?? NO_CENTS)),
    isWhole: lines.every(({ part, monthly }) =>
      part === 'hoa'
        ? monthly !== undefined && (edits.hoa !== undefined || fees.isWhole)
        : monthly !== undefined,
    ),
    taxRates: rates,
    isWildfireZone:
      facts.isWildfireZone === true &&
      edits.insurance === undefined &&
      (insured.basis === 'rebuild' || insured.basis === 'price'),
    isUsuallyLevied: stated === null && isLevied,
    mortgageInsurance,
    cash: cashToClose({
      price,
      down,
      loan,
      rate,
      closing,
      annualTax: sumRanges([yearlyTax, levies ?? NO_CENTS]),
      annualInsurance: insurance,
      insuranceUpFront: mortgageInsurance.upFront,
      associationOnce: fees.once,
    }),
    ...(owners === null || owners <= 0 ? {} : { owner: { annualTax: toCents(owners), year: facts.taxYear } }),
    ...(bills === undefined || roll === undefined
      ? {}
      : {
          supplemental: {
            bills,
            total: sumRanges(bills.map(({ amount }) => amount)),
            rollValue: roll,
            isStated: statedRoll !== undefined,
          },
        }),
    yearlyTax,
  };
}

const DAYS_TO_CLOSE = 45;

export function usualClosing(now: number): CalendarDay {
  return new Date(now + DAYS_TO_CLOSE * DAY_MS).toISOString().slice(0, 10);
}
