import { FEATURES, HOME_TYPES, type HomeCard, SEARCH_TYPES, STANDARD_STATUSES } from '@maru/listing';
import { FACINGS } from '@maru/listing/search';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomHomes } from '../../../../dev/conformance/random-homes.ts';
import { createCard } from '../../../../dev/conformance/search-engine-suite.ts';
import { HomeTable } from '../homes/home-table.ts';
import { SearchIndex } from '../search/search-index.ts';

const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
/** Any string, including lone surrogates. */
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '한국어 집', '\ud800'),
);
const anyNumber = fc.oneof(
  fc.integer(),
  fc.nat(2_000_000),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 0.5, 2 ** 31, -1, 1e300),
);
const anyDate = fc.oneof(fc.constantFrom('2026-02-30', '0001-01-01', '9999-12-31', '2026-11-21'), anyText);
const anyInstant = fc.oneof(
  fc.constantFrom('2026-11-21T00:00:00Z', '2026-11-21T00:00:00.000Z', '+020000-01-01T00:00:00.000Z'),
  fc.constantFrom('2026-02-30T00:00:00.000Z', '0099-01-01T00:00:00.000Z', '2026-11-21T24:00:00.000Z'),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  anyText,
);
const plain = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true }) as fc.Arbitrary<T>;
const bits = fc.nat(2 ** FEATURES.length - 1);

const anyCard: fc.Arbitrary<HomeCard> = plain({
  homeId: fc.stringMatching(/^[a-z0-9]{1,20}$/),
  searchType: fc.constantFrom(...SEARCH_TYPES),
  dataset: anyText,
  listingKey: anyText,
  listingId: orNull(anyText),
  homeType: fc.constantFrom(...HOME_TYPES),
  standardStatus: fc.constantFrom(...STANDARD_STATUSES),
  listPrice: orNull(anyNumber),
  previousListPrice: orNull(anyNumber),
  priceChangedAt: orNull(anyNumber),
  bedroomsTotal: orNull(anyNumber),
  bathroomsTotalDecimal: orNull(anyNumber),
  livingArea: orNull(anyNumber),
  lotSizeSquareFeet: orNull(anyNumber),
  yearBuilt: orNull(anyNumber),
  associationFeeMonthly: orNull(anyNumber),
  listedAt: orNull(anyNumber),
  closeDate: orNull(anyDate),
  taxOtherAnnualAssessmentAmount: orNull(anyNumber),
  requiredFeesMonthly: orNull(anyNumber),
  storiesTotal: orNull(anyNumber),
  parkingTotal: orNull(anyNumber),
  securityDeposit: orNull(anyNumber),
  facing: orNull(fc.constantFrom(...FACINGS)),
  furnished: orNull(fc.boolean()),
  leaseMonths: orNull(anyNumber),
  availabilityDate: orNull(anyDate),
  newConstructionYN: orNull(fc.boolean()),
  seniorCommunityYN: orNull(fc.boolean()),
  featuresYes: fc.oneof(bits, fc.nat()),
  featuresStated: fc.oneof(bits, fc.nat()),
  schoolDistrict: orNull(anyText),
  schools: fc.array(anyText, { maxLength: 3 }),
  openHouseDays: fc.array(anyDate, { maxLength: 4 }),
  streetLine: orNull(anyText),
  unitNumber: orNull(anyText),
  city: orNull(anyText),
  stateOrProvince: orNull(anyText),
  postalCode: orNull(anyText),
  addressWithheld: fc.boolean(),
  latitude: orNull(fc.double({ noNaN: true, min: -95, max: 95 })),
  longitude: orNull(fc.double({ noNaN: true, min: -190, max: 190 })),
  placeIds: plain({
    state: orNull(anyText),
    county: orNull(anyText),
    city: orNull(anyText),
    zip: orNull(anyText),
    neighborhoods: fc.array(anyText, { maxLength: 3 }),
  }),
  photo: orNull(anyText),
  photoAlteration: fc.array(anyText, { maxLength: 2 }),
  photosCount: anyNumber,
  nextOpenHouse: orNull(plain({ startTime: anyInstant, endTime: orNull(anyInstant) })),
  listAgentFullName: orNull(anyText),
  listAgentStateLicense: orNull(anyText),
  listOfficeName: orNull(anyText),
  listOfficePhone: orNull(anyText),
  modificationTimestamp: anyInstant,
});

test('any card survives the index in every field, also after changes and compaction', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyCard, { selector: ({ homeId }) => homeId, maxLength: 6 }), (given) => {
      const table = new HomeTable('sale');
      const cards = given.map((card) => ({ ...card, searchType: 'sale' as const }));
      table.apply(
        cards.map((card) => ({ ...card, listPrice: 1 })),
        [],
      );
      table.apply(cards, []);
      table.finishCompaction();
      for (const card of cards) {
        expect(table.find(card.homeId)).toStrictEqual(card);
        const { homeId, listPrice, standardStatus } = card;
        expect(table.pinAt(table.findRow(homeId))).toStrictEqual({ homeId, listPrice, standardStatus });
      }
      expect(table.size).toBe(cards.length);
    }),
    { numRuns: process.env.MARU_TEST_LONG === '1' ? 5_000 : 250 },
  );
});

test('a typical card takes few bytes, and no number is stored twice', () => {
  const table = new HomeTable();
  const homes = randomHomes(5, 2_000).filter((home) => home.searchType === 'sale');
  table.apply(homes, []);
  for (const home of homes) expect(table.find(home.homeId)).toEqual(home);
  expect(table.texts.read(table.columns.cardAt[0]).length).toBeLessThan(120);
  // The table reserves room for many more homes, so count the columns alone.
  expect(table.columns.usedBytes / homes.length).toBeLessThan(300);
  expect(table.memory().cards).toBeGreaterThan(homes.length * 50);
});

test('a text that is no homeId is not found, and is refused before anything is changed', () => {
  const index = new SearchIndex();
  index.apply({ upserts: [createCard({ homeId: 'a' })], removals: [] }, '1');
  for (const homeId of ['', 'x'.repeat(21), 'é', 'a b', '\u0000', 'a\u0000']) {
    expect(index.findCard(homeId)).toBeUndefined();
    index.apply({ upserts: [], removals: [{ homeId, searchType: 'sale' }] }, '2');
    const upserts = [createCard({ homeId: 'b' }), createCard({ homeId })];
    expect(() => index.apply({ upserts, removals: [] }, '3')).toThrow('not a homeId');
  }
  expect([index.size, index.version(), index.findCard('b')]).toEqual([1, '2', undefined]);
});

test('ids are compared in full, however homes come and go', () => {
  const ids = fc.stringMatching(/^(a{0,18}[ab]|[a-c]{1,3})$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, fc.boolean()), { maxLength: 300 }), (steps) => {
      const table = new HomeTable();
      const there = new Map<string, number>();
      steps.forEach(([homeId, comes], i) => {
        if (comes) there.set(homeId, i);
        else there.delete(homeId);
        table.apply(comes ? [createCard({ homeId, listPrice: i })] : [], comes ? [] : [homeId]);
      });
      expect(table.size).toBe(there.size);
      for (const [homeId] of steps) expect(table.find(homeId)?.listPrice).toBe(there.get(homeId));
    }),
    { numRuns: 60 },
  );
});
