import type { HomeAnswer } from '@maru/contract';
import {
  type MonthlyRent,
  type MoveInCost,
  monthlyRent,
  moveInCost,
  toCents,
  utilitiesPaid,
} from '@maru/listing/money';
import { addDays, type CalendarDay } from '@maru/listing/time';
import type { Words } from '../../i18n/words.tsx';
import { usdText } from './usd-text.ts';

/** What a visitor may say of renting: money in USD. */
export interface RentEdits {
  moveIn?: CalendarDay;
  deposit?: number;
  /** Parking, pets and other things one chooses, a month. */
  options?: number;
  /** Application and other fees, once. */
  fees?: number;
}

/** What a rental costs a month; undefined without a rent. */
export function monthlyRentOf({ listing }: HomeAnswer, edits: RentEdits = {}): MonthlyRent | undefined {
  if (listing.listPrice === null) return undefined;
  return monthlyRent({
    rent: toCents(listing.listPrice),
    requiredFees: listing.requiredMonthlyFees === null ? null : toCents(listing.requiredMonthlyFees),
    options: toCents(edits.options ?? 0),
    utilities: utilitiesPaid(listing.rentIncludes, listing.tenantPays),
  });
}

/** The day one would move in: when it is free, at the earliest the first of the next month. */
export function usualMoveIn({ listing }: HomeAnswer, now: number): CalendarDay {
  const today = new Date(now).toISOString().slice(0, 10);
  const next = addDays(`${today.slice(0, 7)}-28`, 4).slice(0, 7);
  const first = `${next}-01`;
  const free = listing.availabilityDate;
  return free !== null && free > first ? free : first;
}

/** What one pays before the keys, with the rent and what is required beside it. */
export function moveInCostOf(home: HomeAnswer, edits: RentEdits, now: number): MoveInCost {
  const { listing } = home;
  return moveInCost({
    rent: toCents((listing.listPrice ?? 0) + (listing.requiredMonthlyFees ?? 0)),
    bareRent: toCents(listing.listPrice ?? 0),
    deposit:
      edits.deposit !== undefined
        ? toCents(edits.deposit)
        : listing.securityDeposit === null
          ? null
          : toCents(listing.securityDeposit),
    fees: toCents(edits.fees ?? 0),
    moveIn: edits.moveIn ?? usualMoveIn(home, now),
    state: listing.stateOrProvince?.toLowerCase() ?? null,
  });
}

/** "$3,000 a month", or "$2,900 a month, fees not stated" (rule R26). */
export function rentHeadline(home: HomeAnswer, words: Words): string | undefined {
  const cost = monthlyRentOf(home);
  if (cost === undefined) return undefined;
  const required = cost.parts
    .filter(({ part }) => part === 'rent' || part === 'required_fees')
    .reduce((sum, { amount }) => sum + amount.likely, 0);
  const amount = usdText(required, words);
  return words.t(cost.isWhole ? 'cost.month' : 'cost.rent_fees_unstated', { amount });
}
