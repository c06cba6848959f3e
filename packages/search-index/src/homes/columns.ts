import {
  FEATURES,
  HOME_TYPES,
  type HomeCard,
  SEARCH_TYPES,
  STANDARD_STATUSES,
  STATUS_FILTERS,
  toStatusFilter,
} from '@maru/listing';
import { leadPrice } from '@maru/listing/money';
import { COUNTED_ROOMS, FACINGS, mercatorX, mercatorY, priceEdges, SIZE_EDGES } from '@maru/listing/search';
import { DAY_MS } from '@maru/listing/time';
import { buildBars, findBar } from './bars.ts';
import { copyPlanes, planeWords, refreshPlanes, refreshWord } from './bit-planes.ts';
import { BLOCK, BLOCK_BITS } from './block.ts';
import type { PlaceBook } from './place-book.ts';
import { NOT_SEARCHABLE, UNSTATED } from './unstated.ts';

const LARGEST = 2 ** 31 - 2;

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
  /** closeDate as the number 20261121, which compares as the text does. */
  'closeDate',
  'state',
  'county',
  'city',
  'zip',
  /** The number of the home's set of neighborhoods (see PlaceBook). */
  'neighborhoods',
  'previousPrice',
  /** USD per year. */
  'mello',
  /** Required beside the rent, USD per month. */
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

/** Type and status are single bits, so that a zone can store those that occur. */
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
/** Yes, no or unstated: this bit is set if stated, the next one if yes. */
export const TRAIT_BIT = { furnished: 1 << 0, new: 1 << 2, senior: 1 << 4 };
/** Days of open houses in one number, from the first on. */
export const OPEN_DAYS = 32;
const ALL_FEATURES = 2 ** FEATURES.length - 1;

/** The bit of `standing` for cards whose bytes contain numbers that columns do not restore exactly. */
export const HAS_EXACT_NUMBERS = 1 << 7;

/** Words of 4 bytes per homeId: the contract's longest has 20 letters. */
export const ID_WORDS = 5;
/** Before the arrays: what a reader in another thread needs (see SharedHead). */
const HEAD_BYTES = 64;
export const HEAD = { sequence: 0, length: 1 } as const;

const ROOMS = COUNTED_ROOMS + 2;
const LONGEST_PRICES = Math.max(...SEARCH_TYPES.map((one) => priceEdges(one).length)) + 1;

/**
 * The counts of a block, and their offsets in its part of `totals`: homes per status group, and of its active homes
 * those with a position, and per type, rooms (see roomPlace), feature and bar. They count a block without reading its
 * rows when a search only filters by active.
 */
export const TOTALS = (() => {
  const status = 0;
  const placed = status + STATUS_FILTERS.length;
  const type = placed + 1;
  const beds = type + HOME_TYPES.length;
  const baths = beds + ROOMS;
  const features = baths + ROOMS;
  const price = features + FEATURES.length;
  const sqft = price + LONGEST_PRICES;
  return { status, placed, type, beds, baths, features, price, sqft, size: sqft + SIZE_EDGES.length + 1 };
})();

/** Values of the row that `overwrite` replaces. */
const before = new Int32Array(INT_COLUMNS.length);

type TypedArray = Int32Array | Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Allocates arrays on one buffer; without a buffer it only measures. */
class Ruler {
  at = HEAD_BYTES;
  readonly #buffer: SharedArrayBuffer | undefined;

  constructor(buffer: SharedArrayBuffer | undefined) {
    this.#buffer = buffer;
  }

  take<T extends TypedArray>(
    Type: { new (buffer: SharedArrayBuffer, at: number, length: number): T; BYTES_PER_ELEMENT: number },
    length: number,
  ): T {
    const start = Math.ceil(this.at / 8) * 8;
    this.at = start + length * Type.BYTES_PER_ELEMENT;
    return this.#buffer === undefined ? new Type(NOTHING, 0, 0) : new Type(this.#buffer, start, length);
  }

  takeInts(length: number): Record<IntColumn, Int32Array> {
    return Object.fromEntries(INT_COLUMNS.map((column) => [column, this.take(Int32Array, length)])) as Record<
      IntColumn,
      Int32Array
    >;
  }
}

const NOTHING = new SharedArrayBuffer(0);

/** An array of columns with `width` elements per row. */
export interface RowArray {
  name: string;
  array: TypedArray;
  width: number;
}

/** Capacity for these homes and for additions until the next compaction. */
export function roomFor(homes: number): number {
  return Math.ceil(homes * 1.375) + 4_096;
}

/** All arrays of that many rows, on one buffer. */
function arraysOn(buffer: SharedArrayBuffer | undefined, rows: number) {
  const ruler = new Ruler(buffer);
  const blocks = rows >> BLOCK_BITS;
  const arrays = {
    row: {
      /** ms UTC; NaN when unstated. */
      listedAt: ruler.take(Float64Array, rows),
      latitude: ruler.take(Float64Array, rows),
      longitude: ruler.take(Float64Array, rows),
      /** The letters of the homeId, four per number, first letter highest: numbers compare as the texts do. */
      id: ruler.take(Uint32Array, rows * ID_WORDS),
      /** Offset of the rest of the card (see CardTexts). */
      cardAt: ruler.take(Uint32Array, rows),
      /** The first day with an open house since the epoch (local days); `openDays` has bit i for the day i after it. */
      firstOpenDay: ruler.take(Int32Array, rows),
      openDays: ruler.take(Uint32Array, rows),
      featuresYes: ruler.take(Uint16Array, rows),
      featuresStated: ruler.take(Uint16Array, rows),
      type: ruler.take(Uint16Array, rows),
      status: ruler.take(Uint8Array, rows),
      /** The index of the StandardStatus in STANDARD_STATUSES. */
      standing: ruler.take(Uint8Array, rows),
      /** A bit of FACING_BIT, or 0. */
      facing: ruler.take(Uint8Array, rows),
      traits: ruler.take(Uint8Array, rows),
      /** Type, beds and baths as one number, so that three facets take one addition (see mixOf). */
      mix: ruler.take(Uint16Array, rows),
      /** Histogram bars: 0 is unstated, then edge by edge. */
      priceBar: ruler.take(Uint8Array, rows),
      sizeBar: ruler.take(Uint8Array, rows),
      /** The number of histogram edges below the price; an edge itself does not count. */
      priceOver: ruler.take(Uint8Array, rows),
    },
    int: ruler.takeInts(rows),
    low: ruler.takeInts(blocks),
    high: ruler.takeInts(blocks),
    block: {
      types: ruler.take(Uint16Array, blocks),
      statuses: ruler.take(Uint8Array, blocks),
      /** The bounds of latitude and longitude; reversed where no row has a position. */
      west: ruler.take(Float64Array, blocks),
      south: ruler.take(Float64Array, blocks),
      east: ruler.take(Float64Array, blocks),
      north: ruler.take(Float64Array, blocks),
      /** The latest listedAt. */
      newest: ruler.take(Float64Array, blocks),
      /** Of the active homes with a position: the sums of their x and y. */
      sumX: ruler.take(Float64Array, blocks),
      sumY: ruler.take(Float64Array, blocks),
      totals: ruler.take(Uint16Array, blocks * TOTALS.size),
      /** See bit-planes.ts. */
      planes: ruler.take(Int32Array, planeWords(blocks)),
    },
  };
  return { arrays, bytes: ruler.at };
}

type Arrays = ReturnType<typeof arraysOn>['arrays'];

/**
 * Homes of one search type as rows of typed arrays, all of them on one piece of shared memory, so that another
 * thread reads them as they are (`new Columns(columns.buffer, columns.capacity)`).
 *
 * - A row's `status` is NEVER_ASKED when the home's status is in no search, and when the row is dead: no filter
 *   asks for it, so a dead row needs no test of its own.
 * - `x`, `y` are UNSTATED and `latitude`, `longitude` NaN for a home without a position. NaN fails every
 *   comparison, so extents need no test either.
 * - Zones: block b is rows b·BLOCK … ; `low[c][b]` and `high[c][b]` are the ends of column c in it (UNSTATED
 *   included), `types[b]` and `statuses[b]` the bits that occur, `totals` its counts, `planes` its rows as bits. They are exact after
 *   `refreshZone(b)`, and true after `overwrite` and `bury` (planes: after `settle`); after `write` the owner refreshes
 *   the block before the next search.
 */
export class Columns {
  buffer!: SharedArrayBuffer;
  /** Rows that fit. */
  capacity!: number;
  /** See HEAD: the row count, and the sequence number of changes (odd during a write). */
  head!: Int32Array;
  int!: Arrays['int'];
  low!: Arrays['low'];
  high!: Arrays['high'];
  listedAt!: Float64Array;
  latitude!: Float64Array;
  longitude!: Float64Array;
  id!: Uint32Array;
  cardAt!: Uint32Array;
  firstOpenDay!: Int32Array;
  openDays!: Uint32Array;
  featuresYes!: Uint16Array;
  featuresStated!: Uint16Array;
  type!: Uint16Array;
  status!: Uint8Array;
  standing!: Uint8Array;
  facing!: Uint8Array;
  traits!: Uint8Array;
  mix!: Uint16Array;
  priceBar!: Uint8Array;
  sizeBar!: Uint8Array;
  priceOver!: Uint8Array;
  west!: Float64Array;
  south!: Float64Array;
  east!: Float64Array;
  north!: Float64Array;
  newest!: Float64Array;
  sumX!: Float64Array;
  sumY!: Float64Array;
  totals!: Uint16Array;
  planes!: Int32Array;
  types!: Uint16Array;
  statuses!: Uint8Array;
  #arrays!: Arrays;
  /** The word of planes that is outdated, or -1. */
  #staleWord = -1;

  constructor(buffer: SharedArrayBuffer, capacity: number) {
    this.#bindArrays(buffer, capacity);
  }

  /**
   * Empty, with capacity for at least `capacity` rows. Unused capacity costs addresses, not memory: pages are
   * allocated on first write.
   */
  static withRoom(capacity: number): Columns {
    const rows = Math.max(1, Math.ceil(capacity / BLOCK)) * BLOCK;
    return new Columns(new SharedArrayBuffer(arraysOn(undefined, rows).bytes), rows);
  }

  get length(): number {
    return this.head[HEAD.length];
  }

  set length(length: number) {
    this.head[HEAD.length] = length;
  }

  get blocks(): number {
    return (this.length + BLOCK - 1) >> BLOCK_BITS;
  }

  /** Bytes of the used rows, without unused capacity. */
  get usedBytes(): number {
    return Math.round((this.buffer.byteLength * this.length) / this.capacity);
  }

  /** Appends an unwritten row and returns its number. */
  append(): number {
    const row = this.length;
    if (row === this.capacity) this.reserve(row * 2);
    this.length = row + 1;
    return row;
  }

  /** Ensures capacity; copies everything when it must grow. */
  reserve(capacity: number): void {
    if (capacity <= this.capacity) return;
    const larger = Columns.withRoom(capacity);
    larger.head.set(this.head);
    for (const part of ['row', 'int', 'low', 'high', 'block'] as const) {
      const from: Record<string, TypedArray> = this.#arrays[part];
      const to: Record<string, TypedArray> = larger.#arrays[part];
      for (const name of Object.keys(from)) if (name !== 'planes') to[name].set(from[name]);
    }
    copyPlanes(this, larger);
    this.#bindArrays(larger.buffer, larger.capacity);
  }

  /** All fields but the homeId and `cardAt`. */
  write(row: number, card: HomeCard, places: PlaceBook): void {
    const { int } = this;
    const { latitude, longitude } = card;
    const isPlaced = isNumber(latitude) && isNumber(longitude);
    int.x[row] = isPlaced ? mercatorX(longitude) : UNSTATED;
    int.y[row] = isPlaced ? mercatorY(latitude) : UNSTATED;
    this.latitude[row] = isPlaced ? latitude : Number.NaN;
    this.longitude[row] = isPlaced ? longitude : Number.NaN;
    int.price[row] = whole(leadPrice(card));
    int.beds[row] = whole(card.bedroomsTotal);
    int.baths[row] = whole(card.bathroomsTotalDecimal === null ? null : card.bathroomsTotalDecimal * 4);
    int.sqft[row] = whole(card.livingArea);
    int.lot[row] = whole(card.lotSizeSquareFeet);
    int.year[row] = whole(card.yearBuilt);
    int.hoa[row] = whole(card.associationFeeMonthly);
    int.listedDay[row] = whole(card.listedAt === null ? null : Math.floor(card.listedAt / DAY_MS));
    int.closeDate[row] = dateNumber(card.closeDate);
    const numbers = places.internPlaces(card.placeIds);
    int.state[row] = numbers.state;
    int.county[row] = numbers.county;
    int.city[row] = numbers.city;
    int.zip[row] = numbers.zip;
    int.neighborhoods[row] = numbers.neighborhoods;
    int.previousPrice[row] = whole(card.previousListPrice);
    int.mello[row] = whole(card.taxOtherAnnualAssessmentAmount);
    int.fees[row] = card.searchType === 'rent' ? whole(card.requiredFeesMonthly) : UNSTATED;
    int.stories[row] = whole(card.storiesTotal);
    int.parking[row] = whole(card.parkingTotal === null ? null : card.parkingTotal * 4);
    int.deposit[row] = whole(card.securityDeposit);
    int.lease[row] = whole(card.leaseMonths);
    int.available[row] = dateNumber(card.availabilityDate);
    int.schoolDistrict[row] = places.internDistrict(card.schoolDistrict);
    int.schools[row] = places.internSchools(card.schools);
    this.facing[row] = card.facing === null ? 0 : FACING_BIT[card.facing];
    this.traits[row] =
      trait(card.furnished, TRAIT_BIT.furnished) |
      trait(card.newConstructionYN, TRAIT_BIT.new) |
      trait(card.seniorCommunityYN, TRAIT_BIT.senior);
    this.featuresYes[row] = card.featuresYes & ALL_FEATURES;
    this.featuresStated[row] = card.featuresStated & ALL_FEATURES;
    this.#writeOpenDays(row, card.openHouseDays);
    this.listedAt[row] = card.listedAt ?? Number.NaN;
    this.type[row] = TYPE_BIT[card.homeType];
    this.standing[row] = STANDARD_STATUSES.indexOf(card.standardStatus);
    const group = toStatusFilter(card.standardStatus);
    this.status[row] = group === undefined ? NOT_SEARCHABLE : STATUS_BIT[group];
    this.mix[row] = packMix(this.type[row], int.beds[row], int.baths[row]);
    const priceBars = buildBars(priceEdges(card.searchType));
    this.priceBar[row] = findBar(priceBars, int.price[row]);
    this.priceOver[row] = findBar(priceBars, Math.max(UNSTATED, int.price[row] - 1));
    this.sizeBar[row] = findBar(buildBars(SIZE_EDGES), int.sqft[row]);
  }

  /**
   * As `write`, and maintains the block's summary: `totals` and the bounds of the integer columns stay exact (only
   * those that lose an end are recomputed); its box, `newest` and bits may be wider than necessary until they are
   * rebuilt. `isNew` says that the row held nothing before.
   */
  overwrite(row: number, card: HomeCard, places: PlaceBook, isNew: boolean): void {
    const block = row >> BLOCK_BITS;
    const start = block << BLOCK_BITS;
    INT_COLUMNS.forEach((column, i) => {
      before[i] = this.int[column][row];
    });
    if (!isNew) this.#count(row, -1);
    this.write(row, card, places);
    if (isNew && row === start) this.#emptyTotals(block);
    this.#count(row, 1);
    this.#widen(row);
    this.#markStale(row);
    for (let i = 0; i < INT_COLUMNS.length; i++) {
      const column = INT_COLUMNS[i];
      const value = this.int[column][row];
      const low = this.low[column];
      const high = this.high[column];
      if (isNew && row === start) {
        low[block] = value;
        high[block] = value;
        continue;
      }
      if (value < low[block]) low[block] = value;
      if (value > high[block]) high[block] = value;
      const old = before[i];
      if (!isNew && old !== value && (old === low[block] || old === high[block])) {
        refreshEnds(this.int[column], start, Math.min(this.length, start + BLOCK), low, high);
      }
    }
  }

  #writeOpenDays(row: number, days: readonly string[]): void {
    if (days.length === 0) {
      this.firstOpenDay[row] = 0;
      this.openDays[row] = 0;
      return;
    }
    const first = dayNumber(days[0]);
    this.firstOpenDay[row] = first;
    this.openDays[row] = days
      .map((day) => dayNumber(day) - first)
      .filter((after) => after >= 0 && after < OPEN_DAYS)
      .reduce((bits, after) => (bits | (1 << after)) >>> 0, 0);
  }

  /** Copies these rows of `from` to the rows from `first` on. */
  copyRows(from: Columns, rows: Uint32Array, first: number): void {
    for (const part of ['row', 'int'] as const) {
      const sources: Record<string, TypedArray> = from.#arrays[part];
      const targets: Record<string, TypedArray> = this.#arrays[part];
      for (const name of Object.keys(sources)) {
        if (name !== 'id') copyColumn(sources[name], targets[name], rows, first);
      }
    }
    copyIds(from.id, this.id, rows, first);
  }

  /** All arrays of rows, in a fixed order; what blocks store is derived from them. */
  rowArrays(): RowArray[] {
    return (['row', 'int'] as const).flatMap((part) =>
      Object.entries<TypedArray>(this.#arrays[part]).map(([name, array]) => ({
        name,
        array,
        width: name === 'id' ? ID_WORDS : 1,
      })),
    );
  }

  /** Makes a row match nothing. */
  markDead(row: number): void {
    this.#count(row, -1);
    this.statuses[row >> BLOCK_BITS] |= NOT_SEARCHABLE;
    this.status[row] = NOT_SEARCHABLE;
    this.cardAt[row] = 0;
    this.#markStale(row);
  }

  /** Writes the planes of the rows that changed last. */
  flushPlanes(): void {
    if (this.#staleWord >= 0) refreshWord(this, this.#staleWord);
    this.#staleWord = -1;
  }

  /** Consecutive rows share a word: it is written once they have moved on. */
  #markStale(row: number): void {
    const word = row >> 5;
    if (word === this.#staleWord) return;
    this.flushPlanes();
    this.#staleWord = word;
  }

  refreshZone(block: number): void {
    const start = block << BLOCK_BITS;
    const end = Math.min(this.length, start + BLOCK);
    for (const column of INT_COLUMNS)
      refreshEnds(this.int[column], start, end, this.low[column], this.high[column]);
    this.refreshTotals(block);
  }

  refreshTotals(block: number): void {
    const start = block << BLOCK_BITS;
    const end = Math.min(this.length, start + BLOCK);
    this.#emptyTotals(block);
    for (let row = start; row < end; row++) {
      this.#widen(row);
      this.#count(row, 1);
    }
    refreshPlanes(this, block);
  }

  #emptyTotals(block: number): void {
    const base = block * TOTALS.size;
    this.totals.fill(0, base, base + TOTALS.size);
    this.types[block] = 0;
    this.statuses[block] = 0;
    this.west[block] = Number.POSITIVE_INFINITY;
    this.south[block] = Number.POSITIVE_INFINITY;
    this.east[block] = Number.NEGATIVE_INFINITY;
    this.north[block] = Number.NEGATIVE_INFINITY;
    this.newest[block] = Number.NEGATIVE_INFINITY;
    this.sumX[block] = 0;
    this.sumY[block] = 0;
  }

  /** Extends the bounds of the row's block. */
  #widen(row: number): void {
    const block = row >> BLOCK_BITS;
    const x = this.longitude[row];
    const y = this.latitude[row];
    this.types[block] |= this.type[row];
    this.statuses[block] |= this.status[row];
    if (x < this.west[block]) this.west[block] = x;
    if (x > this.east[block]) this.east[block] = x;
    if (y < this.south[block]) this.south[block] = y;
    if (y > this.north[block]) this.north[block] = y;
    if (this.listedAt[row] > this.newest[block]) this.newest[block] = this.listedAt[row];
  }

  /** Adds the row to its block's totals, or removes it. */
  #count(row: number, by: 1 | -1): void {
    const { totals } = this;
    const status = this.status[row];
    if (status === NOT_SEARCHABLE) return;
    const block = row >> BLOCK_BITS;
    const base = block * TOTALS.size;
    totals[base + TOTALS.status + 31 - Math.clz32(status)] += by;
    if (status !== STATUS_BIT.active) return;
    const x = this.int.x[row];
    if (x !== UNSTATED) {
      totals[base + TOTALS.placed] += by;
      this.sumX[block] += by * x;
      this.sumY[block] += by * this.int.y[row];
    }
    const mix = this.mix[row];
    totals[base + TOTALS.type + (mix & 15)] += by;
    totals[base + TOTALS.beds + ((mix >> 4) & 7)] += by;
    totals[base + TOTALS.baths + (mix >> 7)] += by;
    totals[base + TOTALS.price + this.priceBar[row]] += by;
    totals[base + TOTALS.sqft + this.sizeBar[row]] += by;
    for (let bits = this.featuresYes[row]; bits !== 0; bits &= bits - 1) {
      totals[base + TOTALS.features + 31 - Math.clz32(bits & -bits)] += by;
    }
  }

  #bindArrays(buffer: SharedArrayBuffer, capacity: number): void {
    const { arrays } = arraysOn(buffer, capacity);
    this.buffer = buffer;
    this.capacity = capacity;
    this.head = new Int32Array(buffer, 0, HEAD_BYTES / 4);
    this.#arrays = arrays;
    const { int, low, high } = arrays;
    Object.assign(this, { int, low, high }, arrays.row, arrays.block);
  }
}

function refreshEnds(
  values: Int32Array,
  start: number,
  end: number,
  lows: Int32Array,
  highs: Int32Array,
): void {
  let low = values[start];
  let high = low;
  for (let row = start + 1; row < end; row++) {
    const value = values[row];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  lows[start >> BLOCK_BITS] = low;
  highs[start >> BLOCK_BITS] = high;
}

/** One loop per element type: a polymorphic loop is many times slower. */
function copyColumn(from: TypedArray, to: TypedArray, rows: Uint32Array, first: number): void {
  switch (from.BYTES_PER_ELEMENT) {
    case 1:
      copyBytes(from as Uint8Array, to as Uint8Array, rows, first);
      break;
    case 2:
      copyShorts(from as Uint16Array, to as Uint16Array, rows, first);
      break;
    case 4:
      copyInts(asInt32Array(from), asInt32Array(to), rows, first);
      break;
    default:
      copyDoubles(from as Float64Array, to as Float64Array, rows, first);
      break;
  }
}

function asInt32Array({ buffer, byteOffset, length }: TypedArray): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}

function copyBytes(from: Uint8Array, to: Uint8Array, rows: Uint32Array, first: number): void {
  for (let i = 0; i < rows.length; i++) to[first + i] = from[rows[i]];
}

function copyShorts(from: Uint16Array, to: Uint16Array, rows: Uint32Array, first: number): void {
  for (let i = 0; i < rows.length; i++) to[first + i] = from[rows[i]];
}

function copyInts(from: Int32Array, to: Int32Array, rows: Uint32Array, first: number): void {
  for (let i = 0; i < rows.length; i++) to[first + i] = from[rows[i]];
}

function copyDoubles(from: Float64Array, to: Float64Array, rows: Uint32Array, first: number): void {
  for (let i = 0; i < rows.length; i++) to[first + i] = from[rows[i]];
}

function copyIds(from: Uint32Array, to: Uint32Array, rows: Uint32Array, first: number): void {
  for (let i = 0; i < rows.length; i++) {
    const source = rows[i] * ID_WORDS;
    const target = (first + i) * ID_WORDS;
    for (let word = 0; word < ID_WORDS; word++) to[target + word] = from[source + word];
  }
}

/** The index of the type (3 bits), then the places of beds and baths (3 bits each). */
function packMix(typeBit: number, beds: number, quartersOfBaths: number): number {
  const baths = quartersOfBaths === UNSTATED ? UNSTATED : quartersOfBaths >> 2;
  return 31 - Math.clz32(typeBit) + (roomPlace(beds) << 4) + (roomPlace(baths) << 7);
}
/** Values of a mix. */
export const MIXES = 2 ** 10;

/** UNSTATED → 0, no room → 1, … COUNTED_ROOMS or more → COUNTED_ROOMS + 1. */
export function roomPlace(rooms: number): number {
  return Math.min(rooms, COUNTED_ROOMS) + 1;
}

/** "2026-11-21" → 20261121; UNSTATED for null. */
export function dateNumber(date: string | null): number {
  if (date === null) return UNSTATED;
  const number = Number(date.slice(0, 4) + date.slice(5, 7) + date.slice(8, 10));
  return number >= 0 && number <= LARGEST ? Math.trunc(number) : UNSTATED;
}

/** 20261121 → "2026-11-21"; null for UNSTATED. */
export function dateText(number: number): string | null {
  if (number === UNSTATED) return null;
  const digits = String(number).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** Whole days since the epoch → "2026-11-21". */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** "2026-11-21" → whole days since the epoch; 0 for none. */
export function dayNumber(date: string | undefined): number {
  return date === undefined ? 0 : Math.floor(Date.parse(date) / DAY_MS);
}

function trait(answer: boolean | null, bit: number): number {
  return answer === null ? 0 : answer ? bit | (bit << 1) : bit;
}

/** The price without the fees that a rental's `price` includes (`leadPrice`); UNSTATED without one. */
export function readListPrice({ int }: Pick<Columns, 'int'>, row: number): number {
  const price = int.price[row];
  return price === UNSTATED ? UNSTATED : price - Math.max(0, int.fees[row]);
}

/** Makes a column value a non-negative 32-bit integer for any input. */
function whole(value: number | null): number {
  return isNumber(value) ? Math.min(LARGEST, Math.max(0, Math.round(value))) : UNSTATED;
}

/** NaN, which no feed states, counts as null. */
function isNumber(value: number | null): value is number {
  return value !== null && !Number.isNaN(value);
}
