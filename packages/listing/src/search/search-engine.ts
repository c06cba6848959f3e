import type { Feature } from '../listing/features.ts';
import type { HomeCard, HomeKey } from '../listing/home.ts';
import type { HomeType, SearchType } from '../listing/property-type.ts';
import type { StandardStatus, StatusFilter } from '../listing/standard-status.ts';
import type { LoanTerms } from '../money/monthly-cost.ts';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';
import type { Choices } from './choices.ts';
import type { NullableFilter, SearchQuery } from './search-query.ts';
import type { Bounds } from './viewport.ts';

/**
 * A search and its answer, the same for both engines: `search-index` (columns in memory) and `store` (SQL). dev/conformance
 * checks that a query has the same answer from both, to the last home.
 *
 * Null fields. For each filter a home matches, fails, or is unknown because its value is null. An unknown home is a match only when
 * `unk` names the filter. Zero is a value, not unknown; the home's type does not matter (the beds of land are unknown).
 *
 * Area. All areas that are given must hold; a home without latitude or longitude is in none.
 * - `bbox`, `clip`: `mercatorX` and `mercatorY` of the position are inside `mercatorBounds`, ends included.
 * - `poly`: `isInsideEdges` of the `mercatorEdges` of one of its polygons.
 * - `near`: `sqrt(dx² + dy²) <= meters / metersPerUnitAt(latitude)`, in Mercator units from its center.
 * - `place`, `otherPlaces`: one of them is one of the home's placeIds; with a `bbox`, `poly` or `near` they are only a label.
 * - `notPlaces`: a home that has one of them never matches.
 *
 * Filters.
 * - `status`: `toStatusFilter` is one of them, `active` by default. `sold` also requires `closeDate >= soldSince(now, soldMonths)`,
 *   so a Closed home without closeDate never matches. `type`: one of them, all when empty.
 * - Ranges (active with at least one end): the value is inside, ends included. `dom` is `daysOnMarket(listedAt, now)` of the
 *   current listing (rule R4), `baths` bathroomsTotalDecimal in quarter steps, `mello` taxOtherAnnualAssessmentAmount.
 * - `monthly`: `monthlyCost` with the request's `loan`, unknown without a price. A sum that is not whole is a lower bound: it
 *   passes unless it exceeds `max`. With `wholeCost` such a home never matches.
 * - `facing`, `school`: one of them. `furnished`, `new`, `senior`, `schoolDistrict`: equal. `lease`: leaseMonths `<=`. `from`:
 *   availabilityDate `<=`.
 * - `has`: all features are in featuresYes. A home that states that it lacks one fails; otherwise one that is not stated is unknown.
 * - `lacks`: a home that has one of them in featuresYes never matches; one that does not state it does.
 * - `commute` (only with `to`): `commuteMinutes` from the Mercator units of the position; unknown without a position and by transit.
 * - Never unknown: `open` (a day of openHouseDays from `localToday(now)` on; `weekend`: one of `nextWeekend`; a day: that one) and
 *   `cut` (`priceCutPercent(card) >= cut`; a home without a price cut fails).
 * - `keyword`: those of `in`, when it is given, that are not in `notIn`; undefined when none of `q`, `not`, `street` and `since` is given.
 *
 * Order. `new`: listedAt, `price`: `leadPrice`, `ppsf`: the double `leadPrice / livingArea` (unknown without either and for 0), `monthly`:
 * the cost, `commute`: the minutes, `cut`: `priceCutPercent`. `new`, `cut` and names that begin with `-` are descending, the others
 * ascending. Unknown is last in both directions; ties are by homeId in byte order, ascending (rule R16). With `monthly`, as a
 * filter or as the order, homes whose cost is not whole come after all others. A page beyond the last is empty, with the right
 * total.
 *
 * Counts.
 * - `unknown[f]`, for active filters: the homes that match all other filters and are unknown for `f`, whether or not `unk` names it.
 *   Naming it adds exactly that many (rule R10).
 * - `atLeast`, with an active `monthly`: the homes whose cost is not whole and that match all else, whether or not `wholeCost`
 *   leaves them out.
 * - Facets and histograms leave out their own filter: a count is what choosing the value would give. `has` keeps the features
 *   that are asked already, because choosing one adds to them. `histogram` leaves out `price`, `sizes` leaves out `sqft`.
 * - Choices leave out their own filter: a count is the total of the same query with that value, unknown homes included when `unk`
 *   names the filter.
 * - Clusters (with `zoom`) count the matches with a position, those inside `clip` when it is given (rule R11). Homes of `without` are
 *   in no cluster and in everything else; `leftOut` is how many of them would be in one.
 *
 * An aborted search rejects with the signal's reason.
 */
export interface SearchRequest {
  query: SearchQuery;
  want: ReadonlySet<Want>;
  zoom?: number;
  /** Area of clusters when the results have no `bbox`; does not affect the results. */
  clip?: Bounds;
  loan?: LoanTerms;
  /** What `q`, `not`, `street` and `since` leave. */
  keyword?: KeywordHomes;
  /** Number of first matches to return instead of a page. */
  take?: number;
  /** Ids of homes that the clusters leave out. */
  without?: ReadonlySet<string>;
}

/** Ids of homes that match (`in`) or do not (`notIn`): the ones with an unwanted word are few, the others are not. */
export interface KeywordHomes {
  in?: ReadonlySet<string>;
  notIn?: ReadonlySet<string>;
}

/** Maximum of `without` in a request. */
export const MAX_LEFT_OUT = 300;

/** Parts of a response. `costs` (the monthly cost of each card) is not computed by engines. */
export const WANTS = [
  'total',
  'listings',
  'clusters',
  'histogram',
  'sizes',
  'facets',
  'choices',
  'costs',
] as const;
export type Want = (typeof WANTS)[number];

/**
 * One home (`home` is set, at its own position), or the homes of a grid cell `mercatorX >> clusterShift(zoom)`, at the
 * floor of their mean Mercator x and y. Ordered by cell y, then cell x.
 */
export interface Cluster {
  latitude: number;
  longitude: number;
  count: number;
  home?: {
    homeId: string;
    listPrice: number | null;
    /** Rentals with included fees (see `leadPrice`); omitted without any. */
    requiredFeesMonthly?: number;
    standardStatus: StandardStatus;
  };
}

/** `counts[i]` is from `edges[i]` up to, not including, `edges[i + 1]`; the last is open. */
export interface Histogram {
  edges: number[];
  counts: number[];
}

/**
 * Homes per value. Beds and baths are "at least" counts: `beds[3]` is 3 or more. A home without beds is in none of them,
 * or in all when `unk` has `beds`.
 */
export interface Facets {
  type: Record<HomeType, number>;
  status: Record<StatusFilter, number>;
  beds: number[];
  baths: number[];
  has: Record<Feature, number>;
}

export interface SearchAnswer<Listing = HomeCard> {
  total: number;
  unknown: Partial<Record<NullableFilter, number>>;
  /** With an active `monthly`. */
  atLeast?: number;
  listings: Listing[];
  /** `roundBounds` of all matches with a position; null without any. */
  extent: Bounds | null;
  clusters?: Cluster[];
  /** With `clusters` and `without`. */
  leftOut?: number;
  histogram?: Histogram;
  sizes?: Histogram;
  facets?: Facets;
  choices?: Choices;
}

/** Its card is built on demand. */
export interface FoundHome {
  readonly homeId: string;
  readonly dataset: string;
  card(): HomeCard;
}

export interface SearchEngine {
  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer>;
  /** Changes whenever a response could change. */
  version(): string;
}

/**
 * Changes between two versions of the store, in commit order. A home is in at most one list, once. An upsert replaces the
 * card; removing an unknown home changes nothing.
 */
export interface HomeChanges {
  upserts: HomeCard[];
  removals: HomeKey[];
}

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

/** USD; fixed, so that bars stay in place while filtering. */
export function priceEdges(searchType: SearchType): number[] {
  return PRICE_EDGES[searchType];
}

/** Sq ft. */
export const SIZE_EDGES: readonly number[] = [
  ...ranges([0, 3_000, 250], [3_000, 5_000, 500], [5_000, 8_000, 1_000]),
  8_000,
];

/** The day starts eight hours after UTC on the West Coast, where a morning's open house still counts as today. */
const WEST_COAST = 8 * HOUR_MS;

/** Today (`YYYY-MM-DD`) for open houses, at `now` ms UTC. */
export function localToday(now: number): string {
  return new Date(now - WEST_COAST).toISOString().slice(0, 10);
}

/** Saturday and Sunday of the current or next weekend; on a Sunday only that day. */
export function nextWeekend(now: number): string[] {
  const today = new Date(`${localToday(now)}T00:00:00Z`);
  const weekday = today.getUTCDay();
  const day = (ahead: number) => new Date(today.getTime() + ahead * DAY_MS).toISOString().slice(0, 10);
  return weekday === 0 ? [day(0)] : [day(6 - weekday), day(7 - weekday)];
}

export function priceCutPercent(card: Pick<HomeCard, 'listPrice' | 'previousListPrice'>): number | null {
  const { listPrice, previousListPrice } = card;
  if (listPrice === null || previousListPrice === null || previousListPrice <= listPrice) return null;
  return ((previousListPrice - listPrice) / previousListPrice) * 100;
}

export function daysOnMarket(listedAt: number, now: number): number {
  return Math.max(0, Math.floor(now / DAY_MS) - Math.floor(listedAt / DAY_MS));
}

/** Earliest closeDate that counts as sold: the same day `months` calendar months earlier, or that month's last day. */
export function soldSince(now: number, months = 12): string {
  const today = new Date(now);
  const year = today.getUTCFullYear();
  const month = today.getUTCMonth() - months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const date = new Date(Date.UTC(year, month, Math.min(today.getUTCDate(), lastDay)));
  return date.toISOString().slice(0, 10);
}
