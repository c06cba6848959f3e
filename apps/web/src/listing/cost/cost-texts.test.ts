import { formatMessage } from '@maru/words/server';
import { describe, expect, it } from 'vitest';
import type { Words } from '../../i18n/words.tsx';
import { formatCostLines } from '../page/call-card.tsx';
import { homeAnswer } from '../testing-home.ts';
import { readAmount } from './amount-field.tsx';
import { likelyText, partText, sourceText, spreadText, termsText } from './cost-texts.ts';
import { computeHomeCost, isInFireZone, monthText } from './home-cost.ts';
import { computeMonthlyRent, computeMoveInCost, rentHeadline, usualMoveIn } from './rent-texts.ts';

const wordsOf = (locale: 'en' | 'ko') =>
  ({ locale, t: (key, values) => formatMessage(locale, key, values) }) as Words;
const en = wordsOf('en');
const ko = wordsOf('ko');
const NOW = Date.parse('2026-11-21T17:00:00Z');
const home = homeAnswer({
  listPrice: 1_250_000,
  livingArea: 1_850,
  stateOrProvince: 'CA',
  countyOrParish: 'Orange',
  associationYN: true,
  associationFee: 285,
  associationFeeFrequency: 'Monthly',
  taxOtherAnnualAssessmentAmount: 3_900,
  taxAnnualAmount: 5_200,
});

const ORANGE_COUNTY = {
  slug: 'orange-county-ca',
  kind: 'county',
  name: 'Orange County',
  nameKo: '오렌지카운티',
} as const;

describe('a cost in words', () => {
  it('the fee of a co-op is its maintenance', () => {
    expect(partText({ part: 'hoa' }, { ...home, homeType: 'coop' }, en)).toBe('Co-op maintenance');
    expect(partText({ part: 'hoa' }, { ...home, homeType: 'coop' }, ko)).toBe('코업 관리비');
    expect(partText({ part: 'hoa' }, home, en)).toBe('HOA fee');
  });

  it('says where its rate comes from: the visitor, the day, or an example', () => {
    const dated = { mortgageRate: { percent: 6.36, asOf: '2026-11-19' } };
    const said = (edits: object, site: object) =>
      termsText(computeHomeCost(home, edits, site, NOW)!, edits, site, en);
    expect(said({}, {})).toContain('6.5%, 30 years. This is an example rate');
    expect(said({}, dated)).toContain('6.36%, 30 years. Rate as of Nov 19, 2026.');
    expect(said({ rate: 5 }, dated)).toContain('5%, 30 years. You entered this rate.');
  });

  it('says of each line where it comes from and when that was true', () => {
    const cost = computeHomeCost(home, { hoa: 300 }, {}, NOW)!;
    const said = (part: string) => sourceText(cost.lines.find((line) => line.part === part)!, cost, home, en);
    expect(said('tax')).toBe(
      '1.02%–1.2% of your price $1,250,000 a year: 1% and the debt voted in Orange County, worked out at 1.1% · Nov 21, 2026',
    );
    const placed = { ...home, places: [ORANGE_COUNTY] };
    const tax = cost.lines.find(({ part }) => part === 'tax')!;
    expect(sourceText(tax, cost, placed, ko)).toContain('오렌지카운티 주민투표');
    expect(sourceText(tax, cost, home, ko)).toContain('Orange 카운티 주민투표');
    expect(said('hoa')).toBe('Your number');
    expect(said('levies')).toMatch(/^As the listing states · /);
    expect(said('loan')).toBe('$1,000,000 borrowed at 6.5% over 30 years');
  });

  it('says of a home in a fire zone that its insurance may cost several times as much', () => {
    const around = (type: 'fire' | 'flood', zone: string) => ({
      hazards: [{ type, zone, detail: null, isSpecial: true, effectiveOn: null, layer: 'fire' }],
    });
    expect(isInFireZone(around('fire', 'Very High') as never)).toBe(true);
    expect(isInFireZone(around('fire', 'HIGH') as never)).toBe(true);
    expect(isInFireZone(around('fire', 'Moderate') as never)).toBe(false);
    expect(isInFireZone(around('flood', 'High') as never)).toBe(false);
    expect(isInFireZone(null)).toBe(false);
    const insurance = (edits: object, isFire: boolean) => {
      const cost = computeHomeCost(home, edits, {}, NOW, isFire)!;
      const line = cost.lines.find(({ part }) => part === 'insurance')!;
      return { line, said: sourceText(line, cost, home, en), sum: cost.monthly };
    };
    const [usual, fire] = [insurance({}, false), insurance({}, true)];
    expect(usual.said).not.toContain('fire');
    expect(fire.said).toContain('up to 3 times as much: the home lies in an official fire zone');
    expect(fire.line.monthly!.high).toBeGreaterThan(usual.line.monthly!.high * 2.9);
    expect(fire.sum.likely).toBe(usual.sum.likely);
    expect(insurance({ insurance: 2_400 }, true).said).toBe('Your number');
    const cost = computeHomeCost(home, {}, {}, NOW, true)!;
    expect(sourceText(fire.line, cost, home, ko)).toContain('산불 위험 구역');
  });

  it('is a guess between two amounts, or one amount, and at least that where something is not stated', () => {
    const cost = computeHomeCost(home, {}, {}, NOW)!;
    expect(monthText(cost, en)).toBe('≈ $8,323 a month');
    expect(monthText(cost, ko)).toBe('월 약 $8,323');
    expect(spreadText(cost.monthly, en)).toMatch(/^\$8,\d{3}–\$8,\d{3}$/);
    const known = computeHomeCost(home, { taxRate: 1.08, insurance: 2_400 }, {}, NOW)!;
    expect(monthText(known, en)).toBe('$8,256 a month');
    expect(spreadText(known.monthly, en)).toBeUndefined();
    expect(likelyText({ low: 0, likely: 10_000, high: 20_000 }, en)).toBe('≈ $100');
    expect(likelyText({ low: 0, likely: 0, high: 0 }, ko)).toBe('없음');
    const coop = { ...home, homeType: 'coop' as const };
    const taxes = (words: typeof en) =>
      formatCostLines(
        { ...coop, listing: { ...coop.listing, commonInterest: 'Stock Cooperative' } },
        words,
        {},
        NOW,
        {},
      )?.lines.map(({ amount }) => amount);
    expect(taxes(en)).toContain('Included in maintenance');
    expect(taxes(ko)).toContain('관리비에 포함');
    const unstated = homeAnswer({ ...home.listing, associationFee: null, associationYN: null });
    expect(monthText(computeHomeCost(unstated, {}, {}, NOW)!, en)).toMatch(/^At least ≈ /);
    expect(
      formatCostLines(unstated, en, {}, NOW, {})?.lines.find(({ label }) => label === 'HOA fee')?.amount,
    ).toBe('Not stated');
    expect(formatCostLines({ ...home, searchType: 'rent' }, en, {}, NOW, {})).toBeUndefined();
  });

  it('of a rental adds what is required, and says when it is not stated', () => {
    const rental = { ...homeAnswer({ listPrice: 2_900, requiredMonthlyFees: 100, stateOrProvince: 'CA' }) };
    const rent = { ...rental, searchType: 'rent' as const };
    expect(rentHeadline(rent, en)).toBe('$3,000 a month');
    const unstated = { ...rent, listing: { ...rent.listing, requiredMonthlyFees: null } };
    expect(rentHeadline(unstated, en)).toBe('$2,900 a month, required fees not stated');
    expect(computeMonthlyRent(rent, { options: 75 })?.parts.map(({ part }) => part)).toEqual([
      'rent',
      'required_fees',
      'options',
      'utilities',
    ]);
    expect(usualMoveIn(rent, NOW)).toBe('2026-12-01');
    expect(
      computeMoveInCost(rent, { moveIn: '2026-11-15', deposit: 3_000, fees: 50 }, NOW).total.likely,
    ).toBe(300_000 + 300_000 + 5_000 + 160_000);
  });
});

it('reads a number as people write one', () => {
  const rate = { least: 0, most: 30, digits: 3 };
  expect(readAmount(' $1,250,000 ', { least: 1, most: 1e9, digits: 0 })).toBe(1_250_000);
  expect(readAmount('6.375%', rate)).toBe(6.375);
  const usd = { least: 1, most: 1e9, digits: 0, isUsd: true };
  for (const typed of ['1.85m', '$1.85M', '1850k', '185만', '1,850,000'])
    expect([typed, readAmount(typed, usd)]).toEqual([typed, 1_850_000]);
  expect(readAmount('3000m', usd)).toBe('unreadable');
  expect(readAmount('1.85m', rate)).toBe('unreadable');
  expect(readAmount('', rate)).toBeUndefined();
  for (const bad of ['abc', '1.2.3', '.', '-', '90 grand']) expect(readAmount(bad, rate)).toBe('unreadable');
  // A number that cannot be is another fault than none.
  for (const bad of ['-5', '31', '30.001', '99999999999999']) expect(readAmount(bad, rate)).toBe('outside');
});
