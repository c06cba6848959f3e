import { describe, expect, it } from 'vitest';
import { parseCostEdits } from './cost-query.ts';
import { DEFAULT_LOAN, loanFactors, monthlyCost } from './monthly-cost.ts';
import { countyKey, type PurchaseFacts, purchaseCost } from './purchase-cost.ts';

const facts: PurchaseFacts = {
  homeType: 'house',
  listPrice: 1_250_000,
  livingArea: 1_850,
  yearBuilt: 2012,
  associationYN: true,
  associationFee: 285,
  associationFeeFrequency: 'Monthly',
  associationFee2: null,
  associationFee2Frequency: null,
  taxAnnualAmount: 5_200,
  taxYear: 2025,
  taxOtherAnnualAssessmentAmount: 3_900,
  stateOrProvince: 'CA',
  countyOrParish: 'Orange County',
  city: 'Irvine',
  subdivisionName: 'Great Park',
  asOf: '2026-11-20',
};
const terms = { down: { percent: 20 }, rate: 6.5, years: 30, closing: '2027-03-15' };
const monthly = (cost: ReturnType<typeof purchaseCost>, part: string) =>
  cost?.lines.find((line) => line.part === part)?.monthly;

describe('what a home costs its buyer', () => {
  it('is the worked example to the cent (rule R85)', () => {
    const cost = purchaseCost(facts, { taxRate: 1.08, insurance: 2_400 }, terms);
    expect(cost?.lines.map(({ part, monthly }) => [part, monthly?.likely])).toEqual([
      ['loan', 632_068],
      ['tax', 112_500],
      ['levies', 32_500],
      ['hoa', 28_500],
      ['insurance', 20_000],
    ]);
    expect(cost?.monthly).toEqual({ low: 825_568, likely: 825_568, high: 825_568 });
    expect(cost?.isWhole).toBe(true);
  });

  it('is taxed at the buyer’s price, whatever the owner pays (rule R25)', () => {
    const cost = purchaseCost(facts, { taxRate: 1.08 }, terms);
    expect(monthly(cost, 'tax')?.likely).toBe(112_500);
    expect(purchaseCost({ ...facts, taxAnnualAmount: 50_000 }, { taxRate: 1.08 }, terms)?.monthly).toEqual(
      cost?.monthly,
    );
    expect(cost?.owner).toEqual({ annualTax: 520_000, year: 2025 });
  });

  it('outside of all special tax districts of the county costs no levies, by the file that says so (rule R10)', () => {
    const unstated = { ...facts, taxOtherAnnualAssessmentAmount: null };
    const unknown = purchaseCost(unstated, {}, terms);
    expect([unknown?.isWhole, monthly(unknown, 'levies'), unknown?.isUsuallyLevied]).toEqual([
      false,
      undefined,
      true,
    ]);
    const unlevied = { source: 'County of Orange', asOf: '2026-08-01' };
    const none = purchaseCost({ ...unstated, unlevied }, {}, terms);
    expect([none?.isWhole, none?.isUsuallyLevied]).toEqual([true, false]);
    expect(none?.lines.find(({ part }) => part === 'levies')).toMatchObject({
      monthly: { low: 0, likely: 0, high: 0 },
      source: 'levies_none',
      publisher: 'County of Orange',
      asOf: '2026-08-01',
    });
    // What the record or the visitor says counts before it.
    const stated = purchaseCost({ ...facts, unlevied }, {}, terms);
    expect(stated?.lines.find(({ part }) => part === 'levies')).toMatchObject({ source: 'listing' });
    const edited = purchaseCost({ ...unstated, unlevied }, { levies: 1_200 }, terms);
    expect(monthly(edited, 'levies')?.likely).toBe(10_000);
  });

  it('a co-op is taxed within its maintenance, on page, card and filter', () => {
    const coop: PurchaseFacts = {
      ...facts,
      homeType: 'coop',
      stateOrProvince: 'NY',
      countyOrParish: 'New York County',
      taxOtherAnnualAssessmentAmount: null,
      associationFee: 1_900,
    };
    const cost = purchaseCost(coop, {}, terms);
    expect(cost?.lines.find(({ part }) => part === 'tax')).toMatchObject({
      monthly: { low: 0, likely: 0, high: 0 },
      source: 'tax_maintenance',
    });
    expect(cost?.supplemental).toBeUndefined();
    const card = { ...coop, searchType: 'sale' as const, state: 'ny', associationFeeMonthly: 1_900 };
    const told = monthlyCost({ ...card, requiredFeesMonthly: null }, loanFactors(DEFAULT_LOAN));
    expect(told?.isWhole).toBe(true);
    expect(Math.round(told?.least ?? 0)).toBe(Math.round((cost?.monthly.likely ?? 0) / 100));
    // A figure of the visitor's own counts.
    expect(monthly(purchaseCost(coop, { taxRate: 1 }, terms), 'tax')?.likely).toBe(104_167);
    const silent = { ...coop, associationFee: null, associationYN: null };
    expect(purchaseCost(silent, {}, terms)?.isWhole).toBe(false);
  });

  it('the assessed value of the record is the roll value; without it the bill lets it be guessed', () => {
    const edits = { taxRate: 1.08 };
    const stated = purchaseCost({ ...facts, taxAssessedValue: 700_000 }, edits, terms);
    expect(stated?.supplemental?.rollValue).toEqual({
      low: 70_000_000,
      likely: 70_000_000,
      high: 70_000_000,
    });
    expect(stated?.supplemental?.total.likely).toBe(742_500);
    const noBill = { ...facts, taxAnnualAmount: null, taxAssessedValue: 700_000 };
    expect(purchaseCost(noBill, edits, terms)?.supplemental?.total.likely).toBe(742_500);
    expect(
      purchaseCost({ ...facts, taxAssessedValue: 700_000 }, { ...edits, rollValue: 800_000 }, terms)
        ?.supplemental?.rollValue.likely,
    ).toBe(80_000_000);
  });

  it('brings two bills after a sale in March, one in June, none outside California', () => {
    const edits = { taxRate: 1.08, rollValue: 700_000 };
    expect(purchaseCost(facts, edits, terms)?.supplemental?.total.likely).toBe(742_500);
    expect(purchaseCost(facts, { ...edits, closing: '2027-06-10' }, terms)?.supplemental?.bills).toHaveLength(
      1,
    );
    expect(purchaseCost({ ...facts, stateOrProvince: 'WA' }, edits, terms)?.supplemental).toBeUndefined();
    expect(
      purchaseCost({ ...facts, taxAnnualAmount: null }, { taxRate: 1.08 }, terms)?.supplemental,
    ).toBeUndefined();
  });

  it('is a range while a rate is guessed, and says whose guess it is and of which day', () => {
    const cost = purchaseCost(facts, {}, terms);
    const tax = cost?.lines.find(({ part }) => part === 'tax');
    expect(tax).toMatchObject({ source: 'tax_county', asOf: '2026-11-21' });
    expect(tax?.monthly).toEqual({ low: 106_250, likely: 114_583, high: 125_000 });
    expect(cost!.monthly.low).toBeLessThan(cost!.monthly.likely);
    expect(cost!.monthly.likely).toBeLessThan(cost!.monthly.high);
    for (const line of cost!.lines) expect(line.source).not.toBe('visitor');
  });

  it('does not take what is not stated for nothing', () => {
    const cost = purchaseCost(
      { ...facts, associationYN: null, associationFee: null, taxOtherAnnualAssessmentAmount: null },
      {},
      terms,
    );
    expect(cost?.lines.filter(({ monthly }) => monthly === undefined).map(({ part }) => part)).toEqual([
      'levies',
      'hoa',
    ]);
    expect(cost?.isWhole).toBe(false);
    expect(cost?.isUsuallyLevied).toBe(true);
    const unknownOften = purchaseCost({ ...facts, associationFeeFrequency: null }, {}, terms);
    expect(monthly(unknownOften, 'hoa')).toBeUndefined();
    expect(purchaseCost({ ...facts, associationYN: false, associationFee: null }, {}, terms)?.isWhole).toBe(
      true,
    );
    expect(purchaseCost({ ...facts, listPrice: null }, {}, terms)).toBeUndefined();
  });

  it('insures the lender above 80 % of the price alone, by the kind of loan', () => {
    const at = (edits: object) => purchaseCost(facts, edits, terms);
    expect(monthly(at({}), 'pmi')).toBeUndefined();
    expect(monthly(at({ down: { percent: 10 } }), 'pmi')).toEqual({
      low: 28_125,
      likely: 56_250,
      high: 140_625,
    });
    expect(monthly(at({ down: { percent: 10 }, kind: 'va' }), 'pmi')).toBeUndefined();
    expect(at({ down: { percent: 10 }, kind: 'va' })?.mortgageInsurance.upFront).toBe(1_406_250);
    expect(monthly(at({ down: { percent: 10 }, kind: 'fha' }), 'pmi')?.likely).toBe(51_563);
    expect(at({ down: { amount: 2_000_000 } })?.loan).toBe(0);
  });

  it('is what cards and filters say of the same home, to the dollar', () => {
    for (const [homeType, livingArea] of [
      ['house', 1_850],
      ['condo', 900],
      ['house', null],
      ['land', null],
    ] as const) {
      for (const state of ['CA', 'WA', 'TX', null]) {
        for (const percent of [0, 10, 20, 50]) {
          const loan = { ...DEFAULT_LOAN, down: { percent } };
          const home = { ...facts, homeType, livingArea, stateOrProvince: state };
          const whole = purchaseCost(home, {}, { ...loan, closing: '2027-01-05' });
          const card = monthlyCost(
            {
              searchType: 'sale',
              homeType,
              listPrice: home.listPrice,
              livingArea,
              associationFeeMonthly: 285,
              taxOtherAnnualAssessmentAmount: 3_900,
              requiredFeesMonthly: null,
              state: state?.toLowerCase() ?? null,
            },
            loanFactors(loan),
          );
          expect(Math.abs((whole?.monthly.likely ?? 0) / 100 - (card?.least ?? 0))).toBeLessThan(0.05);
        }
      }
    }
  });
});

it('names a county as its tables do', () => {
  expect(countyKey('CA', 'Orange County')).toBe('ca/orange');
  expect(countyKey('CA', 'Los Angeles')).toBe('ca/los angeles');
  expect(countyKey('CA', null)).toBeNull();
});

it('takes from an address what is good in it', () => {
  expect(
    parseCostEdits({
      down: '10%',
      rate: '6',
      term: '15',
      hoa: '0',
      loan: 'fha',
      occupied: '1',
      close: '2027-02-30',
    }),
  ).toEqual({ down: { percent: 10 }, rate: 6, years: 15, hoa: 0, kind: 'fha', isOwnerOccupied: true });
  expect(
    parseCostEdits({ offer: '0', rate: '99', taxrate: '-1', hoa: 'x', insurance: ['12', '13'] }),
  ).toEqual({
    insurance: 12,
  });
});
