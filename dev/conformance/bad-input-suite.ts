import { type HomeCard, STATUS_FILTERS } from '@maru/listing';
import {
  type Bounds,
  NULLABLE_FILTERS,
  type Polygon,
  RANGE_FILTERS,
  type SearchQuery,
  type SearchRequest,
  SORTS,
  WANTS,
} from '@maru/listing/search';
import { describe, expect, test } from 'vitest';
import { expectEqual } from './expect-equal.ts';
import { plainSearch } from './plain-search.ts';
import { RANDOM_NOW, randomHomes } from './random-homes.ts';
import { type CreateEngine, createCard } from './search-engine-suite.ts';

/** The latitude at which the map ends: everything beyond is projected there. */
const MERCATOR_END = 85.06;

/** How many requests are made; fewer for an engine with a database. */
interface Size {
  homes: number;
  /** Pages requested in every order, with and without unstated values. */
  pages: readonly number[];
}

/** Degenerate requests over few homes: every engine answers as the plain filter does. */
export function describeBadInput(
  name: string,
  create: CreateEngine,
  { homes: count, pages }: Size = { homes: 1_200, pages: [1, 2, 100] },
): void {
  const withHomes = async (
    homes: HomeCard[],
    work: (expectPlain: (request: SearchRequest) => Promise<number>) => Promise<void>,
  ) => {
    const { engine, close } = await create(homes, RANDOM_NOW);
    try {
      await work(async (request) => {
        const answer = await engine.search(request);
        expectEqual(answer, plainSearch(homes, request, RANDOM_NOW));
        return answer.total;
      });
    } finally {
      await close();
    }
  };

  describe(`${name}, degenerate requests`, () => {
    const atTheEnds = [
      [90, 180],
      [-90, -180],
      [0, 180],
      [0, -180],
      [MERCATOR_END, 179.999999],
      [-MERCATOR_END, -179.999999],
      [51.88, 179.5],
      [0, 0],
    ].map(([latitude, longitude], i) => createCard({ homeId: `h${i}`, latitude, longitude }));

    test('bounds at ±180°, the poles and the date line hold exactly what lies in them', async () => {
      const all: Bounds[] = [
        [-180, -90, 180, 90],
        [179, -90, 180, 90],
        [-180, -90, -179, 90],
        [-180, 0, 180, 0],
        [180, -90, 180, 90],
        [0, 0, 0, 0],
        [-180, 85, 180, 90],
      ];
      await withHomes(atTheEnds, async (expectPlain) => {
        const totals = new Map<string, number>();
        for (const bbox of all) {
          for (const zoom of [0, 3, 22]) {
            totals.set(String(bbox), await expectPlain({ ...everything({ bbox }), zoom }));
          }
        }
        expect(totals.get('-180,-90,180,90')).toBe(8);
        expect(totals.get('-180,-90,-179,90')).toBe(3);
      });
    });

    test('a circle at ±180° and at a pole', async () => {
      await withHomes(atTheEnds, async (expectPlain) => {
        for (const near of [
          { latitude: 0, longitude: 180, meters: 160_000 },
          { latitude: MERCATOR_END, longitude: -180, meters: 100 },
          { latitude: -90, longitude: 0, meters: 160_000 },
        ]) {
          await expectPlain(everything({ near }));
        }
      });
    });

    const bowtie: Polygon = [
      [33.5, -118],
      [33.9, -117.6],
      [33.9, -118],
      [33.5, -117.6],
    ];
    const star = ring(5, () => 0.1).map((_, i, all) => all[(i * 2) % 5]!);
    const line: Polygon = [
      [33.6, -118],
      [33.7, -117.8],
      [33.6, -118],
    ];
    const point: Polygon = Array.from({ length: 3 }, () => [33.6846, -117.8265] as const);

    test('self-intersecting, linear and single-point polygons hold what lies on their edges', async () => {
      await withHomes(randomHomes(17, count), async (expectPlain) => {
        const totals = [];
        for (const poly of [[bowtie], [star], [line], [point], [bowtie, star]]) {
          totals.push(await expectPlain(everything({ poly })));
        }
        expect(totals[0]).toBeGreaterThan(0);
        expect(totals[1]).toBeGreaterThan(0);
      });
    });

    test('a polygon of 10,000 points', async () => {
      const round = ring(10_000, (i) => 0.05 + (i % 2) * 0.03);
      await withHomes(randomHomes(17, 120), async (expectPlain) => {
        expect(await expectPlain(everything({ poly: [bowtie, round] }))).toBeGreaterThan(0);
      });
    });

    test('all filters at once, in every order, stated or not, also on a page beyond the last', async () => {
      const homes = randomHomes(19, count);
      const query: Partial<SearchQuery> = {
        bbox: [-125, 20, -60, 60],
        near: { latitude: 33.7, longitude: -117.8, meters: 160_000 },
        poly: [
          [
            [30, -125],
            [45, -125],
            [45, -60],
            [30, -60],
          ],
        ],
        ...Object.fromEntries(RANGE_FILTERS.map((filter) => [filter, { min: 0, max: 4_000_000 }])),
        facing: ['n', 's', 'e', 'w'],
        has: ['ac'],
        furnished: true,
        lease: 12,
        from: '2026-12-31',
        new: true,
        senior: false,
        schoolDistrict: 'irvine-usd',
        school: ['irvine-high', 'northwood-high'],
        open: 'any',
        cut: 0,
        commute: { by: 'car', depart: '0800', minutes: { max: 200 } },
        to: [33.7, -117.8],
        type: ['house', 'condo', 'land'],
        status: [...STATUS_FILTERS],
      };
      const keyword = { in: new Set(homes.slice(0, (count * 3) / 4).map(({ homeId }) => homeId)) };
      await withHomes(homes, async (expectPlain) => {
        for (const sort of SORTS) {
          for (const unk of [[], [...NULLABLE_FILTERS]]) {
            for (const page of pages) {
              await expectPlain({ ...everything({ ...query, sort, unk, page }), keyword });
            }
          }
        }
      });
    });
  });
}

/** A polygon of `corners` corners around Irvine, `radius` degrees from its center. */
export function ring(corners: number, radius: (corner: number) => number): Polygon {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * 2 * Math.PI;
    return [33.68 + Math.sin(angle) * radius(i), -117.83 + Math.cos(angle) * radius(i)] as const;
  });
}

function everything(query: Partial<SearchQuery>): SearchRequest {
  return { query: { searchType: 'sale', ...query }, want: new Set(WANTS), zoom: 3 };
}
