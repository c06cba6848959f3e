/** Whole cents, so that sums are exact. */
export type Cents = number;

/** Rounds half up (rule R51), tolerating a floating-point error of a millionth of a cent. */
export function roundCents(cents: number): Cents {
  return Math.floor(cents + 0.5 + 1e-6);
}

export function toCents(dollars: number): Cents {
  return roundCents(dollars * 100);
}

export function toDollars(cents: Cents): number {
  return cents / 100;
}

/** `likely` is used in calculations. All three are equal when nothing is estimated. */
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

/** `change` is monotonic. */
export function mapRange(range: CentsRange, change: (cents: Cents) => number): CentsRange {
  return {
    low: roundCents(change(range.low)),
    likely: roundCents(change(range.likely)),
    high: roundCents(change(range.high)),
  };
}

export function monthlyShare(annual: CentsRange): CentsRange {
  return mapRange(annual, (cents) => cents / 12);
}

/** An uncertain rate in percent. */
export interface RateRange {
  low: number;
  likely: number;
  high: number;
}
