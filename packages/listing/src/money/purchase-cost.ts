import type { Listing } from '../listing/listing.ts';
import type { HomeType } from '../listing/property-type.ts';
import { DAY_MS } from '../places/durations.ts';
import { associationFeesOf } from './association-fees.ts';
import type { CalendarDay } from './calendar-day.ts';
import { type CashToClose, cashToClose } from './cash-to-close.ts';
import {
  type Cents,
  type CentsRange,
  centsOf,
  exactly,
  monthlyOf,
  NO_CENTS,
  type RateRange,
  sumRanges,
} from './cents.ts';
import { CFD_AREAS_AS_OF, isUsuallyLevied } from './direct-levies.ts';
import { INSURANCE_AS_OF, insuranceRange } from './home-insurance.ts';
import { type DownPayment, downPaymentOf, monthlyPayment } from './loan.ts';
import { type LoanKind, type MortgageInsurance, mortgageInsuranceOf } from './mortgage-insurance.ts';
import { annualTax, propertyTaxRates, TAX_RATES_AS_OF, taxableValue } from './property-tax.ts';
import { rollValueGuess, type SupplementalBill, supplementalBills } from './supplemental-tax.ts';

/** What makes up a month, in the order in which it is shown. */
export const COST_PARTS = ['loan', 'tax', 'levies', 'hoa', 'insurance', 'pmi'] as const;
export type CostPart = (typeof COST_PARTS)[number];

/** Where a figure comes from: words of both languages stand for each. */
const COST_SOURCES = [
  'visitor',
  'listing',
  'computed',
  'tax_county',
  'tax_california',
  'tax_state',
  'tax_usual',
  'insurance_rebuild',
  'insurance_price',
  'insurance_condo',
  'insurance_none',
  'pmi_usual',
  'fha',
  'va',
  'levies_area',
] as const;
export type CostSource = (typeof COST_SOURCES)[number];

/** One line of the month. `monthly` undefined: not stated, and in no total. */
export interface CostLine {
  part: CostPart;
  monthly: CentsRange | undefined;
  source: CostSource;
  /** When that was true; null where the figure has no day of its own (entered by the visitor). */
  asOf: CalendarDay | null;
}

/** What a visitor may say otherwise than the record and our guesses. Money in whole or broken USD, rates in percent. */
export interface CostEdits {
  down?: DownPayment;
  rate?: number;
  years?: number;
  kind?: LoanKind;
  /** The price one would offer, USD. */
  offer?: number;
  taxRate?: number;
  isOwnerOccupied?: boolean;
  /** USD a year. */
  levies?: number;
  /** USD a month. */
  hoa?: number;
  /** USD a year. */
  insurance?: number;
  pmiRate?: number;
  /** What the roll has the home at, USD. */
  rollValue?: number;
  closing?: CalendarDay;
}

/** What the record says of what the home costs its buyer. */
export type PurchaseFacts = Pick<
  Listing,
  | 'listPrice'
  | 'livingArea'
  | 'yearBuilt'
  | 'associationYN'
  | 'associationFee'
  | 'associationFeeFrequency'
  | 'associationFee2'
  | 'associationFee2Frequency'
  | 'taxAnnualAmount'
  | 'taxYear'
  | 'taxOtherAnnualAssessmentAmount'
  | 'stateOrProvince'
  | 'countyOrParish'
  | 'city'
  | 'subdivisionName'
> & {
  homeType: HomeType;
  /** The day on which the record was last true. */
  asOf: CalendarDay;
  /** It lies in a High or Very High fire hazard severity zone. */
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
  /** False while a part is not stated: the sum is then the least it can be. */
  isWhole: boolean;
  taxRates: RateRange;
  /** The guess of the insurance reaches higher, as the home lies in a fire zone. */
  isWildfireZone: boolean;
  /** Newer homes around it usually have special taxes, and the record states none. */
  isUsuallyLevied: boolean;
  mortgageInsurance: MortgageInsurance;
  cash: CashToClose;
  /** The present owner's bill and what follows from it (rule R25); undefined where the record has none. */
  owner?: { annualTax: Cents; year: number | null };
  /** California only, and only where the roll's value can be told. */
  supplemental?: { bills: SupplementalBill[]; total: CentsRange; rollValue: CentsRange };
  /** Tax at the buyer's price, a year, without levies. */
  yearlyTax: CentsRange;
}

/** `ca/orange`, as the tables of rates name a county; null without one. */
export function countyKey(state: string | null, county: string | null): string | null {
  if (state === null || county === null) return null;
  const name = county
    .toLowerCase()
    .replace(/\s+(county|parish|borough)$/, '')
    .trim();
  return name === '' ? null : `${state.toLowerCase()}/${name}`;
}

/**
 * The true cost of buying a home (rule R60): each part with its range, source and date, their sum, the
 * cash at the closing and the bills of the first year. Tax follows the buyer's price, never the owner's bill (rule R25).
 * Undefined without a price.
 */
export function purchaseCost(
  facts: PurchaseFacts,
  edits: CostEdits,
  terms: { down: DownPayment; rate: number; years: number; closing: CalendarDay },
): PurchaseCost | undefined {
  const offered = edits.offer ?? facts.listPrice;
  if (offered === null || offered <= 0) return undefined;
  const price = centsOf(offered);
  const state = facts.stateOrProvince?.toLowerCase() ?? null;
  const county = countyKey(facts.stateOrProvince, facts.countyOrParish);
  const rate = edits.rate ?? terms.rate;
  const years = edits.years ?? terms.years;
  const closing = edits.closing ?? terms.closing;
  const kind = edits.kind ?? 'conventional';
  const down = downPaymentOf(price, edits.down ?? terms.down);
  const loan = price - down;
  const months = years * 12;

  const { rates, basis } =
    edits.taxRate === undefined
      ? propertyTaxRates(state, county)
      : { rates: { low: edits.taxRate, likely: edits.taxRate, high: edits.taxRate }, basis: undefined };
  const value = taxableValue(price, { state, isOwnerOccupied: edits.isOwnerOccupied ?? false, day: closing });
  const yearlyTax = annualTax(value, rates);

  const stated = edits.levies ?? facts.taxOtherAnnualAssessmentAmount;
  // Outside California such charges are rare, and a record without one leaves nothing out.
  const levies = stated !== null ? exactly(centsOf(stated)) : state === 'ca' ? undefined : NO_CENTS;

  const fees = associationFeesOf(facts);
  const hoa =
    edits.hoa !== undefined
      ? exactly(centsOf(edits.hoa))
      : fees.fees === undefined || (!fees.isWhole && fees.monthly === 0)
        ? undefined
        : exactly(fees.monthly);

  const insured = insuranceRange({ ...facts, price: offered });
  const insurance = edits.insurance === undefined ? insured.annual : exactly(centsOf(edits.insurance));

  const mortgageInsurance = mortgageInsuranceOf({
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
      monthly: monthlyOf(yearlyTax),
      source: taxSource,
      asOf: basis === undefined ? null : TAX_RATES_AS_OF,
    },
  ];
  const isLevied = isUsuallyLevied([facts.subdivisionName, facts.city], facts.yearBuilt);
  if (stated !== null || state === 'ca') {
    lines.push({
      part: 'levies',
      monthly: levies === undefined ? undefined : monthlyOf(levies),
      source:
        edits.levies !== undefined ? 'visitor' : stated === null && isLevied ? 'levies_area' : 'listing',
      asOf: edits.levies !== undefined ? null : stated === null && isLevied ? CFD_AREAS_AS_OF : facts.asOf,
    });
  }
  if (facts.homeType !== 'land' || hoa !== undefined) {
    lines.push({
      part: 'hoa',
      monthly: hoa,
      source: edits.hoa === undefined ? 'listing' : 'visitor',
      asOf: edits.hoa === undefined ? facts.asOf : null,
    });
  }
  if (facts.homeType !== 'land' || edits.insurance !== undefined) {
    lines.push({
      part: 'insurance',
      monthly: monthlyOf(insurance),
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
  const roll =
    edits.rollValue !== undefined
      ? exactly(centsOf(edits.rollValue))
      : owners !== null && owners > 0
        ? rollValueGuess(centsOf(owners), levies?.likely ?? 0, rates)
        : undefined;
  const bills =
    state === 'ca' && roll !== undefined
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
    ...(owners === null || owners <= 0 ? {} : { owner: { annualTax: centsOf(owners), year: facts.taxYear } }),
    ...(bills === undefined || roll === undefined
      ? {}
      : { supplemental: { bills, total: sumRanges(bills.map(({ amount }) => amount)), rollValue: roll } }),
    yearlyTax,
  };
}

/** Some six weeks from now: escrows run about that long, and the day can be changed. */
const DAYS_TO_CLOSE = 45;

export function usualClosing(now: number): CalendarDay {
  return new Date(now + DAYS_TO_CLOSE * DAY_MS).toISOString().slice(0, 10);
}
