import { HOME_TYPES, type HomeCard, STANDARD_STATUSES, STATUS_FILTERS, toStatusFilter } from '@maru/listing';
import { mercatorX, mercatorY } from '@maru/listing/search';

/** The value of an unstated integer. */
export const UNSTATED = -1;

const INT_NAMES = [
  'x',
  'y',
  'price',
  'beds',
  /** In quarters. */
  'baths',
  'sqft',
  'hoa',
  'featuresYes',
  /** Features stated as absent. */
  'featuresNo',
  /** Index in HOME_TYPES. */
  'type',
  /** Index in STATUS_FILTERS. */
  'status',
  /** closeDate as the number 20261121; 0 without one. */
  'closed',
  /** Rank of the homeId among all in byte order. */
  'rank',
  /** Index in STANDARD_STATUSES. */
  'standing',
] as const;
type IntName = (typeof INT_NAMES)[number];

/**
 * The homes for sale that a search can find, in the minimal table that these searches need, in the order of the
 * Hilbert curve: the data of every engine but ours.
 */
export class PlainColumns {
  length = 0;
  int: Record<IntName, Int32Array>;
  latitude: Float64Array;
  longitude: Float64Array;
  /** ms UTC; -Infinity when unstated. */
  listedAt: Float64Array;
  ids: string[] = [];

  constructor(size: number) {
    this.int = Object.fromEntries(INT_NAMES.map((name) => [name, new Int32Array(size)])) as Record<
      IntName,
      Int32Array
    >;
    this.latitude = new Float64Array(size);
    this.longitude = new Float64Array(size);
    this.listedAt = new Float64Array(size);
  }

  add(card: HomeCard): void {
    const group = toStatusFilter(card.standardStatus);
    if (card.searchType !== 'sale' || group === undefined) return;
    const row = this.length++;
    const { int } = this;
    const { latitude, longitude } = card;
    const isPlaced = latitude !== null && longitude !== null;
    int.x[row] = isPlaced ? mercatorX(longitude) : UNSTATED;
    int.y[row] = isPlaced ? mercatorY(latitude) : UNSTATED;
    int.price[row] = card.listPrice ?? UNSTATED;
    int.beds[row] = card.bedroomsTotal ?? UNSTATED;
    int.baths[row] = card.bathroomsTotalDecimal === null ? UNSTATED : card.bathroomsTotalDecimal * 4;
    int.sqft[row] = card.livingArea ?? UNSTATED;
    int.hoa[row] = card.associationFeeMonthly ?? UNSTATED;
    int.featuresYes[row] = card.featuresYes;
    int.featuresNo[row] = card.featuresStated & ~card.featuresYes;
    int.type[row] = HOME_TYPES.indexOf(card.homeType);
    int.status[row] = STATUS_FILTERS.indexOf(group);
    int.closed[row] = Number((card.closeDate ?? '0').replaceAll('-', ''));
    int.standing[row] = STANDARD_STATUSES.indexOf(card.standardStatus);
    this.latitude[row] = latitude ?? Number.NaN;
    this.longitude[row] = longitude ?? Number.NaN;
    this.listedAt[row] = card.listedAt ?? Number.NEGATIVE_INFINITY;
    this.ids.push(card.homeId);
  }

  /** Call after the last home: sorts the rows. */
  finish(): void {
    const { ids, int } = this;
    const rows = Array.from(ids.keys());
    const byId = rows.toSorted((a, b) => (ids[a]! < ids[b]! ? -1 : 1));
    byId.forEach((row, rank) => {
      int.rank[row] = rank;
    });
    const keys = Float64Array.from(rows, (row) => hilbert(int.x[row]!, int.y[row]!));
    const order = Int32Array.from(rows).sort((a, b) => keys[a]! - keys[b]!);
    Object.assign(this, this.take(order));
  }

  /** Some of the rows, in this order, as columns of their own. */
  take(rows: Int32Array): PlainColumns {
    const taken = new PlainColumns(0);
    taken.length = rows.length;
    for (const name of INT_NAMES) taken.int[name] = Int32Array.from(rows, (row) => this.int[name][row]!);
    for (const name of ['latitude', 'longitude', 'listedAt'] as const) {
      taken[name] = Float64Array.from(rows, (row) => this[name][row]!);
    }
    taken.ids = Array.from(rows, (row) => this.ids[row]!);
    return taken;
  }
}

/** Position along the curve over 2^16 × 2^16 cells, from units of 2^30; rows without a position sort first. */
export function hilbert(unitX: number, unitY: number): number {
  if (unitX < 0) return -1;
  let x = unitX >> 14;
  let y = unitY >> 14;
  let place = 0;
  for (let half = 1 << 15; half > 0; half >>= 1) {
    const right = (x & half) > 0 ? 1 : 0;
    const low = (y & half) > 0 ? 1 : 0;
    place += half * half * ((3 * right) ^ low);
    if (low === 0) {
      if (right === 1) {
        x = 0xffff - x;
        y = 0xffff - y;
      }
      [x, y] = [y, x];
    }
  }
  return place;
}
