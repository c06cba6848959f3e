import {
  type Bounds,
  type HomeCard,
  type HomeChanges,
  PAGE_SIZE,
  roundBounds,
  SEARCH_TYPES,
  type SearchAnswer,
  type SearchEngine,
  type SearchRequest,
  type SearchType,
} from '@maru/listing';
import { clustersOf } from './clusters.ts';
import type { Columns } from './columns.ts';
import { CRITERIA } from './criteria.ts';
import { FACET_FAILS, facetsOf, HISTOGRAM_FAILS, histogramOf, SIZES_FAILS, sizesOf } from './facets.ts';
import { activeFilters, bind, scan } from './filter.ts';
import { HomeTable } from './home-table.ts';
import { Matches } from './matches.ts';
import { planOf } from './plan.ts';
import { topRows } from './sort.ts';

/** How long setting rows in order holds the thread, and how long it then waits for the others (ms). */
const SLICE = 6;
const PAUSE = 2;

/**
 * Every displayed home in memory, as columns; answers a search by a scan of the blocks that may match. Holds
 * nothing that the store does not: it may be thrown away and filled again at any time.
 *
 * `apply` and the work of `search` each run without a pause, so a search sees all of a change or none of it.
 */
export class SearchIndex implements SearchEngine {
  #tables: Record<SearchType, HomeTable> = { sale: new HomeTable('sale'), rent: new HomeTable('rent') };
  #found = new Matches();
  #version = '';
  #now: () => number;
  #isTidying = false;

  /** `now` (ms UTC) is what days on the market and sold months are counted from. */
  constructor(options: { now?: () => number } = {}) {
    this.#now = options.now ?? Date.now;
  }

  /** Cards held, both search types together. */
  get size(): number {
    return this.#tables.sale.size + this.#tables.rent.size;
  }

  /** The version given with the last change; empty before the first. */
  version(): string {
    return this.#version;
  }

  /** Takes the changes in; from now on answers are those of `version`. Cards are copied. */
  apply(changes: HomeChanges, version: string): void {
    for (const searchType of SEARCH_TYPES) {
      this.#tables[searchType].apply(
        changes.upserts.filter((card) => card.searchType === searchType),
        changes.removals.filter((key) => key.searchType === searchType).map((key) => key.homeId),
      );
    }
    this.#version = version;
    this.#tidyLater();
  }

  /** Sets rows in order in small slices beside the other work of this thread. */
  #tidyLater(): void {
    if (this.#isTidying || !SEARCH_TYPES.some((one) => this.#tables[one].isUntidy)) return;
    this.#isTidying = true;
    const goOn = () => {
      const table = SEARCH_TYPES.map((one) => this.#tables[one]).find((one) => one.isTidying || one.isUntidy);
      table?.tidy(SLICE);
      this.#isTidying = table !== undefined;
      if (this.#isTidying) setTimeout(goOn, PAUSE).unref();
    };
    setTimeout(goOn, PAUSE).unref();
  }

  /** The home's card; without a search type the one for sale, else the one for rent. */
  findCard(homeId: string, searchType?: SearchType): HomeCard | undefined {
    if (searchType !== undefined) return this.#tables[searchType].find(homeId);
    return this.#tables.sale.find(homeId) ?? this.#tables.rent.find(homeId);
  }

  /** How many active homes lie in each place that has any, by slug. The map is live: read it, do not keep it. */
  countsByPlace(searchType: SearchType): ReadonlyMap<string, number> {
    return this.#tables[searchType].activeByPlace;
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
    signal?.throwIfAborted();
    return this.#answer(request);
  }

  #answer(request: SearchRequest): SearchAnswer {
    const { query, want, zoom, clip, keyword } = request;
    const table = this.#tables[query.searchType];
    const { columns } = table;
    const found = this.#found;
    const plan = planOf(request, table.places, this.#now());
    const filter = bind(plan, columns, keyword === undefined ? undefined : table.rowsOf(keyword));
    const wantedNear =
      (want.has('facets') ? FACET_FAILS : 0) |
      (want.has('histogram') ? HISTOGRAM_FAILS : 0) |
      (want.has('sizes') ? SIZES_FAILS : 0);
    scan(columns, filter, wantedNear, found);

    const { rows, count, unstated } = found;
    const unknown: SearchAnswer['unknown'] = {};
    for (const name of activeFilters(plan)) unknown[name] = unstated[CRITERIA.indexOf(name)];
    const answer: SearchAnswer = {
      total: count,
      unknown,
      listings: [],
      extent: extentOf(columns, rows, count),
    };
    const first = ((query.page ?? 1) - 1) * PAGE_SIZE;
    if (want.has('listings') && first < count) {
      const top = topRows(columns, rows, count, plan, first + PAGE_SIZE);
      answer.listings = Array.from(top.subarray(first), (row) => table.cardAt(row));
    }
    if (want.has('clusters') && zoom !== undefined) {
      answer.clusters = clustersOf(columns, (row) => table.pinAt(row), rows, count, zoom, clip);
    }
    if (want.has('histogram')) answer.histogram = histogramOf(columns, found, query);
    if (want.has('sizes')) answer.sizes = sizesOf(columns, found);
    if (want.has('facets')) answer.facets = facetsOf(columns, found, query, plan.soldSince);
    return answer;
  }
}

function extentOf({ latitude, longitude }: Columns, rows: Int32Array, count: number): Bounds | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    const x = longitude[rows[i]];
    const y = latitude[rows[i]];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return west > east ? null : roundBounds([west, south, east, north]);
}
