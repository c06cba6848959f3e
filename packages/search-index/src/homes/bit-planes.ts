import { FEATURES, HOME_TYPES, SEARCH_TYPES, type SearchType, STATUS_FILTERS } from '@maru/listing';
import { COUNTED_ROOMS, priceEdges } from '@maru/listing/search';
import { buildBars, findBar } from './bars.ts';
import { BLOCK_BITS, WORD, WORDS } from './block.ts';
import { NOT_SEARCHABLE } from './unstated.ts';

/*
 * The most frequent filters as bit planes: a plane has one bit per row of a block, in WORDS words, so that 32 rows
 * are tested by one operation. An integer column has a plane per edge with the rows of at least that value; values
 * between two edges are read from the column.
 */

const ROOM_EDGES = Array.from({ length: COUNTED_ROOMS + 1 }, (_, rooms) => rooms);
/** Every hundred where most homes are. */
const SQFT_EDGES = [
  0,
  ...Array.from({ length: 27 }, (_, i) => 400 + i * 100),
  ...Array.from({ length: 20 }, (_, i) => 3_250 + i * 250),
];
const LOT_EDGES = [0, 1_000, 2_000, 3_000, 4_000, 5_000, 7_500, 10_890, 21_780, 43_560, 217_800];
const YEAR_EDGES = [0, 1900, 1920, 1940, 1950, 1960, 1970, 1980, 1990, 2000, 2005, 2010, 2015, 2020];
/** Fees are filtered by an inclusive maximum: just above these edges no row is in doubt. */
const HOA_EDGES = [0, 1, 51, 101, 201, 301, 401, 501, 601, 801, 1_001];

const SQFT_BARS = buildBars(SQFT_EDGES);

/** Ascending from 0, so that the first plane is the rows with a stated value. */
const EDGES = {
  price: priceEdges,
  beds: () => ROOM_EDGES,
  baths: () => ROOM_EDGES.map((rooms) => rooms * 4),
  sqft: () => SQFT_EDGES,
  lot: () => LOT_EDGES,
  year: () => YEAR_EDGES,
  hoa: () => HOA_EDGES,
} as const satisfies Record<string, (searchType: SearchType) => readonly number[]>;
type PlaneColumn = keyof typeof EDGES;
export const PLANE_COLUMNS = Object.keys(EDGES) as PlaneColumn[];

/** The indexes of the planes; the first has no bit set. */
const NONE = 0;
const STATUS = 1;
const SOLD = STATUS_FILTERS.indexOf('sold');
const TYPE = STATUS + STATUS_FILTERS.length;
const YES = TYPE + HOME_TYPES.length;
const STATED = YES + FEATURES.length;
/** Prices are filtered by an inclusive maximum: the rows above each edge. */
const [FIRST, PRICE_OVER, PLANES] = (() => {
  let at = STATED + FEATURES.length;
  const first = {} as Record<PlaneColumn, number>;
  for (const column of PLANE_COLUMNS) {
    first[column] = at;
    at += Math.max(...SEARCH_TYPES.map((one) => EDGES[column](one).length));
  }
  return [first, at, at + Math.max(...SEARCH_TYPES.map((one) => priceEdges(one).length))];
})();
/** 1 for the plane before which a column, or the prices above, begin. */
const IS_LAST_EDGE = new Uint8Array(PLANES);
for (const first of [...Object.values(FIRST), PRICE_OVER]) IS_LAST_EDGE[first - 1] = 1;

/** Words of all planes of that many blocks; a plane is contiguous, as scans read along it. */
export const planeWords = (blocks: number): number => PLANES * blocks * WORDS;

/** The planes that decide a range, by their offsets. */
export interface RangePlanes {
  stated: number;
  /** Rows not below; rows above. */
  low: number;
  above: number;
  /**
   * Rows that may be below, less those that are not; rows that may be above, less those of `above`. NONE when there
   * are none.
   */
  lowDoubt: number;
  notBelow: number;
  highDoubt: number;
  /** No row is in doubt. */
  isExact: boolean;
}

/** The source columns of planes, and the planes (see Columns). */
export interface PlanedColumns {
  capacity: number;
  length: number;
  planes: Int32Array;
  int: Record<PlaneColumn | 'closeDate', Int32Array>;
  type: Uint16Array;
  status: Uint8Array;
  mix: Uint16Array;
  priceBar: Uint8Array;
  priceOver: Uint8Array;
  featuresYes: Uint16Array;
  featuresStated: Uint16Array;
}

/** Undefined for a column that has no planes. `low` is 0 or more. */
export function findPlanes(
  columns: PlanedColumns,
  column: string,
  searchType: SearchType,
  low: number,
  high: number,
): RangePlanes | undefined {
  if (!isPlaneColumn(column)) return undefined;
  const edges = EDGES[column](searchType);
  const stride = planeStride(columns);
  const plane = (edge: number) => (edge < edges.length ? FIRST[column] + edge : NONE) * stride;
  const lowEdge = edges.findLastIndex((edge) => edge <= low);
  const highEdge = edges.findLastIndex((edge) => edge <= high);
  const isLowExact = edges[lowEdge] === low;
  const isPriceEdge = column === 'price' && edges[highEdge] === high;
  const isHighExact = isPriceEdge || high >= FAR || edges[highEdge + 1] - 1 === high;
  return {
    stated: plane(0),
    low: plane(lowEdge),
    above: high >= FAR ? NONE : isPriceEdge ? (PRICE_OVER + highEdge) * stride : plane(highEdge + 1),
    lowDoubt: isLowExact ? NONE : plane(lowEdge),
    notBelow: isLowExact ? NONE : plane(lowEdge + 1),
    highDoubt: isHighExact ? NONE : plane(highEdge),
    isExact: isLowExact && isHighExact,
  };
}

/** Above any column value. */
const FAR = 2 ** 31 - 1;

/**
 * Writes the rows outside of the range, and those without a value, to `out` from `at` on. Rows that are `lost` may
 * come out either way.
 */
export function writeOutsideByPlanes(
  { planes }: PlanedColumns,
  block: number,
  { low, above, lowDoubt, notBelow, highDoubt }: RangePlanes,
  range: { values: Int32Array; low: number; high: number },
  lost: Int32Array,
  out: Int32Array,
  at: number,
): void {
  const base = block * WORDS;
  for (let word = 0; word < WORDS; word++) {
    const from = base + word;
    const over = planes[from + above];
    let outside = ~planes[from + low] | over;
    const doubt = (planes[from + lowDoubt] & ~planes[from + notBelow]) | (planes[from + highDoubt] & ~over);
    for (let left = doubt & ~(outside | lost[word]); left !== 0; left &= left - 1) {
      const bit = left & -left;
      const value = range.values[(block << BLOCK_BITS) + word * WORD + 31 - Math.clz32(bit)];
      if (value < range.low || value > range.high) outside |= bit;
    }
    out[at + word] = outside;
  }
}

/** Writes the rows without a value of the column whose first plane is at `stated`. */
export function writeUnstatedByPlanes(
  { planes }: PlanedColumns,
  block: number,
  stated: number,
  out: Int32Array,
  at: number,
): void {
  const from = block * WORDS + stated;
  for (let word = 0; word < WORDS; word++) out[at + word] = ~planes[from + word];
}

/** Writes the rows of none of these types (statuses), given as bits. */
export function writeOtherTypes(
  columns: PlanedColumns,
  block: number,
  types: number,
  out: Int32Array,
  at: number,
): void {
  writeOthers(columns, block, TYPE, types & (2 ** HOME_TYPES.length - 1), out, at);
}

export function writeOtherStatuses(
  columns: PlanedColumns,
  block: number,
  statuses: number,
  out: Int32Array,
  at: number,
): void {
  writeOthers(columns, block, STATUS, statuses & (2 ** STATUS_FILTERS.length - 1), out, at);
}

/** The number of homes of the block sold on that day (a `dateNumber`) or later. */
export function countSoldSince(columns: PlanedColumns, block: number, since: number): number {
  const { planes, int } = columns;
  const from = (STATUS + SOLD) * planeStride(columns) + block * WORDS;
  let count = 0;
  for (let word = 0; word < WORDS; word++) {
    const first = (block << BLOCK_BITS) + word * WORD;
    for (let left = planes[from + word]; left !== 0; left &= left - 1) {
      count += int.closeDate[first + lowestBit(left)] >= since ? 1 : 0;
    }
  }
  return count;
}

function writeOthers(
  columns: PlanedColumns,
  block: number,
  first: number,
  wanted: number,
  out: Int32Array,
  at: number,
): void {
  const { planes } = columns;
  const stride = planeStride(columns);
  out.fill(-1, at, at + WORDS);
  for (let left = wanted; left !== 0; left &= left - 1) {
    const from = (first + lowestBit(left)) * stride + block * WORDS;
    for (let word = 0; word < WORDS; word++) out[at + word] &= ~planes[from + word];
  }
}

/** Writes the rows not known to have all the features, and of them those known to lack one, given as bits. */
export function writeMissing(
  columns: PlanedColumns,
  block: number,
  features: number,
  missing: Int32Array,
  lacking: Int32Array,
  at: number,
): void {
  const { planes } = columns;
  const stride = planeStride(columns);
  missing.fill(0, at, at + WORDS);
  lacking.fill(0, at, at + WORDS);
  for (let left = features; left !== 0; left &= left - 1) {
    const yes = (YES + lowestBit(left)) * stride + block * WORDS;
    const stated = (STATED + lowestBit(left)) * stride + block * WORDS;
    for (let word = 0; word < WORDS; word++) {
      const without = ~planes[yes + word];
      missing[at + word] |= without;
      lacking[at + word] |= without & planes[stated + word];
    }
  }
}

/** Sets the bits of `lost` of the rows that are known to have one of the features, given as bits. */
export function loseFeatures(
  columns: PlanedColumns,
  block: number,
  features: number,
  lost: Int32Array,
): void {
  const { planes } = columns;
  const stride = planeStride(columns);
  for (let left = features; left !== 0; left &= left - 1) {
    const yes = (YES + lowestBit(left)) * stride + block * WORDS;
    for (let word = 0; word < WORDS; word++) lost[word] |= planes[yes + word];
  }
}

/** Writes the bits of all rows of a block. */
export function refreshPlanes(columns: PlanedColumns, block: number): void {
  for (let word = block * WORDS; word < (block + 1) * WORDS; word++) refreshWord(columns, word);
}

/** One word per plane. */
const words = new Int32Array(PLANES);

/** Writes the bits of the 32 rows from `word * WORD` on. */
export function refreshWord(columns: PlanedColumns, word: number): void {
  const { planes, int, status, type, mix, priceBar, priceOver, featuresYes, featuresStated } = columns;
  words.fill(0);
  const first = word * WORD;
  const end = Math.min(first + WORD, columns.length);
  for (let row = first; row < end; row++) {
    if (status[row] === NOT_SEARCHABLE) continue;
    const bit = 1 << row;
    words[STATUS + lowestBit(status[row])] |= bit;
    words[TYPE + lowestBit(type[row])] |= bit;
    for (let left = featuresYes[row]; left !== 0; left &= left - 1) words[YES + lowestBit(left)] |= bit;
    for (let left = featuresStated[row]; left !== 0; left &= left - 1) words[STATED + lowestBit(left)] |= bit;
    // Bars and room places count the edges that a value has reached: its last one, below all others.
    reach(FIRST.price, priceBar[row], bit);
    reach(PRICE_OVER, priceOver[row], bit);
    reach(FIRST.sqft, findBar(SQFT_BARS, int.sqft[row]), bit);
    reach(FIRST.beds, (mix[row] >> 4) & 7, bit);
    reach(FIRST.baths, mix[row] >> 7, bit);
    reach(FIRST.lot, edgesReached(LOT_EDGES, int.lot[row]), bit);
    reach(FIRST.year, edgesReached(YEAR_EDGES, int.year[row]), bit);
    reach(FIRST.hoa, edgesReached(HOA_EDGES, int.hoa[row]), bit);
  }
  for (let plane = PLANES - 2; plane >= STATED + FEATURES.length; plane--) {
    if (IS_LAST_EDGE[plane] === 0) words[plane] |= words[plane + 1];
  }
  const stride = planeStride(columns);
  for (let plane = 0; plane < PLANES; plane++) planes[plane * stride + word] = words[plane];
}

function reach(first: number, edges: number, bit: number): void {
  if (edges > 0) words[first + edges - 1] |= bit;
}

function edgesReached(edges: readonly number[], value: number): number {
  let reached = 0;
  while (reached < edges.length && edges[reached] <= value) reached++;
  return reached;
}

/** To columns with at least as much capacity. */
export function copyPlanes(from: PlanedColumns, to: PlanedColumns): void {
  const [stride, wider] = [planeStride(from), planeStride(to)];
  for (let plane = 0; plane < PLANES; plane++) {
    to.planes.set(from.planes.subarray(plane * stride, (plane + 1) * stride), plane * wider);
  }
}

/** Words of a plane. */
function planeStride({ capacity }: PlanedColumns): number {
  return capacity >> 5;
}

function isPlaneColumn(column: string): column is PlaneColumn {
  return Object.hasOwn(EDGES, column);
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
