import { ListingFacts, toDay } from './slipstream-facts.ts';
import {
  type ListingParts,
  type Shelf,
  type SlipstreamObject,
  toSlipstreamListing,
} from './slipstream-listing.ts';
import {
  type Condition,
  milesBetween,
  type NumberTest,
  type Paging,
  type Parameters,
  parseConditions,
  parseNumbers,
  parseNumberTest,
  parsePaging,
  parseSort,
  type Ring,
  readDate,
  type Sort,
} from './slipstream-query.ts';
import type { SlipstreamStock, StockItem } from './slipstream-stock.ts';

export interface MarketWords {
  market: string;
  source: string;
}

export interface Found {
  total: number;
  paging: Paging;
  rows: SlipstreamObject[];
}

const WHOLE: ListingParts = { images: false, details: true, features: true, extended: true };
const DETAILS: ListingParts = { images: false, details: true, features: false, extended: false };

/** Answers searches over the stock: by its order if that is enough, else by the facts of each listing. */
export class SlipstreamSearch {
  readonly #stock: SlipstreamStock;
  readonly #words: MarketWords;
  readonly #now: () => Date;
  readonly #findBoundary: (areaId: string) => Promise<Ring | undefined>;

  constructor(
    stock: SlipstreamStock,
    words: MarketWords,
    now: () => Date,
    boundaryOf: (areaId: string) => Promise<Ring | undefined>,
  ) {
    this.#stock = stock;
    this.#words = words;
    this.#now = now;
    this.#findBoundary = boundaryOf;
  }

  /**
   * One page of the matching listings on the shelves, by default newest change first.
   * @throws SlipstreamFault 400 for an invalid value.
   */
  async search(
    shelves: ReadonlySet<Shelf>,
    parameters: Parameters,
    imageBase: string,
    byDefault?: (facts: ListingFacts) => boolean,
  ): Promise<Found> {
    const paging = parsePaging(parameters);
    const area = parameters.get('polygon');
    const boundary = area?.startsWith('$') ? await this.#findBoundary(area.slice(1)) : undefined;
    const conditions = parseConditions(parameters, () => boundary);
    if (byDefault !== undefined && parameters.get('status') === undefined) {
      conditions.unshift({ need: 'facts', holds: byDefault });
    }
    const ids = parameters.list('id');
    const wantedIds = ids === undefined ? undefined : new Set(ids);
    const modified = parameters.get('modifiedDate');
    const isModified: NumberTest =
      modified === undefined ? () => true : parseNumberTest('modifiedDate', modified, readDate);
    const sort = parseSort(parameters);
    const byStock = sort === undefined || sort.field === 'modifiedDate';
    const needFacts = conditions.length > 0;

    const found: StockItem[] = [];
    const newestFirst = sort === undefined || (byStock && sort.descending);
    for await (const slice of this.#stock.slices(shelves, newestFirst)) {
      for (const item of slice) {
        if (wantedIds !== undefined && !wantedIds.has(item.key.toLowerCase())) continue;
        if (!isModified(item.modified)) continue;
        if (needFacts && !this.#matches(item, conditions)) continue;
        found.push(item);
      }
      // Rows are built for facts only: yield to pictures and the other simulator.
      if (needFacts) await new Promise((resolve) => setImmediate(resolve));
    }
    if (!byStock) this.#sort(found, sort, parameters);
    const first = (paging.number - 1) * paging.size;
    return {
      total: found.length,
      paging,
      rows: this.buildListings(
        found.slice(first, first + paging.size).map((item) => item.key),
        parameters,
        imageBase,
      ),
    };
  }

  /** The listings of these keys with the requested parts; missing ones are omitted. */
  buildListings(keys: readonly string[], parameters: Parameters, imageBase: string): SlipstreamObject[] {
    const parts: ListingParts = {
      images: parameters.isTrue('images'),
      details: parameters.isTrue('details'),
      features: parameters.isTrue('features'),
      extended: parameters.isTrue('extended'),
    };
    return keys.flatMap((key) => {
      const row = this.#stock.findRow(key);
      if (row === undefined) return [];
      const listing = toSlipstreamListing(row, parts, { ...this.#words, imageBase, now: this.#now() });
      // Replication computes the facts in passing, for later searches.
      const item = this.#stock.findItem(key);
      if (parts.details && item !== undefined) item.facts ??= new ListingFacts(row, listing, this.#now());
      return [listing];
    });
  }

  findFacts(item: StockItem): ListingFacts | undefined {
    if (item.facts?.day === toDay(this.#now())) return item.facts;
    const row = this.#stock.findRow(item.key);
    if (row === undefined) return undefined;
    item.facts = new ListingFacts(row, this.#listing(row, DETAILS), this.#now());
    return item.facts;
  }

  /** Answers with all details of the shelves' listings; of a large market every n-th, at most `most`. */
  async *sample(shelves: ReadonlySet<Shelf>, most: number): AsyncGenerator<SlipstreamObject> {
    const step = Math.ceil(this.#stock.size / most);
    let at = 0;
    for await (const slice of this.#stock.slices(shelves)) {
      for (const item of slice) {
        at += 1;
        const row = at % step === 0 ? this.#stock.findRow(item.key) : undefined;
        if (row !== undefined) yield this.#listing(row, DETAILS);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #matches(item: StockItem, conditions: readonly Condition[]): boolean {
    const facts = this.findFacts(item);
    if (facts === undefined) return false;
    let whole: SlipstreamObject | undefined;
    const makeWhole = (): SlipstreamObject => {
      whole ??= this.#listing(this.#stock.findRow(item.key) ?? {}, WHOLE);
      return whole;
    };
    return conditions.every((condition) => condition.holds(facts, makeWhole));
  }

  #listing(row: Record<string, unknown>, parts: ListingParts): SlipstreamObject {
    return toSlipstreamListing(row, parts, { ...this.#words, imageBase: '', now: this.#now() });
  }

  #sort(found: StockItem[], sort: Sort, parameters: Parameters): void {
    const circle = parameters.get('circle');
    const [latitude, longitude] =
      circle === undefined ? [] : parseNumbers('circle', circle, (count) => count === 3);
    const values = new Map(
      found.map((item) => {
        const facts = this.findFacts(item);
        const value =
          sort.field === 'distance'
            ? milesBetween({ latitude, longitude }, facts ?? { latitude: undefined, longitude: undefined })
            : sort.field === 'modifiedDate'
              ? item.modified
              : facts?.number(sort.field);
        return [item, value ?? Number.NEGATIVE_INFINITY] as const;
      }),
    );
    const way = sort.descending ? -1 : 1;
    found.sort((a, b) => {
      const [x, y] = [values.get(a)!, values.get(b)!];
      return x === y ? (a.key < b.key ? -1 : 1) : x < y ? -way : way;
    });
  }
}
