import { type NullableFilter, type Range, type SearchQuery, soldSince } from '@maru/listing';
import { type Area, areaOf, type ColumnRange, markOutside, overlapOf } from './area.ts';
import {
  BLOCK,
  BLOCK_BITS,
  type Columns,
  dateNumber,
  type IntColumn,
  STATUS_BIT,
  TYPE_BIT,
  UNSTATED,
} from './columns.ts';
import type { PlaceBook } from './place-book.ts';

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

/** A query in the terms of the columns. */
export interface Filter {
  area: Area | undefined;
  ranges: RangeFilter[];
  /** Bits of the asked types. */
  types: number;
  /** Bits of the asked status groups. */
  statuses: number;
  /** The earliest closeDate of a sold home, as a column value. */
  soldSince: number;
}

interface RangeFilter {
  filter: NullableFilter;
  column: IntColumn;
  low: number;
  high: number;
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

export function filterOf(query: SearchQuery, places: PlaceBook, now: number): Filter {
  const ranges: RangeFilter[] = [];
  for (const filter of Object.keys(COLUMN_OF) as NullableFilter[]) {
    const range = query[filter];
    if (range === undefined || (range.min === undefined && range.max === undefined)) continue;
    const fails = FAILS[filter];
    const isKept = query.unk?.includes(filter) ?? false;
    const unstated = (fails << UNSTATED_SHIFT) | (isKept ? 0 : fails);
    ranges.push({ filter, column: COLUMN_OF[filter], ...endsOf(filter, range, now), fails, unstated });
  }
  const statuses = query.status?.length ? query.status : (['active'] as const);
  return {
    area: areaOf(query, places),
    ranges,
    types: query.type?.length ? query.type.reduce((bits, type) => bits | TYPE_BIT[type], 0) : ANY_TYPE,
    statuses: statuses.reduce((bits, group) => bits | STATUS_BIT[group], 0),
    soldSince: dateNumber(soldSince(now, query.soldMonths)),
  };
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
    if (this.rows.length < length) {
      this.rows = new Int32Array(length);
      this.nearRows = new Int32Array(length);
      this.nearFails = new Uint16Array(length);
    }
    this.count = 0;
    this.nearCount = 0;
    this.unstated.fill(0);
  }
}

const flags = new Int32Array(BLOCK);

/**
 * Finds the rows that match, those that fail a single criterion of `wantedNear` (bits of FAILS), and how many
 * are unstated, in one pass over the blocks that may hold any.
 */
export function scan(columns: Columns, filter: Filter, wantedNear: number, found: Matches): void {
  found.empty(columns.length);
  const parts: ColumnRange[][] = [];
  const { area } = filter;
  for (let block = 0; block < columns.blocks; block++) {
    const overlap = area === undefined ? 'all' : overlapOf(columns, block, area, parts);
    if (overlap === 'none') continue;
    const sure = sureFails(columns, block, filter);
    if (sure !== 0 && ((sure & (sure - 1)) !== 0 || (sure & wantedNear) === 0)) continue;

    let isFlagged = overlap === 'some';
    if (isFlagged) markOutside(columns, block, parts, flags, ALL_FAILS);
    else flags.fill(0);
    if (mayFailStatus(columns, block, filter)) {
      markStatus(columns, block, filter);
      isFlagged = true;
    }
    if ((columns.types[block] & ~filter.types) !== 0) {
      markType(columns, block, filter.types);
      isFlagged = true;
    }
    for (const range of filter.ranges) {
      if (isBlockWithin(columns, block, range)) continue;
      markRange(columns, block, range);
      isFlagged = true;
    }
    if (isFlagged) collect(columns, block, wantedNear, found);
    else collectAll(columns, block, found);
  }
}

/** The criteria that every row of the block fails with a stated value, by its zone. */
function sureFails(columns: Columns, block: number, filter: Filter): number {
  let sure = 0;
  if ((columns.statuses[block] & filter.statuses) === 0) sure |= FAILS.status;
  if ((columns.types[block] & filter.types) === 0) sure |= FAILS.type;
  for (const { column, low, high, fails } of filter.ranges) {
    const zoneLow = columns.low[column][block];
    if (zoneLow !== UNSTATED && (zoneLow > high || columns.high[column][block] < low)) sure |= fails;
  }
  return sure;
}

function mayFailStatus(columns: Columns, block: number, filter: Filter): boolean {
  const statuses = columns.statuses[block];
  return (statuses & ~filter.statuses) !== 0 || (statuses & STATUS_BIT.sold) !== 0;
}

function isBlockWithin(columns: Columns, block: number, { column, low, high }: RangeFilter): boolean {
  return columns.low[column][block] >= low && columns.high[column][block] <= high;
}

function markStatus(columns: Columns, block: number, { statuses, soldSince }: Filter): void {
  const start = block << BLOCK_BITS;
  const length = Math.min(BLOCK, columns.length - start);
  const { status } = columns;
  const { closeDate } = columns.int;
  for (let i = 0; i < length; i++) {
    const bit = status[start + i];
    const isAsked = (bit & statuses) !== 0 && (bit !== STATUS_BIT.sold || closeDate[start + i] >= soldSince);
    if (!isAsked) flags[i] |= FAILS.status;
  }
}

function markType(columns: Columns, block: number, types: number): void {
  const start = block << BLOCK_BITS;
  const length = Math.min(BLOCK, columns.length - start);
  const { type } = columns;
  for (let i = 0; i < length; i++) if ((type[start + i] & types) === 0) flags[i] |= FAILS.type;
}

function markRange(columns: Columns, block: number, range: RangeFilter): void {
  const start = block << BLOCK_BITS;
  const length = Math.min(BLOCK, columns.length - start);
  const values = columns.int[range.column];
  const { low, high, fails, unstated } = range;
  for (let i = 0; i < length; i++) {
    const value = values[start + i];
    if (value < low || value > high) flags[i] |= value === UNSTATED ? unstated : fails;
  }
}

function collect(columns: Columns, block: number, wantedNear: number, found: Matches): void {
  const start = block << BLOCK_BITS;
  const length = Math.min(BLOCK, columns.length - start);
  const { rows, nearRows, nearFails, unstated } = found;
  let { count, nearCount } = found;
  for (let i = 0; i < length; i++) {
    const flag = flags[i];
    if (flag === 0) {
      rows[count++] = start + i;
      continue;
    }
    const fails = flag & ALL_FAILS;
    if (fails === 0) {
      rows[count++] = start + i;
      for (let bits = flag >> UNSTATED_SHIFT; bits !== 0; bits &= bits - 1) unstated[lowestBit(bits)]++;
    } else if ((fails & (fails - 1)) === 0) {
      if ((flag & (fails << UNSTATED_SHIFT)) !== 0) unstated[lowestBit(fails)]++;
      if ((fails & wantedNear) !== 0) {
        nearRows[nearCount] = start + i;
        nearFails[nearCount++] = fails;
      }
    }
  }
  found.count = count;
  found.nearCount = nearCount;
}

function collectAll(columns: Columns, block: number, found: Matches): void {
  const start = block << BLOCK_BITS;
  const end = Math.min(columns.length, start + BLOCK);
  for (let row = start; row < end; row++) found.rows[found.count++] = row;
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
