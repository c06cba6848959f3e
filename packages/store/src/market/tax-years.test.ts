import { expect, test } from 'vitest';
import { collectTaxYears } from './tax-years.ts';

const stated = (taxYear: number | null, taxAnnualAmount: number | null, taxAssessedValue: number | null) => ({
  taxYear,
  taxAnnualAmount,
  taxAssessedValue,
});

test('the ledger leads back from what the record states to what it stated before', () => {
  const before = [
    { taxYear: 2025, taxAnnualAmount: 8_000 },
    { livingArea: 1_800 },
    // A correction within the year: the later statement counts.
    { taxAnnualAmount: 7_900 },
    { taxYear: 2024, taxAnnualAmount: 7_700, taxAssessedValue: 600_000 },
  ];
  expect(collectTaxYears([{ record: stated(2026, 8_200, 612_000), before }])).toEqual([
    { year: 2026, taxAnnualAmount: 8_200, taxAssessedValue: 612_000, roll: null },
    { year: 2025, taxAnnualAmount: 8_000, taxAssessedValue: 612_000, roll: null },
    { year: 2024, taxAnnualAmount: 7_700, taxAssessedValue: 600_000, roll: null },
  ]);
});

test('earlier listings of the home add their years and what is missing in one; nothing is made up', () => {
  expect(
    collectTaxYears([
      { record: stated(2026, 8_200, null), before: [] },
      { record: stated(2026, 9_999, 612_000), before: [] },
      { record: stated(2019, 6_100, null), before: [] },
      { record: stated(null, 5_000, 400_000), before: [] },
      { record: stated(2018, null, null), before: [{ taxYear: null, taxAnnualAmount: 5_900 }] },
    ]),
  ).toEqual([
    { year: 2026, taxAnnualAmount: 8_200, taxAssessedValue: 612_000, roll: null },
    { year: 2019, taxAnnualAmount: 6_100, taxAssessedValue: null, roll: null },
  ]);
});

test('the assessor’s roll outweighs what listings state, and adds years; the preferred roll counts', () => {
  const roll = (assessedTotal: number | null, taxBilled: number | null, source: string) => ({
    assessedTotal,
    assessedLand: null,
    assessedImprovements: null,
    taxBilled,
    source,
    asOf: '2026-07-01',
  });
  const newest = roll(640_000, null, 'Orange County Assessor');
  const before = roll(1, 1, 'An older file');
  const years = collectTaxYears(
    [{ record: stated(2026, 8_200, 612_000), before: [] }],
    [
      { year: 2026, ...newest },
      { year: 2026, ...before },
      { year: 2020, ...roll(500_000, 5_900, 'Orange County Assessor') },
    ],
  );
  expect(years).toMatchObject([
    { year: 2026, taxAnnualAmount: 8_200, taxAssessedValue: 640_000, roll: newest },
    { year: 2020, taxAnnualAmount: 5_900, taxAssessedValue: 500_000 },
  ]);
});
