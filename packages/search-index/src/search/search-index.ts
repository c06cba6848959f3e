import {
  type FoundHome,
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
import { HEAD } from '../homes/columns.ts';
import { HomeTable } from '../homes/home-table.ts';
import type { Loading } from '../homes/loading.ts';
import { readSnapshot, type SnapshotReading, writeSnapshot } from '../homes/snapshot.ts';
import { choicesFound } from './choice-counts.ts';
import { clustersOf } from './clusters.ts';
import { CRITERIA } from './criteria.ts';
import { facetsOf, histogramOf, sizesOf } from './facets.ts';
import { choiceDaysOf, type Plan, planOf } from './plan.ts';
import { activeFilters, bind, type Filter, scan, workOf } from './scan.ts';
import { defaultWorkers, ScanPool } from './scan-pool.ts';
import type { Asked, Tallied } from './tally.ts';

/** How long setting rows in order holds the thread, and how long it then waits for the others (ms). */
const SLICE = 6;
const PAUSE = 2;

/** A scan that looks into so many blocks takes a millisecond, and goes to another thread. */
const LONG_SCAN = 400;
/** After so many scans that a change overtook, the thread that makes the changes scans itself. */
const MOST_TRIES = 3;

/**
 * Every displayed home in memory, as columns; answers a search by a scan of the blocks that may match. Holds
 * nothing that the store does not: it may be thrown away and filled again at any time.
 *
 * A search sees all of a change or none of it: `apply` runs without a pause, and so does a search that stays in this
 * thread; one in another thread is repeated when a change overtook it.
 */
export class SearchIndex implements SearchEngine {
  #tables: Record<SearchType, HomeTable> = { sale: new HomeTable('sale'), rent: new HomeTable('rent') };
  #version = '';
  #now: () => number;
  #isTidying = false;
  #isWriting = false;
  #workers: number;
  /** Blocks. */
  readonly #longScan: number;
  #pool: ScanPool | undefined;

  /**
   * `now` (ms UTC) is what days on the market and sold months are counted from; `workers` is how many threads scan
   * beside this one (default: one for each other core, at least one; 0: none); `longScan` is for tests.
   */
  constructor(options: { now?: () => number; workers?: number; longScan?: number } = {}) {
    this.#now = options.now ?? Date.now;
    this.#workers = options.workers ?? defaultWorkers();
    this.#longScan = options.longScan ?? LONG_SCAN;
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
    this.#hireWhenLarge();
  }

  /**
   * Begins to take in all homes anew; `count` is about how many they are. Searches go on over what there is, which
   * must not change meanwhile, until `finish(version)` has replaced it. Several times as fast as `apply`: nothing is
   * kept true of homes that nobody can find yet.
   */
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
        this.#hireWhenLarge();
      },
    };
  }

  /**
   * Resolves when no table is being set in order and none needs it: after a first load in many pieces, say, before
   * the first search.
   */
  async settled(): Promise<void> {
    this.#tidyLater();
    while (this.#isTidying) await pause();
  }

  /**
   * Writes everything to `path`, beside it first, while searches and changes go on. The file is of the moment near the
   * end at which `state` is asked for the caller's text (how far it has read the store, say). One at a time.
   */
  async writeSnapshot(path: string, state: () => string): Promise<void> {
    if (this.#isWriting) throw new Error('a snapshot is being written already');
    this.#isWriting = true;
    try {
      while (SEARCH_TYPES.some((one) => this.#tables[one].isTidying)) await pause();
      const tables = SEARCH_TYPES.map((one) => this.#tables[one]);
      await writeSnapshot(path, tables, () => {
        if (tables.some((one) => this.#tables[one.searchType] !== one)) {
          throw new Error('what was being written was replaced meanwhile');
        }
        return { state: state(), version: this.#version };
      });
    } finally {
      this.#isWriting = false;
      this.#tidyLater();
    }
  }

  /**
   * Replaces everything by what a snapshot has. A file that is missing, not ours, of another program, cut off or
   * damaged changes nothing: the answer says why, and the index is to be filled from the store.
   */
  async readSnapshot(path: string): Promise<SnapshotReading> {
    const reading = await readSnapshot(path);
    if (!reading.isRead) return reading;
    const { state, version, tables } = reading;
    for (const table of tables) this.#tables[table.searchType] = table;
    this.#version = version;
    this.#hireWhenLarge();
    return { isRead: true, state, version };
  }

  /** Bytes that homes take: their columns with all that finds them, and what cards have beside them. */
  memory(): { columns: number; cards: number } {
    const parts = SEARCH_TYPES.map((one) => this.#tables[one].memory());
    return {
      columns: parts.reduce((sum, { columns }) => sum + columns, 0),
      cards: parts.reduce((sum, { cards }) => sum + cards, 0),
    };
  }

  /** Sets rows in order in small slices beside the other work of this thread. */
  #tidyLater(): void {
    if (this.#isTidying || this.#isWriting || !SEARCH_TYPES.some((one) => this.#tables[one].isUntidy)) return;
    this.#isTidying = true;
    const goOn = () => {
      const tables = SEARCH_TYPES.map((one) => this.#tables[one]);
      const table = tables.find((one) => one.isTidying || (one.isUntidy && !this.#isWriting));
      if (table?.tidy(SLICE)) this.#pool?.share(table.searchType, table.columns);
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

  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
    return this.searchListings(request, (home) => home.card(), signal);
  }

  /**
   * As `search`, with what `listingOf` makes of the homes of the page: cards are most of the work of a small search,
   * and who knows a home by its id needs none. It is called in the order of the page, before any change can come.
   *
   * A short scan is made at once; a long one by another thread, so that it holds up nobody else. What another thread
   * found counts only while the columns are as they were when it was asked.
   */
  async searchListings<Listing>(
    request: SearchRequest,
    listingOf: (home: FoundHome) => Listing,
    signal?: AbortSignal,
  ): Promise<SearchAnswer<Listing>> {
    signal?.throwIfAborted();
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const bound = this.#bind(request);
      const { table, plan, filter, asked } = bound;
      const pool = this.#pool;
      if (!pool?.isReady || workOf(table.columns, filter, this.#longScan) < this.#longScan) break;
      const { columns } = table;
      const sequence = columns.head[HEAD.sequence];
      const scanned = { columns, plan, keyword: filter.keyword, asked };
      const tallied = await pool.scan(scanned, signal);
      // The cards of its rows are read now: the rows must be whose they were.
      const isTrue = table.columns === columns && columns.head[HEAD.sequence] === sequence;
      if (tallied !== undefined && isTrue) return answerOf(request, table, plan, tallied, listingOf);
    }
    signal?.throwIfAborted();
    const { table, plan, filter, asked } = this.#bind(request);
    const tallied = scan(table.columns, filter, asked);
    if (tallied === undefined) throw new Error('a scan that nobody may stop has stopped');
    return answerOf(request, table, plan, tallied, listingOf);
  }

  /** Ends the threads; searches go on in this one. */
  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    this.#workers = 0;
    await pool?.close();
  }

  #bind(request: SearchRequest): { table: HomeTable; plan: Plan; filter: Filter; asked: Asked } {
    const { query, keyword } = request;
    const now = this.#now();
    const table = this.#tables[query.searchType];
    const plan = planOf(request, table.places, now);
    const filter = bind(plan, table.columns, keyword === undefined ? undefined : table.rowsOf(keyword));
    return { table, plan, filter, asked: askedOf(request, now) };
  }

  /** Threads are started when there is enough to scan, so that a small index has none. */
  #hireWhenLarge(): void {
    if (this.#pool !== undefined || this.#workers === 0) return;
    if (SEARCH_TYPES.some((one) => this.#tables[one].columns.blocks >= this.#longScan)) {
      this.#pool = new ScanPool(this.#workers);
    }
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

function askedOf({ query, want, zoom, clip }: SearchRequest, now: number): Asked {
  return {
    top: want.has('listings') ? (query.page ?? 1) * PAGE_SIZE : 0,
    ...(want.has('clusters') && zoom !== undefined ? { zoom, clip } : {}),
    ...(want.has('choices') ? { choices: choiceDaysOf(now) } : {}),
    histogram: want.has('histogram'),
    sizes: want.has('sizes'),
    facets: want.has('facets'),
  };
}

/** What was found, with the cards of its rows: the table must be as it was when it was scanned. */
function answerOf<Listing>(
  { query, want }: SearchRequest,
  table: HomeTable,
  plan: Plan,
  { total, unstated, extent, top, cells, counts, choices }: Tallied,
  listingOf: (home: FoundHome) => Listing,
): SearchAnswer<Listing> {
  const unknown: SearchAnswer['unknown'] = {};
  for (const name of activeFilters(plan)) unknown[name] = unstated[CRITERIA.indexOf(name)];
  const [west, south, east, north] = extent;
  const first = ((query.page ?? 1) - 1) * PAGE_SIZE;
  const listings: Listing[] = [];
  for (let at = first; at < top.rows.length; at++) listings.push(listingOf(table.homeAt(top.rows[at])));
  const answer: SearchAnswer<Listing> = {
    total,
    unknown,
    listings,
    extent: west > east ? null : roundBounds([west, south, east, north]),
  };
  if (cells !== undefined) answer.clusters = clustersOf(cells, table.columns, (row) => table.pinAt(row));
  if (want.has('histogram')) answer.histogram = histogramOf(counts, query);
  if (want.has('sizes')) answer.sizes = sizesOf(counts);
  if (want.has('facets')) answer.facets = facetsOf(counts, query);
  if (choices !== undefined) answer.choices = choicesFound(choices, query);
  return answer;
}
