import { type Bounds, COUNTED_ROOMS, FEATURES, HOME_TYPES, STATUS_FILTERS } from '@maru/listing';
import { Cells, type CountedCells } from './clusters.ts';
import { BLOCK, BLOCK_BITS, type Columns, MIXES, roomPlace, STATUS_BIT, TOTALS } from './columns.ts';
import { CRITERIA, FAILS } from './criteria.ts';
import type { Plan } from './plan.ts';
import { mergeRanked, type Ranked, TopRows } from './sort.ts';

/** What of the matches is to be told. */
export interface Asked {
  /** How many rows in order. */
  top: number;
  /** Clusters for this zoom. */
  zoom?: number;
  clip?: Bounds;
  histogram: boolean;
  sizes: boolean;
  facets: boolean;
}

/** Homes per value. Rooms by roomPlace, prices and sizes by bar, the unstated first. */
export interface Counts {
  types: Int32Array;
  statuses: Int32Array;
  beds: Int32Array;
  baths: Int32Array;
  features: Int32Array;
  prices: Int32Array;
  sizes: Int32Array;
}

/** What a scan found, as plain data: it can come from another thread, and two halves make a whole. */
export interface Tallied {
  total: number;
  /** By criterion: the rows that pass all else and whose value is unstated. */
  unstated: Float64Array;
  /** West, south, east, north; west beyond east when no match has a position. */
  extent: Float64Array;
  top: Ranked;
  cells: CountedCells | undefined;
  counts: Counts;
}

const FACET_FAILS = FAILS.type | FAILS.status | FAILS.beds | FAILS.baths;

/** The near misses that the asked counts need, as bits of FAILS. */
export function nearFor({ histogram, sizes, facets }: Asked): number {
  return (facets ? FACET_FAILS : 0) | (histogram ? FAILS.price : 0) | (sizes ? FAILS.sqft : 0);
}

/** Adds up what a search is told, block by block, while the block's columns are at hand. */
export class Tally {
  total = 0;
  readonly unstated = new Float64Array(CRITERIA.length);
  readonly near: number;
  readonly #columns: Columns;
  readonly #plan: Plan;
  readonly #asked: Asked;
  readonly #top: TopRows;
  readonly #cells: Cells | undefined;
  readonly #extent = Float64Array.of(Infinity, Infinity, -Infinity, -Infinity);
  readonly #counts = emptyCounts();
  readonly #mixes = new Int32Array(MIXES);

  constructor(columns: Columns, plan: Plan, asked: Asked) {
    this.#columns = columns;
    this.#plan = plan;
    this.#asked = asked;
    this.near = nearFor(asked);
    this.#top = new TopRows(columns, plan, asked.top);
    this.#cells = asked.zoom === undefined ? undefined : new Cells(asked.zoom, asked.clip);
    forgetCombinations();
  }

  /** Matches: `rows[0 … count)`, all of one block. */
  add(block: number, rows: Int32Array, count: number): void {
    if (count === 0) return;
    const columns = this.#columns;
    const { histogram, sizes, facets } = this.#asked;
    const counts = this.#counts;
    this.total += count;
    if (this.#mayWiden(block)) widen(columns, rows, count, this.#extent);
    if (this.#top.mayTake(block)) this.#top.offer(rows, count);
    this.#cells?.add(columns, block, rows, count);
    if (histogram) countBytes(columns.priceBar, rows, count, counts.prices);
    if (sizes) countBytes(columns.sizeBar, rows, count, counts.sizes);
    if (!facets) return;
    countShorts(columns.mix, rows, count, this.#mixes);
    countCombinations(columns.featuresYes, rows, count);
    countStatuses(columns.status, rows, count, counts.statuses);
  }

  /** The active homes of a block match, all of them and no others; the rest only for their status. */
  addActive(block: number): void {
    const columns = this.#columns;
    const { totals, status } = columns;
    const { histogram, sizes, facets } = this.#asked;
    const base = block * TOTALS.size;
    const active = totals[base + TOTALS.status];
    if (facets) this.#addStatuses(block);
    if (active === 0) return;
    this.total += active;
    const counts = this.#counts;
    const mayWiden = this.#mayWiden(block);
    const mayTake = this.#top.mayTake(block);
    const areCellsDone = this.#cells === undefined || this.#cells.addActive(columns, block);
    if (mayWiden || mayTake || !areCellsDone) {
      let count = 0;
      const start = block << BLOCK_BITS;
      const end = Math.min(columns.length, start + BLOCK);
      for (let row = start; row < end; row++) {
        activeRows[count] = row;
        count += status[row] & STATUS_BIT.active;
      }
      if (mayWiden) widen(columns, activeRows, count, this.#extent);
      if (mayTake) this.#top.offer(activeRows, count);
      if (!areCellsDone) this.#cells?.add(columns, block, activeRows, count);
    }
    if (histogram) addTotals(totals, base + TOTALS.price, counts.prices);
    if (sizes) addTotals(totals, base + TOTALS.sqft, counts.sizes);
    if (!facets) return;
    addTotals(totals, base + TOTALS.type, counts.types);
    addTotals(totals, base + TOTALS.beds, counts.beds);
    addTotals(totals, base + TOTALS.baths, counts.baths);
    addTotals(totals, base + TOTALS.features, counts.features);
  }

  /** Rows that fail one criterion only, one of `near`: the bits of `fails`. */
  addNear(rows: Int32Array, fails: Int32Array, count: number): void {
    const { mix, status, priceBar, sizeBar, int } = this.#columns;
    const { types, statuses, beds, baths, prices, sizes } = this.#counts;
    const { soldSince } = this.#plan;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      switch (fails[i]) {
        case FAILS.type:
          types[mix[row] & 7]++;
          break;
        case FAILS.status:
          if (status[row] < 128 && (status[row] !== STATUS_BIT.sold || int.closeDate[row] >= soldSince)) {
            statuses[31 - Math.clz32(status[row])]++;
          }
          break;
        case FAILS.beds:
          beds[(mix[row] >> 3) & 7]++;
          break;
        case FAILS.baths:
          baths[mix[row] >> 6]++;
          break;
        case FAILS.price:
          prices[priceBar[row]]++;
          break;
        case FAILS.sqft:
          sizes[sizeBar[row]]++;
          break;
      }
    }
  }

  tallied(): Tallied {
    const counts = this.#counts;
    for (let mix = 0; mix < MIXES; mix++) {
      const homes = this.#mixes[mix];
      if (homes === 0) continue;
      counts.types[mix & 7] += homes;
      counts.beds[(mix >> 3) & 7] += homes;
      counts.baths[mix >> 6] += homes;
    }
    for (let i = 0; i < metCount; i++) {
      const homes = combinations[met[i]];
      for (let bits = met[i]; bits !== 0; bits &= bits - 1) {
        counts.features[31 - Math.clz32(bits & -bits)] += homes;
      }
    }
    forgetCombinations();
    const { total, unstated } = this;
    const cells = this.#cells?.counted;
    return { total, unstated, extent: this.#extent, top: this.#top.ranked(), cells, counts };
  }

  /** All homes of the block count in the facet of statuses, sold ones when they were sold lately enough. */
  #addStatuses(block: number): void {
    const { totals, status, int, length } = this.#columns;
    const { statuses } = this.#counts;
    const base = block * TOTALS.size + TOTALS.status;
    for (let group = 0; group < STATUS_FILTERS.length; group++) {
      if (group !== SOLD) statuses[group] += totals[base + group];
    }
    if (totals[base + SOLD] === 0) return;
    const { closeDate } = int;
    const { soldSince } = this.#plan;
    const start = block << BLOCK_BITS;
    const end = Math.min(length, start + BLOCK);
    let sold = 0;
    for (let row = start; row < end; row++) {
      sold += status[row] === STATUS_BIT.sold && closeDate[row] >= soldSince ? 1 : 0;
    }
    statuses[SOLD] += sold;
  }

  #mayWiden(block: number): boolean {
    const { west, south, east, north } = this.#columns;
    const extent = this.#extent;
    return (
      west[block] < extent[0] ||
      south[block] < extent[1] ||
      east[block] > extent[2] ||
      north[block] > extent[3]
    );
  }
}

/** The whole of two parts; `a` is used up. */
export function mergeTallied(columns: Columns, a: Tallied, b: Tallied, asked: Asked): Tallied {
  const counts = a.counts;
  for (const key of Object.keys(counts) as (keyof Counts)[]) {
    counts[key].forEach((count, i) => {
      counts[key][i] = count + b.counts[key][i];
    });
  }
  let cells: Cells | undefined;
  if (asked.zoom !== undefined && a.cells !== undefined && b.cells !== undefined) {
    cells = new Cells(asked.zoom, asked.clip);
    cells.merge(a.cells);
    cells.merge(b.cells);
  }
  return {
    total: a.total + b.total,
    unstated: a.unstated.map((count, i) => count + b.unstated[i]),
    extent: Float64Array.of(
      Math.min(a.extent[0], b.extent[0]),
      Math.min(a.extent[1], b.extent[1]),
      Math.max(a.extent[2], b.extent[2]),
      Math.max(a.extent[3], b.extent[3]),
    ),
    top: mergeRanked(columns, a.top, b.top, asked.top),
    cells: cells?.counted,
    counts,
  };
}

const SOLD = STATUS_FILTERS.indexOf('sold');
const activeRows = new Int32Array(BLOCK + 1);

/**
 * Homes by all their features together: one addition a home, whatever it has. One for all scans of this thread, which
 * come one after the other; with the combinations that were met, so that few homes cost little.
 */
const combinations = new Int32Array(2 ** FEATURES.length);
const met = new Uint16Array(2 ** FEATURES.length);
let metCount = 0;

function countCombinations(features: Uint16Array, rows: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const bits = features[rows[i]];
    if (combinations[bits]++ === 0) met[metCount++] = bits;
  }
}

/** A scan that was stopped leaves some. */
function forgetCombinations(): void {
  for (let i = 0; i < metCount; i++) combinations[met[i]] = 0;
  metCount = 0;
}

function emptyCounts(): Counts {
  const rooms = roomPlace(COUNTED_ROOMS) + 1;
  return {
    types: new Int32Array(HOME_TYPES.length),
    statuses: new Int32Array(STATUS_FILTERS.length),
    beds: new Int32Array(rooms),
    baths: new Int32Array(rooms),
    features: new Int32Array(FEATURES.length),
    prices: new Int32Array(TOTALS.sqft - TOTALS.price),
    sizes: new Int32Array(TOTALS.size - TOTALS.sqft),
  };
}

function addTotals(totals: Uint16Array, from: number, counts: Int32Array): void {
  for (let i = 0; i < counts.length; i++) counts[i] += totals[from + i];
}

function countBytes(values: Uint8Array, rows: Int32Array, count: number, counts: Int32Array): void {
  for (let i = 0; i < count; i++) counts[values[rows[i]]]++;
}

function countShorts(values: Uint16Array, rows: Int32Array, count: number, counts: Int32Array): void {
  for (let i = 0; i < count; i++) counts[values[rows[i]]]++;
}

function countStatuses(status: Uint8Array, rows: Int32Array, count: number, counts: Int32Array): void {
  for (let i = 0; i < count; i++) counts[31 - Math.clz32(status[rows[i]])]++;
}

function widen(
  { latitude, longitude }: Columns,
  rows: Int32Array,
  count: number,
  extent: Float64Array,
): void {
  let [west, south, east, north] = extent;
  for (let i = 0; i < count; i++) {
    const x = longitude[rows[i]];
    const y = latitude[rows[i]];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  extent[0] = west;
  extent[1] = south;
  extent[2] = east;
  extent[3] = north;
}
