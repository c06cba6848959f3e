import { parseSearchQuery } from '@maru/listing/search';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gazetteerPlaces } from '../../../dev/sentences/gazetteer-places.ts';
import { MAX_SENTENCE, parseSentence, type Sentence, type SentenceSettings } from './index.ts';
import pairs from './sentences/pairs.json' with { type: 'json' };
import single from './sentences/single.json' with { type: 'json' };

const settings: SentenceSettings = {
  findPlace: await gazetteerPlaces(),
  wonRate: { won: 1_450, asOf: '2026-11-20' },
  today: '2026-11-21',
};
const read = (text: string): Sentence => parseSentence(text, settings);
const numRuns = process.env.MARU_TEST_LONG === '1' ? 20_000 : 400;

/** Independent clauses, at most one of each kind: their order must not matter. */
const CLAUSES = [
  ['3 beds', 'at least 3 bedrooms', '방 3개', '침실 세 개 이상'],
  ['2.5 baths', '화장실 2.5개', '욕실 2개'],
  ['under 1.2M', '120만불 이하', '80만~120만불', 'between 800k and 1.2M', '12억 이하'],
  ['with a pool', '수영장 있는', '수영장', '수영장 없어도 됨'],
  ['condo', '콘도', 'single family home', '단독주택'],
  ['HOA under 300', '관리비 300불 이하', 'no HOA', 'HOA 없는'],
  ['built after 2010', '2010년 이후', '지은 지 10년 이내'],
  ['30평대', 'at least 2000 sqft', '100㎡ 이상'],
  ['lot over 6000 sqft', '대지 6000sqft 이상'],
  ['south facing', '남향', '남향 아니어도 됨'],
  ['open house this weekend', '이번 주말 오픈하우스'],
  ['price reduced', '가격 내린'],
  ['listed in the last 7 days', '7일 이내 나온'],
  ['for rent', '렌트', 'for sale', '매매'],
  ['in Irvine', '어바인', '어바인에서'],
  ['purple ceilings', '보라색 천장', '한인 많은 동네', 'no kids'],
  ['cheapest first', '싼 순으로', '넓은 순'],
] as const;

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  // Lone surrogates, right-to-left marks, joiners, combining marks without base.
  fc
    .array(
      fc.constantFrom(
        '\ud83c',
        '\udfe0',
        '🏠',
        '👨‍👩‍👧',
        '\u202e',
        '\u200b',
        'مرحبا',
        'שלום',
        '어',
        '바',
        'ㅇ',
        '3',
        '개',
        ' ',
        '"',
        '-',
        '~',
        '$',
        '.',
        ',',
        '만',
        '억',
        'k',
        'M',
        '%',
        '/',
        '\u0000',
        '0',
        '９',
        '이하',
        'under',
        'no',
        'between',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
  fc
    .array(fc.constantFrom(...pairs.flatMap(({ en, ko }) => [...en.split(' '), ...ko.split(' ')])), {
      maxLength: 25,
    })
    .map((words) => words.join(' ')),
  fc.constantFrom(...single.map(({ text }) => text)).map((text) => text.normalize('NFD')),
);

test('any text gives an address that the search accepts, and never throws', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { searchType, place, otherPlaces = [], filters, notUnderstood } = read(text);
      const places = place === undefined ? otherPlaces : [place, ...otherPlaces];
      const { problems } = parseSearchQuery({ ...filters, searchType, place: places });
      expect(problems).toEqual([]);
      expect(notUnderstood.every((said) => said !== '' && said.isWellFormed())).toBe(true);
    }),
    { numRuns },
  );
});

test('the same text gives the same answer, regardless of Unicode composition and spacing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = read(text);
      expect(read(text)).toEqual(once);
      expect(read(text.normalize('NFD').toWellFormed())).toEqual(read(text.normalize('NFC').toWellFormed()));
      expect(read(`  ${text}\n\t `)).toEqual(once);
    }),
    { numRuns },
  );
});

test('the order of clauses does not matter', () => {
  const clauses = fc
    .tuple(...CLAUSES.map((ways) => fc.option(fc.constantFrom(...ways))))
    .map((said) => said.filter((one) => one !== null));
  fc.assert(
    fc.property(
      clauses.chain((said) =>
        fc.tuple(fc.constant(said), fc.shuffledSubarray(said, { minLength: said.length })),
      ),
      ([said, shuffled]) => {
        const [one, other] = [said, shuffled].map((parts) => read(parts.join(', '))) as [Sentence, Sentence];
        expect({ ...other, notUnderstood: [] }).toEqual({ ...one, notUnderstood: [] });
        expect(new Set(other.notUnderstood.flatMap((text) => text.split(', ')))).toEqual(
          new Set(one.notUnderstood.flatMap((text) => text.split(', '))),
        );
      },
    ),
    { numRuns: Math.min(numRuns, 5_000) },
  );
});

test('a very long sentence looks up a limited number of names', () => {
  for (const unit of [
    '어바인 방 3개 ',
    'Some Very Long Name Of A Town ',
    '가',
    'a',
    '3',
    '"',
    'no ',
    '1-',
    'ㅇ',
  ]) {
    let lookups = 0;
    const sentence = parseSentence(unit.repeat(MAX_SENTENCE), {
      ...settings,
      findPlace: (name) => {
        lookups += 1;
        return settings.findPlace(name);
      },
    });
    expect(lookups).toBeLessThanOrEqual(600);
    expect(sentence.notUnderstood.join('').length).toBeLessThanOrEqual(MAX_SENTENCE);
  }
});

test('however many schools a text names, few are looked up', () => {
  let lookups = 0;
  const findSchools = () => {
    lookups += 1;
    return [];
  };
  parseSentence('zzq high school '.repeat(MAX_SENTENCE), { ...settings, findSchools });
  expect(lookups).toBeGreaterThan(0);
  expect(lookups).toBeLessThanOrEqual(40);
});
