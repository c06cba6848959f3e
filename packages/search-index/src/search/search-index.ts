import { type HomeCard, SEARCH_TYPES, type SearchType } from '@maru/listing';
import {
  type FoundHome,
  type HomeChanges,
  PAGE_SIZE,
  roundBounds,
  type SearchAnswer,
  type SearchEngine,
  type SearchRequest,
} from '@maru/listing/search';
import { HEAD } from '../homes/columns.ts';
import { HomeTable } from '../homes/home-table.ts';
import type { Loading } from '../homes/loading.ts';
import { readSnapshot, type SnapshotReading, writeSnapshot } from '../homes/snapshot.ts';
import { toChoices } from './choice-counts.ts';
import { buildClusters } from './clusters.ts';
import { CRITERIA } from './criteria.ts';
import { buildFacets, buildPriceHistogram, buildSizeHistogram } from './facets.ts';
import { buildChoiceDays, buildPlan, type Plan } from './plan.ts';
import { activeFilters, bind, estimateWork, type Filter, scan } from './scan.ts';
import { defaultWorkers, ScanPool } from './scan-pool.ts';
import { firstRows, type Tallied, type WantedParts } from './tally.ts';

/** How long sorting blocks the thread at a time, and how long it then pauses (ms). */
const SLICE = 6;
const PAUSE = 2;

/** A scan of this many blocks takes a millisecond and goes to a worker. */
const LONG_SCAN = 400;
/** After this many scans invalidated by changes, this thread scans itself. */
const MAX_TRIES = 3;

/**
 * Every displayed home in memory, as columns. It may be discarded and filled again at any time. A search sees all of
 * a change or none of it: `apply` is synchronous, and a search in a worker is repeated after a change.
 */
export class SearchIndex implements SearchEngine {
  #tables: Record<SearchType, HomeTable> = { sale: new HomeTable('sale'), rent: new HomeTable('rent') };
  #version = '';
  #now: () => number;
  #isCompacting = false;
  #isWriting = false;
  #workers: number;
  /** In blocks. */
  readonly #longScan: number;
  #pool: ScanPool | undefined;

  /** `now` is in ms UTC. `workers`: worker threads, by default one for each other core. `longScan` is for tests. */
  constructor(options: { now?: () => number; workers?: number; longScan?: number } = {}) {
    this.#now = options.now ?? Date.now;
    this.#workers = options.workers ?? defaultWorkers();
    this.#longScan = options.longScan ?? LONG_SCAN;
  }

  /** Cards, both search types together. */
  get size(): number {
    return this.#tables.sale.size + this.#tables.rent.size;
  }

  /** Of the last change; empty before the first. */
  version(): string {
    return this.#version;
  }

  /** Copies the cards. */
  apply(changes: HomeChanges, version: string): void {
    for (const searchType of SEARCH_TYPES) {
      this.#tables[searchType].apply(
        changes.upserts.filter((card) => card.searchType === searchType),
        changes.removals.filter((key) => key.searchType === searchType).map((key) => key.homeId),
      );
    }
    this.#version = version;
    this.#scheduleCompaction();
    this.#startWorkers();
  }

  /** Until `finish` replaces all homes, searches use the current ones, which must not change. Faster than `apply`. */
  startLoad(count = 0): Loading<[version: string]> {
    const tables = { sale: new HomeTable('sale'), rent: new HomeTable('rent') };
    for (const searchType of SEARCH_TYPES) tables[searchType].reserve(count);
    return {
      add: (homes) => {
        for (const card of homes) tables[card.searchType].load(card);
      },
      finish: async (version) => {
        for (const searchType of SEARCH_TYPES) await tables[searchType].finishLoad();
        this.#tables = tables;
        this.#version = version;
        this.#startWorkers();
      },
    };
  }

  /** Resolves when no table needs sorting, for example after a first load. */
  async settled(): Promise<void> {
    this.#scheduleCompaction();
    while (this.#isCompacting) await pause();
  }

  /**
   * Searches and changes continue: the file is as of the call of `state`, near the end. Throws when another write is
   * in progress, or when a load replaced what was being written.
   */
  async writeSnapshot(path: string, state: () => string): Promise<void> {
    if (this.#isWriting) throw new Error('snapshot already in progress');
    this.#isWriting = true;
    try {
      while (SEARCH_TYPES.some((one) => this.#tables[one].isCompacting)) await pause();
      const tables = SEARCH_TYPES.map((one) => this.#tables[one]);
      await writeSnapshot(path, tables, () => {
        if (tables.some((one) => this.#tables[one.searchType] !== one)) {
          throw new Error('snapshot aborted: a load has replaced the homes');
        }
        return { state: state(), version: this.#version };
      });
    } finally {
      this.#isWriting = false;
      this.#scheduleCompaction();
    }
  }

  /** For an unusable file the result says why; the index must then be loaded from the store. */
  async readSnapshot(path: string): Promise<SnapshotReading> {
    const reading = await readSnapshot(path);
    if (!reading.isRead) return reading;
    const { state, version, tables } = reading;
    for (const table of tables) this.#tables[table.searchType] = table;
    this.#version = version;
    this.#startWorkers();
    return { isRead: true, state, version };
  }

  /** Bytes. */
  memory(): { columns: number; cards: number } {
    const parts = SEARCH_TYPES.map((one) => this.#tables[one].memory());
    return {
      columns: parts.reduce((sum, { columns }) => sum + columns, 0),
      cards: parts.reduce((sum, { cards }) => sum + cards, 0),
    };
  }

  #scheduleCompaction(): void {
    if (
      this.#isCompacting ||
      this.#isWriting ||
      !SEARCH_TYPES.some((one) => this.#tables[one].needsCompaction)
    )
      return;
    this.#isCompacting = true;
    const continueCompaction = () => {
      const tables = SEARCH_TYPES.map((one) => this.#tables[one]);
      const table = tables.find((one) => one.isCompacting || (one.needsCompaction && !this.#isWriting));
      if (table?.compact(SLICE)) this.#pool?.share(table.searchType, table.columns);
      this.#isCompacting = table !== undefined;
      if (this.#isCompacting) setTimeout(continueCompaction, PAUSE).unref();
    };
    setTimeout(continueCompaction, PAUSE).unref();
  }

  /** Without a search type the one for sale or, without one, for rent. */
  findCard(homeId: string, searchType?: SearchType): HomeCard | undefined {
    if (searchType !== undefined) return this.#tables[searchType].find(homeId);
    return this.#tables.sale.find(homeId) ?? this.#tables.rent.find(homeId);
  }

  /** By slug. The map is live: do not keep it. */
  countsByPlace(searchType: SearchType): ReadonlyMap<string, number> {
    return this.#tables[searchType].activeByPlace;
  }

  /** Whether any home has stated a school of this slug. */
  knowsSchool(slug: string): boolean {
    return SEARCH_TYPES.some((type) => this.#tables[type].places.hasSchool(slug));
  }

  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
    return this.searchListings(request, (home) => home.card(), signal);
  }

  /**
   * As `search`, with `toListing` of each home of the page, called synchronously in order: making cards is most of
   * the work of a small search. Long scans run in a worker. Rejects with the reason of `signal`.
   */
  async searchListings<Listing>(
    request: SearchRequest,
    toListing: (home: FoundHome) => Listing,
    signal?: AbortSignal,
  ): Promise<SearchAnswer<Listing>> {
    signal?.throwIfAborted();
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const bound = this.#bind(request);
      const { table, plan, filter, wantedParts } = bound;
      const pool = this.#pool;
      if (!pool?.isReady || estimateWork(table.columns, filter, this.#longScan) < this.#longScan) break;
      const { columns } = table;
      const sequence = columns.head[HEAD.sequence];
      const scanned = { columns, plan, keyword: filter.keyword, wantedParts };
      const tallied = await pool.scan(scanned, signal);
      // The cards are read now: after a change a row may contain another home.
      const isCurrent = table.columns === columns && columns.head[HEAD.sequence] === sequence;
      if (tallied !== undefined && isCurrent) return buildAnswer(request, table, plan, tallied, toListing);
    }
    signal?.throwIfAborted();
    const { table, plan, filter, wantedParts } = this.#bind(request);
    const tallied = scan(table.columns, filter, wantedParts);
    if (tallied === undefined) throw new Error('scan was stopped without a request');
    return buildAnswer(request, table, plan, tallied, toListing);
  }

  /** Later searches run in this thread. */
  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    this.#workers = 0;
    await pool?.close();
  }

  #bind(request: SearchRequest): { table: HomeTable; plan: Plan; filter: Filter; wantedParts: WantedParts } {
    const { query, keyword, without } = request;
    const now = this.#now();
    const table = this.#tables[query.searchType];
    const plan = buildPlan(request, table.places, now);
    const filter = bind(plan, table.columns, keyword === undefined ? undefined : table.flagRows(keyword));
    return {
      table,
      plan,
      filter,
      wantedParts: {
        ...toWantedParts(request, now),
        ...(without === undefined ? {} : { without: table.flagRows(without) }),
      },
    };
  }

  /** Starts the worker threads once a scan can be long: a small index has none. */
  #startWorkers(): void {
    if (this.#pool !== undefined || this.#workers === 0) return;
    if (SEARCH_TYPES.some((one) => this.#tables[one].columns.blocks >= this.#longScan)) {
      this.#pool = new ScanPool(this.#workers);
    }
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

function toWantedParts({ query, want, zoom, clip, take }: SearchRequest, now: number): WantedParts {
  return {
    top: want.has('listings') ? (take ?? (query.page ?? 1) * PAGE_SIZE) : 0,
    ...(want.has('clusters') && zoom !== undefined ? { zoom, clip } : {}),
    ...(want.has('choices') ? { choices: buildChoiceDays(now) } : {}),
    histogram: want.has('histogram'),
    sizes: want.has('sizes'),
    facets: want.has('facets'),
  };
}

/** The table must not have changed since the scan. */
function buildAnswer<Listing>(
  { query, want, take, without }: SearchRequest,
  table: HomeTable,
  plan: Plan,
  tallied: Tallied,
  toListing: (home: FoundHome) => Listing,
): SearchAnswer<Listing> {
  const { total, unstated, extent, cells, counts, choices } = tallied;
  const unknown: SearchAnswer['unknown'] = {};
  for (const name of activeFilters(plan)) unknown[name] = unstated[CRITERIA.indexOf(name)];
  const [west, south, east, north] = extent;
  const page = query.page ?? 1;
  const first = take === undefined ? (page - 1) * PAGE_SIZE : 0;
  const rows = firstRows(tallied, take ?? page * PAGE_SIZE);
  const listings: Listing[] = [];
  for (let at = first; at < rows.length; at++) listings.push(toListing(table.homeAt(rows[at])));
  const answer: SearchAnswer<Listing> = {
    total,
    unknown,
    ...(plan.monthly === undefined ? {} : { atLeast: unstated[CRITERIA.indexOf('wholeCost')] }),
    listings,
    extent: west > east ? null : roundBounds([west, south, east, north]),
  };
  if (cells !== undefined) {
    answer.clusters = buildClusters(cells, table.columns, (row) => table.pinAt(row));
    if (without !== undefined) answer.leftOut = cells.leftOut;
  }
  if (want.has('histogram')) answer.histogram = buildPriceHistogram(counts, query);
  if (want.has('sizes')) answer.sizes = buildSizeHistogram(counts);
  if (want.has('facets')) answer.facets = buildFacets(counts, query);
  if (choices !== undefined) answer.choices = toChoices(choices, query);
  return answer;
}
