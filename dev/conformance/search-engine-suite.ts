import type { HomeCard, SearchType } from '@maru/listing';
import { featureAnswers, featureBits } from '@maru/listing';
import type {
  HomeChanges,
  Polygon,
  SearchAnswer,
  SearchEngine,
  SearchQuery,
  SearchRequest,
} from '@maru/listing/search';
import {
  buildChoices,
  CHOICE_FILTERS,
  CHOICE_VALUES,
  type ChoiceFilter,
  mercatorX,
  mercatorY,
  PAGE_SIZE,
  priceEdges,
  roundBounds,
  SORTS,
  WANTS,
} from '@maru/listing/search';
import { describe, expect, test } from 'vitest';
import { expectEqual } from './expect-equal.ts';
import { plainSearch } from './plain-search.ts';
import { applyToList, RANDOM_NOW, randomChanges, randomHomes, randomRequest } from './random-homes.ts';

/** An engine under test over the given homes; `now` (ms UTC) is its fixed clock. */
export interface EngineUnderTest {
  engine: SearchEngine;
  /** Resolves when the changes can be searched. */
  apply(changes: HomeChanges): Promise<void>;
  close(): Promise<void>;
}

export type CreateEngine = (homes: HomeCard[], now: number) => Promise<EngineUnderTest>;

const everything = new Set(WANTS);
const TOTAL = new Set(['total'] as const);
const isLong = process.env.MARU_TEST_LONG === '1';
/** Set `MARU_TEST_SEED` to repeat a run. */
const seed = Number(process.env.MARU_TEST_SEED ?? Date.now() % 1_000_000_000);
const size = isLong
  ? { rounds: 8, homes: 3_000, requests: 400, batches: 4, changes: 300 }
  : { rounds: 2, homes: 400, requests: 60, batches: 2, changes: 60 };

type WithEngine = (
  homes: HomeCard[],
  check: (
    ask: (query?: Partial<SearchQuery>, more?: Partial<SearchRequest>) => Promise<SearchAnswer>,
    under: EngineUnderTest,
  ) => Promise<void>,
) => Promise<void>;

/** Runs `check` on an engine over `homes` and closes it. */
const createRunner =
  (create: CreateEngine): WithEngine =>
  async (homes, check) => {
    const under = await create(homes, RANDOM_NOW);
    try {
      await check(
        (query = {}, more = {}) =>
          under.engine.search({ query: { searchType: 'sale', ...query }, want: everything, ...more }),
        under,
      );
    } finally {
      await under.close();
    }
  };

/** The tests of every search engine; `SearchEngine` in `@maru/listing` defines the contract. */
export function describeSearchEngine(name: string, create: CreateEngine): void {
  describeSearchScenes(name, create);
  describeRandomSearches(name, create);
}

/** Small cases with literal answers. The oracle must pass them too. */
export function describeSearchScenes(name: string, create: CreateEngine): void {
  const withEngine = createRunner(create);

  describe(`${name}, small cases`, () => {
    test('with ten homes of which three do not state the fee, they are counted, and the switch adds exactly those (rule R10)', async () => {
      const fees = [0, 100, 200, 300, 301, 400, 500, null, null, null];
      const homes = fees.map((associationFeeMonthly, i) =>
        createCard({ homeId: `h${i}`, associationFeeMonthly }),
      );
      await withEngine(homes, async (ask) => {
        const without = await ask({ hoa: { max: 300 } });
        expect(without.total).toBe(4);
        expect(without.unknown).toEqual({ hoa: 3 });
        const withThem = await ask({ hoa: { max: 300 }, unk: ['hoa'] });
        expect(withThem.total).toBe(7);
        expect(withThem.unknown).toEqual({ hoa: 3 });
        expect((await ask()).unknown).toEqual({});
      });
    });

    test('a home unstated in two filters counts as unknown in neither until one is switched on', async () => {
      const land = createCard({
        homeId: 'l',
        homeType: 'land',
        bedroomsTotal: null,
        bathroomsTotalDecimal: null,
      });
      await withEngine([land, createCard({ homeId: 'm' })], async (ask) => {
        const ranges = { beds: { min: 2 }, baths: { min: 1.5 } };
        expect((await ask(ranges)).unknown).toEqual({ beds: 0, baths: 0 });
        const answer = await ask({ ...ranges, unk: ['beds'] });
        expect(answer.total).toBe(1);
        expect(answer.unknown).toEqual({ beds: 0, baths: 1 });
        expect((await ask({ ...ranges, unk: ['beds', 'baths'] })).total).toBe(2);
      });
    });

    test('unstated values sort last in every order, and ties sort by homeId in byte order (rule R16)', async () => {
      const same = {
        listPrice: 500_000,
        previousListPrice: 550_000,
        livingArea: 1_000,
        lotSizeSquareFeet: 5_000,
        yearBuilt: 2000,
      };
      const unstated = {
        latitude: null,
        longitude: null,
        listPrice: null,
        livingArea: null,
        lotSizeSquareFeet: null,
        yearBuilt: null,
        listedAt: null,
      };
      const homes = [
        createCard({ homeId: 'b', ...unstated }),
        createCard({ homeId: 'h9', ...same }),
        createCard({ homeId: 'h10', ...same }),
        createCard({ homeId: 'a', ...unstated }),
        createCard({ homeId: 'h1', ...same }),
      ];
      await withEngine(homes, async (ask) => {
        for (const sort of SORTS) {
          const ids = listIds(await ask({ sort, to: [33.7, -117.77] }));
          expect(ids, sort).toEqual(['h1', 'h10', 'h9', 'a', 'b']);
        }
      });
    });

    test('each sort order uses its own value', async () => {
      const homes = [
        createCard({
          homeId: 'x',
          listPrice: 900_000,
          previousListPrice: 909_000,
          livingArea: 3_000,
          lotSizeSquareFeet: 1,
          yearBuilt: 1990,
          listedAt: RANDOM_NOW - 3,
        }),
        createCard({
          homeId: 'y',
          longitude: -117.7,
          listPrice: 600_000,
          previousListPrice: 660_000,
          livingArea: 1_000,
          lotSizeSquareFeet: 9,
          yearBuilt: 2020,
          listedAt: RANDOM_NOW - 2,
        }),
        createCard({
          homeId: 'z',
          latitude: 33.9,
          listPrice: 300_000,
          livingArea: 0,
          lotSizeSquareFeet: 5,
          yearBuilt: 2005,
          listedAt: RANDOM_NOW - 1,
        }),
      ];
      await withEngine(homes, async (ask) => {
        const orders: Record<(typeof SORTS)[number], string> = {
          new: 'zyx',
          price: 'zyx',
          '-price': 'xyz',
          ppsf: 'xyz',
          '-sqft': 'xyz',
          '-lot': 'yzx',
          '-year': 'yzx',
          // The loan weighs most; z has no living area to insure.
          monthly: 'zyx',
          cut: 'yxz',
          commute: 'xyz',
        };
        for (const sort of SORTS) {
          expect(listIds(await ask({ sort, to: [33.7, -117.77] })).join(''), sort).toBe(orders[sort]);
        }
      });
    });

    test('a feature that only the remarks may mention is not present, and counts as not stated (rule R8)', async () => {
      const pool = (yes: boolean | null) => featureAnswers({ pool: yes, ac: true });
      const homes = [
        createCard({ homeId: 'has', ...pool(true) }),
        createCard({ homeId: 'has-none', ...pool(false) }),
        createCard({ homeId: 'room-for-one', ...pool(null) }),
      ];
      await withEngine(homes, async (ask) => {
        const answer = await ask({ has: ['pool', 'ac'] });
        expect(listIds(answer)).toEqual(['has']);
        expect(answer.unknown).toEqual({ has: 1 });
        expect(answer.facets?.has).toMatchObject({ pool: 1, ac: 1, view: 0 });
        expect((await ask({ has: ['pool'], unk: ['has'] })).total).toBe(2);
        expect((await ask()).facets?.has).toMatchObject({ pool: 1, ac: 3 });
      });
    });

    test('counts of choices ignore their own filter and apply all others', async () => {
      const today = new Date(RANDOM_NOW).toISOString().slice(0, 10);
      const homes = [
        createCard({ homeId: 'a', storiesTotal: 1, parkingTotal: 1, facing: 's', newConstructionYN: true }),
        createCard({
          homeId: 'b',
          storiesTotal: 2,
          parkingTotal: 3,
          facing: 's',
          previousListPrice: 960_000,
        }),
        createCard({
          homeId: 'c',
          storiesTotal: 3,
          parkingTotal: null,
          facing: null,
          openHouseDays: [today],
        }),
        createCard({ homeId: 'd', storiesTotal: null, parkingTotal: 2, facing: 'n', homeType: 'land' }),
      ];
      await withEngine(homes, async (ask) => {
        const count = async (query: Partial<SearchQuery>) => (await ask(query)).choices!;
        const all = await count({ page: 2, sort: 'price' });
        expect(all.stories).toEqual({ one: 1, more: 2 });
        expect(all.parking).toEqual([3, 2, 1, 0]);
        expect(all.facing).toMatchObject({ s: 2, n: 1, e: 0 });
        expect(all.new).toBe(1);
        expect(all.senior).toEqual({ without: 4, only: 0 });
        expect(all.dom).toEqual([0, 0, 0, 4, 4, 4]);
        expect(all.cut).toEqual([1, 1, 1, 0]);
        expect(all.open.any).toBe(1);
        const chosen = await count({ facing: ['n'], stories: { min: 1, max: 1 }, unk: ['stories'] });
        expect(chosen.facing).toMatchObject({ s: 1, n: 1 });
        expect(chosen.stories).toEqual({ one: 1, more: 1 });
        expect((await count({ type: ['land'] })).parking).toEqual([1, 1, 0, 0]);
      });
    });

    test('the monthly cost filter: a home whose known parts exceed it is out; one that may fit comes after all that do', async () => {
      const homes = [
        createCard({ homeId: 'whole', listPrice: 500_000, taxOtherAnnualAssessmentAmount: 0 }),
        createCard({ homeId: 'fee-unstated', listPrice: 400_000, associationFeeMonthly: null }),
        createCard({ homeId: 'levies-unstated', listPrice: 500_000, taxOtherAnnualAssessmentAmount: null }),
        createCard({ homeId: 'too-dear', listPrice: 2_000_000, associationFeeMonthly: null }),
        createCard({ homeId: 'no-price', listPrice: null }),
      ];
      await withEngine(homes, async (ask) => {
        const answer = await ask({ monthly: { max: 4_000 } });
        const partial = ['fee-unstated', 'levies-unstated'];
        expect(listIds(answer)).toEqual(['whole', ...partial]);
        expect(answer).toMatchObject({ total: 3, atLeast: 2, unknown: { monthly: 1 } });
        expect(answer.facets?.type.house).toBe(3);
        for (const sort of SORTS) {
          const [first, ...rest] = listIds(await ask({ monthly: { max: 4_000 }, sort }));
          expect(first, sort).toBe('whole');
          expect(rest.sort(), sort).toEqual(partial);
        }
        expect(listIds(await ask({ sort: 'monthly' }))).toEqual([
          'whole',
          ...partial,
          'too-dear',
          'no-price',
        ]);
        const whole = await ask({ monthly: { max: 4_000 }, wholeCost: true });
        expect(listIds(whole)).toEqual(['whole']);
        expect(whole).toMatchObject({ total: 1, atLeast: 2, unknown: { monthly: 1 } });
        const withAll = await ask({ monthly: { max: 4_000 }, unk: ['monthly'] });
        expect(withAll).toMatchObject({ total: 4, atLeast: 2 });
        expect((await ask({ wholeCost: true })).total).toBe(5);
        const cash = { loan: { down: { percent: 100 }, rate: 6, years: 30 } };
        expect((await ask({ monthly: { max: 1_000 } }, cash)).total).toBe(3);
        expect((await ask({ monthly: { max: 1_000 } })).total).toBe(0);
      });
    });

    test('drawn areas and circles: inside one of the areas, the circle and the viewport; the place is then only a label', async () => {
      const at = (homeId: string, latitude: number | null, longitude: number | null) =>
        createCard({ homeId, latitude, longitude });
      const homes = [at('a', 33.7, -117.8), at('b', 33.8, -117.8), at('c', 34, -118), at('n', null, null)];
      const around = (latitude: number, longitude: number): Polygon => [
        [latitude - 0.01, longitude - 0.01],
        [latitude - 0.01, longitude + 0.01],
        [latitude + 0.01, longitude],
      ];
      await withEngine(homes, async (ask) => {
        const poly = [around(33.7, -117.8), around(34, -118)];
        expect(listIds(await ask({ poly })).sort()).toEqual(['a', 'c']);
        expect(listIds(await ask({ poly, place: 'nowhere-ca' })).sort()).toEqual(['a', 'c']);
        const near = { latitude: 33.75, longitude: -117.8, meters: 6_000 };
        expect(listIds(await ask({ near })).sort()).toEqual(['a', 'b']);
        expect(listIds(await ask({ near, poly })).sort()).toEqual(['a']);
        expect(listIds(await ask({ near, bbox: [-118, 33.75, -117, 34] }))).toEqual(['b']);
        const fixed = await ask({ near }, { zoom: 12, clip: [-118, 33.6, -117, 33.75] });
        expect(fixed.total).toBe(2);
        expect(fixed.clusters?.map(({ count }) => count)).toEqual([1]);
      });
    });

    test('open houses are filtered by day, weekend or any future one; past ones do not count', async () => {
      // RANDOM_NOW is a Saturday.
      const homes = [
        createCard({ homeId: 'today', openHouseDays: ['2026-11-21'] }),
        createCard({ homeId: 'sunday', openHouseDays: ['2026-11-19', '2026-11-22'] }),
        createCard({ homeId: 'monday', openHouseDays: ['2026-11-23'] }),
        createCard({ homeId: 'was', openHouseDays: ['2026-11-20'] }),
        createCard({ homeId: 'none', openHouseDays: [] }),
      ];
      await withEngine(homes, async (ask) => {
        expect(listIds(await ask({ open: 'any' })).sort()).toEqual(['monday', 'sunday', 'today']);
        expect(listIds(await ask({ open: 'weekend' })).sort()).toEqual(['sunday', 'today']);
        expect(listIds(await ask({ open: '2026-11-23' }))).toEqual(['monday']);
        expect((await ask({ open: '2026-11-20' })).total).toBe(0);
      });
    });

    test('price cuts are filtered by minimum percentage; a rise is no cut', async () => {
      const homes = [
        createCard({ homeId: 'ten', previousListPrice: 1_000_000 }),
        createCard({ homeId: 'one', previousListPrice: 909_090 }),
        createCard({ homeId: 'rise', previousListPrice: 800_000 }),
        createCard({ homeId: 'none' }),
      ];
      await withEngine(homes, async (ask) => {
        expect(listIds(await ask({ cut: 0 })).sort()).toEqual(['one', 'ten']);
        expect(listIds(await ask({ cut: 10 }))).toEqual(['ten']);
        expect((await ask({ cut: 11 })).total).toBe(0);
      });
    });

    test('commute minutes are computed from the position; they are unknown by transit, without a position or without a destination', async () => {
      const homes = [
        createCard({ homeId: 'near', latitude: 33.7, longitude: -117.8 }),
        createCard({ homeId: 'far', latitude: 34.2, longitude: -118.4 }),
        createCard({ homeId: 'nowhere', latitude: null, longitude: null }),
      ];
      const commute = { by: 'car' as const, depart: '0800', minutes: { max: 30 } };
      await withEngine(homes, async (ask) => {
        const answer = await ask({ commute, to: [33.68, -117.82] });
        expect(listIds(answer)).toEqual(['near']);
        expect(answer.unknown).toEqual({ commute: 1 });
        const byTransit = await ask({ commute: { ...commute, by: 'transit' }, to: [33.68, -117.82] });
        expect([byTransit.total, byTransit.unknown]).toEqual([0, { commute: 3 }]);
        expect((await ask({ commute })).total).toBe(3);
      });
    });

    test('a full-text search returns only homes that the text search found', async () => {
      await withEngine([createCard({ homeId: 'a' }), createCard({ homeId: 'b' })], async (ask) => {
        const only = (...ids: string[]) => ({ keyword: { in: new Set(ids) } });
        expect(listIds(await ask({}, only('b', 'elsewhere')))).toEqual(['b']);
        expect((await ask({}, only())).total).toBe(0);
      });
    });

    test('a full-text search for unwanted words leaves out those that have them, and no others', async () => {
      await withEngine([createCard({ homeId: 'a' }), createCard({ homeId: 'b' })], async (ask) => {
        const without = (...ids: string[]) => ({ keyword: { notIn: new Set(ids) } });
        expect(listIds(await ask({}, without('b', 'elsewhere')))).toEqual(['a']);
        expect((await ask({}, without())).total).toBe(2);
        const both = { keyword: { in: new Set(['a', 'b']), notIn: new Set(['a']) } };
        expect(listIds(await ask({}, both))).toEqual(['b']);
      });
    });

    test('the same request has the same answer (rules R16, R23)', async () => {
      await withEngine(randomHomes(7, 150), async (ask) => {
        for (let i = 0; i < 20; i++) {
          const { query, ...more } = randomRequest(i);
          expectEqual(await ask(query, more), await ask(query, more));
        }
      });
    });

    test('the default status is active; others only on request', async () => {
      const homes = [
        createCard({ homeId: 'a' }),
        createCard({ homeId: 'b', standardStatus: 'Active Under Contract' }),
        createCard({ homeId: 'c', standardStatus: 'Coming Soon' }),
        createCard({ homeId: 'p', standardStatus: 'Pending' }),
        createCard({ homeId: 's', standardStatus: 'Closed', closeDate: '2026-06-01' }),
        createCard({ homeId: 't', standardStatus: 'Closed', closeDate: '2025-11-21' }),
        createCard({ homeId: 'u', standardStatus: 'Closed', closeDate: '2025-11-20' }),
        createCard({ homeId: 'v', standardStatus: 'Closed', closeDate: null }),
        createCard({ homeId: 'w', standardStatus: 'Withdrawn' }),
      ];
      await withEngine(homes, async (ask) => {
        expect(listIds(await ask())).toEqual(['a', 'b']);
        expect(listIds(await ask({ status: [] }))).toEqual(['a', 'b']);
        expect(listIds(await ask({ status: ['pending', 'coming'] }))).toEqual(['c', 'p']);
        expect(listIds(await ask({ status: ['sold'] }))).toEqual(['s', 't']);
        expect(listIds(await ask({ status: ['sold'], soldMonths: 6 }))).toEqual(['s']);
        expect((await ask({ status: ['pending'] })).facets?.status).toEqual({
          active: 2,
          pending: 1,
          coming: 1,
          sold: 2,
        });
      });
    });

    test('days on the market are calendar days in UTC', async () => {
      const midnight = Math.floor(RANDOM_NOW / 86_400_000) * 86_400_000;
      const homes = [
        createCard({ homeId: 'future', listedAt: RANDOM_NOW + 90_000_000 }),
        createCard({ homeId: 'today', listedAt: midnight }),
        createCard({ homeId: 'yesterday', listedAt: midnight - 1 }),
        createCard({ homeId: 'unstated', listedAt: null }),
      ];
      await withEngine(homes, async (ask) => {
        const answer = await ask({ dom: { max: 0 } });
        expect(listIds(answer)).toEqual(['future', 'today']);
        expect(answer.unknown).toEqual({ dom: 1 });
        expect(listIds(await ask({ dom: { min: 1 } }))).toEqual(['yesterday']);
      });
    });

    test('several places are a union, and a home in a place that is left out is in none of them, map or not', async () => {
      const at = (homeId: string, city: string | null, zip: string | null, neighborhoods: string[] = []) =>
        createCard({
          homeId,
          latitude: 33.7,
          longitude: -117.8,
          placeIds: { state: 'ca', county: 'orange-county-ca', city, zip, neighborhoods },
        });
      const homes = [
        at('a', 'irvine-ca', '92620', ['woodbury-irvine-ca']),
        at('b', 'tustin-ca', '92782'),
        at('c', 'santa-ana-ca', '92701'),
        // Unincorporated: in the county and in no city.
        at('d', null, null),
      ];
      await withEngine(homes, async (ask) => {
        const ids = async (query: Partial<SearchQuery>) => listIds(await ask(query)).sort();
        expect(await ids({ place: 'irvine-ca', otherPlaces: ['tustin-ca'] })).toEqual(['a', 'b']);
        expect(await ids({ place: '92620', otherPlaces: ['irvine-ca', 'nowhere-ca'] })).toEqual(['a']);
        const county = { place: 'orange-county-ca' };
        expect(await ids({ ...county, notPlaces: ['santa-ana-ca'] })).toEqual(['a', 'b', 'd']);
        expect(await ids({ ...county, notPlaces: ['92701', 'woodbury-irvine-ca'] })).toEqual(['b', 'd']);
        expect(await ids({ ...county, notPlaces: ['ca'] })).toEqual([]);
        expect(await ids({ notPlaces: ['nowhere-ca'] })).toEqual(['a', 'b', 'c', 'd']);
        const bbox = roundBounds([-117.9, 33.6, -117.7, 33.8]);
        expect(await ids({ bbox, place: 'irvine-ca', notPlaces: ['tustin-ca'] })).toEqual(['a', 'c', 'd']);
      });
    });

    test('without a feature: homes known to have it are out, those that do not state it stay', async () => {
      const bit = featureBits(['pool']);
      const homes = [
        createCard({ homeId: 'yes', featuresYes: bit, featuresStated: bit }),
        createCard({ homeId: 'no', featuresYes: 0, featuresStated: bit }),
        createCard({ homeId: 'unstated', featuresYes: 0, featuresStated: 0 }),
      ];
      await withEngine(homes, async (ask) => {
        expect(listIds(await ask({ lacks: ['pool'] })).sort()).toEqual(['no', 'unstated']);
        expect(listIds(await ask({ lacks: ['ac', 'view'] })).sort()).toEqual(['no', 'unstated', 'yes']);
        expect(listIds(await ask({ has: ['pool'], lacks: ['pool'] }))).toEqual([]);
      });
    });

    test('bounds take precedence over the place, include their edges, and exclude homes without a position', async () => {
      const placeIds = {
        state: 'nj',
        county: null,
        city: 'fort-lee-nj',
        zip: '07024',
        neighborhoods: ['main-st-fort-lee-nj'],
      };
      const homes = [
        createCard({ homeId: 'a', latitude: 33.7, longitude: -117.8 }),
        createCard({ homeId: 'b', latitude: 33.6, longitude: -117.9 }),
        createCard({ homeId: 'c', latitude: 40.85, longitude: -73.97, placeIds }),
        createCard({ homeId: 'd', latitude: null, longitude: null, placeIds }),
      ];
      await withEngine(homes, async (ask) => {
        for (const place of ['nj', 'fort-lee-nj', '07024', 'main-st-fort-lee-nj']) {
          expect(listIds(await ask({ place })), place).toEqual(['c', 'd']);
        }
        expect(listIds(await ask({ place: 'nowhere-nj' }))).toEqual([]);
        const bbox = [-117.9, 33.6, -117.8, 33.7] as const;
        const answer = await ask({ place: 'fort-lee-nj', bbox });
        expect(listIds(answer)).toEqual(['a', 'b']);
        expect(answer.extent).toEqual([-117.9, 33.6, -117.8, 33.7]);
        expect(listIds(await ask({ bbox: [-180, -90, 180, 90] }))).toEqual(['a', 'b', 'c']);
        expect((await ask({ place: 'nowhere-nj' })).extent).toBeNull();
      });
    });

    test('clusters sum to the matches, are ordered by row and column, and a single home is a pin (rule R11)', async () => {
      const homes = [
        createCard({ homeId: 'south', latitude: 33.6, longitude: -117.9, listPrice: null }),
        createCard({ homeId: 'twin1', latitude: 34.00001, longitude: -117.90001 }),
        createCard({ homeId: 'twin2', latitude: 34.00003, longitude: -117.90005 }),
        createCard({ homeId: 'east', latitude: 34.00001, longitude: -117.2 }),
        createCard({ homeId: 'nowhere', latitude: null, longitude: null }),
      ];
      await withEngine(homes, async (ask) => {
        const { clusters = [] } = await ask({}, { zoom: 14 });
        expect(clusters.map(({ count, home }) => home?.homeId ?? count)).toEqual([2, 'east', 'south']);
        expect(clusters[2]).toEqual({
          latitude: 33.6,
          longitude: -117.9,
          count: 1,
          home: { homeId: 'south', listPrice: null, standardStatus: 'Active' },
        });
        const { latitude, longitude } = clusters[0] ?? { latitude: 0, longitude: 0 };
        const mean = (of: (degree: number) => number, a: number, b: number) =>
          Math.floor((of(a) + of(b)) / 2);
        expect(Math.abs(mercatorX(longitude) - mean(mercatorX, -117.90001, -117.90005))).toBeLessThan(2);
        expect(Math.abs(mercatorY(latitude) - mean(mercatorY, 34.00001, 34.00003))).toBeLessThan(2);
        const clipped = await ask({}, { zoom: 14, clip: [-118, 33.9, -117.5, 34.1] });
        expect(clipped.clusters).toHaveLength(1);
        expect(clipped.total).toBe(5);
        const without = new Set(['twin2', 'south', 'nowhere', 'of another search']);
        const rest = await ask({}, { zoom: 14, without });
        expect(rest.clusters?.map(({ home }) => home?.homeId)).toEqual(['twin1', 'east']);
        expect(rest).toMatchObject({ total: 5, leftOut: 2 });
        expect((await ask({}, { zoom: 0 })).clusters).toMatchObject([{ count: 4 }]);
        expect((await ask()).clusters).toBeUndefined();
      });
    });

    test('the pages together contain every match once, and a page beyond them is empty', async () => {
      const homes = Array.from({ length: 85 }, (_, i) => createCard({ homeId: `h${i}`, listPrice: i % 3 }));
      await withEngine(homes, async (ask) => {
        const pages = await Promise.all([1, 2, 3, 4].map((page) => ask({ sort: 'price', page })));
        expect(pages.map((answer) => answer.listings.length)).toEqual([PAGE_SIZE, PAGE_SIZE, 5, 0]);
        expect(pages.map((answer) => answer.total)).toEqual([85, 85, 85, 85]);
        expect(new Set(pages.flatMap(listIds)).size).toBe(85);
      });
    });

    test('a facet counts the matches if its value were chosen', async () => {
      await withEngine(randomHomes(3, 300), async (ask) => {
        const query: Partial<SearchQuery> = { beds: { min: 2 }, type: ['house', 'condo'], unk: ['beds'] };
        const { facets } = await ask(query);
        for (const [type, count] of Object.entries(facets?.type ?? {})) {
          expect((await ask({ ...query, type: [type] as SearchQuery['type'] })).total, type).toBe(count);
        }
        for (const [beds, count] of (facets?.beds ?? []).entries()) {
          expect((await ask({ ...query, beds: { min: beds } })).total, `${beds} beds`).toBe(count);
        }
        for (const [baths, count] of (facets?.baths ?? []).entries()) {
          expect((await ask({ ...query, baths: { min: baths } })).total, `${baths} baths`).toBe(count);
        }
      });
    });

    test('the histogram ignores the price filter and counts an edge in the bar that starts there', async () => {
      const homes = [49_999, 50_000, 7_000_000, null].map((listPrice, i) =>
        createCard({ homeId: `h${i}`, listPrice }),
      );
      await withEngine(homes, async (ask) => {
        const { histogram, total } = await ask({ price: { max: 10 } });
        expect(total).toBe(0);
        expect(histogram?.edges).toEqual(priceEdges('sale'));
        expect(histogram?.counts.slice(0, 3)).toEqual([1, 1, 0]);
        expect(histogram?.counts.at(-1)).toBe(1);
      });
    });

    test('the price of a rental includes its required fees: filter, order, histogram, card and pin agree (rule R26)', async () => {
      const rental = (homeId: string, listPrice: number, requiredFeesMonthly: number | null) =>
        createCard({ homeId, searchType: 'rent', listPrice, requiredFeesMonthly });
      const homes = [rental('fees', 2_950, 300), rental('none', 3_000, null), rental('cheap', 2_800, 150)];
      await withEngine(homes, async (ask) => {
        const query = { searchType: 'rent', sort: 'price' } as const;
        expect((await ask(query)).listings.map(({ homeId }) => homeId)).toEqual(['cheap', 'none', 'fees']);
        const within = await ask({ ...query, price: { max: 3_000 } });
        expect(within.listings).toEqual([homes[2], homes[1]]);
        const { edges, counts } = within.histogram ?? { edges: [], counts: [] };
        const counted = edges.filter((_, at) => (counts[at] ?? 0) > 0);
        expect(counted).toEqual([2_750, 3_000, 3_250]);
      });
    });

    test('a home for sale and for rent is two cards, updated and removed separately', async () => {
      const sale = createCard({ homeId: 'both', listPrice: 800_000 });
      const rent = createCard({ homeId: 'both', searchType: 'rent', listPrice: 3_500 });
      await withEngine([sale, rent], async (ask, { apply }) => {
        expect((await ask({ searchType: 'rent' })).listings).toEqual([rent]);
        await apply({
          upserts: [{ ...rent, listPrice: 3_400 }],
          removals: [{ homeId: 'both', searchType: 'sale' }],
        });
        expect((await ask()).total).toBe(0);
        expect((await ask({ searchType: 'rent' })).listings).toEqual([{ ...rent, listPrice: 3_400 }]);
      });
    });

    test('a change increments the version, and a search does not', async () => {
      await withEngine([createCard({ homeId: 'a' })], async (ask, { engine, apply }) => {
        const before = engine.version();
        await ask();
        expect(engine.version()).toBe(before);
        await apply({ upserts: [createCard({ homeId: 'a', listPrice: 1 })], removals: [] });
        expect(engine.version()).not.toBe(before);
        expect((await ask()).listings[0]?.listPrice).toBe(1);
      });
    });

    test('parts that are not wanted are not in the answer', async () => {
      await withEngine([createCard({ homeId: 'a' })], async (ask) => {
        const answer = await ask({}, { want: new Set(['total'] as const), zoom: 5 });
        expect(answer).toEqual({ total: 1, unknown: {}, listings: [], extent: expect.anything() });
      });
    });

    test('no homes give no matches', async () => {
      await withEngine([], async (ask) => {
        const answer = await ask({ beds: { min: 1 } }, { zoom: 3 });
        expect(answer).toMatchObject({
          total: 0,
          unknown: { beds: 0 },
          listings: [],
          extent: null,
          clusters: [],
        });
      });
    });

    test('an aborted search rejects', async () => {
      await withEngine([createCard({ homeId: 'a' })], async (_ask, { engine }) => {
        const gone = AbortSignal.abort(new Error('the map moved on'));
        const search = engine.search({ query: { searchType: 'sale' }, want: everything }, gone);
        await expect(search).rejects.toThrow('the map moved on');
      });
    });
  });
}

function describeRandomSearches(name: string, create: CreateEngine): void {
  const withEngine = createRunner(create);

  describe(`${name}, compared with the plain filter (MARU_TEST_SEED=${seed})`, () => {
    for (let round = 0; round < size.rounds; round++) {
      const roundSeed = seed + round * 1_000_003;
      test(`answers ${size.requests} random requests alike before and after ${size.batches} batches of changes, seed ${roundSeed}`, async () => {
        let homes = randomHomes(roundSeed, size.homes);
        await withEngine(homes, async (_ask, { engine, apply }) => {
          for (let batch = 0; batch <= size.batches; batch++) {
            if (batch > 0) {
              const changes = randomChanges(roundSeed + batch, homes, size.changes);
              await apply(changes);
              homes = applyToList(homes, changes);
            }
            for (let i = 0; i < size.requests; i++) {
              const request = randomRequest(roundSeed + batch * 100_003 + i, homes);
              await expectSameAnswer(engine, homes, request);
            }
          }
        });
      });
    }

    test('the count of a choice is the total of a search with that value', async () => {
      const homes = randomHomes(seed + 1, size.homes);
      await withEngine(homes, async (ask) => {
        for (let i = 0; i < 8; i++) {
          const { query, keyword, loan } = randomRequest(seed + i, homes);
          const { page: _page, ...asked } = query;
          const totals = {} as Record<ChoiceFilter, number[]>;
          for (const filter of CHOICE_FILTERS) {
            totals[filter] = [];
            for (const value of CHOICE_VALUES[filter]) {
              const one = await ask({ ...asked, [filter]: value }, { keyword, loan, want: TOTAL });
              totals[filter].push(one.total);
            }
          }
          const { choices } = await ask(asked, { keyword, loan });
          expect(choices, JSON.stringify(query)).toEqual(buildChoices(totals));
        }
      });
    });

    test('for random bounds the clusters sum to the total, and so do the pages (rule R11)', async () => {
      const homes = randomHomes(seed, size.homes);
      await withEngine(homes, async (ask) => {
        for (let i = 0; i < size.requests / 4; i++) {
          const { query, zoom = 11 } = randomRequest(seed + i, homes);
          const bbox = query.bbox ?? [-118.5, 33.5, -117.5, 34.3];
          const { total, clusters = [] } = await ask({ ...query, bbox, page: 1 }, { zoom });
          expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(total);
          const ids = new Set<string>();
          for (let page = 1; (page - 1) * PAGE_SIZE < total; page++) {
            for (const id of listIds(await ask({ ...query, bbox, page }))) ids.add(id);
          }
          expect(ids.size).toBe(total);
        }
      });
    });

    test('switching "include not stated" on adds exactly the unknown ones (rule R10)', async () => {
      const homes = randomHomes(seed, size.homes);
      await withEngine(homes, async (ask) => {
        for (let i = 0; i < size.requests / 2; i++) {
          const { query } = randomRequest(seed - i, homes);
          const off = await ask(query);
          for (const [filter, count] of Object.entries(off.unknown)) {
            const key = filter as keyof SearchAnswer['unknown'];
            if (query.unk?.includes(key)) continue;
            const on = await ask({ ...query, unk: [...(query.unk ?? []), key] });
            expect(on.total - off.total, filter).toBe(count);
          }
        }
      });
    });
  });
}

/** A home in Irvine with all fields stated, overridden by `own`. */
export function createCard(own: Partial<HomeCard> & { homeId: string; searchType?: SearchType }): HomeCard {
  return {
    searchType: 'sale',
    dataset: 'kc',
    listingKey: own.homeId,
    listingId: null,
    homeType: 'house',
    standardStatus: 'Active',
    listPrice: 900_000,
    previousListPrice: null,
    priceChangedAt: null,
    bedroomsTotal: 3,
    bathroomsTotalDecimal: 2.5,
    livingArea: 1_800,
    lotSizeSquareFeet: 5_000,
    yearBuilt: 1998,
    associationFeeMonthly: 0,
    taxOtherAnnualAssessmentAmount: 0,
    requiredFeesMonthly: null,
    storiesTotal: 2,
    parkingTotal: 2,
    securityDeposit: null,
    facing: 's',
    furnished: null,
    leaseMonths: null,
    availabilityDate: null,
    newConstructionYN: false,
    seniorCommunityYN: false,
    featuresYes: 0,
    featuresStated: 0,
    schoolDistrict: 'irvine-usd',
    schools: [],
    openHouseDays: [],
    listedAt: RANDOM_NOW - 10 * 86_400_000,
    closeDate: null,
    streetLine: '123 Oak St',
    unitNumber: null,
    city: 'Irvine',
    stateOrProvince: 'CA',
    postalCode: '92620',
    addressWithheld: false,
    latitude: 33.7,
    longitude: -117.77,
    placeIds: {
      state: 'ca',
      county: 'orange-county-ca',
      city: 'irvine-ca',
      zip: '92620',
      neighborhoods: [],
    },
    photo: null,
    photoAlteration: [],
    photosCount: 0,
    nextOpenHouse: null,
    listAgentFullName: null,
    listAgentStateLicense: null,
    listOfficeName: null,
    listOfficePhone: null,
    modificationTimestamp: '2026-11-11T00:00:00.000Z',
    ...own,
  };
}

function listIds(answer: SearchAnswer): string[] {
  return answer.listings.map((home) => home.homeId);
}

async function expectSameAnswer(
  engine: SearchEngine,
  homes: HomeCard[],
  request: SearchRequest,
): Promise<void> {
  expectEqual(
    await engine.search(request),
    plainSearch(homes, request, RANDOM_NOW),
    () =>
      `${JSON.stringify(request.query)} want ${[...request.want]} zoom ${request.zoom} clip ${request.clip}`,
  );
}
