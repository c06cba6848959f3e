import { featureBits, HOME_TYPES, type HomeCard, STATUS_FILTERS, toStatusFilter } from '@maru/listing';
import { type LoanTerms, leadPrice } from '@maru/listing/money';
import { metersPerUnitAt } from '@maru/listing/places';
import {
  type HomeMatch,
  homeMatch,
  MERCATOR_BITS,
  mercatorBounds,
  mercatorEdges,
  mercatorX,
  mercatorY,
  type SearchQuery,
} from '@maru/listing/search';

/**
 * An index of saved searches: finds those that match a changed home. Each search is in the bucket of its place, or in
 * the one to four grid cells that its area touches, or in the bucket without area. A bucket rejects most searches by
 * columns; the rest are tested in full (`homeMatch`).
 */
export class SearchMatcher {
  readonly #buckets = new Map<string, Bucket>();
  readonly #entries = new Map<string, Entry>();
  /** Number of searches per cell size (log2 of its Mercator units). */
  readonly #shifts = new Uint32Array(MERCATOR_BITS + 1);

  get size(): number {
    return this.#entries.size;
  }

  ids(): IterableIterator<string> {
    return this.#entries.keys();
  }

  /** Replaces a search with the same id. Ignores `q` and `not` (see `homeMatch`). */
  put(id: string, query: SearchQuery, loan?: LoanTerms): void {
    this.remove(id);
    const area = enclosingArea(query);
    const keys = bucketKeys(query, area);
    const entry: Entry = { id, matches: homeMatch(query, loan), keys, shift: area?.shift };
    this.#entries.set(id, entry);
    if (area !== undefined) this.#shifts[area.shift] = (this.#shifts[area.shift] ?? 0) + 1;
    for (const key of keys) {
      let bucket = this.#buckets.get(key);
      if (bucket === undefined) {
        bucket = new Bucket();
        this.#buckets.set(key, bucket);
      }
      bucket.add(entry, query);
    }
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    if (entry.shift !== undefined) this.#shifts[entry.shift] = (this.#shifts[entry.shift] ?? 1) - 1;
    for (const key of entry.keys) {
      const bucket = this.#buckets.get(key);
      bucket?.remove(entry);
      if (bucket?.size === 0) this.#buckets.delete(key);
    }
  }

  /** In no order; `now` in ms UTC. */
  matches(home: HomeCard, now: number): string[] {
    // A home may lie in several places of one search.
    return [...new Set(this.#collect(home, now))];
  }

  #collect(home: HomeCard, now: number): string[] {
    const found: string[] = [];
    const look = (key: string) => this.#buckets.get(key)?.collect(home, now, found);
    const { searchType, latitude, longitude, placeIds } = home;
    look(allKey(searchType));
    const { state, county, city, zip, neighborhoods } = placeIds;
    for (const place of new Set([state, county, city, zip, ...neighborhoods])) {
      if (place !== null) look(placeKey(searchType, place));
    }
    if (latitude === null || longitude === null) return found;
    const [x, y] = [mercatorX(longitude), mercatorY(latitude)];
    for (let shift = 0; shift <= MERCATOR_BITS; shift += 1) {
      if (this.#shifts[shift] !== 0) look(cellKey(searchType, shift, x >> shift, y >> shift));
    }
    return found;
  }
}

interface Entry {
  id: string;
  matches: HomeMatch;
  keys: readonly string[];
  /** Cell size; undefined for a search without an area. */
  shift: number | undefined;
}

/** Bounding box in Mercator units, ends included, and its cell size. */
interface Area {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  shift: number;
}

const allKey = (searchType: string) => searchType;
const placeKey = (searchType: string, place: string) => `${searchType} ${place}`;
const cellKey = (searchType: string, shift: number, x: number, y: number) =>
  `${searchType} ${shift} ${x} ${y}`;

function bucketKeys({ searchType, place, otherPlaces = [] }: SearchQuery, area: Area | undefined): string[] {
  if (area === undefined) {
    if (place === undefined) return [allKey(searchType)];
    return [...new Set([place, ...otherPlaces])].map((one) => placeKey(searchType, one));
  }
  const { minX, minY, maxX, maxY, shift } = area;
  const keys: string[] = [];
  for (let x = minX >> shift; x <= maxX >> shift; x += 1) {
    for (let y = minY >> shift; y <= maxY >> shift; y += 1) keys.push(cellKey(searchType, shift, x, y));
  }
  return keys;
}

/** Any of the requested areas, since all of them must match. */
function enclosingArea({ bbox, poly, near }: SearchQuery): Area | undefined {
  if (poly !== undefined) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, 0, 0];
    for (const polygon of poly) {
      const edges = mercatorEdges(polygon);
      for (let at = 0; at < edges.length; at += 2) {
        minX = Math.min(minX, edges[at]);
        maxX = Math.max(maxX, edges[at]);
        minY = Math.min(minY, edges[at + 1]);
        maxY = Math.max(maxY, edges[at + 1]);
      }
    }
    return withCells(minX, minY, maxX, maxY);
  }
  if (near !== undefined) {
    const [x, y] = [mercatorX(near.longitude), mercatorY(near.latitude)];
    const reach = Math.ceil(near.meters / metersPerUnitAt(near.latitude));
    return withCells(x - reach, y - reach, x + reach, y + reach);
  }
  if (bbox === undefined) return undefined;
  const { minX, minY, maxX, maxY } = mercatorBounds(bbox);
  return withCells(minX, minY, maxX, maxY);
}

function withCells(west: number, north: number, east: number, south: number): Area {
  const last = 2 ** MERCATOR_BITS - 1;
  const [minX, minY] = [Math.max(0, west), Math.max(0, north)];
  const [maxX, maxY] = [Math.min(last, east), Math.min(last, south)];
  // The bit length of its extent: 2^shift exceeds it, so that it touches at most two cells in each direction.
  const shift = 32 - Math.clz32(Math.max(maxX - minX, maxY - minY));
  return { minX, minY, maxX, maxY, shift };
}

const WIDTH = 9;
const [STATUS, TYPES, HAS, PRICE_MIN, PRICE_MAX, BEDS_MIN, BEDS_MAX, SQFT_MIN, SQFT_MAX] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
];
/** Values are below `MAX_VALUE` and from 0 up; an unstated one is below all. */
const MIN_VALUE = -1;
const MAX_VALUE = 0x7fffffff;
const UNSTATED = -2;

/** The columns are a prefilter: the rest is tested in full. */
class Bucket {
  #entries: Entry[] = [];
  #columns = new Int32Array(4 * WIDTH);

  get size(): number {
    return this.#entries.length;
  }

  add(entry: Entry, query: SearchQuery): void {
    const row = this.#entries.push(entry) - 1;
    if (this.#columns.length < this.#entries.length * WIDTH) {
      const wider = new Int32Array(this.#columns.length * 2);
      wider.set(this.#columns);
      this.#columns = wider;
    }
    this.#columns.set(packColumns(query), row * WIDTH);
  }

  remove(entry: Entry): void {
    const row = this.#entries.indexOf(entry);
    if (row < 0) return;
    const last = this.#entries.pop() as Entry;
    if (last === entry) return;
    this.#entries[row] = last;
    const from = this.#entries.length * WIDTH;
    this.#columns.copyWithin(row * WIDTH, from, from + WIDTH);
  }

  collect(home: HomeCard, now: number, found: string[]): void {
    const group = toStatusFilter(home.standardStatus);
    if (group === undefined) return;
    const status = 1 << STATUS_FILTERS.indexOf(group);
    const type = 1 << HOME_TYPES.indexOf(home.homeType);
    const price = leadPrice(home) ?? UNSTATED;
    const beds = home.bedroomsTotal ?? UNSTATED;
    const sqft = home.livingArea ?? UNSTATED;
    const lacking = ~home.featuresYes;
    const columns = this.#columns;
    for (let row = 0, at = 0; row < this.#entries.length; row += 1, at += WIDTH) {
      if ((columns[at + STATUS] & status) === 0 || (columns[at + TYPES] & type) === 0) continue;
      if (price < columns[at + PRICE_MIN] || price > columns[at + PRICE_MAX]) continue;
      if (beds < columns[at + BEDS_MIN] || beds > columns[at + BEDS_MAX]) continue;
      if ((columns[at + HAS] & lacking) !== 0) continue;
      if (sqft < columns[at + SQFT_MIN] || sqft > columns[at + SQFT_MAX]) continue;
      if (this.#entries[row].matches(home, now)) found.push(this.#entries[row].id);
    }
  }
}

function packColumns(query: SearchQuery): number[] {
  const { status, type, has, unk } = query;
  const toMask = <T>(wanted: readonly T[] | undefined, all: readonly T[], otherwise: number) =>
    wanted === undefined || wanted.length === 0
      ? otherwise
      : wanted.reduce((mask, one) => mask | (1 << all.indexOf(one)), 0);
  /** Unbounded where unstated values are kept, or without a filter. */
  const ends = (filter: 'price' | 'beds' | 'sqft'): [number, number] => {
    const { min, max } = query[filter] ?? {};
    const isOpen = (min === undefined && max === undefined) || unk?.includes(filter);
    return isOpen ? [UNSTATED, MAX_VALUE] : [Math.ceil(min ?? MIN_VALUE), Math.floor(max ?? MAX_VALUE)];
  };
  return [
    toMask(status, STATUS_FILTERS, 1 << STATUS_FILTERS.indexOf('active')),
    toMask(type, HOME_TYPES, -1),
    unk?.includes('has') ? 0 : featureBits(has ?? []),
    ...ends('price'),
    ...ends('beds'),
    ...ends('sqft'),
  ];
}
