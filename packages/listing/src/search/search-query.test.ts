import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FEATURES } from '../listing/features.ts';
import { HOME_TYPES } from '../listing/property-type.ts';
import { STATUS_FILTERS } from '../listing/standard-status.ts';
import { TRANSPORTATIONS } from '../places/commute.ts';
import { formatPolygons, parsePolygons } from './polygon.ts';
import {
  FACINGS,
  formatApiQuery,
  formatSearchQuery,
  NULLABLE_FILTERS,
  parseBounds,
  parseSearchQuery,
  type Range,
  type SearchQuery,
  SINCE_KINDS,
  SORTS,
  searchPath,
} from './search-query.ts';
import { roundBounds } from './viewport.ts';

const numRuns = process.env.MARU_TEST_LONG === '1' ? 10_000 : 1_000;
const seed = Number(process.env.MARU_TEST_SEED ?? 20_261_121);

const range = (max: number, step = 1): fc.Arbitrary<Range> =>
  fc
    .tuple(
      fc.integer({ min: 0, max: max / step }),
      fc.integer({ min: 0, max: max / step }),
      fc.constantFrom('both', 'min', 'max'),
    )
    .map(([a, b, ends]) => {
      const [min, high] = [Math.min(a, b) * step, Math.max(a, b) * step];
      return ends === 'both' ? { min, max: high } : ends === 'min' ? { min } : { max: high };
    });
const arbitrarySubset = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const bounds = fc
  .tuple(
    fc.double({ min: -179, max: 178, noNaN: true }),
    fc.double({ min: -80, max: 79, noNaN: true }),
    fc.double({ min: 0.001, max: 1, noNaN: true }),
    fc.double({ min: 0.001, max: 1, noNaN: true }),
  )
  .map(([west, south, width, height]) => roundBounds([west, south, west + width, south + height]));

const degrees = (most: number, decimals: number) =>
  fc.integer({ min: -most * 10 ** decimals, max: most * 10 ** decimals }).map((n) => n / 10 ** decimals);
/** As the text keeps them. */
const polygons = fc
  .array(fc.array(fc.tuple(degrees(80, 5), degrees(179, 5)), { minLength: 3, maxLength: 12 }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((drawn) => parsePolygons(formatPolygons(drawn)) ?? []);
const day = fc
  .integer({ min: 0, max: 3_000 })
  .map((days) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10));
const words = fc.constantFrom('adu', '"room for a pool" -shared', '수영장 spa', 'a&b=c%', "o'fallon +x");

/** Any search in its canonical form: defaults are left out. */
const searches: fc.Arbitrary<SearchQuery> = fc
  .record(
    {
      searchType: fc.constantFrom('sale' as const, 'rent' as const),
      place: fc.constantFrom('irvine-ca', '92620', 'koreatown-los-angeles-ca', 'orange-county-ca'),
      notPlaces: arbitrarySubset(['anaheim-ca', 'santa-ana-ca']),
      lacks: arbitrarySubset(FEATURES),
      bbox: bounds,
      poly: polygons,
      near: fc.record({
        latitude: degrees(80, 4),
        longitude: degrees(180, 4),
        meters: fc.integer({ min: 100, max: 160_000 }),
      }),
      monthly: range(20_000),
      wholeCost: fc.constant(true as const),
      down: fc.oneof(
        fc.integer({ min: 0, max: 100 }).map((percent) => ({ percent })),
        fc.integer({ min: 0, max: 2_000_000 }).map((amount) => ({ amount })),
      ),
      rate: fc.integer({ min: 0, max: 240 }).map((n) => n / 8),
      term: fc.constantFrom(10, 15, 20, 30, 40),
      mello: range(20_000),
      stories: range(60),
      parking: range(20),
      deposit: range(50_000),
      facing: arbitrarySubset(FACINGS),
      has: arbitrarySubset(FEATURES),
      furnished: fc.constant(true as const),
      lease: fc.integer({ min: 1, max: 36 }),
      from: day,
      new: fc.constant(true as const),
      senior: fc.boolean(),
      schoolDistrict: fc.constantFrom('irvine-usd', 'los-angeles-usd'),
      school: fc.constantFrom<string[]>(['irvine-high'], ['northwood-high', 'woodbridge-high']),
      q: words,
      not: words,
      open: fc.oneof(fc.constantFrom('any', 'weekend'), day),
      cut: fc.integer({ min: 0, max: 99 }),
      since: fc
        .tuple(
          fc.integer({ min: 946_684_800_000, max: 4_000_000_000_000 }),
          fc.constantFrom(undefined, ...SINCE_KINDS),
        )
        .map(([at, kind]) => (kind === undefined ? { at } : { at, kind })),
      commute: fc.record({
        by: fc.constantFrom(...TRANSPORTATIONS),
        depart: fc.constantFrom('0800', '1730', '0000'),
        minutes: range(120),
      }),
      to: fc.tuple(degrees(80, 3), degrees(180, 3)),
      to2: fc.record({
        at: fc.tuple(degrees(80, 3), degrees(180, 3)),
        by: fc.constantFrom(...TRANSPORTATIONS),
        depart: fc.constantFrom('0900', '2359'),
      }),
      price: range(5_000_000),
      beds: range(10),
      baths: range(10, 0.25),
      type: arbitrarySubset(HOME_TYPES),
      sqft: range(20_000),
      lot: range(1_000_000),
      year: range(2_030),
      hoa: range(3_000),
      dom: range(400),
      status: arbitrarySubset(STATUS_FILTERS),
      soldMonths: fc.integer({ min: 1, max: 120 }),
      unk: arbitrarySubset(NULLABLE_FILTERS),
      sort: fc.constantFrom(...SORTS),
      page: fc.integer({ min: 1, max: 100 }),
    },
    { requiredKeys: ['searchType'] },
  )
  .map((search) => {
    const canonical: SearchQuery = { ...search };
    if (canonical.status?.length === 1 && canonical.status[0] === 'active') delete canonical.status;
    if (!canonical.status?.includes('sold') || canonical.soldMonths === 12) delete canonical.soldMonths;
    if (canonical.sort === 'new') delete canonical.sort;
    if (canonical.page === 1) delete canonical.page;
    return canonical;
  });

const reread = (query: SearchQuery) => parseSearchQuery(new URLSearchParams(formatApiQuery(query)));

describe('the address of a search', () => {
  test('says the whole search and nothing else', () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(reread(search)).toEqual({ query: search, problems: [] });
      }),
      { numRuns, seed },
    );
  });

  test('has one form, whatever the order of its keys and whether lists come as commas or repeated', () => {
    fc.assert(
      fc.property(searches, fc.infiniteStream(fc.nat(100)), (search, luck) => {
        const canonical = formatApiQuery(search);
        const pairs = [...new URLSearchParams(canonical)].flatMap(([key, value]) =>
          ['type', 'status', 'unk', 'facing', 'has', 'school'].includes(key)
            ? value.split(',').map((one) => [key, one])
            : [[key, value]],
        );
        const weights = pairs.map(() => luck.next().value ?? 0);
        const shuffled = pairs
          .map((pair, i) => ({ pair, weight: weights[i] ?? 0 }))
          .sort((a, b) => a.weight - b.weight);
        const parsed = parseSearchQuery(
          new URLSearchParams(shuffled.map(({ pair }) => pair as [string, string])),
        );
        expect(formatApiQuery(parsed.query)).toBe(canonical);
      }),
      { numRuns, seed },
    );
  });

  test('is read without failing, whatever stands in it, and what comes out is canonical', () => {
    const key = fc.oneof(
      fc.constantFrom(
        'price',
        'beds',
        'bbox',
        'status',
        'page',
        'type',
        'unk',
        'sort',
        'place',
        '__proto__',
        'constructor',
      ),
      fc.string(),
    );
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom('3-', '-', '--', '9e9', '1-2-3', 'NaN', '-0', '1,2,3,4', 'sold:0m', '\u0000', '\ud800'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 20 }), (pairs) => {
        const { query } = parseSearchQuery(
          new URLSearchParams(pairs.map(([k, v]) => [k.toWellFormed(), v.toWellFormed()])),
        );
        expect(reread(query)).toEqual({ query, problems: [] });
      }),
      { numRuns, seed },
    );
  });
});

describe('a bad value', () => {
  test.each([
    ['price=abc', 'price', 'malformed'],
    ['price=1-2-3', 'price', 'malformed'],
    ['beds=2.5', 'beds', 'malformed'],
    ['baths=2.3', 'baths', 'malformed'],
    ['price=900000-100000', 'price', 'min_above_max'],
    ['price=9999999999', 'price', 'out_of_range'],
    ['type=castle', 'type', 'unknown_value'],
    ['status=gone', 'status', 'unknown_value'],
    ['status=sold:0m', 'status', 'out_of_range'],
    ['sort=best', 'sort', 'unknown_value'],
    ['page=0', 'page', 'out_of_range'],
    ['page=-3', 'page', 'out_of_range'],
    ['page=two', 'page', 'malformed'],
    ['bbox=1,2,3', 'bbox', 'malformed'],
    ['bbox=10,0,5,1', 'bbox', 'malformed'],
    ['bbox=NaN,0,1,1', 'bbox', 'malformed'],
    ['place=Irvine%20CA', 'place', 'malformed'],
    ['beds=1&beds=2', 'beds', 'repeated'],
    ['searchType=lease', 'searchType', 'unknown_value'],
    ['has=pool,moat', 'has', 'unknown_value'],
    ['facing=up', 'facing', 'unknown_value'],
    ['near=34,-118', 'near', 'malformed'],
    ['near=34,-118,5', 'near', 'malformed'],
    ['near=NaN,-118,500', 'near', 'malformed'],
    ['poly=abc', 'poly', 'malformed'],
    [`poly=${'a'.repeat(3_000)}`, 'poly', 'too_long'],
    ['from=2026-02-30', 'from', 'malformed'],
    ['open=soon', 'open', 'malformed'],
    ['cut=0%25', 'cut', 'malformed'],
    ['lease=0', 'lease', 'malformed'],
    ['down=120%25', 'down', 'malformed'],
    ['term=7', 'term', 'malformed'],
    ['commute=horse,0800,-40', 'commute', 'malformed'],
    ['commute=car,2500,-40', 'commute', 'malformed'],
    ['commute=car,0800,40-20', 'commute', 'malformed'],
    ['to=34.1', 'to', 'malformed'],
    ['to2=34.1,-117.2', 'to2', 'malformed'],
    ['to2=34.1,-117.2,car,0800,1', 'to2', 'malformed'],
    ['senior=yes', 'senior', 'malformed'],
    ['schoolDistrict=Irvine%20USD', 'schoolDistrict', 'malformed'],
    [`q=${'a'.repeat(300)}`, 'q', 'too_long'],
    ['mello=5-1', 'mello', 'min_above_max'],
  ])('%s is named: %s %s', (text, field, reason) => {
    expect(parseSearchQuery(new URLSearchParams(text)).problems).toContainEqual({ field, reason });
  });

  test('is left out, but a turned-around range is turned back', () => {
    const { query } = parseSearchQuery(new URLSearchParams('price=900000-100000&beds=many&baths=2.5-'));
    expect(query).toEqual({ searchType: 'sale', price: { min: 100_000, max: 900_000 }, baths: { min: 2.5 } });
  });

  test('may be written short, also in Korean numbers, and is kept as whole dollars', () => {
    const read = (text: string) => parseSearchQuery(new URLSearchParams(text)).query;
    expect(read('price=800k-1.2m').price).toEqual({ min: 800_000, max: 1_200_000 });
    expect(read('price=80만-120만').price).toEqual({ min: 800_000, max: 1_200_000 });
    expect(read('price=-1.5억').price).toEqual({ max: 150_000_000 });
  });

  test('is not made of an unknown key', () => {
    expect(parseSearchQuery(new URLSearchParams('utm_source=mail&_source=user')).problems).toEqual([]);
  });
});

test('several places repeat the key `place`, the first of a page in its path; those left out are one key', () => {
  const query: SearchQuery = {
    searchType: 'sale',
    place: 'irvine-ca',
    otherPlaces: ['tustin-ca', '92618'],
    notPlaces: ['woodbury-irvine-ca'],
    beds: { min: 3 },
  };
  const text = 'place=tustin-ca&place=92618&notPlace=woodbury-irvine-ca&beds=3-';
  expect(searchPath(query)).toBe(`/homes/for_sale/irvine-ca?${text}`);
  expect(formatApiQuery(query)).toBe(`searchType=sale&place=irvine-ca&${text}`);
  expect(parseSearchQuery(new URLSearchParams(formatApiQuery(query)))).toEqual({ query, problems: [] });
  const read = (place: string[]) => parseSearchQuery({ place });
  expect(read(['irvine-ca,Tustin-CA', 'irvine-ca']).query).toMatchObject({
    place: 'irvine-ca',
    otherPlaces: ['tustin-ca'],
  });
  expect(read(['irvine-ca', 'Tustin CA']).problems).toEqual([{ field: 'place', reason: 'malformed' }]);
  const many = Array.from({ length: 12 }, (_, at) => String(90_000 + at));
  expect(read(many).query.otherPlaces).toHaveLength(9);
  expect(read(many).problems).toEqual([{ field: 'place', reason: 'too_long' }]);
});

test('the page of a search has its place and type in the path, and defaults nowhere', () => {
  expect(searchPath({ searchType: 'rent', place: 'irvine-ca', sort: 'new', page: 1 })).toBe(
    '/homes/for_rent/irvine-ca',
  );
  expect(searchPath({ searchType: 'sale', beds: { min: 3 }, price: { max: 1_200_000 } })).toBe(
    '/homes/for_sale?price=-1200000&beds=3-',
  );
  expect(formatSearchQuery({ searchType: 'sale', status: ['sold'] })).toBe('status=sold:12m');
});

test('bounds are rounded outward, so that near-equal views are one address', () => {
  expect(parseBounds('-117.80004,33.69996,-117.70001,33.75')).toEqual([-117.8001, 33.6999, -117.7, 33.75]);
});

test('capital letters mean the same', () => {
  const { query, problems } = parseSearchQuery(new URLSearchParams('status=Active,SOLD:6M&type=CONDO'));
  expect(problems).toEqual([]);
  expect(query).toMatchObject({ status: ['active', 'sold'], soldMonths: 6, type: ['condo'] });
});

test('positions are read with as many decimals as a map or a link writes', () => {
  const raw = {
    bbox: '-117.82350000000000136,33.6,-117.70000000000000284,33.75000000000000001',
    near: '33.68550000000000182,-117.80610000000000070,3000',
  };
  const { query, problems } = parseSearchQuery(raw);
  expect(problems).toEqual([]);
  expect(query.bbox).toEqual([-117.8235, 33.6, -117.7, 33.75]);
  expect(query.near).toEqual({ latitude: 33.6855, longitude: -117.8061, meters: 3000 });
});
