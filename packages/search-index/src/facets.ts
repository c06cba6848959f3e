import {
  COUNTED_ROOMS,
  type Facets,
  FEATURES,
  type Histogram,
  HOME_TYPES,
  type HomeType,
  priceEdges,
  type SearchQuery,
  SIZE_EDGES,
  STATUS_FILTERS,
  type StatusFilter,
} from '@maru/listing';
import { FAILS } from './criteria.ts';
import type { Counts } from './tally.ts';

/** The near misses that the counts below need. */
export const FACET_FAILS = FAILS.type | FAILS.status | FAILS.beds | FAILS.baths;
export const HISTOGRAM_FAILS = FAILS.price;
export const SIZES_FAILS = FAILS.sqft;

export function facetsOf({ types, statuses, beds, baths, features }: Counts, query: SearchQuery): Facets {
  return {
    type: Object.fromEntries(HOME_TYPES.map((one, i) => [one, types[i]])) as Record<HomeType, number>,
    status: Object.fromEntries(STATUS_FILTERS.map((one, i) => [one, statuses[i]])) as Record<
      StatusFilter,
      number
    >,
    beds: atLeast(beds, query.unk?.includes('beds') ?? false),
    baths: atLeast(baths, query.unk?.includes('baths') ?? false),
    has: Object.fromEntries(FEATURES.map((one, i) => [one, features[i]])) as Facets['has'],
  };
}

/** Homes per price bar. */
export function histogramOf({ prices }: Counts, query: SearchQuery): Histogram {
  return histogram(priceEdges(query.searchType), prices);
}

/** Homes per bar of living area. */
export function sizesOf({ sizes }: Counts): Histogram {
  return histogram(SIZE_EDGES, sizes);
}

/** The first bar is that of the unstated. */
function histogram(edges: readonly number[], bars: Int32Array): Histogram {
  return { edges: [...edges], counts: [...bars.subarray(1, edges.length + 1)] };
}

function atLeast(counts: Int32Array, isUnstatedKept: boolean): number[] {
  let sum = isUnstatedKept ? counts[0] : 0;
  const result: number[] = [];
  for (let rooms = COUNTED_ROOMS; rooms >= 0; rooms--) {
    sum += counts[rooms + 1];
    result.unshift(sum);
  }
  return result;
}
