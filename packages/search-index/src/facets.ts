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
import { type Columns, STATUS_BIT, TYPE_BIT } from './columns.ts';
import { FAILS } from './criteria.ts';
import type { Matches } from './matches.ts';
import { UNSTATED } from './unstated.ts';

/** The near misses that the counts below need. */
export const FACET_FAILS = FAILS.type | FAILS.status | FAILS.beds | FAILS.baths;
export const HISTOGRAM_FAILS = FAILS.price;
export const SIZES_FAILS = FAILS.sqft;

/**
 * Homes per value: every match counts in every facet, and a home that fails one criterion only counts in that
 * criterion's facet. `soldSince` is a column value of closeDate.
 */
export function facetsOf(columns: Columns, found: Matches, query: SearchQuery, soldSince: number): Facets {
  const { type, status } = columns;
  const { beds, baths, closeDate } = columns.int;
  const types = new Int32Array(256);
  const statuses = new Int32Array(256);
  // One place more than rooms: the first is for the unstated ones.
  const bedCounts = new Int32Array(COUNTED_ROOMS + 2);
  const bathCounts = new Int32Array(COUNTED_ROOMS + 2);

  /** Homes by all their features together: one addition a home, whatever it has. */
  const combinations = new Int32Array(2 ** FEATURES.length);
  const { featuresYes } = columns;
  const { rows, count, nearRows, nearFails, nearCount } = found;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    combinations[featuresYes[row]]++;
    types[type[row]]++;
    statuses[status[row]]++;
    bedCounts[roomPlace(beds[row])]++;
    bathCounts[roomPlace(wholeBaths(baths[row]))]++;
  }
  for (let i = 0; i < nearCount; i++) {
    const row = nearRows[i];
    switch (nearFails[i]) {
      case FAILS.type:
        types[type[row]]++;
        break;
      case FAILS.status:
        if (status[row] !== STATUS_BIT.sold || closeDate[row] >= soldSince) statuses[status[row]]++;
        break;
      case FAILS.beds:
        bedCounts[roomPlace(beds[row])]++;
        break;
      case FAILS.baths:
        bathCounts[roomPlace(wholeBaths(baths[row]))]++;
        break;
    }
  }
  return {
    type: Object.fromEntries(HOME_TYPES.map((one) => [one, types[TYPE_BIT[one]]])) as Record<
      HomeType,
      number
    >,
    status: Object.fromEntries(STATUS_FILTERS.map((one) => [one, statuses[STATUS_BIT[one]]])) as Record<
      StatusFilter,
      number
    >,
    beds: atLeast(bedCounts, query.unk?.includes('beds') ?? false),
    baths: atLeast(bathCounts, query.unk?.includes('baths') ?? false),
    has: featureCounts(combinations),
  };
}

function featureCounts(combinations: Int32Array): Facets['has'] {
  const counts = new Int32Array(FEATURES.length);
  for (let bits = 0; bits < combinations.length; bits++) {
    const homes = combinations[bits];
    if (homes === 0) continue;
    for (let feature = 0; feature < counts.length; feature++)
      counts[feature] += homes * ((bits >> feature) & 1);
  }
  return Object.fromEntries(FEATURES.map((one, i) => [one, counts[i]])) as Facets['has'];
}

/** Homes per price bar; every match and those that fail only the price. */
export function histogramOf(columns: Columns, found: Matches, query: SearchQuery): Histogram {
  return barsOver(columns.int.price, priceEdges(query.searchType), FAILS.price, found);
}

/** Homes per bar of living area; every match and those that fail only it. */
export function sizesOf(columns: Columns, found: Matches): Histogram {
  return barsOver(columns.int.sqft, SIZE_EDGES, FAILS.sqft, found);
}

function barsOver(values: Int32Array, edges: readonly number[], fails: number, found: Matches): Histogram {
  const { step, barOf } = barsOf(edges);
  // One bar more, in front: that of the unstated.
  const bars = new Int32Array(edges.length + 1);
  const last = barOf.length - 1;
  const { rows, count, nearRows, nearFails, nearCount } = found;
  for (let i = 0; i < count; i++) {
    bars[barOf[Math.min(last, ((values[rows[i]] / step) | 0) + 1 - (values[rows[i]] >>> 31))]]++;
  }
  for (let i = 0; i < nearCount; i++) {
    if (nearFails[i] !== fails) continue;
    const value = values[nearRows[i]];
    bars[barOf[Math.min(last, ((value / step) | 0) + 1 - (value >>> 31))]]++;
  }
  return { edges: [...edges], counts: [...bars.subarray(1)] };
}

function wholeBaths(quarters: number): number {
  return quarters === UNSTATED ? UNSTATED : quarters >> 2;
}

/** UNSTATED → 0, no room → 1, … COUNTED_ROOMS or more → COUNTED_ROOMS + 1. */
function roomPlace(rooms: number): number {
  return Math.min(rooms, COUNTED_ROOMS) + 1;
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

interface Bars {
  /** Every edge is a multiple of it. */
  step: number;
  /** The bar of the unstated (0), then of each step (from 1) up to the last edge, which holds all above it. */
  barOf: Uint8Array;
}

const barsByEdges = new WeakMap<readonly number[], Bars>();

/** The edges as a table, so that a value finds its bar by one division and no branch. */
function barsOf(edges: readonly number[]): Bars {
  let bars = barsByEdges.get(edges);
  if (bars === undefined) {
    const step = edges.reduce(greatestCommonDivisor, 0);
    const steps = edges[edges.length - 1] / step;
    const barOf = new Uint8Array(steps + 2);
    for (let i = 0; i + 1 < edges.length; i++)
      barOf.fill(i + 1, edges[i] / step + 1, edges[i + 1] / step + 1);
    barOf[steps + 1] = edges.length;
    bars = { step, barOf };
    barsByEdges.set(edges, bars);
  }
  return bars;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
