import { FEATURES, HOME_TYPES, STANDARD_STATUSES, STATUS_FILTERS } from '@maru/listing';
import {
  COUNTED_ROOMS,
  mercatorLatitude,
  mercatorLongitude,
  priceEdges,
  roundBounds,
  type SearchRequest,
  SIZE_EDGES,
} from '@maru/listing/search';
import { type PlainColumns, UNSTATED } from './plain-columns.ts';
import { LINE, listFilters, NUMBERS_PER_LINE, PRICE_STEP, SIZE_STEP } from './plain-sql.ts';
import type { PlainAnswer } from './rival.ts';

/** The answer in a statement's lines of NUMBERS_PER_LINE numbers (see plainStatement). */
export function parseLines(
  lines: Float64Array,
  { query }: SearchRequest,
  columns: PlainColumns,
): PlainAnswer {
  const page: { row: number; listedAt: number; rank: number }[] = [];
  const cells: number[] = [];
  const prices = mapBars(priceEdges('sale'), PRICE_STEP);
  const sizes = mapBars(SIZE_EDGES, SIZE_STEP);
  const types = new Array<number>(HOME_TYPES.length).fill(0);
  const statuses = new Array<number>(STATUS_FILTERS.length).fill(0);
  const beds = new Array<number>(COUNTED_ROOMS + 1).fill(0);
  const baths = [...beds];
  const features = new Array<number>(FEATURES.length).fill(0);
  const answer: PlainAnswer = { total: 0, unknown: {}, ids: [], extent: null };
  for (let at = 0; at < lines.length; at += NUMBERS_PER_LINE) {
    const [a, b, c] = [lines[at + 1]!, lines[at + 2]!, lines[at + 3]!];
    switch (lines[at]) {
      case LINE.total:
        answer.total = a;
        // Without rows the minimum and maximum are null, which became NaN.
        if (!Number.isNaN(b)) answer.extent = roundBounds([b, c, lines[at + 4]!, lines[at + 5]!]);
        break;
      case LINE.unknown:
        listFilters(query).forEach((filter, i) => {
          answer.unknown[filter] = lines[at + 1 + i]!;
        });
        break;
      case LINE.page:
        page.push({ row: a, listedAt: b, rank: c });
        break;
      case LINE.cluster:
        cells.push(at);
        break;
      case LINE.price:
        prices.add(a, b);
        break;
      case LINE.size:
        sizes.add(a, b);
        break;
      case LINE.type:
        types[a]! += b;
        break;
      case LINE.status:
        statuses[a]! += b;
        break;
      case LINE.beds:
        for (let rooms = 0; rooms <= a; rooms++) beds[rooms]! += b;
        break;
      case LINE.baths:
        for (let rooms = 0; rooms <= a; rooms++) baths[rooms]! += b;
        break;
      case LINE.has:
        for (let bit = 0; bit < features.length; bit++) if ((a >> bit) & 1) features[bit]! += b;
        break;
    }
  }
  page.sort((one, other) => other.listedAt - one.listedAt || one.rank - other.rank);
  answer.ids = page.map(({ row }) => columns.ids[row]!);
  cells.sort((one, other) => lines[one + 1]! - lines[other + 1]! || lines[one + 2]! - lines[other + 2]!);
  answer.clusters = cells.map((at) =>
    buildCluster(columns, lines[at + 3]!, lines[at + 4]!, lines[at + 5]!, lines[at + 6]!),
  );
  answer.histogram = { edges: prices.edges, counts: prices.counts };
  answer.sizes = { edges: sizes.edges, counts: sizes.counts };
  answer.facets = {
    type: named(HOME_TYPES, types),
    status: named(STATUS_FILTERS, statuses),
    beds,
    baths,
    has: named(FEATURES, features),
  };
  return answer;
}

/** `row` is any of the `count` homes of a cell; `sumX` and `sumY` are the sums of their units. */
export function buildCluster(columns: PlainColumns, count: number, sumX: number, sumY: number, row: number) {
  if (count > 1) {
    const latitude = mercatorLatitude(Math.floor(sumY / count));
    return { latitude, longitude: mercatorLongitude(Math.floor(sumX / count)), count };
  }
  const price = columns.int.price[row]!;
  const home = {
    homeId: columns.ids[row]!,
    listPrice: price === UNSTATED ? null : price,
    standardStatus: STANDARD_STATUSES[columns.int.standing[row]!]!,
  };
  return { latitude: columns.latitude[row]!, longitude: columns.longitude[row]!, count, home };
}

/** Bars of unequal width from bars of equal width. */
export function mapBars(steppedEdges: readonly number[], step: number) {
  const edges = [...steppedEdges];
  const counts = new Array<number>(edges.length).fill(0);
  const barOfStep = Array.from({ length: edges.at(-1)! / step + 1 }, (_, i) =>
    edges.findLastIndex((edge) => edge <= i * step),
  );
  return {
    edges,
    counts,
    add(steps: number, homes: number): void {
      counts[barOfStep[steps]!]! += homes;
    },
  };
}

export function named<T extends string>(names: readonly T[], counts: ArrayLike<number>): Record<T, number> {
  return Object.fromEntries(names.map((name, i) => [name, counts[i] ?? 0])) as Record<T, number>;
}
