import {
  FACINGS,
  HOME_TYPES,
  type HomeCard,
  mercatorX,
  mercatorY,
  STATUS_FILTERS,
  statusFilterOf,
} from '@maru/listing';
import type { PlaceBook } from './place-book.ts';
import { UNSTATED } from './unstated.ts';

/** Rows of one zone: large enough to make the zone's test cheap, small enough to skip most of a country. */
export const BLOCK_BITS = 8;
export const BLOCK = 1 << BLOCK_BITS;

const LARGEST = 2 ** 31 - 2;
const DAY = 86_400_000;

/** The integer columns. Each has a zone map. */
export const INT_COLUMNS = [
  'x',
  'y',
  'price',
  'beds',
  /** Quarters of a bathroom. */
  'baths',
  'sqft',
  'lot',
  'year',
  'hoa',
  /** The day of listedAt since the epoch, UTC. */
  'listedDay',
  /** closeDate as the number 20261121: it compares as the text does. */
  'closeDate',
  'state',
  'county',
  'city',
  'zip',
  /** The number of the home's set of neighbourhoods (see PlaceBook). */
  'neighborhoods',
  'previousPrice',
  /** USD a year. */
  'mello',
  /** Required beside the rent, USD a month. */
  'fees',
  'stories',
  /** Quarters of a parking space. */
  'parking',
  'deposit',
  /** Months. */
  'lease',
  /** As closeDate. */
  'available',
  /** Numbers of PlaceBook: a school district, a set of schools. */
  'schoolDistrict',
  'schools',
] as const;
export type IntColumn = (typeof INT_COLUMNS)[number];

/** Type and status are single bits, so that a zone can keep all those it has. */
export const TYPE_BIT = Object.fromEntries(HOME_TYPES.map((type, i) => [type, 1 << i])) as Record<
  HomeCard['homeType'],
  number
>;
export const STATUS_BIT = Object.fromEntries(STATUS_FILTERS.map((group, i) => [group, 1 << i])) as Record<
  (typeof STATUS_FILTERS)[number],
  number
>;

/** FACINGS as bits; 0 is unstated. */
export const FACING_BIT = Object.fromEntries(FACINGS.map((facing, i) => [facing, 1 << i])) as Record<
  (typeof FACINGS)[number],
  number
>;
/** Answers that are yes, no or unstated: the bit that says it is stated; the next one says yes. */
export const TRAIT_BIT = { furnished: 1 << 0, new: 1 << 2, senior: 1 << 4 };
/** Days with an open house that one number can hold, from the first on. */
const OPEN_DAYS = 32;

/** The status bit of rows that no search may find. */
export const NEVER_ASKED = 1 << 7;

/**
 * Homes of one search type as rows of typed arrays.
 *
 * - A row's `status` is NEVER_ASKED when the home's status is in no search, and when the row is dead: no filter
 *   asks for it, so a dead row needs no test of its own.
 * - `x`, `y` are UNSTATED and `latitude`, `longitude` NaN for a home without a position. NaN fails every
 *   comparison, so extents need no test either.
 * - Zones: block b is rows b·BLOCK … ; `low[c][b]` and `high[c][b]` are the ends of column c in it (UNSTATED
 *   included), `types[b]` and `statuses[b]` the bits that occur. They are exact after `refreshZone(b)`, which the
 *   owner calls for every block it wrote to before the next search.
 */
export class Columns {
  length = 0;
  readonly int: Record<IntColumn, Int32Array>;
  type: Uint8Array;
  status: Uint8Array;
  /** ms UTC; NaN when unstated. */
  listedAt: Float64Array;
  latitude: Float64Array;
  longitude: Float64Array;
  /** A bit of FACING_BIT, or 0. */
  facing: Uint8Array;
  /** See TRAIT_BIT. */
  traits: Uint8Array;
  featuresYes: Uint16Array;
  featuresStated: Uint16Array;
  /** The first day with an open house since the epoch (local days); `openDays` has bit i for the day i after it. */
  firstOpenDay: Int32Array;
  openDays: Uint32Array;

  readonly low: Record<IntColumn, Int32Array>;
  readonly high: Record<IntColumn, Int32Array>;
  types: Uint8Array;
  statuses: Uint8Array;

  readonly #places: PlaceBook;

  /** Room for at least `capacity` rows; it grows when they are used up. */
  constructor(capacity: number, places: PlaceBook) {
    const rows = Math.max(1, Math.ceil(capacity / BLOCK)) * BLOCK;
    const blocks = rows >> BLOCK_BITS;
    this.#places = places;
    this.int = intArrays(rows);
    this.low = intArrays(blocks);
    this.high = intArrays(blocks);
    this.type = new Uint8Array(rows);
    this.status = new Uint8Array(rows);
    this.listedAt = new Float64Array(rows);
    this.latitude = new Float64Array(rows);
    this.longitude = new Float64Array(rows);
    this.facing = new Uint8Array(rows);
    this.traits = new Uint8Array(rows);
    this.featuresYes = new Uint16Array(rows);
    this.featuresStated = new Uint16Array(rows);
    this.firstOpenDay = new Int32Array(rows);
    this.openDays = new Uint32Array(rows);
    this.types = new Uint8Array(blocks);
    this.statuses = new Uint8Array(blocks);
  }

  get blocks(): number {
    return (this.length + BLOCK - 1) >> BLOCK_BITS;
  }

  /** Adds a row and returns its number. */
  append(card: HomeCard): number {
    const row = this.length;
    if (row === this.type.length) this.#grow();
    this.length++;
    this.write(row, card);
    return row;
  }

  write(row: number, card: HomeCard): void {
    const { int } = this;
    const { latitude, longitude } = card;
    const isPlaced = latitude !== null && longitude !== null;
    int.x[row] = isPlaced ? mercatorX(longitude) : UNSTATED;
    int.y[row] = isPlaced ? mercatorY(latitude) : UNSTATED;
    this.latitude[row] = isPlaced ? latitude : Number.NaN;
    this.longitude[row] = isPlaced ? longitude : Number.NaN;
    int.price[row] = whole(card.listPrice);
    int.beds[row] = whole(card.bedroomsTotal);
    int.baths[row] = whole(card.bathroomsTotalDecimal === null ? null : card.bathroomsTotalDecimal * 4);
    int.sqft[row] = whole(card.livingArea);
    int.lot[row] = whole(card.lotSizeSquareFeet);
    int.year[row] = whole(card.yearBuilt);
    int.hoa[row] = whole(card.associationFeeMonthly);
    int.listedDay[row] = whole(card.listedAt === null ? null : Math.floor(card.listedAt / DAY));
    int.closeDate[row] = dateNumber(card.closeDate);
    const places = this.#places.idsOf(card.placeIds);
    int.state[row] = places.state;
    int.county[row] = places.county;
    int.city[row] = places.city;
    int.zip[row] = places.zip;
    int.neighborhoods[row] = places.neighborhoods;
    int.previousPrice[row] = whole(card.previousListPrice);
    int.mello[row] = whole(card.taxOtherAnnualAssessmentAmount);
    int.fees[row] = whole(card.requiredFeesMonthly);
    int.stories[row] = whole(card.storiesTotal);
    int.parking[row] = whole(card.parkingTotal === null ? null : card.parkingTotal * 4);
    int.deposit[row] = whole(card.securityDeposit);
    int.lease[row] = whole(card.leaseMonths);
    int.available[row] = dateNumber(card.availabilityDate);
    int.schoolDistrict[row] = this.#places.districtOf(card.schoolDistrict);
    int.schools[row] = this.#places.schoolsOf(card.schools);
    this.facing[row] = card.facing === null ? 0 : FACING_BIT[card.facing];
    this.traits[row] =
      trait(card.furnished, TRAIT_BIT.furnished) |
      trait(card.newConstructionYN, TRAIT_BIT.new) |
      trait(card.seniorCommunityYN, TRAIT_BIT.senior);
    this.featuresYes[row] = card.featuresYes;
    this.featuresStated[row] = card.featuresStated;
    const firstOpenDay = dayNumber(card.openHouseDays[0]);
    this.firstOpenDay[row] = firstOpenDay;
    this.openDays[row] = card.openHouseDays
      .map((day) => dayNumber(day) - firstOpenDay)
      .filter((after) => after >= 0 && after < OPEN_DAYS)
      .reduce((bits, after) => (bits | (1 << after)) >>> 0, 0);
    this.listedAt[row] = card.listedAt ?? Number.NaN;
    this.type[row] = TYPE_BIT[card.homeType];
    const group = statusFilterOf(card.standardStatus);
    this.status[row] = group === undefined ? NEVER_ASKED : STATUS_BIT[group];
  }

  /** Makes a row match nothing. */
  bury(row: number): void {
    this.status[row] = NEVER_ASKED;
  }

  refreshZone(block: number): void {
    const start = block << BLOCK_BITS;
    const end = Math.min(this.length, start + BLOCK);
    for (const column of INT_COLUMNS) {
      const values = this.int[column];
      let low = values[start];
      let high = low;
      for (let row = start + 1; row < end; row++) {
        const value = values[row];
        if (value < low) low = value;
        if (value > high) high = value;
      }
      this.low[column][block] = low;
      this.high[column][block] = high;
    }
    let types = 0;
    let statuses = 0;
    for (let row = start; row < end; row++) {
      types |= this.type[row];
      statuses |= this.status[row];
    }
    this.types[block] = types;
    this.statuses[block] = statuses;
  }

  #grow(): void {
    for (const column of INT_COLUMNS) {
      this.int[column] = doubled(this.int[column]);
      this.low[column] = doubled(this.low[column]);
      this.high[column] = doubled(this.high[column]);
    }
    this.type = doubled(this.type);
    this.status = doubled(this.status);
    this.listedAt = doubled(this.listedAt);
    this.latitude = doubled(this.latitude);
    this.longitude = doubled(this.longitude);
    this.facing = doubled(this.facing);
    this.traits = doubled(this.traits);
    this.featuresYes = doubled(this.featuresYes);
    this.featuresStated = doubled(this.featuresStated);
    this.firstOpenDay = doubled(this.firstOpenDay);
    this.openDays = doubled(this.openDays);
    this.types = doubled(this.types);
    this.statuses = doubled(this.statuses);
  }
}

/** "2026-11-21" → 20261121; UNSTATED for null. */
export function dateNumber(date: string | null): number {
  return date === null ? UNSTATED : Number(date.slice(0, 4) + date.slice(5, 7) + date.slice(8, 10));
}

/** "2026-11-21" → whole days since the epoch; 0 for none. */
export function dayNumber(date: string | undefined): number {
  return date === undefined ? 0 : Math.floor(Date.parse(date) / DAY);
}

function trait(answer: boolean | null, bit: number): number {
  return answer === null ? 0 : answer ? bit | (bit << 1) : bit;
}

function intArrays(length: number): Record<IntColumn, Int32Array> {
  return Object.fromEntries(INT_COLUMNS.map((column) => [column, new Int32Array(length)])) as Record<
    IntColumn,
    Int32Array
  >;
}

/** Keeps a column a non-negative 32-bit integer whatever a feed wrote. */
function whole(value: number | null): number {
  return value === null ? UNSTATED : Math.min(LARGEST, Math.max(0, Math.round(value)));
}

function doubled<T extends Int32Array | Uint8Array | Uint16Array | Uint32Array | Float64Array>(values: T): T {
  const larger = new (values.constructor as new (length: number) => T)(values.length * 2);
  larger.set(values);
  return larger;
}
