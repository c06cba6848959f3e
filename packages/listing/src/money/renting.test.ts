import { describe, expect, it } from 'vitest';
import { toCents } from './cents.ts';
import { classifyLoan } from './conforming-limit.ts';
import { checkDeposit } from './deposit-cap.ts';
import { monthlyRent, moveInCost, utilitiesPaid } from './rent-cost.ts';

const day = '2026-11-21';

describe('what a rental costs', () => {
  it('is the rent and its required fees (rule R26), and says when those are not stated', () => {
    const utilities = { paid: [], unknown: [] };
    const whole = monthlyRent({ rent: toCents(2_900), requiredFees: toCents(100), utilities });
    expect(whole.total.likely).toBe(300_000);
    expect(whole.isWhole).toBe(true);
    expect(monthlyRent({ rent: toCents(2_900), requiredFees: null, utilities }).isWhole).toBe(false);
  });

  it('takes utilities from the record: included, paid by the tenant, or not said', () => {
    expect(utilitiesPaid(['Water', 'Trash Collection'], ['Electricity', 'Gas'])).toEqual({
      paid: ['electricity', 'gas'],
      unknown: ['internet'],
    });
    expect(utilitiesPaid(['All Utilities'], [])).toEqual({ paid: [], unknown: [] });
  });

  it('asks a month, the deposit, fees and the days of the month before the keys', () => {
    const cost = moveInCost({
      rent: toCents(3_000),
      deposit: toCents(3_000),
      fees: toCents(62.02),
      moveIn: '2026-11-15',
      state: 'ca',
    });
    expect(cost.total.likely).toBe(300_000 + 300_000 + 6_202 + 160_000);
    const unstated = moveInCost({ rent: toCents(3_000), deposit: null, moveIn: '2026-12-01', state: 'ca' });
    expect(unstated.total).toEqual({ low: 300_000, likely: 600_000, high: 600_000 });
  });

  it('caps a deposit that is not stated at the rent alone, not at the fees beside it', () => {
    const { parts } = moveInCost({
      rent: toCents(3_225),
      bareRent: toCents(3_125),
      deposit: null,
      moveIn: '2026-12-01',
      state: 'ca',
    });
    expect(parts.find(({ part }) => part === 'deposit')?.amount.high).toBe(312_500);
  });
});

describe('a deposit', () => {
  const check = (deposit: number, more: object = {}) =>
    checkDeposit({ state: 'ca', rent: toCents(3_000), deposit: toCents(deposit), day, ...more }).verdict;

  it('may be a month’s rent in California, two from a small owner, but not from a service member', () => {
    expect(check(3_000)).toBe('within');
    expect(check(3_000.01)).toBe('only_small_owner');
    expect(check(6_000)).toBe('only_small_owner');
    expect(check(6_000, { isServiceMember: true })).toBe('over');
    expect(check(6_001)).toBe('over');
  });

  it('is held against what held on its day, and against nothing where no rule is known', () => {
    expect(check(6_000, { day: '2024-06-30' })).toBe('within');
    expect(check(9_000, { day: '2024-06-30', isFurnished: true })).toBe('within');
    expect(check(6_000, { state: 'tx' })).toBe('no_rule');
    expect(check(6_000, { state: null })).toBe('no_rule');
  });
});

it('a loan is jumbo above the limit of its county and year; elsewhere in between it depends', () => {
  expect(classifyLoan(toCents(1_249_125), 'ca/orange', day).size).toBe('conforming');
  expect(classifyLoan(toCents(1_249_126), 'ca/orange', day).size).toBe('jumbo');
  expect(classifyLoan(toCents(1_209_751), 'ca/orange', '2025-05-05').size).toBe('jumbo');
  expect(classifyLoan(toCents(832_750), 'wa/king', day).size).toBe('conforming');
  expect(classifyLoan(toCents(1_000_000), 'wa/king', day).size).toBe('depends');
  expect(classifyLoan(toCents(1_300_000), null, day).size).toBe('jumbo');
});
