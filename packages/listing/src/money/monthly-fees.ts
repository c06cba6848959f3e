import type { FeeFrequency } from '../listing/listing.ts';
import { type AssociationFeeFields, listAssociationFees } from '../listing/plain-answers.ts';

const TIMES_A_YEAR: Record<string, number> = {
  Monthly: 12,
  Quarterly: 4,
  'Semi-Annually': 2,
  Annually: 1,
  'Bi-Monthly': 6,
  Weekly: 52,
  'Bi-Weekly': 26,
  'Semi-Monthly': 24,
  Daily: 365,
};

const NOT_BY_THE_MONTH = new Set(['One Time', 'Seasonal']);

/** USD, unrounded (rule F97). `0` for one-time and seasonal amounts; `null` for a missing or unknown frequency. */
export function monthlyAmount(amount: number, frequency: FeeFrequency | null): number | null {
  if (frequency === null) return null;
  if (NOT_BY_THE_MONTH.has(frequency)) return 0;
  const times = TIMES_A_YEAR[frequency];
  return times === undefined ? null : (amount * times) / 12;
}

/** Whole USD. `0` only for no association; `null` when an amount or frequency is missing, or all fees are one-time. */
export function associationFeeMonthly(listing: AssociationFeeFields): number | null {
  let sum = 0;
  for (const [fee, frequency] of listAssociationFees(listing)) {
    if (fee === null) continue;
    const monthly = monthlyAmount(fee, frequency);
    if (monthly === null) return null;
    sum += monthly;
  }
  if (sum > 0) return Math.round(sum);
  return listing.associationYN === false && listing.associationFee === null ? 0 : null;
}
