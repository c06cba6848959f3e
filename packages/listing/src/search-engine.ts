import type { HomeCard, HomeKey } from './home.ts';
import type { HomeType, SearchType } from './property-type.ts';
import type { NullableFilter, SearchQuery } from './search-query.ts';
import type { StandardStatus, StatusFilter } from './standard-status.ts';
import type { Bounds } from './viewport.ts';

/**
 * The question and the answer of a search, whoever answers: `search-index` from columns in memory, `store` in
 * SQL. Both pass dev/conformance; the same query gives the same answer, to the last home.
 *
 * - `bbox` wins over `place`. A home without a position is in no `bbox`.
 * - A filter is passed by homes whose value is inside; an unstated value passes only with `unk`.
 * - Order: the sort's value, unstated last, ties by homeId in byte order (R16).
 * - `unknown[f]`: the homes that pass everything else and whose value for the active filter `f` is unstated;
 *   switching `f` on in `unk` adds exactly so many (R10). Only active filters have an entry.
 * - Facets leave out their own filter, so that a count says what choosing the value would give. The price
 *   histogram leaves out `price`.
 * - The sum of the clusters' counts is the number of matches inside `bbox`, or inside `clip` (R11).
 */
export interface SearchRequest {
  query: SearchQuery;
  want: ReadonlySet<Want>;
  /** Map zoom for clusters (512-pixel tiles). */
  zoom?: number;
  /** Where clusters are wanted when the results are not bounded by `bbox`; narrows nothing else. */
  clip?: Bounds;
}

export const WANTS = ['total', 'listings', 'clusters', 'histogram', 'facets'] as const;
export type Want = (typeof WANTS)[number];

/** Many homes at one point, or one home (`home` is then set): a pin. */
export interface Cluster {
  latitude: number;
  longitude: number;
  count: number;
  home?: {
    homeId: string;
    listPrice: number | null;
    standardStatus: StandardStatus;
  };
}

/** `counts[i]` homes have a price from `edges[i]` up to, not including, `edges[i + 1]`; the last is open. */
export interface Histogram {
  edges: number[];
  counts: number[];
}

/** Homes per value, own filter left out. Beds and baths are "at least" counts; `beds[3]` is 3 or more. */
export interface Facets {
  type: Record<HomeType, number>;
  status: Record<StatusFilter, number>;
  beds: number[];
  baths: number[];
}

export interface SearchAnswer {
  total: number;
  unknown: Partial<Record<NullableFilter, number>>;
  /** The asked page, at most 40. Empty when not wanted. */
  listings: HomeCard[];
  /** West, south, east, north of all matches with a position; null when there are none. */
  extent: Bounds | null;
  clusters?: Cluster[];
  histogram?: Histogram;
  facets?: Facets;
}

export interface SearchEngine {
  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer>;
  /** Changes whenever an answer could change. */
  version(): string;
}

/** What changed between two versions of the store, in commit order. */
export interface HomeChanges {
  upserts: HomeCard[];
  removals: HomeKey[];
}

/** Facet `beds` and `baths` count 0 … 5 or more. */
export const COUNTED_ROOMS = 5;

const ranges = (...steps: [from: number, to: number, by: number][]): number[] =>
  steps.flatMap(([from, to, by]) => Array.from({ length: (to - from) / by }, (_, i) => from + i * by));

const PRICE_EDGES: Record<SearchType, number[]> = {
  sale: [
    ...ranges([0, 1_000_000, 50_000], [1_000_000, 2_000_000, 100_000], [2_000_000, 3_000_000, 250_000]),
    ...ranges([3_000_000, 5_000_000, 500_000]),
    5_000_000,
  ],
  rent: [...ranges([0, 5_000, 250], [5_000, 10_000, 500]), 10_000],
};

/** The histogram's edges, USD (rent: a month); fixed, so that bars do not jump while one filters. */
export function priceEdges(searchType: SearchType): number[] {
  return PRICE_EDGES[searchType];
}

const DAY = 86_400_000;

/** Whole days between `listedAt` and `now` (both ms UTC), never negative. */
export function daysOnMarket(listedAt: number, now: number): number {
  return Math.max(0, Math.floor(now / DAY) - Math.floor(listedAt / DAY));
}
