import { type HomeAnswer, PublicListing } from '@maru/contract';
import { CATALOGUES, compileMessages } from '@maru/words/server';
import { expect, test } from 'vitest';
import type { AreaUnit } from '../../i18n/area-unit.ts';
import { createWords } from '../../i18n/words.tsx';
import { homeAnswer } from '../testing-home.ts';
import { buildFactGroups } from './fact-groups.ts';
import { addressText, confirmedText, descriptionText, priceChangeText } from './home-words.ts';

const en = createWords('en', compileMessages(CATALOGUES.en), '');
const ko = createWords('ko', compileMessages(CATALOGUES.ko), '');

/** All values of one fact, as shown. */
function shown(home: HomeAnswer, label: string, words = en): string {
  const facts = buildFactGroups(home, words).flatMap((group) => group.facts);
  const values = facts.find((fact) => fact.label === label)?.values ?? [];
  return values.map((value) => value.text).join(' · ');
}

test('what everyone looks for is said to be not stated, never zero; the rest is left out (rule R10)', () => {
  const bare = homeAnswer({
    yearBuilt: null,
    livingArea: null,
    bedroomsTotal: null,
    cooling: [],
    coolingYN: null,
  });
  for (const label of ['fact.year', 'fact.area', 'fact.beds', 'fact.hoa']) {
    expect(shown(bare, label)).toBe('Not stated');
  }
  expect(shown(bare, 'fact.cooling')).toBe('');
});

test('no association is said; a fee without a frequency is not turned into a month', () => {
  expect(shown({ ...homeAnswer({ associationYN: false }), associationFeeMonthly: 0 }, 'fact.hoa')).toBe(
    'No association',
  );
  const odd = homeAnswer({ associationYN: true, associationFee: 300, associationFeeFrequency: null });
  expect(shown(odd, 'fact.hoa')).toBe('Not stated');
  expect(shown(odd, 'fact.hoa_stated', ko)).toBe('$300 (주기 미기재)');
});

test('a rent that the source does not state by the month is told as reported too (rule F99)', () => {
  const weekly = { listPrice: 6_500, rentStated: 1_500, leaseAmountFrequency: 'Weekly' };
  const home: HomeAnswer = { ...homeAnswer(weekly), searchType: 'rent' };
  expect(shown(home, 'cost.rent.rent')).toBe('$6,500');
  expect(shown(home, 'fact.rent_stated')).toBe('$1,500 (Weekly)');
  expect(shown(home, 'fact.rent_stated', ko)).toBe('주 $1,500');
  const seasonal = homeAnswer({ listPrice: null, rentStated: 9_000, leaseAmountFrequency: 'Seasonal' });
  const fact = buildFactGroups({ ...seasonal, searchType: 'rent' }, en)
    .flatMap((group) => group.facts)
    .find(({ label }) => label === 'fact.rent_stated');
  expect(fact?.note).toBe('listing.not_by_month');
  expect(shown(homeAnswer({ listPrice: 3_000 }), 'fact.rent_stated')).toBe('');
});

test('a day on the market that has not come is told as one to come (rule F101)', () => {
  const record = { modificationTimestamp: '2026-11-20T10:00:00.000Z', listingContractDate: '2026-11-15' };
  const early = homeAnswer({ ...record, onMarketDate: '2027-02-01' });
  const home = { ...early, source: { ...early.source, asOf: '2026-11-21T10:00:00.000Z' } };
  expect(shown(home, 'fact.listed')).toBe('Nov 15, 2026');
  expect(shown(home, 'fact.market_from')).toBe('Feb 1, 2027');
  const past = homeAnswer({ ...record, onMarketDate: '2026-11-16' });
  const now = { ...past, source: { ...past.source, asOf: '2026-11-21T10:00:00.000Z' } };
  expect(shown(now, 'fact.market_from')).toBe('');
});

test('sizes are said in sq ft, ㎡ and 평 (rule R80)', () => {
  expect(shown(homeAnswer({ livingArea: 1_850 }), 'fact.area', ko)).toBe('1,850 sqft (172㎡ · 52평)');
});

test('a Korean page has Korean values; only names and what has no words stay English, and are marked', () => {
  const home = homeAnswer({
    propertySubType: 'Single Family Residence',
    directionFaces: 'South',
    cooling: ['Central Air', 'Ice House'],
    subdivisionName: 'Turtle Rock',
  });
  const foreign = buildFactGroups(home, ko)
    .flatMap((group) => group.facts)
    .flatMap((fact) => fact.values)
    .filter((value) => !/[\p{Script=Hangul}\d]/u.test(value.text));
  expect(foreign).toEqual([
    { text: 'Turtle Rock', lang: 'en' },
    { text: 'Ice House', lang: 'en' },
  ]);
  expect(shown(home, 'fact.faces', ko)).toBe('남쪽');
});

test("the seller's tax is called that, and only that (rule R25)", () => {
  const money = buildFactGroups(homeAnswer({ taxAnnualAmount: 5_200, taxYear: 2025 }), en).find(
    (group) => group.title === 'listing.group.money',
  );
  expect(money?.facts.find((fact) => fact.label === 'fact.tax')).toMatchObject({
    values: [{ text: '$5,200 (2025)' }],
    note: 'listing.tax_note',
  });
});

test('a withheld address is in no title, description or address line', () => {
  const home = { ...homeAnswer({ unitNumber: null }), addressWithheld: true, streetLine: null };
  expect(addressText(home, en)).toBe('Address withheld by seller, Irvine, CA 92620');
  expect(descriptionText(home, ko)).not.toContain('Oak St');
  expect(addressText(homeAnswer({ unitNumber: '4' }), ko)).toBe('123 Oak St #4, 어바인 (Irvine), CA 92620');
});

test('a cut says how much, in percent, and when', () => {
  const cut = homeAnswer({
    listPrice: 1_199_000,
    previousListPrice: 1_250_000,
    priceChangeTimestamp: '2026-11-12T20:00:00Z',
  });
  expect(priceChangeText(cut, en)).toEqual({ kind: 'cut', text: 'Cut −$51,000 (−4.1%) · Nov 12, 2026' });
  expect(priceChangeText(cut, ko)?.text).toBe('$51,000 인하 (−4.1%) · 2026년 11월 12일');
  expect(priceChangeText(homeAnswer({}), en)).toBeUndefined();
});

test('twelve hours without confirmation is late, and says so', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(confirmedText('2026-11-21T10:00:00Z', now, en)).toEqual({
    text: 'Confirmed 2 hours ago',
    late: false,
  });
  expect(confirmedText('2026-11-20T23:00:00Z', now, ko)).toEqual({
    text: '2026년 11월 20일 오후 3:00 이후 제공처에서 확인되지 않았어요',
    late: true,
  });
  expect(confirmedText('2026-11-18T12:00:00Z', now, en)).toEqual({
    text: 'Not confirmed by its source since Nov 18, 2026, 4:00 AM',
    late: true,
  });
});

test('no fireplace and no parking are said in a word', () => {
  const home = homeAnswer({ fireplacesTotal: 0, parkingTotal: 0, garageSpaces: 2 });
  expect(shown(home, 'fact.fireplaces', ko)).toBe('없음');
  expect(shown(home, 'fact.parking_total')).toBe('None');
  expect(shown(home, 'fact.garage', ko)).toBe('2대');
});

test("a rental does not show the owner's association fee", () => {
  const rental = {
    ...homeAnswer({ associationYN: true, associationFee: 300, associationFeeFrequency: 'Monthly' }),
    associationFeeMonthly: 300,
  };
  expect(shown(rental, 'fact.hoa')).toContain('$300');
  expect(
    buildFactGroups({ ...rental, searchType: 'rent' }, en).flatMap(({ facts }) =>
      facts.map(({ label }) => label),
    ),
  ).not.toContain('fact.hoa');
});

test('a pool is its own, shared, or none', () => {
  expect(shown(homeAnswer({ poolPrivateYN: true }), 'fact.pool', ko)).toBe('전용');
  expect(shown(homeAnswer({ communityFeatures: ['Pool'] }), 'fact.pool', ko)).toBe('단지 공용');
  expect(shown(homeAnswer({ poolPrivateYN: false }), 'fact.pool')).toBe('None');
  expect(shown(homeAnswer({}), 'fact.pool')).toBe('');
});

test('a rental whose required fees are not stated says so (rule R26)', () => {
  const rental = (more: Parameters<typeof homeAnswer>[0]) => ({
    ...homeAnswer(more),
    searchType: 'rent' as const,
  });
  expect(shown(rental({}), 'fact.required_fees')).toBe('Not stated');
  expect(
    shown(rental({ requiredMonthlyFees: 100, ongoingFees: ['Parking Fee'] }), 'fact.required_fees'),
  ).toBe('$100');
  expect(shown(rental({ ongoingFees: ['Parking Fee'] }), 'fact.ongoing_fees', ko)).toBe('주차비');
  expect(shown(homeAnswer({}), 'fact.required_fees')).toBe('');
});

test('a day of moving in that has passed is now', () => {
  const home = (availabilityDate: string) => ({
    ...homeAnswer({ availabilityDate }),
    source: { ...homeAnswer({}).source, asOf: '2026-11-21T12:00:00Z' },
  });
  expect(shown(home('2026-11-01'), 'fact.available', ko)).toBe('지금 입주 가능');
  expect(shown(home('2026-12-01'), 'fact.available', ko)).toBe('2026년 12월 1일');
});

test('pets are a list, a yes or no, and a number', () => {
  expect(shown(homeAnswer({ petsAllowed: ['Cats OK'], maximumNumberOfPets: 2 }), 'fact.pets', ko)).toBe(
    '고양이 가능 · 최대 2마리',
  );
  expect(shown(homeAnswer({ petsAllowedYN: false }), 'fact.pets', ko)).toBe('불가');
});

test('Mello-Roos is said in California only', () => {
  const taxed = { taxOtherAnnualAssessmentAmount: 2_400 };
  expect(shown(homeAnswer(taxed), 'fact.mello', ko)).toBe('$2,400');
  expect(shown(homeAnswer({ ...taxed, stateOrProvince: 'WA' }), 'fact.mello')).toBe('');
  expect(shown(homeAnswer({ ...taxed, stateOrProvince: 'WA' }), 'fact.assessments')).toBe('$2,400');
});

test('the lot is said in acres as the record has them', () => {
  expect(shown(homeAnswer({ lotSizeSquareFeet: 43_560, lotSizeAcres: 1.01 }), 'fact.lot')).toContain(
    '1.01 acres',
  );
  expect(shown(homeAnswer({ lotSizeSquareFeet: 5_000, lotSizeAcres: 0.11 }), 'fact.lot')).not.toContain(
    'acres',
  );
});

test('a type that only the class tells is said in words', () => {
  const typed = (homeType: HomeAnswer['homeType'], propertySubType: string | null) =>
    shown({ ...homeAnswer({ propertySubType }), homeType }, 'fact.type', ko);
  expect(typed('manufactured', null)).toBe('조립식 주택');
  expect(typed('land', null)).toBe('토지');
  expect(typed('other', null)).toBe('미기재');
  expect(typed('multi', 'Duplex')).not.toBe('미기재');
});

test('days that an MLS counts are said to be its own', () => {
  const home = homeAnswer({ daysOnMarket: 12, cumulativeDaysOnMarket: 90 });
  expect(shown(home, 'fact.mls_days', ko)).toBe('12일');
  expect(shown(home, 'fact.mls_days_total', ko)).toBe('90일');
});

/** What the record has and the list of facts leaves to other parts of the page, or to nobody, by where it goes. */
const ELSEWHERE = {
  'beside the price': [
    'closeDate',
    'closePrice',
    'listAgentDirectPhone',
    'listAgentEmail',
    'listAgentFullName',
    'listAgentStateLicense',
    'coListAgentDirectPhone',
    'coListAgentEmail',
    'coListAgentFullName',
    'coListAgentStateLicense',
    'listOfficeName',
    'listOfficePhone',
    'attributionContact',
  ],
  'in the heading and on the map': [
    'city',
    'latitude',
    'longitude',
    'postalCode',
    'stateOrProvince',
    'streetName',
    'streetNumber',
    'unitNumber',
    'unparsedAddress',
  ],
  'in the ledger': ['previousListPrice', 'priceChangeTimestamp'],
  'as its own section': ['publicRemarks', 'virtualTourURLUnbranded'],
  'at the foot': ['copyrightNotice', 'disclaimer'],
  'as the name of the record, for machines': [
    'dataset',
    'provider',
    'feedTypes',
    'listingKey',
    'listingURL',
    'universalPropertyId',
    'listAgentKey',
    'listAgentMlsId',
    'listOfficeKey',
    'listOfficeMlsId',
    'sourceModifiedAt',
    'internetEntireListingDisplayYN',
    'internetAddressDisplayYN',
    'internetAutomatedValuationDisplayYN',
    'internetConsumerCommentYN',
  ],
};

test('every field that visitors may see of a listing is among the facts, or has another place', () => {
  const record = homeAnswer({ standardStatus: 'Coming Soon', taxAnnualAmount: 5_200 }).listing;
  const used = new Set<string>();
  const listing = new Proxy(record, {
    get: (target, key, self) => {
      used.add(String(key));
      return Reflect.get(target, key, self);
    },
  });
  for (const [homeType, searchType] of [
    ['house', 'sale'],
    ['house', 'rent'],
    ['land', 'sale'],
  ] as const) {
    buildFactGroups({ ...homeAnswer({}), listing, homeType, searchType, associationFeeMonthly: 0 }, en);
  }
  const elsewhere: string[] = Object.values(ELSEWHERE).flat();
  const unused = Object.keys(PublicListing.properties).filter((key) => !used.has(key));
  expect(unused.filter((key) => !elsewhere.includes(key))).toEqual([]);
});

test('the person’s own unit stands first, the contract’s beside it', () => {
  const home = homeAnswer({ livingArea: 1_850 });
  const area = (unit: AreaUnit, words = en) =>
    buildFactGroups(home, words, unit)
      .flatMap((group) => group.facts)
      .find((fact) => fact.label === 'fact.area')?.values[0]?.text;
  expect(area('sqft')).toBe('1,850 sqft (172 m² · 52 pyeong)');
  expect(area('pyeong', ko)).toBe('52평 (1,850 sqft · 172㎡)');
  expect(area('m2')).toBe('172 m² (1,850 sqft · 52 pyeong)');
});

const FURTHER = {
  otherFields: {
    Roof: ['Spanish Tile', 'Thatch'],
    BasementYN: false,
    CapRate: 5.2,
    GrossScheduledIncome: 51_600,
    AboveGradeFinishedArea: 1_076,
    Inclusions: 'Washer and dryer',
    YearRenovated: 2008,
    LandLeaseExpirationDate: '2049-12-31',
    DistanceToBusNumeric: '0.5 Miles',
    DistanceToBusComments: 'line 79',
    PublicSurveyTownship: '6S',
  },
  landLeaseYN: true,
  landLeaseAmount: 1_150,
  landLeaseAmountFrequency: 'Monthly',
  rooms: [
    {
      roomType: 'Kitchen',
      roomLevel: 'Main',
      dimensions: '12 x 10 Feet',
      roomArea: null,
      roomFeatures: [],
      description: null,
    },
  ],
  unitTypes: [
    {
      unitTypeType: '2 Bedroom',
      unitsTotal: 2,
      bedsTotal: 2,
      bathsTotal: 1,
      actualRent: 2_150,
      proForma: null,
      totalRent: 4_300,
      furnished: null,
      garageSpaces: null,
      description: null,
    },
  ],
};

test('further fields of the dictionary have words in both languages and a place among the facts', () => {
  const home = homeAnswer(FURTHER);
  expect(shown(home, 'field.Roof')).toBe('Spanish Tile · Thatch');
  expect(shown(home, 'field.Roof', ko)).toBe('스페인 기와 · Thatch');
  expect(shown(home, 'field.BasementYN', ko)).toBe('아니요');
  expect(shown(home, 'field.CapRate')).toBe('5.2%');
  expect(shown(home, 'field.GrossScheduledIncome')).toBe('$51,600');
  expect(shown(home, 'field.YearRenovated', ko)).toBe('2008');
  expect(shown(home, 'field.AboveGradeFinishedArea')).toBe('1,076 sqft (100 m² · 30.2 pyeong)');
  expect(shown(home, 'field.LandLeaseExpirationDate')).toBe('Dec 31, 2049');
  expect(shown(home, 'fact.land_rent')).toBe('$1,150 (Monthly)');
  expect(shown(home, 'fact.rooms', ko)).toBe('주방 (메인 층, 12 x 10 Feet)');
  expect(shown(home, 'fact.units')).toBe(
    '2 Bedroom, 2 units, 1 ba, rent $2,150 a month, $4,300 a month in all',
  );
  expect(shown(home, 'fact.units', ko)).toBe('방 2개, 2세대, 욕실 1, 월세 $2,150, 합계 월 $4,300');
});

test('the rest stands under all facts from the MLS, under its dictionary name where it has no word', () => {
  const rest = buildFactGroups(homeAnswer(FURTHER), ko).find((group) => group.title === 'listing.group.rest');
  expect(rest?.isRest).toBe(true);
  expect(rest?.facts.map(({ label, name }) => name ?? ko.t(label))).toEqual([
    '버스까지 거리',
    'Public survey township',
    'Distance to bus comments',
  ]);
  expect(rest?.facts[1]?.values).toEqual([{ text: '6S', lang: 'en' }]);
});

test('what can hardly be so is shown as reported, and said to be doubtful', () => {
  const facts = buildFactGroups(
    homeAnswer({ bedroomsTotal: 33, yearBuilt: 2920, livingArea: 0, listPrice: 1 }),
    en,
  ).flatMap((group) => group.facts);
  const said = (label: string) => facts.find((fact) => fact.label === label);
  expect(said('fact.beds')).toMatchObject({ values: [{ text: '33' }], note: 'listing.doubtful' });
  expect(said('fact.year')).toMatchObject({ note: 'listing.doubtful' });
  expect(said('fact.area')).toMatchObject({ note: 'listing.doubtful' });
  expect(said('fact.price')).toMatchObject({ values: [{ text: '$1' }], note: 'listing.doubtful' });
  expect(said('fact.per_sqft')).toBeUndefined();
});
