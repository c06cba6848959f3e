import { parseSearchQuery, searchPath } from '@maru/listing/search';
import { formatMessage } from '@maru/words/server';
import { expect, test } from 'vitest';

import { createFormats, type Words } from '../i18n/words.tsx';
import { listRemovals, rankRemovals } from './results/empty-results.tsx';
import type { SearchData } from './search-data.ts';
import { chipNames, countText, formatNotices, headingText, listChips, searchHead } from './search-words.ts';

const loadWords = (locale: 'en' | 'ko') =>
  ({
    locale,
    intl: createFormats(locale),
    t: (key, values) => formatMessage(locale, key, values),
  }) as Words;
const en = loadWords('en');
const ko = loadWords('ko');

const parse = (text: string) =>
  parseSearchQuery({ ...Object.fromEntries(new URLSearchParams(text)), place: 'irvine-ca' });
const chips = (text: string, words: Words) => listChips(parse(text).query, words).map((chip) => chip.text);

const data = (text: string, more: Partial<SearchData> = {}) =>
  ({
    query: parse(text).query,
    problems: [],
    place: { slug: 'irvine-ca', name: 'Irvine', nameKo: '어바인' },
    namedPlaces: [],
    answer: { total: 312 },
    ...more,
  }) as unknown as SearchData;

test('the heading says place and type in the reader’s language', () => {
  expect(headingText(data(''), en)).toBe('Irvine homes for sale');
  expect(headingText(data(''), ko)).toBe('어바인 매매 매물');
  expect(headingText(data('searchType=rent'), ko)).toBe('어바인 임대 매물');
});

test('sold homes are not called homes for sale', () => {
  const sold = data('status=sold');
  expect(headingText(sold, en)).toBe('Sold homes in Irvine');
  expect(headingText(sold, ko)).toBe('어바인 거래 완료 매물');
  expect(searchHead(sold, { words: en }).description).toBe(
    '312 sold homes in Irvine, on a list and a map, in English and Korean.',
  );
  expect(headingText(data('status=sold&bbox=-117.9,33.6,-117.7,33.8'), ko)).toBe(
    '지도에 보이는 거래 완료 매물',
  );
  expect(headingText(data('searchType=rent&status=sold'), en)).toBe('Rented homes in Irvine');
  expect(headingText(data('status=active,sold'), en)).toBe('Irvine homes for sale');
});

test('several places are named in the heading, each is a chip, and taking off the first leaves the next', () => {
  const places = {
    namedPlaces: [
      { slug: 'tustin-ca', name: 'Tustin', nameKo: '터스틴' },
      { slug: 'santa-ana-ca', name: 'Santa Ana', nameKo: '산타아나' },
    ],
  } as unknown as Partial<SearchData>;
  const both = data('notPlace=santa-ana-ca', places);
  both.query.otherPlaces = ['tustin-ca'];
  expect(headingText(both, en)).toBe('Irvine or Tustin homes for sale');
  expect(headingText(both, ko)).toBe('어바인·터스틴 매매 매물');
  expect(searchHead(both, { words: en })).toMatchObject({ index: false });
  const found = listChips(both.query, ko, chipNames(both, ko));
  expect(found.map(({ text }) => text)).toEqual(['어바인', '터스틴', '산타아나 제외']);
  expect(found.map(({ without }) => searchPath(without))).toEqual([
    '/homes/for_sale/tustin-ca?notPlace=santa-ana-ca',
    '/homes/for_sale/irvine-ca?notPlace=santa-ana-ca',
    '/homes/for_sale/irvine-ca?place=tustin-ca',
  ]);
  expect(listRemovals(both.query, en, chipNames(both, en)).map(({ text }) => text)).toEqual([
    'Excluding Santa Ana',
  ]);
});

test('a down payment is a chip, beside a monthly cost and without one', () => {
  expect(chips('down=10%25', en)).toEqual(['10% down']);
  expect(chips('monthly=-6500&down=20%25', ko)).toEqual(['월 총비용 $6,500 이하', '다운페이먼트 20%']);
  expect(chips('down=200000', ko)).toEqual(['다운페이먼트 $20만']);
});

test('homes of whose monthly cost a part is not stated are counted apart, and left out by a chip', () => {
  const shown = (search: string, total: number) => data(search, { answer: { total, atLeast: 412 } as never });
  expect(countText(shown('monthly=-6000', 1_616), en)).toBe('1,204 homes, and 412 that may cost more');
  expect(countText(shown('monthly=-6000', 1_616), ko)).toBe('매물 1,204건 · 비용 일부 미기재 412건');
  expect(countText(shown('monthly=-6000&wholeCost=1', 1_204), en)).toBe('1,204 homes');
  const { query } = data('monthly=-6000&wholeCost=1');
  const found = listChips(query, ko);
  expect(found.map(({ text }) => text)).toEqual(['월 총비용 $6,000 이하', '비용 일부 미기재 제외']);
  expect(found.map(({ without }) => searchPath(without))).toEqual([
    '/homes/for_sale/irvine-ca',
    '/homes/for_sale/irvine-ca?monthly=-6000',
  ]);
});

test('a ZIP is named with its city', () => {
  const zip = {
    place: { kind: 'zip', name: '92620', nameKo: null },
    parents: [{ kind: 'city', slug: 'irvine-ca', name: 'Irvine', nameKo: '어바인' }],
  } as Partial<SearchData>;
  expect(headingText(data('', zip), en)).toBe('Irvine 92620 homes for sale');
  expect(headingText(data('', zip), ko)).toBe('어바인 92620 매매 매물');
});

test('bounds without a place are called what they are', () => {
  const bounds = data('bbox=-117.9,33.6,-117.7,33.8', { place: null });
  expect(headingText(bounds, en)).toBe('Homes for sale in this map area');
  expect(headingText(bounds, ko)).toBe('지도에 보이는 매매 매물');
});

test('a map moved away from its place is not called by the place’s name any more', () => {
  expect(headingText(data('bbox=-125,24,-66,49'), en)).toBe('Homes for sale in this map area');
});

test('a circle is called by its radius, not an area that somebody drew', () => {
  const circle = data('near=33.6855,-117.8061,2000');
  expect(headingText(circle, en)).toBe('Homes for sale within 1.2 mi');
  expect(headingText(circle, ko)).toBe('반경 2km 안의 매매 매물');
});

test('a studio is called one, and acres stay acres', () => {
  for (const [text, english, korean] of [
    ['beds=0', 'Studio', '원룸(스튜디오)'],
    ['beds=-0', 'Studio', '원룸(스튜디오)'],
    ['beds=0-2', '≤ 2 beds', '방 2개 이하'],
    ['lot=217800-', 'Lot ≥ 5 acres', '대지 5에이커 이상'],
    ['lot=10890-43560', 'Lot 0.25 acres–1 acre', '대지 0.25에이커–1에이커'],
    ['lot=2000-', 'Lot ≥ 2,000 sqft', '대지 2,000 sqft 이상'],
    ['lot=-50000', 'Lot ≤ 50,000 sqft', '대지 50,000 sqft 이하'],
  ] as const)
    expect([text, chips(text, en), chips(text, ko)]).toEqual([text, [english], [korean]]);
});

test('a street is named as its homes write it', () => {
  const named = { answer: { total: 5, names: { 'street/ne-5th-st': 'NE 5th St' } } } as unknown as SearchData;
  expect(headingText(data('street=ne-5th-st', named), en)).toBe('Homes for sale on NE 5th St, Irvine');
  expect(headingText(data('street=ne-5th-st', named), ko)).toBe('어바인 NE 5th St 매매 매물');
  expect(headingText(data('street=culver-dr'), en)).toBe('Homes for sale on Culver Dr, Irvine');
  expect(chips('street=culver-dr', en)).toEqual(['Street: Culver Dr']);
  expect(chips('street=culver-dr', ko)).toEqual(['도로명: Culver Dr']);
});

test('the head has the count, and later pages are not kept by search engines', () => {
  expect(searchHead(data('page=2'), { words: en })).toEqual({
    title: 'Irvine homes for sale, page 2',
    description: '312 homes for sale in Irvine, on a list and a map, in English and Korean.',
    canonical: '/homes/for_sale/irvine-ca',
    index: false,
    image: {
      path: expect.stringMatching(/^\/og\/en\/search\.jpg\?searchType=sale&place=irvine-ca&v=\w+$/),
      alt: 'Map: Irvine homes for sale, 312 homes',
    },
  });
});

test('chips say the filters shortly, in the order of the address', () => {
  expect(chips('beds=3-&price=-1200000&type=condo,house&hoa=-300&bbox=-118,33,-117,34', en)).toEqual([
    '≤ $1.2M',
    '3+ beds',
    'House',
    'Condo',
    'HOA ≤ $300/mo',
    'Map area',
  ]);
  expect(chips('beds=3-&price=-1200000&year=1990-2005&status=pending', ko)).toEqual([
    '$120만 이하',
    '방 3개 이상',
    '1990–2005년 건축',
    '계약 진행 중',
  ]);
});

test('a chip takes off its own filter alone, goes back to page 1 and drops what only it needed', () => {
  const { query } = parse('hoa=-300&unk=hoa&beds=3-&page=2');
  const hoa = listChips(query, en).find(({ id }) => id === 'hoa');
  expect(hoa?.without).toEqual({ searchType: 'sale', place: 'irvine-ca', beds: { min: 3 } });
});

test('one of two types can be taken off', () => {
  const condo = listChips(parse('type=condo,house').query, en).find(({ id }) => id === 'type-condo');
  expect(condo?.without.type).toEqual(['house']);
});

test('what could not be read is named, once', () => {
  expect(formatNotices(parse('beds=x&price=900000-500000').problems, en)).toEqual([
    'The lowest “Price” was above the highest, so we swapped them.',
    'We left out “Beds” because its value could not be read.',
  ]);
  expect(formatNotices([{ field: 'unheard-of', reason: 'malformed' }], ko)).toEqual([
    '‘조건’ 값을 읽을 수 없어 빼고 검색했어요.',
  ]);
});

test('an empty result asks about each filter once, at most six, types together', () => {
  const { query } = parse('price=-1&beds=3-&baths=2-&type=condo,house&sqft=1-&lot=1-&year=1-&hoa=1-');
  const questions = listRemovals(query, en);
  expect(questions).toHaveLength(6);
  expect(questions.find(({ filter }) => filter === 'type')).toMatchObject({ text: 'House, Condo' });
  expect(questions.find(({ filter }) => filter === 'type')?.without.type).toBeUndefined();
});

test('the filter that costs most comes first; one that frees nothing is not offered', () => {
  const questions = listRemovals(parse('price=-1&beds=3-&hoa=-200').query, en);
  expect(rankRemovals(questions, [0, 5, 37]).map(({ chip, total }) => [chip.text, total])).toEqual([
    ['HOA ≤ $200/mo', 37],
    ['3+ beds', 5],
  ]);
});
