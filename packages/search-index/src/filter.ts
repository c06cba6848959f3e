import { NULLABLE_FILTERS, type NullableFilter } from '@maru/listing';
import { type ColumnRange, markOutside, nextBlock, overlapOf, rangeOf } from './area.ts';
import { BLOCK, BLOCK_BITS, type Columns, STATUS_BIT } from './columns.ts';
import { cutPercent, isWholeCost, leastCost, minutesTo } from './computed.ts';
import { FAILS, OUTSIDE } from './criteria.ts';
import type { Plan } from './plan.ts';
import { Shapes } from './shapes.ts';
import { type Asked, type Tallied, Tally } from './tally.ts';
import { UNSTATED } from './unstated.ts';

/** A plan bound to the columns; good until they next change. */
export interface Filter {
  plan: Plan;
  area: ColumnRange[][] | undefined;
  ranges: RangeFilter[];
  /** What to set for a row's type, and for its status, the date of a sale aside. */
  typeFlags: Int32Array;
  statusFlags: Int32Array;
  /** By row: 1 where the full text was found. */
  keyword: Uint8Array | undefined;
  /** Whether a criterion is asked that zones know nothing of. */
  hasRowTests: boolean;
}

interface RangeFilter extends ColumnRange {
  fails: number;
  /** What an unstated value fails. */
  unstated: number;
}

export function bind(plan: Plan, columns: Columns, keyword?: Uint8Array): Filter {
  const { area } = plan;
  return {
    plan,
    area: area?.alternatives.map((spans) => spans.map((span) => rangeOf(columns, span))),
    ranges: plan.ranges.map(({ filter, isKept, ...span }) => ({
      ...rangeOf(columns, span),
      fails: FAILS[filter],
      unstated: isKept ? 0 : FAILS[filter],
    })),
    typeFlags: flagsByBit(plan.types, FAILS.type),
    statusFlags: flagsByBit(plan.statuses, FAILS.status),
    keyword,
    hasRowTests:
      keyword !== undefined ||
      plan.traits.length > 0 ||
      [plan.facing, plan.has, plan.school, plan.monthly, plan.commute, plan.open, plan.cut].some(
        (test) => test !== undefined,
      ),
  };
}

/** The filters of which an answer says how many homes do not state the value. */
export function activeFilters({ ranges, traits, ...plan }: Plan): NullableFilter[] {
  const active = new Set<NullableFilter>([...ranges, ...traits].map(({ filter }) => filter));
  for (const filter of ['facing', 'has', 'school', 'monthly', 'commute'] as const) {
    if (plan[filter] !== undefined) active.add(filter);
  }
  return NULLABLE_FILTERS.filter((filter) => active.has(filter));
}

/** Indexed by a value of one bit: `fails` where the bit is not among the asked. */
function flagsByBit(asked: number, fails: number): Int32Array {
  const flagsOf = new Int32Array(256);
  for (let bit = 1; bit < 256; bit <<= 1) if ((bit & asked) === 0) flagsOf[bit] = fails;
  return flagsOf;
}

/** Of the block being looked at: the criteria that each row fails, and those whose value it does not state. */
const fails = new Int32Array(BLOCK);
const unstated = new Int32Array(BLOCK);
/** Places in the block of the rows whose unstated values may count. */
const candidates = new Int32Array(BLOCK + 1);
/** Rows of the block that match, and those that fail one criterion only. */
const matches = new Int32Array(BLOCK + 1);
const nearRows = new Int32Array(BLOCK + 1);
const nearFails = new Int32Array(BLOCK + 1);

/** Blocks between two looks at whether the scan is still wanted. */
const LOOK_EVERY = 64;

/**
 * Tells the tally of the rows that match, those that fail a single criterion that it counts, and how many are
 * unstated, in one pass over the blocks that may hold any; the blocks from `from` up to, not including, `to`.
 * Undefined when `isOver` said so.
 */
export function scan(
  columns: Columns,
  filter: Filter,
  asked: Asked,
  from = 0,
  to = columns.blocks,
  isOver: () => boolean = () => false,
): Tallied | undefined {
  const tally = new Tally(columns, filter.plan, asked);
  const parts: ColumnRange[][] = [];
  const { area, plan } = filter;
  const shapes =
    plan.area?.polygons === undefined && plan.area?.circle === undefined ? undefined : new Shapes(plan.area);
  const wantedNear = tally.near;
  const isForActive = plan.statuses === STATUS_BIT.active;
  let looked = 0;
  for (let block = nextBlock(area, from, to); block < to; block = nextBlock(area, block + 1, to)) {
    if (looked++ % LOOK_EVERY === 0 && isOver()) return undefined;
    const overlap = area === undefined ? 'all' : overlapOf(block, area, parts);
    if (overlap === 'none') continue;
    const sure = sureFails(columns, block, filter);
    if (sure !== 0 && ((sure & (sure - 1)) !== 0 || (sure & wantedNear) === 0)) continue;

    const start = block << BLOCK_BITS;
    const length = Math.min(BLOCK, columns.length - start);
    let isFlagged = overlap === 'some';
    if (isFlagged) markOutside(start, length, parts, fails, OUTSIDE);
    else fails.fill(0);
    if (shapes !== undefined) {
      shapes.markOutside(start, length, columns.int.x, columns.int.y, fails);
      isFlagged = true;
    }
    if ((columns.types[block] & ~plan.types) !== 0) {
      markType(columns, start, length, filter.typeFlags);
      isFlagged = true;
    }
    let hasUnstated = false;
    for (const range of filter.ranges) {
      if (isBlockWithin(block, range)) continue;
      isFlagged = true;
      if (range.zoneLows[block] !== UNSTATED) markStated(start, length, range);
      else {
        if (!hasUnstated) unstated.fill(0);
        hasUnstated = true;
        markRange(start, length, range);
      }
    }
    if (filter.hasRowTests) {
      isFlagged = true;
      if (!hasUnstated) unstated.fill(0);
      hasUnstated = true;
      markRows(columns, start, length, filter);
    }
    if (!isFlagged && isForActive) {
      tally.addActive(block);
      continue;
    }
    if (mayFailStatus(columns, block, plan)) markStatus(columns, start, length, filter);
    tally.add(block, matches, collectMatches(start, length));
    if (wantedNear !== 0) tally.addNear(nearRows, nearFails, collectNear(start, length, wantedNear));
    if (hasUnstated) countUnstated(length, tally.unstated);
  }
  return tally.tallied();
}

/**
 * How many blocks a scan would have to look into, row by row; those that zones tell all about cost next to nothing.
 * Stops counting at `enough`; 0 when there are not so many at all.
 */
export function blocksToLookInto(columns: Columns, filter: Filter, enough: number): number {
  const parts: ColumnRange[][] = [];
  const { area, plan, ranges, hasRowTests } = filter;
  const hasShapes = plan.area?.polygons !== undefined || plan.area?.circle !== undefined;
  let count = 0;
  const to = columns.blocks;
  if (to < enough) return 0;
  for (let block = nextBlock(area, 0, to); block < to; block = nextBlock(area, block + 1, to)) {
    if (count === enough) break;
    const overlap = area === undefined ? 'all' : overlapOf(block, area, parts);
    if (overlap === 'none') continue;
    const sure = sureFails(columns, block, filter);
    if ((sure & (sure - 1)) !== 0) continue;
    const isTold =
      overlap === 'all' &&
      !hasShapes &&
      !hasRowTests &&
      plan.statuses === STATUS_BIT.active &&
      (columns.types[block] & ~plan.types) === 0 &&
      ranges.every((range) => isBlockWithin(block, range));
    if (!isTold) count++;
  }
  return count;
}

/** The criteria that every row of the block fails with a stated value, by its zone. */
function sureFails(columns: Columns, block: number, { plan, ranges }: Filter): number {
  let sure = 0;
  if ((columns.statuses[block] & plan.statuses) === 0) sure |= FAILS.status;
  if ((columns.types[block] & plan.types) === 0) sure |= FAILS.type;
  for (const { zoneLows, zoneHighs, low, high, fails: bit } of ranges) {
    const zoneLow = zoneLows[block];
    if (zoneLow !== UNSTATED && (zoneLow > high || zoneHighs[block] < low)) sure |= bit;
  }
  return sure;
}

function mayFailStatus(columns: Columns, block: number, plan: Plan): boolean {
  const statuses = columns.statuses[block];
  return (statuses & ~plan.statuses) !== 0 || (statuses & STATUS_BIT.sold) !== 0;
}

function isBlockWithin(block: number, { zoneLows, zoneHighs, low, high }: RangeFilter): boolean {
  return zoneLows[block] >= low && zoneHighs[block] <= high;
}

/*
 * The loops that set flags have no branches: on real data half of the tests come out either way, and a wrongly
 * guessed branch costs more than all the arithmetic of a row.
 */

function markStatus(columns: Columns, start: number, length: number, { statusFlags, plan }: Filter): void {
  const { status } = columns;
  for (let i = 0; i < length; i++) fails[i] |= statusFlags[status[start + i]];
  if ((columns.statuses[start >> BLOCK_BITS] & STATUS_BIT.sold) === 0) return;
  const { closeDate } = columns.int;
  for (let i = 0; i < length; i++) {
    if (status[start + i] === STATUS_BIT.sold && closeDate[start + i] < plan.soldSince) {
      fails[i] |= FAILS.status;
    }
  }
}

function markType(columns: Columns, start: number, length: number, typeFlags: Int32Array): void {
  const { type } = columns;
  for (let i = 0; i < length; i++) fails[i] |= typeFlags[type[start + i]];
}

/** All values of the block are stated. */
function markStated(start: number, length: number, { values, low, high, fails: bit }: RangeFilter): void {
  for (let i = 0; i < length; i++) {
    const value = values[start + i];
    fails[i] |= (((value - low) | (high - value)) >> 31) & bit;
  }
}

function markRange(start: number, length: number, range: RangeFilter): void {
  const { values, low, high, fails: bit, unstated: unstatedFails } = range;
  for (let i = 0; i < length; i++) {
    const value = values[start + i];
    // The sign of a difference, spread over all bits: −1 where the value is outside, or unstated. UNSTATED may
    // overflow `high - value`, but then its own sign has already said what it is.
    const isUnstated = value >> 31;
    const isOutside = ((value - low) | (high - value)) >> 31;
    fails[i] |= (isOutside & ~isUnstated & bit) | (isUnstated & unstatedFails);
    unstated[i] |= isUnstated & bit;
  }
}

/** The criteria that no zone knows of. */
function markRows(columns: Columns, start: number, length: number, { plan, keyword }: Filter): void {
  const { facing, traits, has, school, monthly, commute, open, cut } = plan;
  const doubt = (i: number, bit: number, isKept: boolean) => {
    unstated[i] |= bit;
    if (!isKept) fails[i] |= bit;
  };
  if (facing !== undefined) markFacing(columns, start, length, facing);
  for (const { filter, stated, yes, isKept } of traits) {
    const wanted = yes ? stated << 1 : 0;
    for (let i = 0; i < length; i++) {
      const value = columns.traits[start + i];
      if ((value & stated) === 0) doubt(i, FAILS[filter], isKept);
      else if ((value & (stated << 1)) !== wanted) fails[i] |= FAILS[filter];
    }
  }
  if (has !== undefined) markFeatures(columns, start, length, has);
  if (school !== undefined) {
    const { schools } = columns.int;
    for (let i = 0; i < length; i++) {
      const set = schools[start + i];
      if (set === UNSTATED) doubt(i, FAILS.school, school.isKept);
      else if (school.sets[set] !== 1) fails[i] |= FAILS.school;
    }
  }
  if (monthly !== undefined) markMonthly(columns, start, length, plan, monthly, doubt);
  if (commute !== undefined) {
    const { low, high, isKept } = commute;
    for (let i = 0; i < length; i++) {
      const minutes = minutesTo(columns, start + i, plan);
      if (Number.isNaN(minutes)) doubt(i, FAILS.commute, isKept);
      else if (minutes < low || minutes > high) fails[i] |= FAILS.commute;
    }
  }
  if (open !== undefined) {
    const { firstOpenDay, openDays } = columns;
    for (let i = 0; i < length; i++) {
      const days = openDays[start + i];
      const first = firstOpenDay[start + i];
      const isOpen = days !== 0 && open.some(([from, to]) => isOpenWithin(days, from - first, to - first));
      if (!isOpen) fails[i] |= FAILS.open;
    }
  }
  if (cut !== undefined) {
    for (let i = 0; i < length; i++) if (!(cutPercent(columns, start + i) >= cut)) fails[i] |= FAILS.cut;
  }
  if (keyword !== undefined) {
    for (let i = 0; i < length; i++) if (keyword[start + i] !== 1) fails[i] |= FAILS.keyword;
  }
}

function markFacing(
  { facing }: Columns,
  start: number,
  length: number,
  { bits, isKept }: NonNullable<Plan['facing']>,
): void {
  const unstatedFails = isKept ? 0 : FAILS.facing;
  for (let i = 0; i < length; i++) {
    const value = facing[start + i];
    const isUnstated = -isZero(value);
    const isOther = -isZero(value & bits);
    fails[i] |= (isUnstated & unstatedFails) | (isOther & ~isUnstated & FAILS.facing);
    unstated[i] |= isUnstated & FAILS.facing;
  }
}

function markFeatures(
  { featuresYes, featuresStated }: Columns,
  start: number,
  length: number,
  { bits, isKept }: NonNullable<Plan['has']>,
): void {
  const unstatedFails = isKept ? 0 : FAILS.has;
  for (let i = 0; i < length; i++) {
    const missing = bits & ~featuresYes[start + i];
    const hasAll = -isZero(missing);
    const lacksNone = -isZero(missing & featuresStated[start + i]);
    const isUnstated = lacksNone & ~hasAll;
    fails[i] |= (~lacksNone & FAILS.has) | (isUnstated & unstatedFails);
    unstated[i] |= isUnstated & FAILS.has;
  }
}

function markMonthly(
  columns: Columns,
  start: number,
  length: number,
  plan: Plan,
  { low, high, isKept }: NonNullable<Plan['monthly']>,
  doubt: (i: number, bit: number, isKept: boolean) => void,
): void {
  for (let i = 0; i < length; i++) {
    const least = leastCost(columns, start + i, plan);
    if (Number.isNaN(least)) doubt(i, FAILS.monthly, isKept);
    else if (isWholeCost(columns, start + i, plan)) {
      if (least < low || least > high) fails[i] |= FAILS.monthly;
    } else if (least > high) fails[i] |= FAILS.monthly;
    else doubt(i, FAILS.monthly, isKept);
  }
}

/** Whether a bit from `from` to `to` is set; both may lie off either end. */
function isOpenWithin(days: number, from: number, to: number): boolean {
  const low = Math.max(0, from);
  const high = Math.min(31, to);
  if (low > high) return false;
  const mask = (0xffffffff >>> (31 - (high - low))) << low;
  return (days & mask) !== 0;
}

/** Each row is written where the next match belongs, and stays there when it is one. */
function collectMatches(start: number, length: number): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    matches[count] = start + i;
    count += isZero(fails[i]);
  }
  return count;
}

function collectNear(start: number, length: number, wantedNear: number): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    const failed = fails[i];
    nearRows[count] = start + i;
    nearFails[count] = failed;
    // One bit alone, and it is asked for. No bit at all has none of the wanted.
    count += isZero(failed & (failed - 1)) & ~isZero(failed & wantedNear);
  }
  return count;
}

/** Counts unstated values of rows that pass everything else: they fail nothing, or for that value alone. */
function countUnstated(length: number, counts: Float64Array): void {
  let count = 0;
  for (let i = 0; i < length; i++) {
    const failed = fails[i];
    candidates[count] = i;
    count += isZero(failed & (failed - 1)) & ~isZero(unstated[i]);
  }
  for (let at = 0; at < count; at++) {
    const failed = fails[candidates[at]];
    let bits = unstated[candidates[at]];
    if (failed !== 0) bits &= failed;
    for (; bits !== 0; bits &= bits - 1) counts[lowestBit(bits)]++;
  }
}

/** 1 for 0, else 0, without a branch. */
function isZero(bits: number): number {
  return ((bits | -bits) >>> 31) ^ 1;
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
