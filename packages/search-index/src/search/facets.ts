import { FEATURES, HOME_TYPES, STATUS_FILTERS } from '@maru/listing';
import {
  COUNTED_ROOMS,
  type Facets,
  type Histogram,
  priceEdges,
  type SearchQuery,
  SIZE_EDGES,
} from '@maru/listing/search';
import type { Counts } from './tally.ts';

export function buildFacets({ types, statuses, beds, baths, features }: Counts, query: SearchQuery): Facets {
  return {
    type: byName(HOME_TYPES, types),
    status: byName(STATUS_FILTERS, statuses),
    beds: atLeast(beds, query.unk?.includes('beds') ?? false),
    baths: atLeast(baths, query.unk?.includes('baths') ?? false),
    has: byName(FEATURES, features),
  };
}

function byName<T extends string>(names: readonly T[], counts: Int32Array): Record<T, number> {
  const named = {} as Record<T, number>;
  for (let i = 0; i < names.length; i++) named[names[i]] = counts[i];
  return named;
}

export function buildPriceHistogram({ prices }: Counts, query: SearchQuery): Histogram {
  return histogram(priceEdges(query.searchType), prices);
}

export function buildSizeHistogram({ sizes }: Counts): Histogram {
  return histogram(SIZE_EDGES, sizes);
}

/** The first bar is that of the unstated. */
function histogram(edges: readonly number[], bars: Int32Array): Histogram {
  const counts: number[] = [];
  for (let bar = 1; bar <= edges.length; bar++) counts.push(bars[bar]);
  return { edges: edges.slice(), counts };
}

function atLeast(counts: Int32Array, isUnstatedKept: boolean): number[] {
  let sum = isUnstatedKept ? counts[0] : 0;
  const result = new Array<number>(COUNTED_ROOMS + 1).fill(0);
  for (let rooms = COUNTED_ROOMS; rooms >= 0; rooms--) {
    sum += counts[rooms + 1];
    result[rooms] = sum;
  }
  return result;
}
