import { FeedError } from '../feed-error.ts';
import { modifiedSeconds, readId } from './slipstream-row.ts';
import type { Asking, WirePage } from './slipstream-service.ts';
import { WHOLE_ROW, type WireQuery } from './wire-query.ts';

/** All rows before second `t` were delivered, and at `t` those in `keys`. */
export interface WalkPosition {
  /** `modifiedDate` in epoch seconds. */
  t: number;
  keys: readonly string[];
}

export interface WalkPage {
  items: unknown[];
  /** Null while unknown (unordered rows). */
  position: WalkPosition | null;
  serverTime: number;
}

export type AskPage = (query: WireQuery, asking: Asking) => Promise<WirePage>;

/** Larger ties restart from their beginning, to keep cursors small. */
const MAX_KEYS = 5000;
/** Maximum number of repeated walks over changing rows. */
const MAX_PASSES = 4;
const MAX_BARREN_PAGES = 3;

class Ignored extends Error {}

/**
 * Reads all rows of a search without losing any while they change (rule F87). A changed row moves to the end and shifts all
 * others forward, so each request is a first page, filtered by the last `modifiedDate`. Offsets are needed only when one
 * second has more rows than a page (rule F2); that second is requested alone and reread until stable.
 */
export class ListingWalk {
  readonly #ask: AskPage;
  readonly #pageSize: number;

  constructor(ask: AskPage, pageSize: number) {
    this.#ask = ask;
    this.#pageSize = pageSize;
  }

  async *pages(from: WalkPosition | null, signal: AbortSignal): AsyncGenerator<WalkPage> {
    try {
      yield* this.#since(from, signal);
    } catch (error) {
      if (!(error instanceof Ignored)) throw error;
      yield* this.#unordered(from, signal);
    }
  }

  /**
   * From small rows, by offsets: a changed row reappears at the end, and a skipped one shows in `total`. Beyond a limit on
   * offsets (rule F33) full rows are read by date.
   * @throws FeedError when more than one percent of `total` is missing, which must not be mistaken for deletions
   */
  async *keys(signal: AbortSignal): AsyncGenerator<string[]> {
    const seen = new Set<string>();
    let steadiness = new Steadiness();
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const query: WireQuery = { sortField: 'modifiedDate', sortOrder: 'asc', pageSize: this.#pageSize };
      steadiness = new Steadiness();
      for (let pageNumber = 1; ; pageNumber += 1) {
        const page = await this.#ask({ ...query, pageNumber }, { priority: 'bulk', signal });
        steadiness.observe(page);
        const fresh = page.rows.map(readId).filter((id) => id !== null && !seen.has(id)) as string[];
        for (const id of fresh) seen.add(id);
        if (fresh.length > 0) yield [...new Set(fresh)];
        if (page.isLast) break;
      }
      if (steadiness.isSteady(seen.size)) return;
    }
    if (steadiness.isNearlyAll(seen.size)) return;
    for await (const { items } of this.pages(null, signal)) {
      const fresh = items.map(readId).filter((id) => id !== null && !seen.has(id)) as string[];
      for (const id of fresh) seen.add(id);
      if (fresh.length > 0) yield [...new Set(fresh)];
    }
    if (!steadiness.isNearlyAll(seen.size)) {
      throw new FeedError(`key walk ended early after ${seen.size} rows`, {
        retryable: true,
        status: 200,
        request: 'GET /search',
      });
    }
  }

  async *#since(from: WalkPosition | null, signal: AbortSignal): AsyncGenerator<WalkPage> {
    let t = from?.t ?? null;
    let seen = new Set(from?.keys);
    for (;;) {
      const page = await this.#fetchSince(t, 1, signal);
      const times = page.rows.map(modifiedSeconds);
      if (!isAscending(times, t)) throw new Ignored();
      const fresh = page.rows.filter((row, index) => times[index] !== t || !seen.has(readId(row) ?? ''));
      const last = times.findLast((time) => time !== null) ?? null;
      // A page of rows without dates has no continuation.
      if (last === null && !page.isLast) throw new Ignored();
      if (last !== null && last === t && !page.isLast) {
        yield* this.#tie(t, seen, signal);
        // The tie is complete; timestamps are whole seconds.
        t += 1;
        seen = new Set();
        continue;
      }
      if (last !== null && last !== t) {
        t = last;
        seen = new Set();
      }
      if (last !== null)
        addIds(
          seen,
          page.rows.filter((_, index) => times[index] === t),
        );
      if (fresh.length > 0) {
        yield { items: fresh, position: toPosition(t, seen), serverTime: page.serverTime };
      }
      if (page.isLast) return;
    }
  }

  async *#tie(t: number, seen: Set<string>, signal: AbortSignal): AsyncGenerator<WalkPage> {
    let isExact = true;
    let passes = 0;
    while (passes < MAX_PASSES) {
      const steadiness = new Steadiness();
      let found = 0;
      for (let pageNumber = 1; ; pageNumber += 1) {
        const page = isExact
          ? await this.#fetch({ modifiedDate: `${t}:${t}` }, pageNumber, signal)
          : await this.#fetchSince(t, pageNumber, signal);
        const inTie = page.rows.filter((row) => modifiedSeconds(row) === t);
        if (isExact && pageNumber === 1 && (inTie.length === 0 || inTie.length < page.rows.length)) {
          // A range of one second is not supported: the same rows come first since `t`.
          isExact = false;
          pageNumber = 0;
          continue;
        }
        steadiness.observe(page);
        const fresh = inTie.filter((row) => !seen.has(readId(row) ?? ''));
        addIds(seen, fresh);
        found += fresh.length;
        if (fresh.length > 0) {
          yield { items: fresh, position: toPosition(t, seen), serverTime: page.serverTime };
        }
        if (page.isLast || inTie.length < page.rows.length) break;
      }
      passes += 1;
      // With an open range, `total` does not show a changed row: only a walk without new rows proves the end.
      if (isExact ? steadiness.isSteady(seen.size) : found === 0) return;
    }
  }

  async *#unordered(from: WalkPosition | null, signal: AbortSignal): AsyncGenerator<WalkPage> {
    const floor = from?.t ?? null;
    const given = new Map<string, number | null>();
    let newest: number | null = null;
    let serverTime = 0;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const steadiness = new Steadiness();
      const ids = new Set<string>();
      for (let pageNumber = 1; ; pageNumber += 1) {
        const page = await this.#fetchSince(floor, pageNumber, signal);
        ({ serverTime } = page);
        steadiness.observe(page);
        addIds(ids, page.rows);
        const fresh = page.rows.filter((row) => {
          const id = readId(row) ?? '';
          const time = modifiedSeconds(row);
          if (floor !== null && time !== null && time < floor) return false;
          if (given.has(id) && given.get(id) === time) return false;
          given.set(id, time);
          // A row dated in the future must not advance the cursor.
          if (time !== null && time * 1000 <= serverTime && time > (newest ?? 0)) newest = time;
          return true;
        });
        if (fresh.length > 0) yield { items: fresh, position: null, serverTime };
        if (page.isLast) break;
      }
      if (steadiness.isSteady(ids.size)) break;
    }
    if (newest !== null) yield { items: [], position: { t: newest, keys: [] }, serverTime };
  }

  #fetchSince(t: number | null, pageNumber: number, signal: AbortSignal): Promise<WirePage> {
    return this.#fetch(t === null ? {} : { modifiedDate: `>=${t}` }, pageNumber, signal);
  }

  #fetch(about: WireQuery, pageNumber: number, signal: AbortSignal): Promise<WirePage> {
    const query: WireQuery = {
      ...WHOLE_ROW,
      ...about,
      sortField: 'modifiedDate',
      sortOrder: 'asc',
      pageNumber,
      pageSize: this.#pageSize,
    };
    return this.#ask(query, { priority: 'bulk', signal });
  }
}

/** Detects whether a walk by offsets may have skipped a row: `total` changed, or fewer rows were returned. */
class Steadiness {
  readonly #ids = new Set<string>();
  #total: number | null = null;
  #moved = false;
  #barren = 0;

  observe({ rows, total }: WirePage): void {
    if (this.#total !== null && total !== null && total !== this.#total) this.#moved = true;
    this.#total = total ?? this.#total;
    const before = this.#ids.size;
    addIds(this.#ids, rows);
    this.#barren = this.#ids.size > before ? 0 : this.#barren + 1;
    if (this.#barren > MAX_BARREN_PAGES) throw unpageable();
  }

  isSteady(seen: number): boolean {
    return !this.#moved && seen >= (this.#total ?? 0);
  }

  /** Counts may lag a little (rule F25). */
  isNearlyAll(seen: number): boolean {
    const total = this.#total ?? 0;
    return seen >= total - Math.max(2, total * 0.01);
  }
}

function toPosition(t: number | null, seen: Set<string>): WalkPosition | null {
  return t === null ? null : { t, keys: [...seen].slice(0, MAX_KEYS) };
}

function addIds(ids: Set<string>, rows: unknown[]): void {
  for (const row of rows) {
    const id = readId(row);
    if (id !== null) ids.add(id);
  }
}

/** Ascending, none before the requested time; rows without a date may be anywhere. */
function isAscending(times: (number | null)[], from: number | null): boolean {
  let before = from ?? 0;
  for (const time of times) {
    if (time === null) continue;
    if (time < before) return false;
    before = time;
  }
  return true;
}

function unpageable(): FeedError {
  return new FeedError('server returns the same page repeatedly', {
    retryable: false,
    status: 200,
    request: 'GET /search',
  });
}
