import type { CalendarDay } from '../time/calendar-day.ts';
import {
  type Cents,
  type CentsRange,
  exactly,
  mapRange,
  type RateRange,
  roundCents,
  sumRanges,
} from './cents.ts';
import { daysToInstalment, daysToMonthEnd } from './tax-instalments.ts';

/** Percent of the price: an estimate until title and lender state them (rule R58). */
const CLOSING_COST_RATE: RateRange = { low: 2, likely: 2.5, high: 3 };
const DAYS_A_YEAR = 365;

const CASH_PARTS = [
  'down',
  'closing',
  'prepaid_tax',
  'prepaid_insurance',
  'prepaid_interest',
  'insurance_up_front',
  'association_once',
] as const;
export type CashPart = (typeof CASH_PARTS)[number];

export interface CashToClose {
  parts: { part: CashPart; amount: CentsRange }[];
  total: CentsRange;
}

/** Zero items are omitted except the down payment. Tax is due until the next installment, interest to the end of the month. */
export function cashToClose({
  price,
  down,
  loan,
  rate,
  closing,
  annualTax,
  annualInsurance,
  insuranceUpFront,
  associationOnce,
}: {
  price: Cents;
  down: Cents;
  loan: Cents;
  rate: number;
  closing: CalendarDay;
  /** Including the levies on the same bill. */
  annualTax: CentsRange;
  annualInsurance: CentsRange;
  /** FHA's premium or VA's fee, unless financed. */
  insuranceUpFront: Cents;
  associationOnce: Cents;
}): CashToClose {
  const share = (percent: number) => roundCents((price * percent) / 100);
  const { low, likely, high } = CLOSING_COST_RATE;
  const days = daysToInstalment(closing);
  const amounts: Record<CashPart, CentsRange> = {
    down: exactly(down),
    closing: { low: share(low), likely: share(likely), high: share(high) },
    prepaid_tax: mapRange(annualTax, (cents) => (cents * days) / DAYS_A_YEAR),
    prepaid_insurance: annualInsurance,
    prepaid_interest: exactly(roundCents((loan * rate * daysToMonthEnd(closing)) / (100 * DAYS_A_YEAR))),
    insurance_up_front: exactly(insuranceUpFront),
    association_once: exactly(associationOnce),
  };
  const parts = CASH_PARTS.map((part) => ({ part, amount: amounts[part] })).filter(
    ({ part, amount }) => part === 'down' || amount.high !== 0,
  );
  return { parts, total: sumRanges(parts.map(({ amount }) => amount)) };
}
