import type { HomeCardAnswer } from '@maru/contract';
import { LANGUAGE_TAGS } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import { expect, test } from 'vitest';
import { createFormats, type Words } from '../../i18n/words.tsx';
import {
  addressLine,
  describeCost,
  describeCut,
  findBadge,
  formatOpenHouse,
  listFacts,
  priceText,
} from './card-words.ts';

const wordsOf = (locale: 'en' | 'ko') =>
  ({
    locale,
    intl: createFormats(LANGUAGE_TAGS[locale]),
    t: (key, values) => formatMessage(locale, key, values),
  }) as Words;
const en = wordsOf('en');
const ko = wordsOf('ko');

/** Saturday morning in California. */
const NOW = Date.parse('2026-11-21T17:00:00Z');

const home: HomeCardAnswer = {
  homeId: 'h1',
  path: '/ca/irvine/123-oak-st-92620/h1',
  searchType: 'sale',
  dataset: 'd',
  listingId: null,
  homeType: 'house',
  standardStatus: 'Active',
  listPrice: 1_199_000,
  previousListPrice: null,
  priceChangedAt: null,
  bedroomsTotal: 3,
  bathroomsTotalDecimal: 2.5,
  livingArea: 1850,
  lotSizeSquareFeet: 5000,
  yearBuilt: 1999,
  associationFeeMonthly: null,
  listedAt: '2026-09-01T17:00:00Z',
  streetLine: '123 Oak St',
  unitNumber: null,
  city: 'Irvine',
  cityKo: '어바인',
  stateOrProvince: 'CA',
  postalCode: '92620',
  addressWithheld: false,
  latitude: 33.7,
  longitude: -117.8,
  photo: null,
  photoAlteration: [],
  photosCount: 0,
  nextOpenHouse: null,
  listAgentFullName: 'Jane Kim',
  listAgentStateLicense: '01234567',
  listOfficeName: 'Maru Realty',
  listOfficePhone: null,
};

test('a sold home shows its sale price and date, and no monthly cost', () => {
  const sold: HomeCardAnswer = {
    ...home,
    standardStatus: 'Closed',
    listPrice: 1_180_000,
    closeDate: '2026-11-03',
    monthlyCost: { amount: 8_256, isWhole: true },
  };
  expect(findBadge(sold, en, NOW)).toMatchObject({ kind: 'sold', text: 'Sold Nov 3, 2026' });
  expect(findBadge(sold, ko, NOW)).toMatchObject({ kind: 'sold', text: '2026년 11월 3일 거래 완료' });
  expect(findBadge({ ...sold, closeDate: null }, en, NOW)?.text).toBe('Sold');
  expect(priceText(sold, en)).toBe('$1,180,000');
  expect(describeCost(sold, en)).toBeUndefined();
  expect(priceText({ ...sold, listPrice: null }, en)).toBe('Sale price not disclosed');
  expect(priceText({ ...sold, listPrice: null }, ko)).toBe('실거래가 비공개');
});

test('a home without news has no badge', () => {
  expect(findBadge(home, en, NOW)).toBeUndefined();
});

test('a home is new for three days, and says how old it is', () => {
  const listed = (hours: number) => ({ ...home, listedAt: new Date(NOW - hours * 3_600_000).toISOString() });
  expect(findBadge(listed(3), en, NOW)?.text).toBe('New 3 h');
  expect(findBadge(listed(3), ko, NOW)?.text).toBe('3시간 전 등록');
  expect(findBadge(listed(50), en, NOW)?.text).toBe('New 2 d');
  expect(findBadge(listed(72), en, NOW)).toBeUndefined();
});

test('a price cut says how much and what share, with both prices behind it; a rise says nothing (rule R3)', () => {
  const cut = { ...home, previousListPrice: 1_250_000, priceChangedAt: '2026-11-12T20:00:00Z' };
  expect(describeCut(cut, en, NOW)?.text).toBe('Cut −$51K (−4.1%)');
  expect(describeCut(cut, en, NOW)?.title).toContain('from $1,250,000 to $1,199,000 (−4.1%)');
  expect(describeCut(cut, ko, NOW)?.text).toBe('$5.1만 인하 (−4.1%)');
  expect(describeCut({ ...cut, previousListPrice: 1_100_000 }, en, NOW)).toBeUndefined();
  expect(describeCut({ ...cut, priceChangedAt: '2026-09-12T20:00:00Z' }, en, NOW)).toBeUndefined();
  expect(describeCut({ ...cut, standardStatus: 'Closed' }, en, NOW)).toBeUndefined();
});

test('neither an open house nor an accepted offer hides a price cut', () => {
  const open = { startTime: '2026-11-21T21:00:00Z', endTime: '2026-11-22T00:00:00Z' };
  const cut = { ...home, previousListPrice: 1_250_000, priceChangedAt: '2026-11-12T20:00:00Z' };
  const render = (more: Partial<HomeCardAnswer>) => {
    const shown = { ...cut, ...more };
    return [findBadge(shown, en, NOW)?.kind, describeCut(shown, en, NOW)?.text];
  };
  expect(render({ nextOpenHouse: open })).toEqual(['open', 'Cut −$51K (−4.1%)']);
  expect(render({ standardStatus: 'Pending' })).toEqual(['pending', 'Cut −$51K (−4.1%)']);
});

test('the state of the sale comes before everything else', () => {
  const open = { startTime: '2026-11-21T21:00:00Z', endTime: '2026-11-22T00:00:00Z' };
  expect(findBadge({ ...home, standardStatus: 'Pending', nextOpenHouse: open }, en, NOW)?.kind).toBe(
    'pending',
  );
  expect(findBadge({ ...home, standardStatus: 'Coming Soon' }, en, NOW)?.text).toBe('Coming soon');
});

test('an open house is said in the time of the home, until it ends', () => {
  const open = { startTime: '2026-11-21T21:00:00Z', endTime: '2026-11-22T00:00:00Z' };
  expect(findBadge({ ...home, nextOpenHouse: open }, en, NOW)?.text).toBe('Open Sat 1–4 PM');
  expect(findBadge({ ...home, nextOpenHouse: open }, ko, NOW)?.text).toBe('오픈하우스 토 오후 1–4시');
  expect(findBadge({ ...home, nextOpenHouse: open }, en, Date.parse('2026-11-22T00:00:01Z'))).toBeUndefined();
});

test('an open house over noon and with minutes keeps both halves of the day', () => {
  const start = Date.parse('2026-11-21T19:30:00Z');
  const end = Date.parse('2026-11-21T21:00:00Z');
  expect(formatOpenHouse(start, end, 'America/Los_Angeles', en)).toBe('Sat 11:30 AM–1 PM');
  expect(formatOpenHouse(start, end, 'America/Los_Angeles', ko)).toBe('토 오전 11시 30분–오후 1시');
});

test('facts are in the reader’s measures', () => {
  const texts = (words: Words, one = home) => listFacts(one, words).map(({ text }) => text);
  expect(texts(en)).toEqual(['3 bd', '2.5 ba', '1,850 sqft', '52평']);
  expect(texts(ko)).toEqual(['방 3', '욕실 2.5', '1,850 sqft (172㎡ · 52평)']);
});

test('what is not stated is said to be so, never zero', () => {
  const bare = {
    ...home,
    bedroomsTotal: null,
    bathroomsTotalDecimal: null,
    livingArea: null,
    listPrice: null,
  };
  expect(listFacts(bare, en).map(({ text }) => text)).toEqual([
    'beds not stated',
    'baths not stated',
    'size not stated',
  ]);
  expect(priceText(bare, en)).toBe('Price not stated');
});

test('land has no rooms, and its size is that of the lot', () => {
  expect(listFacts({ ...home, homeType: 'land' }, en).map(({ text }) => text)).toEqual([
    '5,000 sqft',
    '141평',
  ]);
});

test('a rent says that it is by the month', () => {
  const rent = { listPrice: 3200, searchType: 'rent' } as const;
  expect(priceText(rent, en)).toBe('$3,200/mo');
  expect(priceText(rent, ko)).toBe('월 $3,200');
});

test('a rental is named with its required fees, split behind it, or says that they are not stated (rule R26)', () => {
  const rental = { ...home, searchType: 'rent', listPrice: 2_900, requiredFeesMonthly: 100 } as const;
  expect(priceText(rental, en)).toBe('$3,000/mo');
  expect(describeCost(rental, en)).toEqual({
    text: 'incl. $100 fees',
    title: 'Rent $2,900 + required fees $100',
  });
  const unstated = { ...rental, requiredFeesMonthly: null };
  expect(priceText(unstated, en)).toBe('$2,900/mo');
  expect(describeCost(unstated, en)?.text).toBe('fees not stated');
  expect(describeCost(unstated, ko)?.text).toBe('필수 비용 미기재');
  expect(priceText({ ...home, requiredFeesMonthly: 100 }, en)).toBe('$1,199,000');
});

test('an address stays in English order; in Korean its city is glossed', () => {
  expect(addressLine({ ...home, unitNumber: '4' }, en)).toBe('123 Oak St #4, Irvine, CA 92620');
  expect(addressLine(home, ko)).toBe('123 Oak St, 어바인 (Irvine), CA 92620');
});

test('a withheld address says so and tells no street', () => {
  const withheld = { ...home, addressWithheld: true, streetLine: '123 Oak St', unitNumber: '4' };
  expect(addressLine(withheld, en)).toBe('Address withheld by seller, Irvine, CA 92620');
  expect(addressLine(withheld, ko)).not.toContain('Oak');
});
