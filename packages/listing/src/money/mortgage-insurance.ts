import { type CalendarDay, firstOfMonthAfter } from '../time/calendar-day.ts';
import { paymentReaching } from './amortization.ts';
import {
  type Cents,
  type CentsRange,
  exactly,
  mapRange,
  NO_CENTS,
  type RateRange,
  roundCents,
} from './cents.ts';
import type { DatedFigure } from './dated-figure.ts';
import { figureOn } from './dated-figure.ts';

export const LOAN_KINDS = ['conventional', 'fha', 'va'] as const;
export type LoanKind = (typeof LOAN_KINDS)[number];

/** Percent of the loan per year, by credit and loan-to-value: an estimate until a lender states it (rule R57). */
export const PRIVATE_INSURANCE_RATE: RateRange = { low: 0.3, likely: 0.6, high: 1.5 };
export const INSURED_SHARE = 0.8;

/** Loan-to-original-value ratios. */
const INSURANCE_ENDS: readonly DatedFigure<{ onRequest: number; automatic: number }>[] = [
  {
    value: { onRequest: 0.8, automatic: 0.78 },
    from: '1999-07-29',
    source: 'Homeowners Protection Act, 12 U.S.C. 4902',
    url: 'https://www.consumerfinance.gov/ask-cfpb/when-can-i-remove-private-mortgage-insurance-pmi-from-my-loan-en-202/',
    checked: '2026-11-21',
  },
];

/** FHA: percent of the loan upfront, and per year. */
const FHA_INSURANCE: readonly DatedFigure<{ upFront: number; yearly: number }>[] = [
  {
    value: { upFront: 1.75, yearly: 0.55 },
    from: '2023-03-20',
    source: 'HUD Mortgagee Letter 2023-05',
    url: 'https://www.hud.gov/program_offices/administration/hudclips/letters/mortgagee',
    checked: '2026-11-21',
  },
];

/** VA: no monthly insurance; funding fee in percent of the loan, first use, by down payment. */
const VA_FUNDING_FEE: readonly DatedFigure<{ under5: number; under10: number; from10: number }>[] = [
  {
    value: { under5: 2.15, under10: 1.5, from10: 1.25 },
    from: '2023-04-07',
    source: 'U.S. Department of Veterans Affairs, funding fee',
    url: 'https://www.va.gov/housing-assistance/home-loans/funding-fee-and-closing-costs/',
    checked: '2026-11-21',
  },
];

export interface MortgageInsurance {
  monthly: CentsRange;
  upFront: Cents;
  /** Private insurance only: payments and months after which it may end on request and ends automatically. */
  ends?: {
    onRequest: { payment: number; month: CalendarDay };
    automatic: { payment: number; month: CalendarDay };
  };
}

interface Insured {
  price: Cents;
  loan: Cents;
  rate: number;
  months: number;
  kind: LoanKind;
  privateRate?: number;
  closing: CalendarDay;
}

/** None for a conventional loan of at most 80 % of the price. */
export function computeMortgageInsurance(insured: Insured): MortgageInsurance {
  const { price, loan, rate, months, kind, privateRate, closing } = insured;
  if (loan <= 0) return { monthly: NO_CENTS, upFront: 0 };
  if (kind === 'fha') {
    const { upFront, yearly } = (figureOn(FHA_INSURANCE, closing) ?? FHA_INSURANCE[0]!).value;
    return {
      monthly: exactly(roundCents((loan * yearly) / 1200)),
      upFront: roundCents((loan * upFront) / 100),
    };
  }
  if (kind === 'va') {
    const fee = (figureOn(VA_FUNDING_FEE, closing) ?? VA_FUNDING_FEE[0]!).value;
    const down = (price - loan) / price;
    const percent = down >= 0.1 ? fee.from10 : down >= 0.05 ? fee.under10 : fee.under5;
    return { monthly: NO_CENTS, upFront: roundCents((loan * percent) / 100) };
  }
  if (loan <= price * INSURED_SHARE) return { monthly: NO_CENTS, upFront: 0 };
  const rates =
    privateRate === undefined
      ? PRIVATE_INSURANCE_RATE
      : { low: privateRate, likely: privateRate, high: privateRate };
  const monthly = mapRange(rates, (percent) => (loan * percent) / 1200);
  const shares = (figureOn(INSURANCE_ENDS, closing) ?? INSURANCE_ENDS[0]!).value;
  const end = (share: number) => {
    const payment = paymentReaching(Math.floor(price * share), loan, rate, months) ?? months;
    return { payment, month: firstOfMonthAfter(closing, payment + 1) };
  };
  return {
    monthly,
    upFront: 0,
    ends: { onRequest: end(shares.onRequest), automatic: end(shares.automatic) },
  };
}
