import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, daysBetween, isCalendarDay } from '../time/calendar-day.ts';
import { affordableHome, budgetFit } from './affordability.ts';
import { amortize, amortizeByYear } from './amortization.ts';
import { toCents } from './cents.ts';
import { formatCostEdits, parseCostEdits } from './cost-query.ts';
import { monthlyPayment } from './loan.ts';
import { COST_PARTS, type CostEdits, type PurchaseFacts, purchaseCost } from './purchase-cost.ts';
import { moveInCost } from './rent-cost.ts';
import { supplementalBills } from './supplemental-tax.ts';
import { nextInstalment } from './tax-instalments.ts';

const runs = { numRuns: process.env.MARU_TEST_LONG === '1' ? 5_000 : 200 };
const loan = fc.integer({ min: 1_000_00, max: 5_000_000_00 });
const rate = fc.integer({ min: 0, max: 1_500 }).map((basis) => basis / 100);
const months = fc.constantFrom(120, 180, 240, 360, 480);
const day = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2024-07-01', days));
const dollars = (max: number) => fc.integer({ min: 0, max });
const orNot = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });

const facts: fc.Arbitrary<PurchaseFacts> = fc.record({
  homeType: fc.constantFrom('house', 'condo', 'townhouse', 'land'),
  listPrice: fc.integer({ min: 1, max: 20_000_000 }),
  livingArea: orNot(dollars(12_000)),
  yearBuilt: orNot(fc.integer({ min: 1850, max: 2_030 })),
  associationYN: orNot(fc.boolean()),
  associationFee: orNot(dollars(3_000)),
  associationFeeFrequency: orNot(fc.constantFrom('Monthly', 'Quarterly', 'One Time', 'Fortnightly')),
  associationFee2: orNot(dollars(500)),
  associationFee2Frequency: orNot(fc.constantFrom('Monthly', 'Annually')),
  taxAnnualAmount: orNot(dollars(60_000)),
  taxYear: orNot(fc.constant(2025)),
  taxOtherAnnualAssessmentAmount: orNot(dollars(9_000)),
  stateOrProvince: orNot(fc.constantFrom('CA', 'WA', 'TX', 'ZZ')),
  countyOrParish: orNot(fc.constantFrom('Orange', 'Los Angeles County', 'King')),
  city: fc.constant('Irvine'),
  subdivisionName: orNot(fc.constantFrom('Portola Springs', 'Oak Park')),
  asOf: fc.constant('2026-11-20'),
});
const terms = fc.record({
  down: fc.oneof(
    fc.record({ percent: fc.integer({ min: 0, max: 100 }) }),
    fc.record({ amount: dollars(3_000_000) }),
  ),
  rate,
  years: fc.constantFrom(10, 15, 20, 30, 40),
  closing: day,
});

it('payments pay a loan back to exactly nothing, and every cent of it once', () => {
  fc.assert(
    fc.property(loan, rate, months, (amount, percent, n) => {
      const payments = amortize(amount, percent, n);
      expect(payments.at(-1)?.balance).toBe(0);
      expect(payments.length).toBeLessThanOrEqual(n);
      expect(payments.reduce((sum, { principal }) => sum + principal, 0)).toBe(amount);
      for (const [index, { balance }] of payments.entries()) {
        expect(balance).toBeLessThan(payments[index - 1]?.balance ?? amount + 1);
      }
      const years = amortizeByYear(amount, percent, n);
      expect(years.reduce((sum, { principal }) => sum + principal, 0)).toBe(amount);
    }),
    { numRuns: runs.numRuns / 10 },
  );
});

it('a dearer loan, or a higher rate, never costs less a month', () => {
  fc.assert(
    fc.property(loan, rate, months, dollars(1_000_000), (amount, percent, n, more) => {
      const payment = monthlyPayment(amount, percent, n);
      expect(monthlyPayment(amount + more, percent, n)).toBeGreaterThanOrEqual(payment);
      expect(monthlyPayment(amount, percent + 0.25, n)).toBeGreaterThanOrEqual(payment);
    }),
    runs,
  );
});

it('a cost is the sum of its lines, each from its least to its most, in one order and once', () => {
  fc.assert(
    fc.property(facts, terms, (home, how) => {
      const cost = purchaseCost(home, {}, how)!;
      for (const at of ['low', 'likely', 'high'] as const) {
        expect(cost.monthly[at]).toBe(cost.lines.reduce((sum, line) => sum + (line.monthly?.[at] ?? 0), 0));
        expect(cost.cash.total[at]).toBe(cost.cash.parts.reduce((sum, { amount }) => sum + amount[at], 0));
        expect(Number.isSafeInteger(cost.monthly[at])).toBe(true);
      }
      const order = cost.lines.map(({ part }) => COST_PARTS.indexOf(part));
      expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
      for (const { monthly } of cost.lines) {
        if (monthly === undefined) continue;
        expect(monthly.low).toBeLessThanOrEqual(monthly.likely);
        expect(monthly.likely).toBeLessThanOrEqual(monthly.high);
      }
      if (cost.lines.some(({ monthly }) => monthly === undefined)) expect(cost.isWhole).toBe(false);
      expect(cost.down + cost.loan).toBe(cost.price);
    }),
    runs,
  );
});

it('a higher offer never costs less, more down never costs more', () => {
  fc.assert(
    fc.property(
      facts,
      terms,
      fc.integer({ min: 1, max: 5_000_000 }),
      dollars(1_000_000),
      (home, how, offer, more) => {
        const at = (price: number) =>
          purchaseCost({ ...home, livingArea: 1_500 }, { offer: price }, { ...how, down: { percent: 20 } })!;
        expect(at(offer + more).monthly.likely).toBeGreaterThanOrEqual(at(offer).monthly.likely);
        const withDown = (percent: number) => purchaseCost(home, { down: { percent } }, how)!.monthly.likely;
        expect(withDown(30)).toBeLessThanOrEqual(withDown(10));
      },
    ),
    runs,
  );
});

it('what one can afford fits, and a dollar more does not', () => {
  fc.assert(
    fc.property(terms, dollars(900_000), dollars(4_000), (how, annual, debts) => {
      const base: PurchaseFacts = fc.sample(facts, { numRuns: 1, seed: 7 })[0]!;
      const costAt = (price: number) =>
        price === 0
          ? 0
          : purchaseCost({ ...base, livingArea: 1_500, homeType: 'house' }, { offer: price }, how)!.monthly
              .likely;
      const income = { annual: toCents(annual), debts: toCents(debts) };
      const { price, monthly } = affordableHome(income, costAt, { housing: 28, all: 36 });
      if (price > 0) expect(costAt(price)).toBeLessThanOrEqual(monthly);
      expect(costAt(price + 1)).toBeGreaterThan(monthly);
    }),
    { numRuns: runs.numRuns / 4 },
  );
});

it('supplemental bills of a rising value are never refunds, and never more than two', () => {
  fc.assert(
    fc.property(dollars(5_000_000), dollars(1_000_000), day, (roll, rise, closing) => {
      const value = toCents(roll);
      const bills = supplementalBills({
        newValue: value + toCents(rise),
        rollValue: { low: value, likely: value, high: value },
        rates: { low: 1, likely: 1.1, high: 1.25 },
        closing,
        county: null,
      });
      expect([1, 2]).toContain(bills.length);
      for (const { amount } of bills) {
        expect(amount.low).toBeGreaterThanOrEqual(0);
        expect(amount.low).toBeLessThanOrEqual(amount.likely);
        expect(amount.likely).toBeLessThanOrEqual(amount.high);
      }
    }),
    runs,
  );
});

it('an instalment lies ahead, at most nine months', () => {
  fc.assert(
    fc.property(day, (closing) => {
      const { due } = nextInstalment(closing);
      expect(daysBetween(closing, due)).toBeGreaterThan(0);
      // February 1 to November 1, the longest wait: 273 days, 274 in a leap year.
      expect(daysBetween(closing, due)).toBeLessThanOrEqual(274);
    }),
    { ...runs, examples: [['2027-02-01'], ['2028-02-01'], ['2028-02-29'], ['2026-10-31'], ['2026-11-01']] },
  );
});

it('moving in costs the sum of its parts, whatever day it is', () => {
  fc.assert(
    fc.property(dollars(20_000), orNot(dollars(40_000)), dollars(900), day, (rent, deposit, fees, moveIn) => {
      const cost = moveInCost({
        rent: toCents(rent),
        deposit: deposit === null ? null : toCents(deposit),
        fees: toCents(fees),
        moveIn,
        state: 'ca',
      });
      expect(cost.total.high).toBe(cost.parts.reduce((sum, { amount }) => sum + amount.high, 0));
      expect(cost.total.low).toBeGreaterThanOrEqual(toCents(rent));
      expect(cost.isDepositStated).toBe(deposit !== null);
    }),
    runs,
  );
});

it('edits read from an address are those that were written to it', () => {
  const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
  const money = fc.integer({ min: 1, max: 900_000 });
  const edits: fc.Arbitrary<CostEdits> = fc.record({
    down: optional(fc.record({ percent: fc.integer({ min: 0, max: 100 }) })),
    rate: optional(fc.integer({ min: 0, max: 3_000 }).map((one) => one / 100)),
    years: optional(fc.constantFrom(10, 15, 20, 30, 40)),
    kind: optional(fc.constantFrom('fha', 'va')),
    offer: optional(money),
    taxRate: optional(fc.integer({ min: 0, max: 50_000 }).map((one) => one / 10_000)),
    levies: optional(money),
    hoa: optional(money),
    insurance: optional(money),
    pmiRate: optional(fc.integer({ min: 0, max: 300 }).map((one) => one / 100)),
    rollValue: optional(money),
    isOwnerOccupied: optional(fc.constant(true)),
    closing: optional(day),
  });
  fc.assert(
    fc.property(edits, (one) => {
      const stated = Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined));
      expect(parseCostEdits(formatCostEdits(one))).toEqual(stated);
    }),
    runs,
  );
});

it('days of the calendar are told from what only looks like them', () => {
  expect(isCalendarDay('2028-02-29')).toBe(true);
  for (const bad of ['2027-02-29', '2027-13-01', '2027-1-1', '', 'today'])
    expect(isCalendarDay(bad)).toBe(false);
});

it('a cost fits a budget, stretches it by up to a tenth, or is over it', () => {
  expect([5_999, 6_000, 6_001, 6_600, 6_601].map((cost) => budgetFit(cost, 6_000))).toEqual([
    'fits',
    'fits',
    'stretch',
    'stretch',
    'over',
  ]);
});
