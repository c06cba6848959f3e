import { NULLABLE_FILTERS, type NullableFilter } from '@maru/listing/search';
import {
  findPlanes,
  loseFeatures,
  type RangePlanes,
  writeMissing,
  writeOtherStatuses,
  writeOtherTypes,
  writeOutsideByPlanes,
  writeUnstatedByPlanes,
} from '../homes/bit-planes.ts';
import { BLOCK, BLOCK_BITS, WORD, WORDS } from '../homes/block.ts';
import { type Columns, STATUS_BIT } from '../homes/columns.ts';
import { UNSTATED } from '../homes/unstated.ts';
import {
  bindRange,
  type ColumnRange,
  findExclusion,
  findOverlap,
  loseInside,
  loseOutside,
  nextBlock,
  writeOutside,
  writeOutsideAndUnstated,
} from './area.ts';
import { cutPercent, isOpenWithin, isWholeCost, leastCost, minutesTo } from './computed.ts';
import { CRITERIA, type Criterion, FAILS } from './criteria.ts';
import type { Plan } from './plan.ts';
import { Shapes } from './shapes.ts';
import { type Tallied, Tally, type WantedParts } from './tally.ts';

/*
 * A scan goes over the blocks of 256 rows. Zones (the minimum and maximum of a column in a block) exclude most blocks
 * and count some as a whole. In the rest, each criterion is tested for 32 rows at a time without a branch: on real
 * data half of the tests come out either way, and a mispredicted branch costs more than all arithmetic of a row.
 */

/** A plan bound to the columns; valid until they next change. */
export interface Filter {
  plan: Plan;
  area: ColumnRange[][] | undefined;
  excluded: ColumnRange[];
  ranges: RangeFilter[];
  /** Bits of FAILS: the filters that unstated values pass. */
  kept: number;
  /** By row: 1 where the full text was found. */
  keyword: Uint8Array | undefined;
  /** Whether there is a criterion that zones cannot decide. */
  hasRowTests: boolean;
}

interface RangeFilter extends ColumnRange {
  bit: number;
  isKept: boolean;
  planes: RangePlanes | undefined;
  /** Offset of its words in the marks. */
  at: number;
}

/** The filters with values of their own that may be unstated. */
const OTHER_FILTERS = ['facing', 'has', 'school', 'monthly', 'commute'] as const;

/** Offsets of the words of each criterion in the marks. */
const AT = Object.fromEntries(CRITERIA.map((one, i) => [one, i * WORDS])) as Record<Criterion, number>;

/** Looks up the columns of a plan. `keyword` has 1 by row where the full text was found. */
export function bind(plan: Plan, columns: Columns, keyword?: Uint8Array): Filter {
  const { area, facing, has, school, monthly, commute } = plan;
  let kept = 0;
  for (const { filter, isKept } of plan.ranges) if (isKept) kept |= FAILS[filter];
  for (const { filter, isKept } of plan.traits) if (isKept) kept |= FAILS[filter];
  for (const filter of OTHER_FILTERS) if (plan[filter]?.isKept) kept |= FAILS[filter];
  if (monthly?.mustBeWhole === false) kept |= FAILS.wholeCost;
  return {
    plan,
    area: area?.alternatives.map((spans) => spans.map((span) => bindRange(columns, span))),
    excluded: plan.excluded.map((span) => bindRange(columns, span)),
    ranges: plan.ranges
      .map(({ filter, isKept, ...span }) => ({
        ...bindRange(columns, span),
        bit: FAILS[filter],
        isKept,
        planes: findPlanes(columns, span.column, plan.searchType, span.low, span.high),
        at: AT[filter],
      }))
      .sort((a, b) => Number(readsRows(a)) - Number(readsRows(b))),
    kept,
    keyword,
    hasRowTests:
      keyword !== undefined ||
      plan.traits.length > 0 ||
      [facing, has, school, monthly, commute, plan.open, plan.cut].some((test) => test !== undefined),
  };
}

/** Whether the planes leave rows open, whose values must be read. */
function readsRows({ planes }: RangeFilter): boolean {
  return planes?.isExact === false;
}

/** The filters for which an answer counts the homes whose value is unstated. */
export function activeFilters({ ranges, traits, ...plan }: Plan): NullableFilter[] {
  const active = new Set<NullableFilter>([...ranges, ...traits].map(({ filter }) => filter));
  for (const filter of OTHER_FILTERS) {
    if (plan[filter] !== undefined) active.add(filter);
  }
  return NULLABLE_FILTERS.filter((filter) => active.has(filter));
}

/** Blocks between two calls of `isOver`. */
const CHECK_EVERY = 64;

/**
 * Tallies the rows that match, those that fail a single criterion that the tally counts, and how many are unstated, in
 * one pass over the blocks from `from` up to, not including, `to`. Undefined when `isOver` returned true.
 */
export function scan(
  columns: Columns,
  filter: Filter,
  wantedParts: WantedParts,
  from = 0,
  to = columns.blocks,
  isOver: () => boolean = () => false,
): Tallied | undefined {
  const tally = new Tally(columns, filter.plan, wantedParts);
  const parts: ColumnRange[][] = [];
  const { area, plan, excluded, ranges, hasRowTests } = filter;
  const shapes = hasShapes(plan) ? new Shapes(plan.area) : undefined;
  const wantedNear = tally.near;
  const isForActive = plan.statuses === STATUS_BIT.active;
  let looked = 0;
  for (let block = nextBlock(area, from, to); block < to; block = nextBlock(area, block + 1, to)) {
    if (looked++ % CHECK_EVERY === 0 && isOver()) return undefined;
    const overlap = area === undefined ? 'all' : findOverlap(block, area, parts);
    if (overlap === 'none') continue;
    const sure = sureFails(columns, block, filter);
    if (sure !== 0 && ((sure & (sure - 1)) !== 0 || (sure & wantedNear) === 0)) continue;

    const exclusion = findExclusion(block, excluded);
    if (exclusion === 'all') continue;

    const isAreaWhole = overlap === 'all' && exclusion === 'none' && shapes === undefined;
    const isWhole = isAreaWhole && !hasRowTests && plan.lacks === 0;
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
    if (exclusion === 'some') loseInside(block, excluded, marks.lost);
    if (plan.lacks !== 0) loseFeatures(columns, block, plan.lacks, marks.lost);
    // Cheap tests first: expensive ones skip the rows that are lost.
    if (!areTypesRight) markType(columns, block, plan);
    if (mayFailStatus(columns, block, plan)) markStatus(columns, block, plan);
    if (plan.has !== undefined) markFeatures(columns, block, plan.has);
    for (const range of ranges) {
      if (!isBlockWithin(block, range)) markRange(columns, range, block, (sure & range.bit) !== 0);
    }
    if (!isWhole) {
      if (marks.isAllLost) continue;
      if (hasRowTests) markRows(columns, start, plan, filter.keyword);
      shapes?.loseOutside(columns, block, marks.lost);
    }
    tallyBlock(block, start, tally, filter.kept);
  }
  return tally.tallied();
}

/** Adds the marked rows to the tally. */
function tallyBlock(block: number, start: number, tally: Tally, kept: number): void {
  tally.add(block, rows, marks.writeMatches(start, rows));
  for (let left = marks.failing & tally.near; left !== 0; left &= left - 1) {
    const criterion = lowestBit(left);
    tally.addNear(left & -left, rows, marks.writeNearMisses(criterion * WORDS, start, rows));
  }
  for (let left = marks.doubted; left !== 0; left &= left - 1) {
    const criterion = lowestBit(left);
    tally.unstated[criterion] += marks.countUnstated(criterion * WORDS, (kept & left & -left) !== 0);
  }
}

/** The cost of a block counted as a whole, in blocks whose rows are tested. */
const WHOLE_BLOCK = 1 / 3;

/**
 * The expected cost of a scan, in blocks whose rows are tested. Stops counting at `enough`; 0 when there are fewer
 * blocks than that.
 */
export function estimateWork(columns: Columns, filter: Filter, enough: number): number {
  const parts: ColumnRange[][] = [];
  const { area, plan, ranges, hasRowTests } = filter;
  const mayCountWhole = !hasShapes(plan) && !hasRowTests && plan.statuses === STATUS_BIT.active;
  let work = 0;
  const to = columns.blocks;
  if (to < enough) return 0;
  for (let block = nextBlock(area, 0, to); block < to; block = nextBlock(area, block + 1, to)) {
    if (work >= enough) break;
    const overlap = area === undefined ? 'all' : findOverlap(block, area, parts);
    if (overlap === 'none') continue;
    const sure = sureFails(columns, block, filter);
    if ((sure & (sure - 1)) !== 0) continue;
    const isWhole =
      mayCountWhole &&
      overlap === 'all' &&
      (columns.types[block] & ~plan.types) === 0 &&
      areAllWithin(block, ranges);
    work += isWhole ? WHOLE_BLOCK : 1;
  }
  return work;
}

function hasShapes(plan: Plan): plan is Plan & { area: NonNullable<Plan['area']> } {
  return plan.area?.polygons !== undefined || plan.area?.circle !== undefined;
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

/** Which rows of one block fail a criterion or leave it unstated, a bit per row. */
class BlockMarks {
  /** By criterion, WORDS each: the rows that fail it; valid for those in `failing`. */
  readonly fails = new Int32Array(CRITERIA.length * WORDS);
  /** By criterion: the rows whose value is unstated; valid for those in `doubted`. */
  readonly unstated = new Int32Array(CRITERIA.length * WORDS);
  /** Bits of FAILS. */
  failing = 0;
  doubted = 0;
  /** Rows that fail one criterion or more. */
  readonly failed = new Int32Array(WORDS);
  /** Rows that are neither match nor near miss: outside of the area, or failing two or more. */
  readonly lost = new Int32Array(WORDS);

  /** Clears all marks; rows from `length` on do not exist. */
  begin(length: number): void {
    const { failed, lost } = this;
    this.failing = 0;
    this.doubted = 0;
    for (let word = 0; word < WORDS; word++) {
      failed[word] = 0;
      const left = length - word * WORD;
      lost[word] = left >= WORD ? 0 : left <= 0 ? -1 : -1 << left;
    }
  }

  /** Call after writing the words of `fails` from `at` on, of the criterion with this bit. */
  take(bit: number, at: number): void {
    const { fails, failed, lost } = this;
    for (let word = 0; word < WORDS; word++) {
      const failing = fails[at + word];
      lost[word] |= failed[word] & failing;
      failed[word] |= failing;
    }
    this.failing |= bit;
  }

  get isAllLost(): boolean {
    const { lost } = this;
    let all = -1;
    for (let word = 0; word < WORDS; word++) all &= lost[word];
    return all === -1;
  }

  /** Writes the rows that fail nothing to `out` and returns how many; `start` is the first row of the block. */
  writeMatches(start: number, out: Int32Array): number {
    const { failed, lost } = this;
    let count = 0;
    for (let word = 0; word < WORDS; word++) {
      count = writeRows(~(failed[word] | lost[word]), start + word * WORD, out, count);
    }
    return count;
  }

  /** As `writeMatches`, for the rows that fail only the criterion whose words begin at `at`. */
  writeNearMisses(at: number, start: number, out: Int32Array): number {
    const { fails, lost } = this;
    let count = 0;
    for (let word = 0; word < WORDS; word++) {
      count = writeRows(fails[at + word] & ~lost[word], start + word * WORD, out, count);
    }
    return count;
  }

  /**
   * The number of rows that are unstated and pass everything else. An unstated value that is not kept fails its
   * criterion.
   */
  countUnstated(at: number, isKept: boolean): number {
    const { unstated, failed, lost } = this;
    let count = 0;
    for (let word = 0; word < WORDS; word++) {
      const others = isKept ? lost[word] | failed[word] : lost[word];
      count += bitsIn(unstated[at + word] & ~others);
    }
    return count;
  }
}

/** The current block's, reused: the scans of a thread are sequential. */
const marks = new BlockMarks();
const rows = new Int32Array(BLOCK);

function markType(columns: Columns, block: number, { types }: Plan): void {
  writeOtherTypes(columns, block, types, marks.fails, AT.type);
  marks.take(FAILS.type, AT.type);
}

function markStatus(columns: Columns, block: number, { statuses, soldSince }: Plan): void {
  const at = AT.status;
  const { fails, lost } = marks;
  writeOtherStatuses(columns, block, statuses, fails, at);
  if ((statuses & columns.statuses[block] & STATUS_BIT.sold) !== 0) {
    const { status, int } = columns;
    for (let word = 0; word < WORDS; word++) {
      const first = (block << BLOCK_BITS) + word * WORD;
      for (let left = ~(fails[at + word] | lost[word]); left !== 0; left &= left - 1) {
        const row = first + lowestBit(left);
        if (status[row] === STATUS_BIT.sold && int.closeDate[row] < soldSince) {
          fails[at + word] |= left & -left;
        }
      }
    }
  }
  marks.take(FAILS.status, at);
}

function markFeatures(columns: Columns, block: number, { bits, isKept }: NonNullable<Plan['has']>): void {
  const at = AT.has;
  const { fails, unstated } = marks;
  // Until the loop has run, `unstated` contains the rows that state to lack a feature.
  writeMissing(columns, block, bits, fails, unstated, at);
  for (let word = at; word < at + WORDS; word++) {
    const missing = fails[word];
    const lacking = unstated[word];
    fails[word] = isKept ? lacking : missing;
    unstated[word] = missing & ~lacking;
  }
  marks.doubted |= FAILS.has;
  marks.take(FAILS.has, at);
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

/** The criteria that neither zones nor planes can decide. */
function markRows(columns: Columns, start: number, plan: Plan, keyword: Uint8Array | undefined): void {
  const { facing, traits, school, monthly, commute, open, cut } = plan;
  if (keyword !== undefined) {
    writeNone(keyword, start, 1, marks.fails, AT.keyword);
    marks.take(FAILS.keyword, AT.keyword);
  }
  if (facing !== undefined) markFacing(columns, start, facing);
  for (const trait of traits) markTrait(columns, start, trait);
  if (school !== undefined) {
    const { schools } = columns.int;
    const { sets } = school;
    markEach('school', start, school.isKept, (row) =>
      schools[row] === UNSTATED ? DOUBT : sets[schools[row]] === 1 ? PASS : FAIL,
    );
  }
  if (open !== undefined) {
    const { firstOpenDay, openDays } = columns;
    markEach('open', start, false, (row) => {
      const days = openDays[row];
      const first = firstOpenDay[row];
      const isOpen = days !== 0 && open.some(([from, to]) => isOpenWithin(days, from - first, to - first));
      return isOpen ? PASS : FAIL;
    });
  }
  if (cut !== undefined) {
    markEach('cut', start, false, (row) => (cutPercent(columns, row) >= cut ? PASS : FAIL));
  }
  if (commute !== undefined) {
    const { low, high } = commute;
    markEach('commute', start, commute.isKept, (row) => {
      const minutes = minutesTo(columns, row, plan);
      return Number.isNaN(minutes) ? DOUBT : minutes < low || minutes > high ? FAIL : PASS;
    });
  }
  if (monthly !== undefined) markMonthly(columns, start, plan, monthly);
}

/** A cost that is not whole passes `monthly`, and is what leaves `wholeCost` unstated. */
function markMonthly(
  columns: Columns,
  start: number,
  plan: Plan,
  { low, high, isKept, mustBeWhole }: NonNullable<Plan['monthly']>,
): void {
  const { fails, unstated, lost } = marks;
  for (let word = 0; word < WORDS; word++) {
    const first = start + word * WORD;
    let failing = 0;
    let unknown = 0;
    let partial = 0;
    for (let left = ~lost[word]; left !== 0; left &= left - 1) {
      const bit = left & -left;
      const row = first + lowestBit(left);
      const least = leastCost(columns, row, plan);
      if (Number.isNaN(least)) unknown |= bit;
      else if (least > high) failing |= bit;
      else if (!isWholeCost(columns, row, plan)) partial |= bit;
      else if (least < low) failing |= bit;
    }
    fails[AT.monthly + word] = isKept ? failing : failing | unknown;
    unstated[AT.monthly + word] = unknown;
    fails[AT.wholeCost + word] = partial;
    unstated[AT.wholeCost + word] = partial;
  }
  marks.doubted |= FAILS.monthly | FAILS.wholeCost;
  marks.take(FAILS.monthly, AT.monthly);
  if (mustBeWhole) marks.take(FAILS.wholeCost, AT.wholeCost);
}

function markFacing({ facing }: Columns, start: number, { bits, isKept }: NonNullable<Plan['facing']>): void {
  const at = AT.facing;
  const { fails, unstated } = marks;
  writeNone(facing, start, bits, fails, at);
  writeNone(facing, start, 0xff, unstated, at);
  if (isKept) for (let word = at; word < at + WORDS; word++) fails[word] &= ~unstated[word];
  marks.doubted |= FAILS.facing;
  marks.take(FAILS.facing, at);
}

function markTrait(
  { traits }: Columns,
  start: number,
  { filter, stated, yes, isKept }: Plan['traits'][number],
): void {
  const at = AT[filter];
  const { fails, unstated } = marks;
  writeNone(traits, start, stated, unstated, at);
  writeNone(traits, start, stated << 1, fails, at);
  for (let word = at; word < at + WORDS; word++) {
    // An unstated trait is neither yes nor no.
    const others = (yes ? fails[word] : ~fails[word]) & ~unstated[word];
    fails[word] = isKept ? others : others | unstated[word];
  }
  marks.doubted |= FAILS[filter];
  marks.take(FAILS[filter], at);
}

const PASS = 0;
const FAIL = 1;
const DOUBT = 2;

/** For expensive tests: only for rows that are not lost. */
function markEach(criterion: Criterion, start: number, isKept: boolean, test: (row: number) => number): void {
  const at = AT[criterion];
  for (let word = 0; word < WORDS; word++) {
    const first = start + word * WORD;
    let failing = 0;
    let doubt = 0;
    for (let left = ~marks.lost[word]; left !== 0; left &= left - 1) {
      const found = test(first + lowestBit(left));
      if (found === FAIL) failing |= left & -left;
      else if (found === DOUBT) doubt |= left & -left;
    }
    marks.fails[at + word] = isKept ? failing : failing | doubt;
    marks.unstated[at + word] = doubt;
  }
  marks.doubted |= FAILS[criterion];
  marks.take(FAILS[criterion], at);
}

/** Sets the bits of `out` where a value has none of the requested bits. */
function writeNone(
  values: Uint8Array,
  start: number,
  wantedParts: number,
  out: Int32Array,
  at: number,
): void {
  for (let word = 0; word < WORDS; word++) {
    const first = start + word * WORD;
    let bits = 0;
    for (let i = 0; i < WORD; i++) bits |= (((values[first + i] & wantedParts) - 1) >>> 31) << i;
    out[at + word] = bits;
  }
}

/** Appends a row for each set bit to `out`, from `count` on, and returns the new count. */
function writeRows(bits: number, first: number, out: Int32Array, count: number): number {
  let at = count;
  for (let left = bits; left !== 0; left &= left - 1) out[at++] = first + lowestBit(left);
  return at;
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
