/** Money inside the computations: whole cents of a dollar, so that sums are exact. */
export type Cents = number;

/** Half up (rule R51); what a double misses by less than a millionth of a cent is no half missed. */
export function roundCents(cents: number): Cents {
  return Math.floor(cents + 0.5 + 1e-6);
}

export function centsOf(dollars: number): Cents {
  return roundCents(dollars * 100);
}

export function dollarsOf(cents: Cents): number {
  return cents / 100;
}

/**
 * An amount as far as it is known: `likely` is what one reckons with, between the least and the most that it can
 * be. All three are the same where nothing is guessed.
 */
export interface CentsRange {
  low: Cents;
  likely: Cents;
  high: Cents;
}

export const NO_CENTS: CentsRange = { low: 0, likely: 0, high: 0 };

export function exactly(cents: Cents): CentsRange {
  return { low: cents, likely: cents, high: cents };
}

export function sumRanges(ranges: readonly CentsRange[]): CentsRange {
  const sum = { ...NO_CENTS };
  for (const { low, likely, high } of ranges) {
    sum.low += low;
    sum.likely += likely;
    sum.high += high;
  }
  return sum;
}

/** Each of the three through `change`, which must not turn their order around. */
export function mapRange(range: CentsRange, change: (cents: Cents) => number): CentsRange {
  return {
    low: roundCents(change(range.low)),
    likely: roundCents(change(range.likely)),
    high: roundCents(change(range.high)),
  };
}

/** A year's amount by the month. */
export function monthlyOf(annual: CentsRange): CentsRange {
  return mapRange(annual, (cents) => cents / 12);
}

/** Three numbers that are no money: a rate in percent, as far as it is known. */
export interface RateRange {
  low: number;
  likely: number;
  high: number;
}
