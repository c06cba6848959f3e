import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanFairHousing, scanPayment } from './text-scan.ts';

describe('words that favor some or keep others out (rule R47)', () => {
  test.each([
    ['Nice condo, no Section 8.', 'source_of_income'],
    ['NO SEC. 8 please', 'source_of_income'],
    ['Section 8 not accepted', 'source_of_income'],
    ['섹션8 안 받습니다', 'source_of_income'],
    ['Adults only community', 'familial_status'],
    ['no kids, no pets', 'familial_status'],
    ['아이 없는 부부 환영', 'familial_status'],
    ['Perfect for Koreans!', 'national_origin'],
    ['Ｐｅｒｆｅｃｔ for Koreans', 'national_origin'],
    ['Koreans only', 'national_origin'],
    ['한국인만 연락 주세요', 'national_origin'],
    ['한국 사람만 받아요', 'national_origin'],
    ['한인 우대', 'national_origin'],
    ['한인 많은 동네입니다', 'national_origin'],
    ['교인 환영', 'religion'],
    ['교회 다니시는 분', 'religion'],
    ['Christian family preferred', 'religion'],
    ['safe white neighborhood', 'race'],
    ['US citizens only', 'citizenship'],
    ['시민권자만', 'citizenship'],
    ['여성 전용', 'sex'],
    ['ladies only', 'sex'],
    ['not suitable for wheelchairs', 'disability'],
    ['young professionals only', 'age'],
    ['must speak English', 'language'],
  ])('%s', (text, rule) => {
    expect(scanFairHousing(text).map((found) => found.rule)).toContain(rule);
  });

  test.each([
    'Three bedrooms near the park, 8 minutes to Section Road.',
    'Small dogs welcome, no smoking.',
    'I speak Korean and English.',
    '한국어와 영어로 상담해요.',
    '한인 마트까지 차로 5분이에요.',
    '아이 방이 두 개 있어요.',
    'Walk to Christian Brothers Library and the white cliffs.',
    '55+ community by its covenants',
    '보증금 200만 원',
  ])('says nothing of: %s', (text) => {
    expect(scanFairHousing(text)).toEqual([]);
  });
});

describe('payment words (rule R29)', () => {
  test.each([
    ['Zelle deposit first and I mail the keys', 'payment_channel'],
    ['Zelle deposit first', 'payment_first'],
    ['please send the deposit by Venmo', 'payment_channel'],
    ['pay with gift cards', 'payment_channel'],
    ['Send $500 before viewing', 'payment_first'],
    ['선입금 하시면 보여드려요', 'payment_first'],
    ['보증금 먼저 보내 주세요', 'payment_first'],
    ['방문 전에 디파짓 부탁드려요', 'payment_first'],
    ['집 보기 전에 송금해야 하나요?', 'payment_first'],
  ])('%s', (text, rule) => {
    expect(scanPayment(text).map((found) => found.rule)).toContain(rule);
  });

  test.each([
    'How much is the deposit?',
    '보증금이 얼마예요?',
    'Is the HOA fee paid by the owner?',
    'Could we see it on Saturday first thing in the morning?',
    '토요일에 먼저 볼 수 있을까요?',
  ])('says nothing of: %s', (text) => {
    expect(scanPayment(text)).toEqual([]);
  });
});

test('what is quoted stands in the text where it is said to stand, for any text', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('no Section 8', '한국인만', '선입금', 'Zelle deposit'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join(' ');
      for (const { quote, start } of [...scanFairHousing(text), ...scanPayment(text)]) {
        expect(text.slice(start, start + quote.length)).toBe(quote);
        expect(quote).not.toBe('');
      }
    }),
  );
});

test('words apart by any spaces are found, and quoted with them', () => {
  const [text, quote] = ['남자는  안 되고,   여성 \n \u00a0 분   만  환영', '여성 \n \u00a0 분   만'];
  expect(scanFairHousing(text)).toEqual([{ rule: 'sex', quote, start: text.indexOf(quote) }]);
});

test('a text of a hundred thousand signs made to be slow is read', () => {
  for (const text of [
    'no '.repeat(35_000),
    'pay '.repeat(25_000),
    '보증금 '.repeat(25_000),
    ' '.repeat(100_000),
    `남자${' '.repeat(100_000)}`,
    `adults${'\n'.repeat(100_000)}`,
  ]) {
    expect(scanFairHousing(text)).toEqual([]);
    expect(scanPayment(text)).toEqual([]);
  }
});
