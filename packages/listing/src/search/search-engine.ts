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
 * The question and the answer of a search, whoever answers: `search-index` from columns in memory, `store` in
 * SQL. Both pass dev/conformance; the same query gives the same answer, to the last home.
 *
 * - Where: with a `bbox`, `poly` or `near`, `place` and `otherPlaces` narrow nothing and stay as a label;
 *   without, one of them equals one of the placeIds. A home that has one of `notPlaces` never matches. Inside a `bbox` (and a `clip`) means that `mercatorX` and `mercatorY` of the
 *   position lie in `mercatorBounds`, ends included. Inside `poly` is `isInsideEdges` of one of its polygons'
 *   `mercatorEdges`. Inside `near` is `sqrt(dx² + dy²) <= meters / metersPerUnitAt(latitude)` from the Mercator
 *   units of its center. All three that are given must hold. A home without latitude or longitude has no position
 *   and lies inside none.
 * - Only homes of the asked statuses match; without `status` (or with an empty one) `active`. A status that
 *   `toStatusFilter` excludes never matches. `sold` needs `closeDate >= soldSince(now, soldMonths)`;
 *   a Closed home without closeDate never matches. An empty `type` is no filter.
 * - A range filter is active when it has an end. It is passed by homes whose value is inside, ends included;
 *   an unstated value (null) passes only with `unk`, whatever the home's type (land has no beds). Zero is a
 *   value. `dom` is `daysOnMarket(listedAt, now)`: the days of the shown listing, this time; the page of a home also
 *   says how many they are in all, over relistings (rule R4). `baths` is `bathroomsTotalDecimal` in quarter steps,
 *   `monthly` is `monthlyCost` with the request's `loan`: a sum that is not whole is unstated, unless even the least
 *   of it is above the range's `max`: then the home fails. `mello` is taxOtherAnnualAssessmentAmount.
 * - The other filters, of which null is unstated in the same way: `facing` is one of the asked; `furnished`, `new`
 *   and `senior` equal the asked; `lease` is leaseMonths <= the asked; `from` is availabilityDate <= the asked day;
 *   `schoolDistrict` equals; `school` has one of the asked (no schools: unstated). `has`: every asked feature's bit in
 *   featuresYes; a home fails when one of them is stated and not there, and is unstated when it lacks none but by
 *   not being stated. `commute` is asked only with `to`: `commuteMinutes` from the position's Mercator units within
 *   `minutes`; without a position, or by transit, unstated.
 * - A home that has one of `lacks` in featuresYes never matches; one that does not state it does.
 * - Two have no unstated: `open` is a day of openHouseDays from `localToday(now)` on (`weekend`: the Saturday and
 *   Sunday that are next or now; a day: that one); `cut` is `priceCutPercent(card) >= cut` where the price was cut.
 * - `keyword` are the homes that the full text has for `q` and `not`, and the address index for `street`: only these
 *   match. Undefined: nothing was asked.
 * - `unknown[f]`: the homes that pass everything else and whose value for the active filter `f` is unstated,
 *   whether or not `f` is in `unk`; switching it on adds exactly so many (rule R10). Only active filters have an
 *   entry.
 * - Order: `new` is listedAt descending, `price` listPrice ascending, `ppsf` the double `listPrice /
 *   livingArea` ascending (unstated when either is null or livingArea is 0), `-price`, `-sqft`, `-lot` and
 *   `-year` descending, `monthly` the cost ascending (not whole: unstated), `cut` `priceCutPercent` descending (no
 *   cut: unstated), `commute` the minutes ascending (without `to` all are unstated). Unstated comes last in either
 *   direction; ties by homeId in byte order, ascending (rule R16).
 * - A page beyond the last is empty, with the right total.
 * - Facets leave out their own filter, so that a count says what choosing the value would give; `has` counts, per
 *   feature, the matches that have it (those asked for already are kept: choosing is adding). The price histogram
 *   leaves out `price`, that of sizes `sqft`.
 * - Choices leave out their own filter too: a count is the total that the same query would have with that filter set
 *   to the value, the unstated among them when `unk` names it.
 * - Clusters are answered when wanted and `zoom` is there. The sum of their counts is the number of matches
 *   with a position, of those inside `clip` when it is given (rule R11). Homes of `without` are in no cluster, but in all
 *   else; `leftOut` is how many of them would be: the counts and `leftOut` sum to what is without it.
 * - A search whose signal is aborted rejects with the signal's reason.
 */
export interface SearchRequest {
  query: SearchQuery;
  want: ReadonlySet<Want>;
  zoom?: number;
  /** Area of clusters when the results have no `bbox`; does not affect the results. */
  clip?: Bounds;
  loan?: LoanTerms;
  /** Ids of homes that match `q`, `not` and `street`. */
  keyword?: ReadonlySet<string>;
  /** The first so many matches instead of a page. */
  take?: number;
  /** Ids of homes that the clusters leave out. */
  without?: ReadonlySet<string>;
}

/** Maximum of `without` in a request. */
export const MOST_LEFT_OUT = 300;

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
