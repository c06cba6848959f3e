import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Listings, ServedDataset } from './odata-listings.ts';
import type { Row } from './odata-value.ts';
import type { ListingFacts } from './slipstream-facts.ts';
import { findShelf, isRestricted, type Shelf } from './slipstream-listing.ts';

/** Stating a listing's display flag with its timestamp saves building every row. */
export type StockedDataset = ServedDataset & {
  stamps(): Iterable<{ listingKey: string; standardStatus?: string; displayEntire?: unknown }>;
};

/** One listing as its position in the order of changes; its row is built on demand. */
export interface StockItem {
  readonly key: string;
  /** Epoch seconds. */
  readonly modified: number;
  readonly shelf: Shelf;
  /** Whether it was superseded by a newer item of the same listing, or the listing was removed. */
  gone: boolean;
  /** Cached by the search between queries. */
  facts: ListingFacts | undefined;
}

/** How long reading may block pictures and the other simulator of the process. */
const SLICE_MS = 15;
const SLICE_ITEMS = 1024;

/**
 * The listings that a license shows, oldest change first, over a market of any size. The order comes from the
 * timestamps and follows every change; listings that opted out of display are excluded.
 */
export class SlipstreamStock {
  readonly #dataset: StockedDataset;
  readonly #rows: Listings;
  /** Listings that control commands have changed at some time. */
  readonly #touched = new Set<string>();
  #order: StockItem[] = [];
  #byKey = new Map<string, StockItem>();
  #gone = 0;
  #reading: Promise<void> | null = null;
  #readings = 0;
  #hasRead = false;
  /** Changes received during the first read. */
  readonly #late = new Set<string>();

  constructor(dataset: StockedDataset, rows: Listings) {
    this.#dataset = dataset;
    this.#rows = rows;
  }

  /** The RESO row of a displayable listing. */
  findRow(key: string): Row | undefined {
    const row = this.#rows.findRow(key);
    return row === undefined || isRestricted(row.InternetEntireListingDisplayYN) ? undefined : row;
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** Its position, once the stock was read. */
  findItem(key: string): StockItem | undefined {
    return this.#byKey.get(key);
  }

  /** Whether the listing exists and is on that shelf, even when lists omit it. */
  isOn(shelf: Shelf, key: string): boolean {
    const row = this.findRow(key);
    return row !== undefined && findShelf(row.StandardStatus) === shelf;
  }

  /** All listings of the shelves, in order and in slices, yielding to other work between them. */
  async *slices(shelves: ReadonlySet<Shelf>, newestFirst = false): AsyncGenerator<StockItem[]> {
    await this.ready();
    const order = this.#order;
    for (let from = 0; from < order.length; from += SLICE_ITEMS) {
      const slice: StockItem[] = [];
      const end = Math.min(order.length, from + SLICE_ITEMS);
      for (let at = from; at < end; at++) {
        const item = order[newestFirst ? order.length - 1 - at : at]!;
        if (!item.gone && shelves.has(item.shelf)) slice.push(item);
      }
      if (slice.length > 0) yield slice;
    }
  }

  /** Marks listings as changed by control commands. */
  touch(keys: Iterable<string>): void {
    for (const key of keys) this.#touched.add(key);
  }

  /** Marks listings as changed, added or removed. */
  renew(keys: Iterable<string>): void {
    for (const key of keys) this.#renew(key);
  }

  /** Discards everything; the next request reads it again. */
  forget(): void {
    this.#reading = null;
    this.#readings += 1;
    this.#hasRead = false;
    this.#late.clear();
  }

  /** Reads the market's timestamps once; the first request waits for it. */
  ready(): Promise<void> {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  async #read(): Promise<void> {
    const reading = this.#readings;
    const order: StockItem[] = [];
    const known = new Map<string, { status: string; flag: unknown }>();
    for (const { listingKey, standardStatus, ...stamp } of this.#dataset.stamps()) {
      if (standardStatus === undefined || !('displayEntire' in stamp) || this.#touched.has(listingKey))
        continue;
      known.set(listingKey, { status: standardStatus, flag: stamp.displayEntire });
    }
    // Listings that lists omit have no position, though they are available by key.
    const places = Array.from(this.#rows.walk('ModificationTimestamp'), (row) => ({
      key: String(row.ListingKey),
      stamp: String(row.ModificationTimestamp),
    }));
    let until = performance.now() + SLICE_MS;
    for (const { key, stamp } of places) {
      const details = known.get(key);
      const item =
        details === undefined
          ? this.#createItem(key)
          : isRestricted(details.flag)
            ? undefined
            : itemAt(key, stamp, details.status);
      if (item !== undefined) order.push(item);
      if (performance.now() > until) {
        await letOthersRun();
        until = performance.now() + SLICE_MS;
      }
    }
    if (reading !== this.#readings) return this.ready();
    order.sort((a, b) => a.modified - b.modified || (a.key < b.key ? -1 : 1));
    this.#order = order;
    this.#byKey = new Map(order.map((item) => [item.key, item]));
    this.#hasRead = true;
    for (const key of this.#late) this.#renew(key);
    this.#late.clear();
  }

  /** Voids the listing's old position and appends it with the newest timestamp. */
  #renew(key: string): void {
    if (!this.#hasRead) {
      this.#late.add(key);
      return;
    }
    const before = this.#byKey.get(key);
    if (before !== undefined) {
      before.gone = true;
      before.facts = undefined;
      this.#gone += 1;
      this.#byKey.delete(key);
    }
    const item = this.#createItem(key);
    if (item !== undefined) {
      this.#byKey.set(key, item);
      const last = this.#order.at(-1);
      if (last === undefined || last.modified <= item.modified) this.#order.push(item);
      // A running scan keeps its array.
      else this.#order = this.#order.toSpliced(this.#placeAfter(item.modified), 0, item);
    }
    if (this.#gone > 1_000 + this.#order.length / 5) {
      this.#order = this.#order.filter((one) => !one.gone);
      this.#gone = 0;
    }
  }

  #placeAfter(modified: number): number {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#order[middle]!.modified <= modified) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #createItem(key: string): StockItem | undefined {
    const row = this.findRow(key);
    if (row === undefined) return undefined;
    return itemAt(key, String(row.ModificationTimestamp), row.StandardStatus);
  }
}

function itemAt(key: string, stamp: string, standardStatus: unknown): StockItem {
  const modified = Math.floor(Date.parse(stamp) / 1000);
  return {
    key,
    modified: Number.isFinite(modified) ? modified : 0,
    shelf: findShelf(standardStatus),
    gone: false,
    facts: undefined,
  };
}
