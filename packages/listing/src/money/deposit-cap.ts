import type { CalendarDay } from '../time/calendar-day.ts';
import { type Cents, roundCents } from './cents.ts';
import { type DatedFigure, figureOn } from './dated-figure.ts';

/** Maximum security deposit in months of rent; `smallOwner`: of at most two properties with four units. */
export interface DepositCap {
  months: number;
  smallOwner: number;
  furnished: number;
}

/** By state; a missing state may still have a cap. */
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

/** Maximum screening fee, USD; adjusted each year, and never above the actual cost. */
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

/** Days after moving out to return the deposit with an itemized statement. */
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

/** `only_small_owner`: lawful only for small owners. `no_rule`: no cap known for the state. */
export type DepositVerdict = 'within' | 'only_small_owner' | 'over' | 'no_rule';

export interface DepositCheck {
  verdict: DepositVerdict;
  cap?: Cents;
  smallOwnerCap?: Cents;
  figure?: DatedFigure<DepositCap>;
}

/** The two-month exception does not apply to service members. */
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
