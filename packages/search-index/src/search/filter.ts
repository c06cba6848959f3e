import { NULLABLE_FILTERS, type NullableFilter } from '@maru/listing';
import {
  planesOf,
  type RangePlanes,
  writeOutsideByPlanes,
  writeUnstatedByPlanes,
} from '../homes/bit-planes.ts';
import { BLOCK, BLOCK_BITS, WORDS } from '../homes/block.ts';
import { type Columns, STATUS_BIT } from '../homes/columns.ts';
import { UNSTATED } from '../homes/unstated.ts';
import { type ColumnRange, loseOutside, nextBlock, overlapOf, rangeOf } from './area.ts';
import { BlockMarks, wordsOf } from './block-marks.ts';
import { FAILS } from './criteria.ts';
import type { Plan } from './plan.ts';
import {
  markFeatures,
  markRows,
  markStatus,
  markType,
  writeOutside,
  writeOutsideAndUnstated,
} from './row-tests.ts';
import { Shapes } from './shapes.ts';
import { type Asked, type Tallied, Tally } from './tally.ts';

/** A plan bound to the columns; good until they next change. */
export interface Filter {
  plan: Plan;
  area: ColumnRange[][] | undefined;
  ranges: RangeFilter[];
  /** Bits of FAILS: the filters that unstated values pass. */
  kept: number;
  /** By row: 1 where the full text was found. */
  keyword: Uint8Array | undefined;
  /** Whether a criterion is asked that zones know nothing of. */
  hasRowTests: boolean;
}

interface RangeFilter extends ColumnRange {
  bit: number;
  isKept: boolean;
  planes: RangePlanes | undefined;
  /** Where its words are in BlockMarks. */
  at: number;
}

/** The filters with values of their own that may be unstated. */
const OTHER_FILTERS = ['facing', 'has', 'school', 'monthly', 'commute'] as const;

export function bind(plan: Plan, columns: Columns, keyword?: Uint8Array): Filter {
  const { area, facing, has, school, monthly, commute } = plan;
  let kept = 0;
  for (const { filter, isKept } of plan.ranges) if (isKept) kept |= FAILS[filter];
  for (const { filter, isKept } of plan.traits) if (isKept) kept |= FAILS[filter];
  for (const filter of OTHER_FILTERS) if (plan[filter]?.isKept) kept |= FAILS[filter];
  return {
    plan,
    area: area?.alternatives.map((spans) => spans.map((span) => rangeOf(columns, span))),
    ranges: plan.ranges
      .map(({ filter, isKept, ...span }) => ({
        ...rangeOf(columns, span),
        bit: FAILS[filter],
        isKept,
        planes: planesOf(columns, span.column, plan.searchType, span.low, span.high),
        at: wordsOf(filter),
      }))
      .sort((a, b) => Number(isInDoubt(a)) - Number(isInDoubt(b))),
    kept,
    keyword,
    hasRowTests:
      keyword !== undefined ||
      plan.traits.length > 0 ||
      [facing, has, school, monthly, commute, plan.open, plan.cut].some((test) => test !== undefined),
  };
}

/** Whether some rows must be looked up. */
function isInDoubt({ planes }: RangeFilter): boolean {
  return planes?.isExact === false;
}

/** The filters of which an answer says how many homes do not state the value. */
export function activeFilters({ ranges, traits, ...plan }: Plan): NullableFilter[] {
  const active = new Set<NullableFilter>([...ranges, ...traits].map(({ filter }) => filter));
  for (const filter of OTHER_FILTERS) {
    if (plan[filter] !== undefined) active.add(filter);
  }
  return NULLABLE_FILTERS.filter((filter) => active.has(filter));
}

/** Of the block being looked at; one for all scans of this thread, which come one after the other. */
const marks = new BlockMarks();
const rows = new Int32Array(BLOCK);

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
  const { area, plan, ranges, hasRowTests } = filter;
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

    const isWhole = overlap === 'all' && shapes === undefined && !hasRowTests;
    const areTypesRight = (columns.types[block] & ~plan.types) === 0;
    if (isWhole && isForActive && areTypesRight && areAllWithin(block, ranges)) {
      tally.addActive(block);
      continue;
    }
    const start = block << BLOCK_BITS;
    marks.begin(columns.length - start);
    if (overlap === 'some') {
      loseOutside(block, parts, marks.lost);
      if (marks.isAllLost) continue;
    }
    // What costs little comes first: who is lost is asked no more.
    if (!areTypesRight) markType(marks, columns, block, plan);
    if (mayFailStatus(columns, block, plan)) markStatus(marks, columns, block, plan);
    if (plan.has !== undefined) markFeatures(marks, columns, block, plan.has);
    for (const range of ranges) {
      if (!isBlockWithin(block, range)) markRange(columns, range, block, (sure & range.bit) !== 0);
    }
    if (!isWhole) {
      if (marks.isAllLost) continue;
      if (hasRowTests) markRows(marks, columns, start, plan, filter.keyword);
      shapes?.loseOutside(columns, block, marks.lost);
    }
    tellOf(block, start, tally, filter.kept);
  }
  return tally.tallied();
}

/** What the marks of a block say of it, to the tally. */
function tellOf(block: number, start: number, tally: Tally, kept: number): void {
  tally.add(block, rows, marks.matches(start, rows));
  for (let left = marks.failing & tally.near; left !== 0; left &= left - 1) {
    const criterion = lowestBit(left);
    tally.addNear(left & -left, rows, marks.nearMisses(criterion * WORDS, start, rows));
  }
  for (let left = marks.doubted; left !== 0; left &= left - 1) {
    const criterion = lowestBit(left);
    tally.unstated[criterion] += marks.countUnstated(criterion * WORDS, (kept & left & -left) !== 0);
  }
}

/** A block that is told by what it knows of its rows costs a third of one that is looked into. */
const TOLD = 1 / 3;

/**
 * How long a scan takes, in blocks that are looked into row by row. Stops counting at `enough`; 0 when there are not so
 * many blocks at all.
 */
export function workOf(columns: Columns, filter: Filter, enough: number): number {
  const parts: ColumnRange[][] = [];
  const { area, plan, ranges, hasRowTests } = filter;
  const hasShapes = plan.area?.polygons !== undefined || plan.area?.circle !== undefined;
  let work = 0;
  const to = columns.blocks;
  if (to < enough) return 0;
  for (let block = nextBlock(area, 0, to); block < to; block = nextBlock(area, block + 1, to)) {
    if (work >= enough) break;
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
      areAllWithin(block, ranges);
    work += isTold ? TOLD : 1;
  }
  return work;
}

/** The criteria that every row of the block fails with a stated value, by its zone. */
function sureFails(columns: Columns, block: number, { plan, ranges }: Filter): number {
  let sure = 0;
  if ((columns.statuses[block] & plan.statuses) === 0) sure |= FAILS.status;
  if ((columns.types[block] & plan.types) === 0) sure |= FAILS.type;
  for (const { zoneLows, zoneHighs, low, high, bit } of ranges) {
    const zoneLow = zoneLows[block];
    if (zoneLow !== UNSTATED && (zoneLow > high || zoneHighs[block] < low)) sure |= bit;
  }
  return sure;
}

function mayFailStatus(columns: Columns, block: number, plan: Plan): boolean {
  const statuses = columns.statuses[block];
  return (statuses & ~plan.statuses) !== 0 || (statuses & STATUS_BIT.sold) !== 0;
}

function areAllWithin(block: number, ranges: readonly RangeFilter[]): boolean {
  for (const range of ranges) if (!isBlockWithin(block, range)) return false;
  return true;
}

function isBlockWithin(block: number, { zoneLows, zoneHighs, low, high }: RangeFilter): boolean {
  return zoneLows[block] >= low && zoneHighs[block] <= high;
}

function markRange(columns: Columns, range: RangeFilter, block: number, areAllOutside: boolean): void {
  const { values, low, high, bit, isKept, planes, at } = range;
  const { fails, unstated } = marks;
  const start = block << BLOCK_BITS;
  if (areAllOutside) fails.fill(-1, at, at + WORDS);
  else {
    const isAllStated = range.zoneLows[block] !== UNSTATED;
    if (planes !== undefined) {
      writeOutsideByPlanes(columns, block, planes, range, marks.lost, fails, at);
      if (!isAllStated) writeUnstatedByPlanes(columns, block, planes.stated, unstated, at);
    } else if (isAllStated) writeOutside(values, start, low, high, fails, at);
    else writeOutsideAndUnstated(values, start, low, high, fails, unstated, at);
    if (!isAllStated) {
      if (isKept) for (let word = at; word < at + WORDS; word++) fails[word] &= ~unstated[word];
      marks.doubted |= bit;
    }
  }
  marks.take(bit, at);
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
