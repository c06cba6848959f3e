import { type CalendarDay, firstOfMonthAfter, parseCalendarDay } from '../time/calendar-day.ts';
import { type Cents, type CentsRange, type RateRange, roundCents } from './cents.ts';
import type { DatedFigure } from './dated-figure.ts';

/** Billing of the difference between old and new assessed value (rule R54). `factors` by the month after the sale. */
export interface SupplementalCalendar {
  factors: readonly number[];
  secondBill: { first: number; last: number };
}

const FACTORS = [0.5, 0.42, 0.33, 0.25, 0.17, 0.08, 1, 0.92, 0.83, 0.75, 0.67, 0.58];

/** By county, `ca/orange`; `ca` for all others, which use the same table. */
const SUPPLEMENTAL_CALENDARS: Record<string, DatedFigure<SupplementalCalendar>> = {
  ca: {
    value: { factors: FACTORS, secondBill: { first: 1, last: 5 } },
    from: '1983-07-01',
    source: 'California State Board of Equalization; Revenue and Taxation Code § 75.41',
    url: 'https://www.boe.ca.gov/proptaxes/suppassessment.htm',
    checked: '2026-11-21',
  },
  'ca/orange': {
    value: { factors: FACTORS, secondBill: { first: 1, last: 5 } },
    from: '1983-07-01',
    source: 'Orange County Treasurer-Tax Collector, supplemental tax bills',
    url: 'https://octreasurer.gov/supplemental-tax-bills',
    checked: '2026-11-21',
  },
};

export function findSupplementalCalendar(county: string | null): DatedFigure<SupplementalCalendar> {
  return SUPPLEMENTAL_CALENDARS[county ?? 'ca'] ?? SUPPLEMENTAL_CALENDARS.ca!;
}

export interface SupplementalBill {
  factor: number;
  amount: CentsRange;
}

/** Negative amounts are refunds. */
export function supplementalBills({
  newValue,
  rollValue,
  rates,
  closing,
  county,
}: {
  newValue: Cents;
  rollValue: CentsRange;
  rates: RateRange;
  closing: CalendarDay;
  county: string | null;
}): SupplementalBill[] {
  const { factors, secondBill } = findSupplementalCalendar(county).value;
  const { month } = parseCalendarDay(closing);
  const begins = parseCalendarDay(firstOfMonthAfter(closing, 1)).month;
  const bill = (factor: number): SupplementalBill => {
    const at = (roll: Cents, percent: number) => roundCents(((newValue - roll) * percent * factor) / 100);
    const corners = [rollValue.low, rollValue.high].flatMap((roll) => [
      at(roll, rates.low),
      at(roll, rates.high),
    ]);
    return {
      factor,
      amount: {
        low: Math.min(...corners),
        likely: at(rollValue.likely, rates.likely),
        high: Math.max(...corners),
      },
    };
  };
  const bills = [bill(factors[begins - 1]!)];
  if (month >= secondBill.first && month <= secondBill.last) bills.push(bill(1));
  return bills;
}

/** From the present owner's bill, which may include levies. */
export function rollValueGuess(ownersTax: Cents, levies: Cents, rates: RateRange): CentsRange {
  const at = (tax: Cents, percent: number) => (percent > 0 ? roundCents((tax * 100) / percent) : 0);
  return {
    low: Math.max(0, at(ownersTax - levies, rates.high)),
    likely: at(ownersTax, rates.likely),
    high: at(ownersTax, rates.low),
  };
}
