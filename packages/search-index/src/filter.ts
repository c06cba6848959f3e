import { type NullableFilter, type Range, type SearchQuery, soldSince } from '@maru/listing';
import { type Area, areaOf, type ColumnRange, markOutside, overlapOf, rangeOf } from './area.ts';
import {
  BLOCK,
  BLOCK_BITS,
  type Columns,
  dateNumber,
  type IntColumn,
  STATUS_BIT,
  TYPE_BIT,
} from './columns.ts';
import type { PlaceBook } from './place-book.ts';
import { UNSTATED } from './unstated.ts';

/**
 * A row's flags after all criteria were looked at. Bits 0–9: the criteria it fails, one bit each. Bits 16–25:
 * those of them whose value is unstated (which is no failure when `unk` has the filter). So a row matches when
 * its low bits are 0, and nearly matches when they are a power of two: such rows are what a facet that leaves
 * out its own filter counts beside the matches.
 */
export const CRITERIA = [
  'price',
  'beds',
  'baths',
  'sqft',
  'lot',
  'year',
  'hoa',
  'dom',
  'type',
  'status',
] as const;
export type Criterion = (typeof CRITERIA)[number];
export const FAILS = Object.fromEntries(CRITERIA.map((criterion, i) => [criterion, 1 << i])) as Record<
  Criterion,
  number
>;
const ALL_FAILS = (1 << CRITERIA.length) - 1;
const UNSTATED_SHIFT = 16;

/** A query in the terms of the columns; good until they next change. */
export interface Filter {
  area: Area | undefined;
  ranges: RangeFilter[];
  /** Bits of the asked types. */
  types: number;
  /** What to set for a row's type. */
  typeFlags: Int32Array;
  /** Bits of the asked status groups. */
  statuses: number;
  /** What to set for a row's status, the date of a sale aside. */
  statusFlags: Int32Array;
  /** The earliest closeDate of a sold home, as a column value. */
  soldSince: number;
}

interface RangeFilter extends ColumnRange {
  filter: NullableFilter;
  /** What to set for a stated value outside, and for an unstated one. */
  fails: number;
  unstated: number;
}

const COLUMN_OF: Record<NullableFilter, IntColumn> = {
  price: 'price',
  beds: 'beds',
  baths: 'baths',
  sqft: 'sqft',
  lot: 'lot',
  year: 'year',
  hoa: 'hoa',
  dom: 'listedDay',
};
const DAY = 86_400_000;
const ANY_TYPE = 0xff;

export function filterOf(query: SearchQuery, columns: Columns, places: PlaceBook, now: number): Filter {
  const ranges: RangeFilter[] = [];
  for (const filter of Object.keys(COLUMN_OF) as NullableFilter[]) {
    const range = query[filter];
    if (range === undefined || (range.min === undefined && range.max === undefined)) continue;
    const fails = FAILS[filter];
    const isKept = query.unk?.includes(filter) ?? false;
    const unstated = (fails << UNSTATED_SHIFT) | (isKept ? 0 : fails);
    const { low, high } = endsOf(filter, range, now);
    ranges.push({ filter, ...rangeOf(columns, COLUMN_OF[filter], low, high), fails, unstated });
  }
  const groups = query.status?.length ? query.status : (['active'] as const);
  const statuses = groups.reduce((bits, group) => bits | STATUS_BIT[group], 0);
  const types = query.type?.length ? query.type.reduce((bits, type) => bits | TYPE_BIT[type], 0) : ANY_TYPE;
  return {
    area: areaOf(query, columns, places),
    ranges,
    types,
    typeFlags: flagsByBit(types, FAILS.type),
    statuses,
    statusFlags: flagsByBit(statuses, FAILS.status),
    soldSince: dateNumber(soldSince(now, query.soldMonths)),
  };
}

/** Indexed by a value of one bit: `fails` where the bit is not among the asked. */
function flagsByBit(asked: number, fails: number): Int32Array {
  const flagsOf = new Int32Array(256);
  for (let bit = 1; bit < 256; bit <<= 1) if ((bit & asked) === 0) flagsOf[bit] = fails;
  return flagsOf;
}

/** The range in column values; its low end is 0 or more, so that UNSTATED is always outside. */
function endsOf(filter: NullableFilter, { min, max }: Range, now: number): { low: number; high: number } {
  const far = 2 ** 31 - 1;
  if (filter === 'dom') {
    // More days on the market are earlier days; a home listed in the future has been listed for 0 days.
    const today = Math.floor(now / DAY);
    return {
      low: max === undefined ? 0 : Math.max(0, today - Math.floor(max)),
      high: min === undefined || min <= 0 ? far : today - Math.ceil(min),
    };
  }
  const unit = filter === 'baths' ? 4 : 1;
  return {
    low: Math.max(0, Math.ceil((min ?? 0) * unit)),
    high: max === undefined ? far : Math.min(far, Math.floor(max * unit)),
  };
}

/** What a scan found; the arrays are reused by the next scan of the same `Matches`. */
export class Matches {
  /** Rows that match, in the order of the columns. */
  rows = new Int32Array(0);
  count = 0;
  /** Rows that fail one criterion only, and its bit; of the criteria that were asked for. */
  nearRows = new Int32Array(0);
  nearFails = new Uint16Array(0);
  nearCount = 0;
  /** By criterion: the rows that pass all else and whose value is unstated. */
  readonly unstated = new Float64Array(CRITERIA.length);

  empty(length: number): void {
    // One place more than rows: a row is written before it is known to belong there.
    if (this.rows.length <= length) {
      this.rows = new Int32Array(length + 1);
      this.nearRows = new Int32Array(length + 1);
      this.nearFails = new Uint16Array(length + 1);
    }
    this.count = 0;
    this.nearCount = 0;
    this.unstated.fill(0);
  }
}

/** Of the block being looked at. */
const flags = new Int32Array(BLOCK);
/** Flags of the rows whose unstated values may count. */
const candidates = new Int32Array(BLOCK);

/**
 * Finds the rows that match, those that fail a single criterion of `wantedNear` (bits of FAILS), and how many
 * are unstated, in one pass over the blocks that may hold any.
 */
export function scan(columns: Columns, filter: Filter, wantedNear: number, found: Matches): void {
  found.empty(columns.length);
  const parts: ColumnRange[][] = [];
  const { area } = filter;
  for (let block = 0; block < columns.blocks; block++) {
    const overlap = area === undefined ? 'all' : overlapOf(block, area, parts);
    if (overlap === 'none') continue;
    const sure = sureFails(columns, block, filter);
    if (sure !== 0 && ((sure & (sure - 1)) !== 0 || (sure & wantedNear) === 0)) continue;

    const start = block << BLOCK_BITS;
    const length = Math.min(BLOCK, columns.length - start);
    let isFlagged = overlap === 'some';
    if (isFlagged) markOutside(start, length, parts, flags, ALL_FAILS);
    else flags.fill(0);
    if (mayFailStatus(columns, block, filter)) {
      markStatus(columns, start, length, filter);
      isFlagged = true;
    }
    if ((columns.types[block] & ~filter.types) !== 0) {
      markType(columns, start, length, filter.typeFlags);
      isFlagged = true;
    }
    let hasUnstated = false;
    for (const range of filter.ranges) {
      if (isBlockWithin(block, range)) continue;
      markRange(start, length, range);
      isFlagged = true;
      if (range.zoneLows[block] === UNSTATED) hasUnstated = true;
    }
    if (!isFlagged) {
      collectAll(start, length, found);
      continue;
    }
    collectMatches(start, length, found);
    if (wantedNear !== 0) collectNear(start, length, wantedNear, found);
    if (hasUnstated) countUnstated(length, found.unstated);
  }
}

/** The criteria that every row of the block fails with a stated value, by its zone. */
function sureFails(columns: Columns, block: number, filter: Filter): number {
  let sure = 0;
  if ((columns.statuses[block] & filter.statuses) === 0) sure |= FAILS.status;
  if ((columns.types[block] & filter.types) === 0) sure |= FAILS.type;
  for (const { zoneLows, zoneHighs, low, high, fails } of filter.ranges) {
    const zoneLow = zoneLows[block];
    if (zoneLow !== UNSTATED && (zoneLow > high || zoneHighs[block] < low)) sure |= fails;
  }
  return sure;
}

function mayFailStatus(columns: Columns, block: number, filter: Filter): boolean {
  const statuses = columns.statuses[block];
  return (statuses & ~filter.statuses) !== 0 || (statuses & STATUS_BIT.sold) !== 0;
}

function isBlockWithin(block: number, { zoneLows, zoneHighs, low, high }: RangeFilter): boolean {
  return zoneLows[block] >= low && zoneHighs[block] <= high;
}

/*
 * The loops that set flags have no branches: on real data half of the tests come out either way, and a wrongly
 * guessed branch costs more than all the arithmetic of a row.
 */

function markStatus(
  columns: Columns,
  start: number,
  length: number,
  { statusFlags, soldSince }: Filter,
): void {
  const { status } = columns;
  for (let i = 0; i < length; i++) flags[i] |= statusFlags[status[start + i]];
  if ((columns.statuses[start >> BLOCK_BITS] & STATUS_BIT.sold) === 0) return;
  const { closeDate } = columns.int;
  for (let i = 0; i < length; i++) {
    if (status[start + i] === STATUS_BIT.sold && closeDate[start + i] < soldSince) flags[i] |= FAILS.status;
  }
}

function markType(columns: Columns, start: number, length: number, typeFlags: Int32Array): void {
  const { type } = columns;
  for (let i = 0; i < length; i++) flags[i] |= typeFlags[type[start + i]];
}

function markRange(start: number, length: number, range: RangeFilter): void {
  const { values, low, high, fails, unstated } = range;
  for (let i = 0; i < length; i++) {
    const value = values[start + i];
    // The sign of a difference, spread over all bits: −1 where the value is outside, or unstated. UNSTATED may
    // overflow `high - value`, but then its own sign has already said what it is.
    const isUnstated = value >> 31;
    const isOutside = ((value - low) | (high - value)) >> 31;
    flags[i] |= (isOutside & ~isUnstated & fails) | (isUnstated & unstated);
  }
}

/** Each row is written where the next match belongs, and stays there when it is one. */
function collectMatches(start: number, length: number, found: Matches): void {
  const { rows } = found;
  let { count } = found;
  for (let i = 0; i < length; i++) {
    rows[count] = start + i;
    count += isZero(flags[i] & ALL_FAILS);
  }
  found.count = count;
}

function collectNear(start: number, length: number, wantedNear: number, found: Matches): void {
  const { nearRows, nearFails } = found;
  let { nearCount } = found;
  for (let i = 0; i < length; i++) {
    const fails = flags[i] & ALL_FAILS;
    nearRows[nearCount] = start + i;
    nearFails[nearCount] = fails;
    // One bit alone, and it is asked for. No bit at all has none of the wanted.
    nearCount += isZero(fails & (fails - 1)) & ~isZero(fails & wantedNear);
  }
  found.nearCount = nearCount;
}

/** Counts unstated values of rows that pass everything else: they fail nothing, or for that value alone. */
function countUnstated(length: number, unstated: Float64Array): void {
  let count = 0;
  for (let i = 0; i < length; i++) {
    const flag = flags[i];
    const fails = flag & ALL_FAILS;
    candidates[count] = flag;
    count += isZero(fails & (fails - 1)) & ~isZero(flag >> UNSTATED_SHIFT);
  }
  for (let i = 0; i < count; i++) {
    const fails = candidates[i] & ALL_FAILS;
    let bits = candidates[i] >> UNSTATED_SHIFT;
    if (fails !== 0) bits &= fails;
    for (; bits !== 0; bits &= bits - 1) unstated[lowestBit(bits)]++;
  }
}

/** 1 for 0, else 0, without a branch. */
function isZero(bits: number): number {
  return ((bits | -bits) >>> 31) ^ 1;
}

function collectAll(start: number, length: number, found: Matches): void {
  for (let i = 0; i < length; i++) found.rows[found.count++] = start + i;
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
