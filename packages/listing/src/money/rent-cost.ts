import { type CalendarDay, daysInMonth, parseCalendarDay } from '../time/calendar-day.ts';
import { type Cents, type CentsRange, exactly, NO_CENTS, roundCents, sumRanges, toCents } from './cents.ts';
import { figureOn } from './dated-figure.ts';
import { DEPOSIT_CAPS } from './deposit-cap.ts';

/** Estimated range in USD per month. */
const UTILITIES = ['electricity', 'gas', 'water', 'trash', 'internet'] as const;
export type Utility = (typeof UTILITIES)[number];

const UTILITY_COSTS: Record<Utility, { low: number; likely: number; high: number }> = {
  electricity: { low: 50, likely: 110, high: 220 },
  gas: { low: 15, likely: 40, high: 90 },
  water: { low: 20, likely: 50, high: 100 },
  trash: { low: 10, likely: 25, high: 45 },
  internet: { low: 40, likely: 60, high: 90 },
};
export const UTILITY_COSTS_AS_OF: CalendarDay = '2026-11-21';

const UTILITY_WORDS: Record<Utility, RegExp> = {
  electricity: /electric/i,
  gas: /\bgas\b/i,
  water: /water|sewer/i,
  trash: /trash|garbage/i,
  internet: /internet|cable/i,
};
const ALL_UTILITIES = /all utilities/i;

/** As far as stated: included ones are not, unmentioned ones are unknown. */
export function utilitiesPaid(
  rentIncludes: readonly string[],
  tenantPays: readonly string[],
): { paid: Utility[]; unknown: Utility[] } {
  const paid: Utility[] = [];
  const unknown: Utility[] = [];
  for (const utility of UTILITIES) {
    const word = UTILITY_WORDS[utility];
    const says = (list: readonly string[]) => list.some((one) => word.test(one) || ALL_UTILITIES.test(one));
    if (says(rentIncludes)) continue;
    if (says(tenantPays)) paid.push(utility);
    else unknown.push(utility);
  }
  return { paid, unknown };
}

const RENT_PARTS = ['rent', 'required_fees', 'options', 'utilities'] as const;
export type RentPart = (typeof RENT_PARTS)[number];

export interface MonthlyRent {
  parts: { part: RentPart; amount: CentsRange }[];
  total: CentsRange;
  /** False when mandatory fees are not stated, so it is a lower bound. */
  isWhole: boolean;
}

/** Rules R26, R59. `requiredFees` null: not stated. */
export function monthlyRent({
  rent,
  requiredFees,
  options = 0,
  utilities,
}: {
  rent: Cents;
  requiredFees: Cents | null;
  options?: Cents;
  utilities: { paid: readonly Utility[]; unknown: readonly Utility[] };
}): MonthlyRent {
  const cost = (utility: Utility, isSure: boolean): CentsRange => {
    const { low, likely, high } = UTILITY_COSTS[utility];
    return { low: isSure ? toCents(low) : 0, likely: toCents(likely), high: toCents(high) };
  };
  const amounts: Record<RentPart, CentsRange> = {
    rent: exactly(rent),
    required_fees: exactly(requiredFees ?? 0),
    options: exactly(options),
    utilities: sumRanges([
      ...utilities.paid.map((one) => cost(one, true)),
      ...utilities.unknown.map((one) => cost(one, false)),
    ]),
  };
  const parts = RENT_PARTS.map((part) => ({ part, amount: amounts[part] })).filter(
    ({ part, amount }) => part === 'rent' || amount.high > 0,
  );
  return { parts, total: sumRanges(parts.map(({ amount }) => amount)), isWhole: requiredFees !== null };
}

/** Inclusive; a whole month from its first day. */
export function proratedRent(rent: Cents, moveIn: CalendarDay): { days: number; of: number; amount: Cents } {
  const { year, month, day } = parseCalendarDay(moveIn);
  const of = daysInMonth(year, month);
  const days = of - day + 1;
  return { days, of, amount: roundCents((rent * days) / of) };
}

const MOVE_IN_PARTS = ['first_month', 'deposit', 'fees', 'prorated'] as const;
export type MoveInPart = (typeof MOVE_IN_PARTS)[number];

export interface MoveInCost {
  parts: { part: MoveInPart; amount: CentsRange }[];
  total: CentsRange;
  /** Without a stated deposit: a range up to the state's cap, or none where no cap is known. */
  isDepositStated: boolean;
}

/** One month, deposit, fees, and the rest of the current month, unless moving in on its first day. */
export function moveInCost({
  rent,
  bareRent = rent,
  deposit,
  fees = 0,
  moveIn,
  state,
}: {
  /** With mandatory fees. */
  rent: Cents;
  /** Without them: the basis of a state's deposit cap. */
  bareRent?: Cents;
  deposit: Cents | null;
  fees?: Cents;
  moveIn: CalendarDay;
  state: string | null;
}): MoveInCost {
  const cap = figureOn(DEPOSIT_CAPS[state ?? ''] ?? [], moveIn)?.value.months;
  const most = cap === undefined ? 0 : roundCents(bareRent * cap);
  const { day } = parseCalendarDay(moveIn);
  const amounts: Record<MoveInPart, CentsRange> = {
    first_month: exactly(rent),
    deposit: deposit === null ? { low: 0, likely: most, high: most } : exactly(deposit),
    fees: exactly(fees),
    prorated: day === 1 ? NO_CENTS : exactly(proratedRent(rent, moveIn).amount),
  };
  const parts = MOVE_IN_PARTS.map((part) => ({ part, amount: amounts[part] })).filter(
    ({ part, amount }) => part === 'first_month' || amount.high > 0,
  );
  return { parts, total: sumRanges(parts.map(({ amount }) => amount)), isDepositStated: deposit !== null };
}

/** Multiples of the rent. */
export const INCOME_RULE = { low: 2.5, high: 3, asOf: '2026-11-21' } as const;
