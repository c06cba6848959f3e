import { expect, it } from 'vitest';
import { housingBudget, LENDING_RATIOS } from './affordability.ts';
import { amortizeByYear, paymentReaching } from './amortization.ts';
import { parseAssociationFees } from './association-fees.ts';
import { cashToClose } from './cash-to-close.ts';
import { exactly, toCents } from './cents.ts';
import { monthlyPayment } from './loan.ts';
import { computeMortgageInsurance } from './mortgage-insurance.ts';
import { annualTax, taxableValue } from './property-tax.ts';
import { proratedRent } from './rent-cost.ts';
import { supplementalBills } from './supplemental-tax.ts';

/*
 * Worked by another program in decimal arithmetic of 60 digits, from the formulas of rules R51–R58 alone; the
 * first rows of loans, private insurance and supplemental bills are that section's own. Dollars in, cents out.
 */

it.each([
  [1_000_000, 6.5, 360, 632_068],
  [1_125_000, 6.5, 360, 711_077],
  [640_000, 6, 360, 383_712],
  [360_000, 0, 360, 100_000],
  [500_000, 7.25, 180, 456_431],
  [832_750, 6.36, 360, 518_711],
  [1_249_125, 6.75, 360, 810_180],
  [250_000, 3.125, 240, 140_219],
  [98_765, 5.875, 120, 109_030],
  [1_800_000, 8.5, 480, 1_319_569],
  [1, 6.5, 360, 1],
  [450_000, 0.5, 360, 134_635],
  [712_500, 6.875, 360, 468_062],
  [2_400_000, 12, 360, 2_468_670],
  [333_333, 4.999, 180, 263_580],
])('a loan of %i at %d %% over %i months costs %i cents a month', (loan, rate, months, cents) => {
  expect(monthlyPayment(toCents(loan), rate, months)).toBe(cents);
});

it.each([
  [1_250_000, 1_125_000, 6.5, 360, 56_250, 95, 109],
  [800_000, 760_000, 7, 360, 38_000, 130, 142],
  [600_000, 582_000, 6.25, 360, 29_100, 130, 141],
  [950_000, 855_000, 5.5, 180, 42_750, 30, 35],
  [1_000_000, 850_000, 6.36, 360, 42_500, 55, 73],
])(
  'a home of %i with a loan of %i at %d %% over %i months is insured for %i cents, until payment %i or %i',
  (price, loan, rate, months, cents, onRequest, automatic) => {
    const terms = { price: toCents(price), loan: toCents(loan), rate, months };
    const insurance = computeMortgageInsurance({ ...terms, kind: 'conventional', closing: '2026-11-21' });
    expect(insurance.monthly.likely).toBe(cents);
    expect(insurance.ends?.onRequest.payment).toBe(onRequest);
    expect(insurance.ends?.automatic.payment).toBe(automatic);
    expect(paymentReaching(0, terms.loan, rate, months)).toBe(months);
  },
);

it.each([
  [1_250_000, 700_000, 1.08, '2026-03-15', [148_500, 594_000]],
  [1_250_000, 700_000, 1.08, '2026-07-10', [546_480]],
  [1_250_000, 700_000, 1.08, '2026-06-30', [594_000]],
  [1_250_000, 700_000, 1.08, '2026-12-31', [297_000]],
  [1_250_000, 700_000, 1.08, '2026-01-01', [249_480, 594_000]],
  [1_250_000, 700_000, 1.08, '2026-05-31', [47_520, 594_000]],
  [900_000, 1_000_000, 1.1, '2026-02-14', [-36_300, -110_000]],
  [875_000, 412_345, 1.0712, '2026-11-02', [287_446]],
  [2_000_000, 250_000, 1.25, '2026-04-30', [371_875, 2_187_500]],
  [640_000, 640_000, 1.2, '2026-09-09', [0]],
  [1_199_000, 533_000, 1.16, '2026-08-20', [641_225]],
  [700_001, 123_457, 1.0333, '2026-10-31', [399_148]],
])(
  'bought for %i, on the roll at %i, at %d %%, closed on %s: bills %j',
  (price, roll, rate, closing, bills) => {
    const found = supplementalBills({
      newValue: toCents(price),
      rollValue: exactly(toCents(roll)),
      rates: { low: rate, likely: rate, high: rate },
      closing,
      county: 'ca/orange',
    });
    expect(found.map(({ amount }) => amount.likely)).toEqual(bills);
  },
);

it.each([
  [3_000, '2026-11-15', 16, 30, 160_000],
  [2_900, '2026-02-28', 1, 28, 10_357],
  [3_100, '2026-12-31', 1, 31, 10_000],
  [2_750, '2028-02-29', 1, 29, 9_483],
  [3_333, '2026-10-10', 22, 31, 236_535],
  [4_200, '2026-11-01', 30, 30, 420_000],
  [1_995, '2027-01-20', 12, 31, 77_226],
])('a rent of %i from %s is for %i days of %i: %i cents', (rent, moveIn, days, of, amount) => {
  expect(proratedRent(toCents(rent), moveIn)).toEqual({ days, of, amount });
});

it.each([
  [1_250_000, 250_000, 6.5, '2027-03-15', 13_500, 2_400, [2_500_000, 3_750_000, 854_384, 302_740, 240_000]],
  [800_000, 80_000, 7, '2026-11-30', 9_000, 1_280, [1_600_000, 2_400_000, 155_342, 13_808, 128_000]],
  [600_000, 600_000, 6.5, '2026-02-01', 6_600, 660, [1_200_000, 1_800_000, 493_644, 0, 66_000]],
  [975_000, 195_000, 6.125, '2026-10-31', 10_432.5, 2_960, [1_950_000, 2_925_000, 2_858, 13_089, 296_000]],
  [
    1_500_000,
    300_000,
    6.36,
    '2028-02-10',
    16_500,
    4_000,
    [3_000_000, 4_500_000, 1_197_945, 418_192, 400_000],
  ],
])(
  'closing on %i with %i down at %d %% on %s needs its parts',
  (price, down, rate, closing, tax, insurance, parts) => {
    const cash = cashToClose({
      price: toCents(price),
      down: toCents(down),
      loan: toCents(price - down),
      rate,
      closing,
      annualTax: exactly(toCents(tax)),
      annualInsurance: exactly(toCents(insurance)),
      insuranceUpFront: 0,
      associationOnce: 0,
    });
    const of = (part: string) => cash.parts.find((one) => one.part === part)?.amount;
    expect([
      of('closing')?.low,
      of('closing')?.high,
      of('prepaid_tax')?.likely,
      of('prepaid_interest')?.likely ?? 0,
      of('prepaid_insurance')?.likely,
    ]).toEqual(parts);
    expect(cash.total.low).toBe(cash.parts.reduce((sum, { amount }) => sum + amount.low, 0));
    expect(of('down')).toEqual(exactly(toCents(down)));
  },
);

it.each([
  [240_000, 0, 560_000],
  [240_000, 1_500, 560_000],
  [240_000, 1_600, 560_000],
  [120_000, 900, 270_000],
  [96_000, 3_000, 0],
  [185_000, 725, 431_666],
  [310_000, 2_480, 682_000],
])('an income of %i with debts of %i a month leaves %i cents for the home', (annual, debts, cents) => {
  const income = { annual: toCents(annual), debts: toCents(debts) };
  expect(housingBudget(income, LENDING_RATIOS[0]!.value).monthly).toBe(cents);
});

it.each([
  [285, 'Monthly', null, null, 28_500, 0],
  [900, 'Quarterly', null, null, 30_000, 0],
  [1_250, 'Semi-Annually', null, null, 20_833, 0],
  [3_600, 'Annually', null, null, 30_000, 0],
  [75, 'Weekly', null, null, 32_500, 0],
  [285, 'Monthly', 400, 'Quarterly', 41_833, 0],
  [310, 'Monthly', 1_500, 'One Time', 31_000, 150_000],
  [100, 'Bi-Monthly', null, null, 5_000, 0],
  [1_000, 'Annually', null, null, 8_333, 0],
])(
  'an association that asks %i %s and %s %s asks %i cents a month and %i once',
  (a, b, c, d, monthly, once) => {
    const fees = parseAssociationFees({
      associationYN: true,
      associationFee: a,
      associationFeeFrequency: b,
      associationFee2: c,
      associationFee2Frequency: d,
    });
    expect(fees).toMatchObject({ monthly, once, isWhole: true });
  },
);

it.each([
  [1_000_000, 6.5, 360, 1, 6_467_093, 1_117_723, 98_882_277],
  [1_000_000, 6.5, 360, 10, 5_581_673, 2_003_143, 84_776_131],
  [640_000, 6, 360, 5, 3_606_038, 998_506, 59_554_810],
  [500_000, 7.25, 180, 15, 209_174, 5_268_150, 0],
  [360_000, 0, 360, 3, 0, 1_200_000, 32_400_000],
])('of a loan of %i at %d %% over %i months, year %i pays %i interest and %i back, %i is left', (...row) => {
  const [loan, rate, months, year, interest, principal, balance] = row;
  expect(amortizeByYear(toCents(loan), rate, months)[year - 1]).toEqual({
    year,
    interest,
    principal,
    balance,
  });
});

it.each([
  [1_250_000, 1.08, false, 1_350_000],
  [1_250_000, 1.08, true, 1_342_440],
  [899_000, 1.1633, true, 1_037_664],
  [5_000, 1.1, true, 0],
  [2_345_678, 1.0205, false, 2_393_764],
])(
  'a home of %i taxed at %d %%, lived in by its owner %s, is taxed %i cents a year',
  (price, rate, isOwnerOccupied, tax) => {
    const value = taxableValue(toCents(price), { state: 'ca', isOwnerOccupied, day: '2026-11-21' });
    expect(annualTax(value, { low: rate, likely: rate, high: rate }).likely).toBe(tax);
  },
);
