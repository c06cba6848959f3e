import { type CalendarDay, firstOfMonthAfter, partsOfDay } from './calendar-day.ts';
import { type Cents, type CentsRange, type RateRange, roundCents } from './cents.ts';
import type { DatedFigure } from './dated-figure.ts';

/**
 * One county's way to bill the difference between the roll and the new value (rule R54). `factors` by
 * the month that begins after the sale, January first.
 */
export interface SupplementalCalendar {
  factors: readonly number[];
  /** Months of the sale after which a second bill, a whole year's, comes. */
  secondBill: { first: number; last: number };
}

const FACTORS = [0.5, 0.42, 0.33, 0.25, 0.17, 0.08, 1, 0.92, 0.83, 0.75, 0.67, 0.58];

/** By county, `ca/orange`; `ca` stands for the others, whose collectors print the same table. */
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

export function supplementalCalendarOf(county: string | null): DatedFigure<SupplementalCalendar> {
  return SUPPLEMENTAL_CALENDARS[county ?? 'ca'] ?? SUPPLEMENTAL_CALENDARS.ca!;
}

export interface SupplementalBill {
  /** The share of a year that it is for. */
  factor: number;
  amount: CentsRange;
}

/** What one sale sets off. The roll's value as far as it is known. Negative amounts are refunds. */
export function supplementalBills({
  newValue,
  rollValue,
  rates,
  closing,
  county,
}: {
  newValue: Cents;
  rollValue: CentsRange;
  /** Percent a year. */
  rates: RateRange;
  closing: CalendarDay;
  county: string | null;
}): SupplementalBill[] {
  const { factors, secondBill } = supplementalCalendarOf(county).value;
  const { month } = partsOfDay(closing);
  const begins = partsOfDay(firstOfMonthAfter(closing, 1)).month;
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

/**
 * What the roll may have the home at, from the present owner's bill: the bill may hold levies that do not follow the
 * value, and the area's rate is a guess.
 */
export function rollValueGuess(ownersTax: Cents, levies: Cents, rates: RateRange): CentsRange {
  const at = (tax: Cents, percent: number) => (percent > 0 ? roundCents((tax * 100) / percent) : 0);
  return {
    low: Math.max(0, at(ownersTax - levies, rates.high)),
    likely: at(ownersTax, rates.likely),
    high: at(ownersTax, rates.low),
  };
}
