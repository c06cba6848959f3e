import type { CalendarDay } from './calendar-day.ts';
import { type Cents, roundCents } from './cents.ts';
import { type DatedFigure, figureOn } from './dated-figure.ts';

/** The most that may be asked as a deposit, in months of rent; `smallOwner`: of at most two homes with four units. */
export interface DepositCap {
  months: number;
  smallOwner: number;
  furnished: number;
}

/** By state. Where a state is not here we know of no cap, which is not the same as there being none. */
export const DEPOSIT_CAPS: Record<string, readonly DatedFigure<DepositCap>[]> = {
  ca: [
    {
      value: { months: 2, smallOwner: 2, furnished: 3 },
      from: '2003-01-01',
      source: 'California Civil Code § 1950.5 before AB 12',
      url: 'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CIV&sectionNum=1950.5',
      checked: '2026-11-21',
    },
    {
      value: { months: 1, smallOwner: 2, furnished: 1 },
      from: '2024-07-01',
      source: 'California Civil Code § 1950.5 (AB 12)',
      url: 'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CIV&sectionNum=1950.5',
      checked: '2026-11-21',
    },
  ],
};

/** What an applicant may be asked for the screening, USD; adjusted each year, and never more than it really costs. */
export const SCREENING_FEE_CAPS: Record<string, readonly DatedFigure<number>[]> = {
  ca: [
    {
      value: 62.02,
      from: '2024-01-01',
      source: 'California Civil Code § 1950.6, with the consumer price index of 2024',
      url: 'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CIV&sectionNum=1950.6',
      checked: '2026-11-21',
    },
  ],
};

/** Days after moving out within which the deposit comes back with an itemised list. */
export const DEPOSIT_RETURN_DAYS: Record<string, readonly DatedFigure<number>[]> = {
  ca: [
    {
      value: 21,
      from: '2003-01-01',
      source: 'California Civil Code § 1950.5 (g)',
      url: 'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CIV&sectionNum=1950.5',
      checked: '2026-11-21',
    },
  ],
};

/** `only_small_owner`: lawful only where the owner is a small one. `no_rule`: no cap of that state is known to us. */
export type DepositVerdict = 'within' | 'only_small_owner' | 'over' | 'no_rule';

export interface DepositCheck {
  verdict: DepositVerdict;
  /** The most for most owners, and for small ones. */
  cap?: Cents;
  smallOwnerCap?: Cents;
  figure?: DatedFigure<DepositCap>;
}

/** Holds a deposit against the cap of the state on a day. The two-month exception is not for service members. */
export function checkDeposit({
  state,
  rent,
  deposit,
  day,
  isFurnished = false,
  isServiceMember = false,
}: {
  state: string | null;
  rent: Cents;
  deposit: Cents;
  day: CalendarDay;
  isFurnished?: boolean;
  isServiceMember?: boolean;
}): DepositCheck {
  const figure = figureOn(DEPOSIT_CAPS[state ?? ''] ?? [], day);
  if (figure === undefined) return { verdict: 'no_rule' };
  const { months, smallOwner, furnished } = figure.value;
  const cap = roundCents(rent * (isFurnished ? furnished : months));
  const smallOwnerCap = isServiceMember ? cap : Math.max(cap, roundCents(rent * smallOwner));
  const verdict = deposit <= cap ? 'within' : deposit <= smallOwnerCap ? 'only_small_owner' : 'over';
  return { verdict, cap, smallOwnerCap, figure };
}
