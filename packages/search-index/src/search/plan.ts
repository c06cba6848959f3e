import { featureBits, type SearchType } from '@maru/listing';
import { DEFAULT_LOAN, type LoanFactors, loanFactors } from '@maru/listing/money';
import { buildCommuteBases, type CommuteBasis, metersPerUnitAt } from '@maru/listing/places';
import {
  localToday,
  mercatorBounds,
  mercatorEdges,
  mercatorX,
  mercatorY,
  type NullableFilter,
  nextWeekend,
  RANGE_FILTERS,
  type Range,
  type RangeFilter,
  type SearchQuery,
  type SearchRequest,
  type Sort,
  soldSince,
} from '@maru/listing/search';
import { DAY_MS } from '@maru/listing/time';
import {
  dateNumber,
  dayNumber,
  FACING_BIT,
  type IntColumn,
  STATUS_BIT,
  TRAIT_BIT,
  TYPE_BIT,
} from '../homes/columns.ts';
import { PLACE_COLUMNS, type PlaceBook } from '../homes/place-book.ts';

/** A search in terms of the columns, as plain data for other threads. Valid as long as the PlaceBook's numbers. */
export interface Plan {
  area: AreaPlan | undefined;
  /** No row matches that lies in one of these. */
  excluded: ColumnSpan[];
  ranges: RangePlan[];
  /** Bits of the requested types, of the requested status groups, and the earliest closeDate of a sold home. */
  types: number;
  statuses: number;
  soldSince: number;
  facing?: { bits: number; isKept: boolean };
  traits: { filter: 'furnished' | 'new' | 'senior'; stated: number; yes: boolean; isKept: boolean }[];
  has?: { bits: number; isKept: boolean };
  /** Bits of features that no match has; 0 for none. */
  lacks: number;
  school?: { sets: Uint8Array; isKept: boolean };
  monthly?: { low: number; high: number; isKept: boolean; mustBeWhole: boolean };
  /** Whether homes whose monthly cost is not whole come after all others. */
  isWholeFirst: boolean;
  /** Null `basis`: by transit, unknown. */
  commute?: { basis: CommuteBasis | null; low: number; high: number; isKept: boolean };
  /** Day numbers; an open end is infinite. */
  open?: [from: number, to: number][];
  cut?: number;
  loan: LoanFactors;
  /** Percent per year by the number of a state; the first is for homes whose state is unknown. */
  taxRates: Float64Array;
  california: number;
  /** For the order by commute, with or without its filter. */
  destination: CommuteBasis | null;
  secondDestination: CommuteBasis | null;
  sort: Sort;
  searchType: SearchType;
}

/** The reference days for counts of choices, as days since the epoch. */
export interface ChoiceDays {
  /** In UTC, as listedDay. */
  today: number;
  /** The ranges of the choices of `open` (see Plan.open). */
  any: [from: number, to: number][];
  weekend: [from: number, to: number][];
}

/** Values of one column from `low` to `high`, both included. */
export interface ColumnSpan {
  column: IntColumn;
  low: number;
  high: number;
}

/**
 * Rows whose columns lie in all spans of one of the alternatives, and whose position lies within the shapes. No
 * alternatives: no rows.
 */
export interface AreaPlan {
  alternatives: ColumnSpan[][];
  /** Edges of polygons (see mercatorEdges), of which one must contain the position. */
  polygons?: Float64Array[];
  circle?: { x: number; y: number; radius: number };
}

export interface RangePlan extends ColumnSpan {
  filter: Exclude<NullableFilter, 'monthly'>;
  isKept: boolean;
}

const ANY_TYPE = 0xffff;
const FAR = 2 ** 31 - 1;

export function buildPlan(request: SearchRequest, places: PlaceBook, now: number): Plan {
  const { query, loan = DEFAULT_LOAN } = request;
  const isKept = (filter: NullableFilter) => query.unk?.includes(filter) ?? false;
  const plan: Plan = {
    area: buildArea(query, places),
    excluded: (query.notPlaces ?? []).flatMap((place) => placeSpans(place, places)).flat(),
    ranges: [],
    types: query.type?.length ? query.type.reduce((bits, type) => bits | TYPE_BIT[type], 0) : ANY_TYPE,
    statuses: (query.status?.length ? query.status : (['active'] as const)).reduce(
      (bits, group) => bits | STATUS_BIT[group],
      0,
    ),
    soldSince: soldSinceNumber(now, query.soldMonths ?? 12),
    traits: [],
    lacks: featureBits(query.lacks ?? []),
    loan: loanFactors(loan),
    ...places.taxRates(),
    destination: null,
    secondDestination: null,
    sort: query.sort ?? 'new',
    isWholeFirst: query.sort === 'monthly',
    searchType: query.searchType,
  };
  for (const filter of RANGE_FILTERS) {
    const range = query[filter];
    if (range === undefined || (range.min === undefined && range.max === undefined)) continue;
    if (filter === 'monthly') {
      const mustBeWhole = query.wholeCost === true;
      plan.monthly = { ...toNumberSpan(range), isKept: isKept(filter), mustBeWhole };
      plan.isWholeFirst = true;
    } else {
      // All other filters have a column of their name.
      const column = filter === 'dom' ? 'listedDay' : filter;
      plan.ranges.push({ filter, column, ...toColumnSpan(filter, range, now), isKept: isKept(filter) });
    }
  }
  if (query.lease !== undefined) {
    plan.ranges.push({
      filter: 'lease',
      column: 'lease',
      low: 0,
      high: query.lease,
      isKept: isKept('lease'),
    });
  }
  if (query.from !== undefined) {
    const high = dateNumber(query.from);
    plan.ranges.push({ filter: 'from', column: 'available', low: 0, high, isKept: isKept('from') });
  }
  if (query.schoolDistrict !== undefined) {
    // An unknown district: an empty span.
    const number = places.findDistrict(query.schoolDistrict) ?? FAR;
    const span = { column: 'schoolDistrict', low: number, high: number } as const;
    plan.ranges.push({ filter: 'schoolDistrict', ...span, isKept: isKept('schoolDistrict') });
  }
  if (query.school?.length) {
    plan.school = { sets: places.setsWithSchools(query.school), isKept: isKept('school') };
  }
  if (query.facing?.length) {
    const bits = query.facing.reduce((all, facing) => all | FACING_BIT[facing], 0);
    plan.facing = { bits, isKept: isKept('facing') };
  }
  for (const filter of ['furnished', 'new', 'senior'] as const) {
    const yes = query[filter];
    if (yes !== undefined)
      plan.traits.push({ filter, stated: TRAIT_BIT[filter], yes, isKept: isKept(filter) });
  }
  if (query.has?.length) plan.has = { bits: featureBits(query.has), isKept: isKept('has') };
  if (query.open !== undefined) plan.open = toDaySpans(query.open, now);
  if (query.cut !== undefined) plan.cut = query.cut;
  const bases = buildCommuteBases(query);
  if (bases !== undefined) {
    const basis = bases?.[0] ?? null;
    plan.destination = basis;
    plan.secondDestination = bases?.[1] ?? null;
    if (query.commute !== undefined) {
      plan.commute = { basis, ...toNumberSpan(query.commute.minutes), isKept: isKept('commute') };
    }
  }
  return plan;
}

export function buildChoiceDays(now: number): ChoiceDays {
  return {
    today: Math.floor(now / DAY_MS),
    any: toDaySpans('any', now),
    weekend: toDaySpans('weekend', now),
  };
}

/** Caches the last result, which is the same for nearly all searches of a day. */
let sold = { day: Number.NaN, months: 0, since: 0 };

function soldSinceNumber(now: number, months: number): number {
  const day = Math.floor(now / DAY_MS);
  if (sold.day !== day || sold.months !== months) {
    sold = { day, months, since: dateNumber(soldSince(now, months)) };
  }
  return sold.since;
}

/** The range in column values; its low end is 0 or more, so that UNSTATED is always outside. */
function toColumnSpan(filter: RangeFilter, { min, max }: Range, now: number): { low: number; high: number } {
  if (filter === 'dom') {
    // More days on the market are earlier days; a home listed in the future has been listed for 0 days.
    const today = Math.floor(now / DAY_MS);
    return {
      low: max === undefined ? 0 : Math.max(0, today - Math.floor(max)),
      high: min === undefined || min <= 0 ? FAR : today - Math.ceil(min),
    };
  }
  const unit = filter === 'baths' || filter === 'parking' ? 4 : 1;
  return {
    low: Math.max(0, Math.ceil((min ?? 0) * unit)),
    high: max === undefined ? FAR : Math.min(FAR, Math.floor(max * unit)),
  };
}

const toNumberSpan = ({ min = 0, max = Number.POSITIVE_INFINITY }: Range) => ({ low: min, high: max });

function toDaySpans(open: string, now: number): [number, number][] {
  const today = dayNumber(localToday(now));
  if (open === 'any') return [[today, Number.POSITIVE_INFINITY]];
  const days = open === 'weekend' ? nextWeekend(now) : [open];
  return days
    .map(dayNumber)
    .filter((day) => day >= today)
    .map((day) => [day, day]);
}

/** Undefined for the whole index. */
function buildArea(query: SearchQuery, places: PlaceBook): AreaPlan | undefined {
  const { bbox, poly, near, place, otherPlaces = [] } = query;
  if (bbox === undefined && poly === undefined && near === undefined) {
    if (place === undefined) return undefined;
    return { alternatives: [place, ...otherPlaces].flatMap((one) => placeSpans(one, places)) };
  }
  const boxes: Box[] = [];
  if (bbox !== undefined) boxes.push(mercatorBounds(bbox));
  const area: AreaPlan = { alternatives: [] };
  if (near !== undefined) {
    const [x, y] = [mercatorX(near.longitude), mercatorY(near.latitude)];
    const radius = near.meters / metersPerUnitAt(near.latitude);
    area.circle = { x, y, radius };
    boxes.push({ minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius });
  }
  if (poly !== undefined) area.polygons = poly.map(mercatorEdges);
  const within = boxes.reduce(intersectBoxes, { minX: 0, minY: 0, maxX: FAR, maxY: FAR });
  const alternatives = (area.polygons ?? []).map((edges) => intersectBoxes(boundingBox(edges), within));
  area.alternatives = (poly === undefined ? [within] : alternatives)
    .filter((box) => box.minX <= box.maxX && box.minY <= box.maxY)
    .map(({ minX, minY, maxX, maxY }) => [
      { column: 'x', low: Math.max(0, Math.floor(minX)), high: Math.min(FAR, Math.ceil(maxX)) },
      { column: 'y', low: Math.max(0, Math.floor(minY)), high: Math.min(FAR, Math.ceil(maxY)) },
    ]);
  return area;
}

type Box = ReturnType<typeof mercatorBounds>;

function intersectBoxes(a: Box, b: Box): Box {
  return {
    minX: Math.max(a.minX, b.minX),
    minY: Math.max(a.minY, b.minY),
    maxX: Math.min(a.maxX, b.maxX),
    maxY: Math.min(a.maxY, b.maxY),
  };
}

function boundingBox(edges: Float64Array): Box {
  const box = { minX: FAR, minY: FAR, maxX: 0, maxY: 0 };
  for (let at = 0; at < edges.length; at += 4) {
    box.minX = Math.min(box.minX, edges[at]);
    box.maxX = Math.max(box.maxX, edges[at]);
    box.minY = Math.min(box.minY, edges[at + 1]);
    box.maxY = Math.max(box.maxY, edges[at + 1]);
  }
  return box;
}

function placeSpans(place: string, places: PlaceBook): ColumnSpan[][] {
  const alternatives: ColumnSpan[][] = [];
  for (const column of PLACE_COLUMNS) {
    const id = places.find(column, place);
    if (id !== undefined) alternatives.push([{ column, low: id, high: id }]);
  }
  for (const [low, high] of findRuns(places.setsWith(place))) {
    alternatives.push([{ column: 'neighborhoods', low, high }]);
  }
  return alternatives;
}

/** Ascending numbers as runs of consecutive ones: 3, 4, 5, 9 → [3, 5], [9, 9]. */
function findRuns(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
