import type { FeeFrequency } from '../listing/listing.ts';
import { type AssociationFeeFields, listAssociationFees } from '../listing/plain-answers.ts';
import { type Cents, roundCents, toCents } from './cents.ts';
import { monthlyAmount } from './monthly-fees.ts';

/** An association fee. `monthly` is null without a frequency; it is then excluded from totals. */
export interface AssociationFee {
  stated: Cents;
  frequency: FeeFrequency | null;
  monthly: Cents | null;
  isOnce: boolean;
}

export interface AssociationFees {
  /** Undefined: not stated. Empty: no association. */
  fees: AssociationFee[] | undefined;
  monthly: Cents;
  once: Cents;
  isWhole: boolean;
}

/** At most two (rule R55). */
export function parseAssociationFees(listing: AssociationFeeFields): AssociationFees {
  const fees = listAssociationFees(listing).flatMap(([amount, frequency]): AssociationFee[] => {
    if (amount === null || amount <= 0) return [];
    const monthly = monthlyAmount(amount, frequency);
    return [
      {
        stated: toCents(amount),
        frequency,
        monthly: monthly === null ? null : roundCents(monthly * 100),
        isOnce: frequency === 'One Time',
      },
    ];
  });
  if (fees.length === 0) {
    const hasNone = listing.associationYN === false || listing.associationFee === 0;
    return { fees: hasNone ? [] : undefined, monthly: 0, once: 0, isWhole: hasNone };
  }
  const isKnown = fees.some(({ monthly, isOnce }) => monthly !== null && !isOnce);
  return {
    fees,
    monthly: fees.reduce((sum, fee) => sum + (fee.monthly ?? 0), 0),
    once: fees.reduce((sum, fee) => sum + (fee.isOnce ? fee.stated : 0), 0),
    isWhole: isKnown && fees.every(({ monthly }) => monthly !== null),
  };
}
