import { writeMissing, writeOtherStatuses, writeOtherTypes } from '../homes/bit-planes.ts';
import { BLOCK_BITS, WORD, WORDS } from '../homes/block.ts';
import { type Columns, STATUS_BIT } from '../homes/columns.ts';
import { UNSTATED } from '../homes/unstated.ts';
import { type BlockMarks, wordsOf } from './block-marks.ts';
import { cutPercent, isWholeCost, leastCost, minutesTo } from './computed.ts';
import { type Criterion, FAILS } from './criteria.ts';
import type { Plan } from './plan.ts';

/*
 * A test each of the rows of a block; they leave who fails, and who is unstated, in the marks. Loops without a branch,
 * but for what costs much a row: that is asked only of rows that are not lost yet.
 */

/** Sets the bits of `out` from `at` on where a value lies outside; it is 0 or more, or UNSTATED, which is always outside. */
export function writeOutside(
  values: Int32Array,
  start: number,
  low: number,
  high: number,
  out: Int32Array,
  at: number,
): void {
  for (let word = 0; word < WORDS; word++) {
    const first = start + word * WORD;
    let bits = 0;
    for (let i = 0; i < WORD; i++) {
      const value = values[first + i];
      // The sign of a difference. UNSTATED may overflow `high - value`, but then the other has its sign already.
      bits |= (((value - low) | (high - value)) >>> 31) << i;
    }
    out[at + word] = bits;
  }
}

/** The same, and who is unstated. */
export function writeOutsideAndUnstated(
  values: Int32Array,
  start: number,
  low: number,
  high: number,
  out: Int32Array,
  unstated: Int32Array,
  at: number,
): void {
  for (let word = 0; word < WORDS; word++) {
    const first = start + word * WORD;
    let outside = 0;
    let doubt = 0;
    for (let i = 0; i < WORD; i++) {
      const value = values[first + i];
      outside |= (((value - low) | (high - value)) >>> 31) << i;
      doubt |= (value >>> 31) << i;
    }
    out[at + word] = outside;
    unstated[at + word] = doubt;
  }
}

export function markType(marks: BlockMarks, columns: Columns, block: number, { types }: Plan): void {
  const at = wordsOf('type');
  writeOtherTypes(columns, block, types, marks.fails, at);
  marks.take(FAILS.type, at);
}

export function markStatus(
  marks: BlockMarks,
  columns: Columns,
  block: number,
  { statuses, soldSince }: Plan,
): void {
  const at = wordsOf('status');
  const { fails, lost } = marks;
  writeOtherStatuses(columns, block, statuses, fails, at);
  if ((statuses & columns.statuses[block] & STATUS_BIT.sold) !== 0) {
    const { status, int } = columns;
    for (let word = 0; word < WORDS; word++) {
      const first = (block << BLOCK_BITS) + word * WORD;
      for (let left = ~(fails[at + word] | lost[word]); left !== 0; left &= left - 1) {
        const bit = left & -left;
        const row = first + 31 - Math.clz32(bit);
        if (status[row] === STATUS_BIT.sold && int.closeDate[row] < soldSince) fails[at + word] |= bit;
      }
    }
  }
  marks.take(FAILS.status, at);
}

/** Where a value has none of the asked bits. */
function writeNone(values: Uint8Array, start: number, asked: number, out: Int32Array, at: number): void {
  for (let word = 0; word < WORDS; word++) {
    const first = start + word * WORD;
    let bits = 0;
    for (let i = 0; i < WORD; i++) bits |= (((values[first + i] & asked) - 1) >>> 31) << i;
    out[at + word] = bits;
  }
}

/** The criteria that neither zones nor planes know of; `keyword` has 1 by row where the full text was found. */
export function markRows(
  marks: BlockMarks,
  columns: Columns,
  start: number,
  plan: Plan,
  keyword: Uint8Array | undefined,
): void {
  const { facing, traits, school, monthly, commute, open, cut } = plan;
  if (keyword !== undefined) markKeyword(marks, keyword, start);
  if (facing !== undefined) markFacing(marks, columns, start, facing);
  for (const trait of traits) markTrait(marks, columns, start, trait);
  if (school !== undefined) {
    const { schools } = columns.int;
    const { sets } = school;
    markEach(marks, 'school', start, school.isKept, (row) =>
      schools[row] === UNSTATED ? DOUBT : sets[schools[row]] === 1 ? PASS : FAIL,
    );
  }
  if (open !== undefined) {
    const { firstOpenDay, openDays } = columns;
    markEach(marks, 'open', start, false, (row) => {
      const days = openDays[row];
      const first = firstOpenDay[row];
      const isOpen = days !== 0 && open.some(([from, to]) => isOpenWithin(days, from - first, to - first));
      return isOpen ? PASS : FAIL;
    });
  }
  if (cut !== undefined) {
    markEach(marks, 'cut', start, false, (row) => (cutPercent(columns, row) >= cut ? PASS : FAIL));
  }
  if (commute !== undefined) {
    const { low, high } = commute;
    markEach(marks, 'commute', start, commute.isKept, (row) => {
      const minutes = minutesTo(columns, row, plan);
      return Number.isNaN(minutes) ? DOUBT : minutes < low || minutes > high ? FAIL : PASS;
    });
  }
  if (monthly !== undefined) {
    const { low, high } = monthly;
    markEach(marks, 'monthly', start, monthly.isKept, (row) => {
      const least = leastCost(columns, row, plan);
      if (Number.isNaN(least)) return DOUBT;
      if (least > high) return FAIL;
      if (!isWholeCost(columns, row, plan)) return DOUBT;
      return least < low ? FAIL : PASS;
    });
  }
}

function markKeyword(marks: BlockMarks, keyword: Uint8Array, start: number): void {
  const at = wordsOf('keyword');
  writeNone(keyword, start, 1, marks.fails, at);
  marks.take(FAILS.keyword, at);
}

export function markFeatures(
  marks: BlockMarks,
  columns: Columns,
  block: number,
  { bits, isKept }: NonNullable<Plan['has']>,
): void {
  const at = wordsOf('has');
  const { fails, unstated } = marks;
  // For a moment those who lack one stand among the unstated.
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

function markFacing(
  marks: BlockMarks,
  { facing }: Columns,
  start: number,
  { bits, isKept }: NonNullable<Plan['facing']>,
): void {
  const at = wordsOf('facing');
  const { fails, unstated } = marks;
  writeNone(facing, start, bits, fails, at);
  writeNone(facing, start, 0xff, unstated, at);
  if (isKept) for (let word = at; word < at + WORDS; word++) fails[word] &= ~unstated[word];
  marks.doubted |= FAILS.facing;
  marks.take(FAILS.facing, at);
}

function markTrait(
  marks: BlockMarks,
  { traits }: Columns,
  start: number,
  { filter, stated, yes, isKept }: Plan['traits'][number],
): void {
  const at = wordsOf(filter);
  const { fails, unstated } = marks;
  writeNone(traits, start, stated, unstated, at);
  writeNone(traits, start, stated << 1, fails, at);
  for (let word = at; word < at + WORDS; word++) {
    // An unstated one says neither yes nor no.
    const others = (yes ? fails[word] : ~fails[word]) & ~unstated[word];
    fails[word] = isKept ? others : others | unstated[word];
  }
  marks.doubted |= FAILS[filter];
  marks.take(FAILS[filter], at);
}

const PASS = 0;
const FAIL = 1;
const DOUBT = 2;

/** Only for rows that may still be told of. */
function markEach(
  marks: BlockMarks,
  criterion: Criterion,
  start: number,
  isKept: boolean,
  test: (row: number) => number,
): void {
  const at = wordsOf(criterion);
  for (let word = 0; word < WORDS; word++) {
    const first = start + word * WORD;
    let failing = 0;
    let doubt = 0;
    for (let left = ~marks.lost[word]; left !== 0; left &= left - 1) {
      const bit = left & -left;
      const found = test(first + 31 - Math.clz32(bit));
      if (found === FAIL) failing |= bit;
      else if (found === DOUBT) doubt |= bit;
    }
    marks.fails[at + word] = isKept ? failing : failing | doubt;
    marks.unstated[at + word] = doubt;
  }
  marks.doubted |= FAILS[criterion];
  marks.take(FAILS[criterion], at);
}

/** Whether a bit from `from` to `to` is set; both may lie off either end. */
export function isOpenWithin(days: number, from: number, to: number): boolean {
  const low = Math.max(0, from);
  const high = Math.min(31, to);
  if (low > high) return false;
  const mask = (0xffffffff >>> (31 - (high - low))) << low;
  return (days & mask) !== 0;
}
