import { FEATURES, HOME_TYPES, STATUS_FILTERS } from '@maru/listing';
import { type Bounds, COUNTED_ROOMS } from '@maru/listing/search';
import { countSoldSince } from '../homes/bit-planes.ts';
import { BLOCK, BLOCK_BITS } from '../homes/block.ts';
import { type Columns, MIXES, roomPlace, STATUS_BIT, TOTALS } from '../homes/columns.ts';
import { NOT_SEARCHABLE } from '../homes/unstated.ts';
import {
  CHOICE_FAILS,
  type ChoiceCounts,
  countChoice,
  countChoices,
  emptyChoiceCounts,
} from './choice-counts.ts';
import { Cells, type CountedCells } from './clusters.ts';
import { isWholeCost } from './computed.ts';
import { CRITERIA, FAILS } from './criteria.ts';
import type { ChoiceDays, Plan } from './plan.ts';
import { mergeRanked, type Ranked, TopRows } from './sort.ts';

export interface WantedParts {
  top: number;
  zoom?: number;
  clip?: Bounds;
  /** By row: 1 where clusters exclude the home. */
  without?: Uint8Array;
  histogram: boolean;
  sizes: boolean;
  facets: boolean;
  choices?: ChoiceDays;
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

/** The result of a scan, as plain data: it can come from another thread, and two parts can be merged. */
export interface Tallied {
  total: number;
  /** By criterion: the rows that pass all else and whose value is unstated. */
  unstated: Float64Array;
  /** West, south, east, north; west beyond east when no match has a position. */
  extent: Float64Array;
  top: Ranked;
  /** The homes after all of `top`: those whose monthly cost is not whole, if the plan tells them apart. */
  later: Ranked | undefined;
  cells: CountedCells | undefined;
  counts: Counts;
  choices: ChoiceCounts | undefined;
}

const FACET_FAILS = FAILS.type | FAILS.status | FAILS.beds | FAILS.baths;

/** The near misses that the requested counts need, as bits of FAILS. */
function nearFor({ histogram, sizes, facets, choices }: WantedParts): number {
  return (
    (facets ? FACET_FAILS : 0) |
    (histogram ? FAILS.price : 0) |
    (sizes ? FAILS.sqft : 0) |
    (choices === undefined ? 0 : CHOICE_FAILS)
  );
}

/** Accumulates the parts of an answer, block by block, while the block's columns are in the CPU cache. */
export class Tally {
  total = 0;
  readonly unstated = new Float64Array(CRITERIA.length);
  readonly near: number;
  readonly #columns: Columns;
  readonly #plan: Plan;
  readonly #wantedParts: WantedParts;
  readonly #top: TopRows;
  readonly #later: TopRows | undefined;
  readonly #cells: Cells | undefined;
  readonly #extent = Float64Array.of(Infinity, Infinity, -Infinity, -Infinity);
  readonly #counts = emptyCounts();
  readonly #choices: ChoiceCounts | undefined;
  readonly #mixes = new Int32Array(MIXES);
  readonly #firstFeatures = new Int32Array(2 ** COUNTED_FIRST);
  readonly #otherFeatures = new Int32Array(2 ** (FEATURES.length - COUNTED_FIRST));

  constructor(columns: Columns, plan: Plan, wantedParts: WantedParts) {
    this.#columns = columns;
    this.#plan = plan;
    this.#wantedParts = wantedParts;
    this.near = nearFor(wantedParts);
    this.#choices = wantedParts.choices === undefined ? undefined : emptyChoiceCounts();
    this.#top = new TopRows(columns, plan, wantedParts.top);
    this.#later = plan.isWholeFirst ? new TopRows(columns, plan, wantedParts.top) : undefined;
    this.#cells =
      wantedParts.zoom === undefined
        ? undefined
        : new Cells(wantedParts.zoom, wantedParts.clip, wantedParts.without);
  }

  /** Matches: `rows[0 … count)`, all of one block. */
  add(block: number, rows: Int32Array, count: number): void {
    if (count === 0) return;
    const columns = this.#columns;
    const { histogram, sizes, facets } = this.#wantedParts;
    const counts = this.#counts;
    this.total += count;
    if (this.#mayWiden(block)) widen(columns, rows, count, this.#extent);
    if (this.#top.mayTake(block)) this.#offer(rows, count);
    this.#cells?.add(columns, block, rows, count);
    if (histogram) countBytes(columns.priceBar, rows, count, counts.prices);
    if (sizes) countBytes(columns.sizeBar, rows, count, counts.sizes);
    this.#countChoices(rows, count);
    if (!facets) return;
    countShorts(columns.mix, rows, count, this.#mixes);
    countFeatures(columns.featuresYes, rows, count, this.#firstFeatures, this.#otherFeatures);
    countStatuses(columns.status, rows, count, counts.statuses);
  }

  /** Exactly the active homes of a block match; the rest fail only by their status. */
  addActive(block: number): void {
    const columns = this.#columns;
    const { totals, status } = columns;
    const { histogram, sizes, facets } = this.#wantedParts;
    const base = block * TOTALS.size;
    const active = totals[base + TOTALS.status];
    if (facets) this.#addStatuses(block);
    if (active === 0) return;
    this.total += active;
    const counts = this.#counts;
    const mayWiden = this.#mayWiden(block);
    const mayTake = this.#top.mayTake(block);
    const areCellsDone = this.#cells === undefined || this.#cells.addActive(columns, block);
    if (mayWiden || mayTake || !areCellsDone || this.#choices !== undefined) {
      let count = 0;
      const start = block << BLOCK_BITS;
      const end = Math.min(columns.length, start + BLOCK);
      for (let row = start; row < end; row++) {
        activeRows[count] = row;
        count += status[row] & STATUS_BIT.active;
      }
      if (mayWiden) widen(columns, activeRows, count, this.#extent);
      if (mayTake) this.#offer(activeRows, count);
      if (!areCellsDone) this.#cells?.add(columns, block, activeRows, count);
      this.#countChoices(activeRows, count);
    }
    if (histogram) addTotals(totals, base + TOTALS.price, counts.prices);
    if (sizes) addTotals(totals, base + TOTALS.sqft, counts.sizes);
    if (!facets) return;
    addTotals(totals, base + TOTALS.type, counts.types);
    addTotals(totals, base + TOTALS.beds, counts.beds);
    addTotals(totals, base + TOTALS.baths, counts.baths);
    addTotals(totals, base + TOTALS.features, counts.features);
  }

  /** Rows that fail one criterion only, one of `near`, given as its bit of FAILS. */
  addNear(bit: number, rows: Int32Array, count: number): void {
    if (count === 0) return;
    const { mix, status, priceBar, sizeBar, int } = this.#columns;
    const { types, statuses, beds, baths, prices, sizes } = this.#counts;
    switch (bit) {
      case FAILS.type:
        for (let i = 0; i < count; i++) types[mix[rows[i]] & 15]++;
        break;
      case FAILS.status:
        countLate(status, int.closeDate, this.#plan.soldSince, rows, count, statuses);
        break;
      case FAILS.beds:
        for (let i = 0; i < count; i++) beds[(mix[rows[i]] >> 4) & 7]++;
        break;
      case FAILS.baths:
        for (let i = 0; i < count; i++) baths[mix[rows[i]] >> 7]++;
        break;
      case FAILS.price:
        countBytes(priceBar, rows, count, prices);
        break;
      case FAILS.sqft:
        countBytes(sizeBar, rows, count, sizes);
        break;
      default: {
        const { choices } = this.#wantedParts;
        if (choices === undefined || this.#choices === undefined) break;
        countChoice(bit, this.#columns, choices, rows, count, this.#choices);
      }
    }
  }

  #offer(rows: Int32Array, count: number): void {
    if (this.#later === undefined) {
      this.#top.offer(rows, count);
      return;
    }
    // Once the page is full of others, none of the later rows can be on it.
    const { isFull } = this.#top;
    let whole = 0;
    let partial = 0;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      if (isWholeCost(this.#columns, row, this.#plan)) wholeRows[whole++] = row;
      else if (!isFull) partialRows[partial++] = row;
    }
    this.#top.offer(wholeRows, whole);
    this.#later.offer(partialRows, partial);
  }

  #countChoices(rows: Int32Array, count: number): void {
    const { choices } = this.#wantedParts;
    if (choices === undefined || this.#choices === undefined) return;
    countChoices(this.#columns, choices, rows, count, this.#choices);
  }

  tallied(): Tallied {
    const counts = this.#counts;
    for (let mix = 0; mix < MIXES; mix++) {
      const homes = this.#mixes[mix];
      if (homes === 0) continue;
      counts.types[mix & 15] += homes;
      counts.beds[(mix >> 4) & 7] += homes;
      counts.baths[mix >> 7] += homes;
    }
    addByBits(this.#firstFeatures, counts.features, 0);
    addByBits(this.#otherFeatures, counts.features, COUNTED_FIRST);
    const { total, unstated } = this;
    const cells = this.#cells?.counted;
    const choices = this.#choices;
    const [top, later] = [this.#top.ranked(), this.#later?.ranked()];
    return { total, unstated, extent: this.#extent, top, later, cells, counts, choices };
  }

  /** All homes of the block count in the facet of statuses, sold ones when they were sold recently enough. */
  #addStatuses(block: number): void {
    const { totals } = this.#columns;
    const { statuses } = this.#counts;
    const base = block * TOTALS.size + TOTALS.status;
    for (let group = 0; group < STATUS_FILTERS.length; group++) {
      if (group !== SOLD) statuses[group] += totals[base + group];
    }
    if (totals[base + SOLD] === 0) return;
    statuses[SOLD] += countSoldSince(this.#columns, block, this.#plan.soldSince);
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

/** The first `wanted` rows of the order. */
export function firstRows({ top, later }: Pick<Tallied, 'top' | 'later'>, wanted: number): ArrayLike<number> {
  return later === undefined ? top.rows : [...top.rows, ...later.rows].slice(0, wanted);
}

/** Merges two parts; `a` is modified. */
export function mergeTallied(columns: Columns, a: Tallied, b: Tallied, wantedParts: WantedParts): Tallied {
  addCounts(a.counts, b.counts);
  if (a.choices !== undefined && b.choices !== undefined) addCounts(a.choices, b.choices);
  let cells: Cells | undefined;
  if (wantedParts.zoom !== undefined && a.cells !== undefined && b.cells !== undefined) {
    cells = new Cells(wantedParts.zoom, wantedParts.clip, wantedParts.without);
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
    top: mergeRanked(columns, a.top, b.top, wantedParts.top),
    later:
      a.later === undefined || b.later === undefined
        ? undefined
        : mergeRanked(columns, a.later, b.later, wantedParts.top),
    cells: cells?.counted,
    counts: a.counts,
    choices: a.choices,
  };
}

function addCounts<Key extends string>(
  counts: Readonly<Record<Key, Int32Array>>,
  more: Readonly<Record<Key, Int32Array>>,
): void {
  for (const key of Object.keys(counts) as Key[]) {
    for (let at = 0; at < counts[key].length; at++) counts[key][at] += more[key][at];
  }
}

const SOLD = STATUS_FILTERS.indexOf('sold');
const activeRows = new Int32Array(BLOCK + 1);
const wholeRows = new Int32Array(BLOCK);
const partialRows = new Int32Array(BLOCK);

/** Features counted together, as one number, by one addition per home: the first of them, and the others. */
const COUNTED_FIRST = 7;
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

function countFeatures(
  features: Uint16Array,
  rows: Int32Array,
  count: number,
  first: Int32Array,
  others: Int32Array,
): void {
  for (let i = 0; i < count; i++) {
    const bits = features[rows[i]];
    first[bits & (2 ** COUNTED_FIRST - 1)]++;
    others[bits >> COUNTED_FIRST]++;
  }
}

/** Adds counts by combinations of bits to the counts of each bit, the lowest one at `from`. */
function addByBits(combinations: Int32Array, counts: Int32Array, from: number): void {
  for (let combination = 1; combination < combinations.length; combination++) {
    const homes = combinations[combination];
    if (homes === 0) continue;
    for (let bits = combination; bits !== 0; bits &= bits - 1) {
      counts[from + 31 - Math.clz32(bits & -bits)] += homes;
    }
  }
}

function countStatuses(status: Uint8Array, rows: Int32Array, count: number, counts: Int32Array): void {
  for (let i = 0; i < count; i++) counts[31 - Math.clz32(status[rows[i]])]++;
}

/** Sold homes only when they were sold recently enough; none that no search finds. */
function countLate(
  status: Uint8Array,
  closeDate: Int32Array,
  soldSince: number,
  rows: Int32Array,
  count: number,
  counts: Int32Array,
): void {
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    const one = status[row];
    if (one === NOT_SEARCHABLE || (one === STATUS_BIT.sold && closeDate[row] < soldSince)) continue;
    counts[31 - Math.clz32(one)]++;
  }
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
