import {
  buildChoices,
  CHOICE_FILTERS,
  type Choices,
  CUT_CHOICES,
  DAYS_CHOICES,
  FACINGS,
  type NullableFilter,
  PARKING_CHOICES,
  type SearchQuery,
} from '@maru/listing/search';
import { type Columns, FACING_BIT, readListPrice, TRAIT_BIT } from '../homes/columns.ts';
import { UNSTATED } from '../homes/unstated.ts';
import { cutPercent, isOpenWithin } from './computed.ts';
import { FAILS } from './criteria.ts';
import type { ChoiceDays } from './plan.ts';

/** The criteria that `Choices` counts values of, as bits of FAILS. */
export const CHOICE_FAILS = CHOICE_FILTERS.reduce((bits, filter) => bits | FAILS[filter], 0);

const MAX_STORIES = 2;
const MAX_PARKING = Math.max(...PARKING_CHOICES);
const MAX_DAYS = Math.max(...DAYS_CHOICES);
const FACING_BITS = 2 ** FACINGS.length;
/** Parking is in quarters of a space. */
const QUARTERS = 2;
/** Offsets of the parts of a mix: stories first, then parking, then the bits of `new` and `senior`. */
const PARKING_AT = 2;
const TRAITS_AT = 5;
const MIXES = 2 ** (TRAITS_AT + 4);
const bitIndex = (trait: number) => 31 - Math.clz32(trait);
const NEW_SHIFT = bitIndex(TRAIT_BIT.new);
const SENIOR_SHIFT = bitIndex(TRAIT_BIT.senior);
/** The two bits of a trait (see TRAIT_BIT). */
const TRAIT_NO = 1;
const TRAIT_YES = 3;

/**
 * Homes per value of each criterion, as plain data (see Tallied). For `stories`, `parking` and `days` the first
 * element is for the unstated, then zero, one, …, the last one is "that many or more"; `facing` is by its byte, a
 * trait by its two bits, `cuts` by how many of CUT_CHOICES the price cut reaches; `open` counts any day and the
 * weekend.
 */
export interface ChoiceCounts {
  stories: Int32Array;
  parking: Int32Array;
  days: Int32Array;
  facing: Int32Array;
  new: Int32Array;
  senior: Int32Array;
  cuts: Int32Array;
  open: Int32Array;
  /** Matching rows by their places of stories and parking and their traits: four counts by one addition. */
  mixes: Int32Array;
}

export function emptyChoiceCounts(): ChoiceCounts {
  return {
    stories: new Int32Array(MAX_STORIES + 2),
    parking: new Int32Array(MAX_PARKING + 2),
    // One more element for those older than the oldest choice.
    days: new Int32Array(MAX_DAYS + 3),
    facing: new Int32Array(FACING_BITS),
    new: new Int32Array(4),
    senior: new Int32Array(4),
    cuts: new Int32Array(CUT_CHOICES.length + 1),
    open: new Int32Array(2),
    mixes: new Int32Array(MIXES),
  };
}

/** Counts matching rows: each counts for every criterion. */
export function countChoices(
  columns: Columns,
  days: ChoiceDays,
  rows: Int32Array,
  count: number,
  counts: ChoiceCounts,
): void {
  const { facing, traits } = columns;
  const { stories, parking } = columns.int;
  const { mixes } = counts;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    mixes[
      placeUpTo(stories[row], MAX_STORIES) |
        (placeUpTo(parking[row] >> QUARTERS, MAX_PARKING) << PARKING_AT) |
        ((traits[row] >> NEW_SHIFT) << TRAITS_AT)
    ]++;
  }
  for (let i = 0; i < count; i++) counts.facing[facing[rows[i]]]++;
  countDays(columns.int.listedDay, days.today, rows, count, counts.days);
  countCuts(columns, rows, count, counts.cuts);
  countOpen(columns, days, rows, count, counts.open);
}

/** Counts rows for one criterion, given as its bit of FAILS. */
export function countChoice(
  bit: number,
  columns: Columns,
  days: ChoiceDays,
  rows: Int32Array,
  count: number,
  counts: ChoiceCounts,
): void {
  const { int, facing, traits } = columns;
  switch (bit) {
    case FAILS.stories:
      countUpTo(int.stories, 0, MAX_STORIES, rows, count, counts.stories);
      break;
    case FAILS.parking:
      countUpTo(int.parking, QUARTERS, MAX_PARKING, rows, count, counts.parking);
      break;
    case FAILS.facing:
      for (let i = 0; i < count; i++) counts.facing[facing[rows[i]]]++;
      break;
    case FAILS.new:
      countTrait(traits, NEW_SHIFT, rows, count, counts.new);
      break;
    case FAILS.senior:
      countTrait(traits, SENIOR_SHIFT, rows, count, counts.senior);
      break;
    case FAILS.dom:
      countDays(int.listedDay, days.today, rows, count, counts.days);
      break;
    case FAILS.cut:
      countCuts(columns, rows, count, counts.cuts);
      break;
    case FAILS.open:
      countOpen(columns, days, rows, count, counts.open);
      break;
  }
}

/** The counts in the form of the answer. */
export function toChoices(counts: ChoiceCounts, query: SearchQuery): Choices {
  const { days, facing, cuts, open } = counts;
  const { stories, parking, built, senior } = withMixes(counts);
  /** Unstated homes pass a filter that keeps them. */
  const withUnstated = (filter: NullableFilter, unstated: number, stated: readonly number[]) =>
    query.unk?.includes(filter) ? stated.map((count) => count + unstated) : stated;
  return buildChoices({
    stories: withUnstated('stories', stories[0], [stories[2], stories[MAX_STORIES + 1]]),
    parking: withUnstated(
      'parking',
      parking[0],
      PARKING_CHOICES.map((least) => sum(parking, least + 1)),
    ),
    facing: withUnstated(
      'facing',
      facing[0],
      FACINGS.map((side) => facing[FACING_BIT[side]]),
    ),
    new: withUnstated('new', built[0], [built[TRAIT_YES]]),
    senior: withUnstated('senior', senior[0], [senior[TRAIT_NO], senior[TRAIT_YES]]),
    dom: withUnstated(
      'dom',
      days[0],
      DAYS_CHOICES.map((most) => sum(days, 1, most + 2)),
    ),
    cut: CUT_CHOICES.map((_, at) => sum(cuts, at + 1)),
    open: [...open],
  });
}

/** The counts in mixes, split and added. */
function withMixes(counts: ChoiceCounts) {
  const stories = counts.stories.slice();
  const parking = counts.parking.slice();
  const built = counts.new.slice();
  const senior = counts.senior.slice();
  for (let mix = 0; mix < MIXES; mix++) {
    const homes = counts.mixes[mix];
    if (homes === 0) continue;
    stories[mix & 3] += homes;
    parking[(mix >> PARKING_AT) & 7] += homes;
    built[(mix >> TRAITS_AT) & 3] += homes;
    senior[mix >> (TRAITS_AT + SENIOR_SHIFT - NEW_SHIFT)] += homes;
  }
  return { stories, parking, built, senior };
}

function sum(counts: Int32Array, from: number, to = counts.length): number {
  let all = 0;
  for (let at = from; at < to; at++) all += counts[at];
  return all;
}

/** Unstated 0, zero 1, one 2, … the last is `most` or more. UNSTATED is -1, also when shifted. */
function placeUpTo(value: number, most: number): number {
  return (value < most ? value : most) + 1;
}

function countUpTo(
  values: Int32Array,
  shift: number,
  most: number,
  rows: Int32Array,
  count: number,
  counts: Int32Array,
): void {
  for (let i = 0; i < count; i++) counts[placeUpTo(values[rows[i]] >> shift, most)]++;
}

function countTrait(
  traits: Uint8Array,
  shift: number,
  rows: Int32Array,
  count: number,
  counts: Int32Array,
): void {
  for (let i = 0; i < count; i++) counts[(traits[rows[i]] >> shift) & 3]++;
}

function countDays(
  listedDay: Int32Array,
  today: number,
  rows: Int32Array,
  count: number,
  counts: Int32Array,
): void {
  for (let i = 0; i < count; i++) {
    const listed = listedDay[rows[i]];
    // A home listed in the future has been listed for 0 days.
    const days = Math.min(MAX_DAYS + 1, Math.max(0, today - listed));
    counts[listed === UNSTATED ? 0 : days + 1]++;
  }
}

function countCuts(columns: Columns, rows: Int32Array, count: number, counts: Int32Array): void {
  const { previousPrice } = columns.int;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    if (previousPrice[row] <= readListPrice(columns, row)) continue;
    const percent = cutPercent(columns, row);
    let reached = 0;
    while (reached < CUT_CHOICES.length && percent >= CUT_CHOICES[reached]) reached++;
    counts[reached]++;
  }
}

function countOpen(
  { openDays, firstOpenDay }: Columns,
  { any, weekend }: ChoiceDays,
  rows: Int32Array,
  count: number,
  counts: Int32Array,
): void {
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    const days = openDays[row];
    if (days === 0) continue;
    const first = firstOpenDay[row];
    const isOpenOn = (spans: ChoiceDays['any']) =>
      spans.some(([from, to]) => isOpenWithin(days, from - first, to - first));
    if (isOpenOn(any)) counts[0]++;
    if (isOpenOn(weekend)) counts[1]++;
  }
}
