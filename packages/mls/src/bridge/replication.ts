import { hash } from 'node:crypto';
import { HOUR_MS } from '@maru/listing';
import { isRefusal } from '../connection.ts';
import { FeedError } from '../feed-error.ts';
import { formatInstant, instantOf } from '../normalize/coerce.ts';
import type { ODataPage, ODataService } from '../odata-service.ts';
import type { Priority } from '../rate-limiter.ts';
import {
  advancePosition,
  FUTURE_SLACK,
  keyText,
  literal,
  type Position,
  ResourceWalk,
  type Row,
  rowsOf,
  timeLiteral,
} from '../resource-walk.ts';

/**
 * What orders Bridge's changes. `ModificationTimestamp` is passed through from the MLS and stands still when
 * Bridge itself changes a row (rule F5): only for resources that have no other.
 */
export const TIME_FIELDS = ['BridgeModificationTimestamp', 'ModificationTimestamp'] as const;
type TimeField = (typeof TIME_FIELDS)[number];

/** Where the reader of one resource stands. All of it comes from the server's answers, as received. */
export interface ReplicaPlace {
  /** The next link to follow, or to ask again when caught up; below the service root. */
  link: string | null;
  /** The newest change that was read, never one dated in the future; what a dead link falls back to. */
  position: Position | null;
  field: TimeField;
  /** The link stands behind rows dated in the future, where nothing new will ever come (rule F26). */
  pastFuture: boolean;
  /** Rows did not come oldest first, so that `position` promises nothing about rows that are still to come. */
  disorder: boolean;
}

export const BEGINNING: ReplicaPlace = {
  link: null,
  position: null,
  field: 'BridgeModificationTimestamp',
  pastFuture: false,
  disorder: false,
};

export interface ReplicaPage {
  rows: Row[];
  /** Where to go on from after this page. */
  place: ReplicaPlace;
}

export interface ReplicationSetup {
  /** `Property`; Bridge also knows the plural, and some servers know only one. */
  resource: string;
  plural: string;
  keyField: string;
  version: 2 | 3;
  /** Rows of one replication page; at most 2,000. */
  pageSize: number;
  log: (message: string, facts?: Record<string, unknown>) => void;
  now: () => number;
}

const SECOND = 1_000_000_000n;
/** Providers commit out of order: a filter looks back this far behind what was read (rule F43). */
export const OVERLAP = 600n * SECOND;
/** Rows of one page of ordinary paging, and the wall behind which it may not go (rule F63). */
export const MOST_TOP = 200;
export const MOST_OFFSET = 10_000;
const MOST_REPLICATION_TOP = 2000;
/** Empty pages with a next link are no end, until there were so many of them. */
const MOST_BARREN_PAGES = 3;
const MOST_DEAD_LINKS = 3;
/** A link that breaks the server, run after run, is dead too. */
const MOST_BROKEN_RUNS = 3;
/** How long a refused replication is not asked for again; shorter where it was granted before. */
const NOT_GRANTED_MS = HOUR_MS;
const NO_LONGER_GRANTED_MS = 300_000;

/** Replication is not granted, or not there. */
class NotGranted extends Error {}

/**
 * Reads one resource of a Bridge dataset by `/replication` (rule F65), and by ordinary paging where that
 * is not granted (403). Every page tells where to go on; the end is never inferred from a short page, for
 * `$top` means something else in each version (rule F3).
 */
export class Replication {
  readonly #service: ODataService;
  readonly #about: ReplicationSetup;
  #name: string;
  #nameIsProven = false;
  /** The service took a filter on replication; null while not known. */
  #filters: boolean | null = null;
  #top: number | null;
  #deniedUntil = Number.NEGATIVE_INFINITY;
  #hasReplicated = false;
  readonly #brokenLinks = new Map<string, number>();
  readonly #walks = new Map<string, ResourceWalk>();

  constructor(service: ODataService, about: ReplicationSetup) {
    this.#service = service;
    this.#about = about;
    this.#name = about.resource;
    this.#top = Math.min(about.pageSize, MOST_REPLICATION_TOP);
  }

  /** Everything behind `from`, ending when caught up. Repeats are possible, gaps are not. */
  async *pages(from: ReplicaPlace, loaded: boolean, signal: AbortSignal): AsyncGenerator<ReplicaPage> {
    let place = from;
    if (this.#isGranted()) {
      try {
        for await (const page of this.#replicate(from, loaded, signal)) {
          place = page.place;
          yield page;
        }
        return;
      } catch (error) {
        if (!(error instanceof NotGranted)) throw error;
        this.#about.log('replication is not granted, paging instead', { resource: this.#name });
      }
    }
    // Without links an unordered beginning has no place in the middle to go on from.
    if (place.disorder && !loaded) place = BEGINNING;
    yield* this.#page({ ...place, link: null }, loaded, signal);
  }

  /**
   * The last stretch once more, for rows that were committed late, behind the link's back. Costs the pages of
   * the stretch; who pages instead of replicating looks back each time anyway.
   * @param since ns since the epoch
   */
  async *again(place: ReplicaPlace, since: bigint, signal: AbortSignal): AsyncGenerator<Row[]> {
    if (!this.#isGranted()) return;
    if (this.#filters === false) {
      const walk = this.#walk(place.field);
      for await (const { rows } of walk.pages({ t: formatInstant(since), k: null }, signal)) yield rows;
      return;
    }
    const filter = `${place.field} ge ${timeLiteral(formatInstant(since))}`;
    try {
      for await (const { rows } of this.#chain({ filter }, signal)) yield rows;
      this.#filters = true;
    } catch (error) {
      if (!(isRefusal(error) || error instanceof NotGranted)) throw error;
      this.#filters = false;
    }
  }

  /**
   * Every key there is, in batches.
   * @throws FeedError rather than ending early
   */
  async *keys(signal: AbortSignal): AsyncGenerator<string[]> {
    const { keyField } = this.#about;
    const seen = new Set<string>();
    if (this.#isGranted()) {
      try {
        let endWasSeen = false;
        for await (const page of this.#whole(`${keyField},BridgeModificationTimestamp`, signal)) {
          const keys = page.rows.map((row) => keyText(row[keyField])).filter((key) => key !== null);
          const fresh = [...new Set(keys)].filter((key) => !seen.has(key));
          for (const key of fresh) seen.add(key);
          if (fresh.length > 0) yield fresh;
          endWasSeen = page.rows.length === 0;
        }
        // Links that stopped behind a full page may have stopped too early.
        const isSure = endWasSeen && seen.size > 0;
        if (isSure || (await this.#walk(TIME_FIELDS[0]).isWhole(seen.size, signal))) return;
        this.#about.log('replication ended early, walking the keys by pages', { resource: this.#name });
      } catch (error) {
        if (!(error instanceof NotGranted)) throw error;
      }
    }
    for await (const keys of this.#walk(TIME_FIELDS[0]).keys(signal)) {
      const fresh = keys.filter((key) => !seen.has(key));
      for (const key of fresh) seen.add(key);
      if (fresh.length > 0) yield fresh;
    }
  }

  /** Every row there is, once. */
  async *rows(signal: AbortSignal): AsyncGenerator<Row[]> {
    if (this.#isGranted()) {
      try {
        for await (const { rows } of this.#whole(null, signal)) yield rows;
        return;
      } catch (error) {
        if (!(error instanceof NotGranted)) throw error;
      }
    }
    for await (const { rows } of this.#walk('ModificationTimestamp').pages(null, signal)) yield rows;
  }

  /** One row by `Property('{key}')`, apostrophes doubled (rule F22); undefined when the service has none. */
  async findRow(key: string, priority: Priority, signal: AbortSignal): Promise<Row | undefined> {
    const { keyField } = this.#about;
    let json: unknown;
    try {
      ({ json } = await this.fetch(`(${encodeURIComponent(literal(key))})`, {}, priority, signal));
    } catch (error) {
      if (error instanceof FeedError && (error.status === 404 || error.status === 410)) return undefined;
      if (!isRefusal(error)) throw error;
      // Key access is not done, or keys are numbers.
      return this.#walk(TIME_FIELDS[0]).findRow(key, signal, priority);
    }
    const rows = rowsOf(json) ?? [json as Row | null];
    if (rows.length === 0) return undefined;
    const row = rows.find((one) => keyText(one?.[keyField]) === key);
    // Taken for "not there" it would be taken for a deletion.
    if (!row) throw this.#fault(`the answer for ${key} is another row`);
    return row;
  }

  /**
   * Asks the resource by whichever of its two spellings the service knows.
   * @param suffix what follows the name: "('key')", "?$top=1", "/replication"
   */
  async fetch(
    suffix: string,
    headers: Record<string, string>,
    priority: Priority,
    signal: AbortSignal,
  ): Promise<ODataPage> {
    try {
      const page = await this.#service.fetchPage(`${this.#name}${suffix}`, signal, { headers, priority });
      this.#nameIsProven = true;
      return page;
    } catch (error) {
      if (!(error instanceof FeedError) || error.status !== 404 || this.#nameIsProven) throw error;
      if (!(await this.#spell(signal))) throw error;
      return this.#service.fetchPage(`${this.#name}${suffix}`, signal, { headers, priority });
    }
  }

  async *#replicate(from: ReplicaPlace, loaded: boolean, signal: AbortSignal): AsyncGenerator<ReplicaPage> {
    let place = from;
    let link = from.link;
    let ahead: Promise<ODataPage> | null = null;
    const followed = new FollowedLinks(this.#about.keyField);
    const ties = new TieKeys(this.#about.keyField);
    let barren = 0;
    let deadLinks = 0;
    /** From here on only what is behind `position` is asked for, to prove that nothing is left. */
    let proving = false;
    const stop = new AbortController();
    const whileReading = AbortSignal.any([signal, stop.signal]);
    try {
      for (;;) {
        let page: ODataPage & { rows: Row[] };
        try {
          if (link !== null) page = this.#read(await (ahead ?? this.#follow(link, whileReading)));
          else page = await this.#start(place, proving, whileReading);
        } catch (error) {
          signal.throwIfAborted();
          if (isRefusal(error) && link === null && place.position !== null) {
            // No filter on replication: the place is found by ordinary paging.
            this.#filters = false;
            yield* this.#page(place, loaded, signal);
            return;
          }
          if (link === null || !this.#isDead(link, error)) throw error;
          deadLinks += 1;
          if (deadLinks > MOST_DEAD_LINKS) throw error;
          this.#about.log('a next link has died, going on from the last change', { resource: this.#name });
          link = null;
          place = place.disorder && !loaded ? BEGINNING : { ...place, link: null, pastFuture: false };
          continue;
        } finally {
          ahead = null;
        }
        const { rows } = page;
        followed.add(link, rows);
        let next = page.nextLink;
        // A circle of links leads nowhere; what is left is asked for by time.
        if (next !== null && followed.isCircle(next, rows)) next = null;
        if (rows.length === 0) {
          barren += 1;
          if (next !== null && barren <= (loaded ? 1 : MOST_BARREN_PAGES)) {
            link = next;
            place = { ...place, link };
            continue;
          }
          yield { rows: [], place: caughtUp({ ...place, link: next ?? link }) };
          return;
        }
        barren = 0;
        place = this.#behind(place, page, next);
        const isNews = ties.add(rows, place);
        if (next !== null) {
          ahead = this.#follow(next, whileReading);
          // Its failure is met when its turn comes, and is nobody's when the reader has gone.
          ahead.catch(() => {});
        }
        yield { rows, place };
        if (next !== null) {
          link = next;
          continue;
        }
        // Rows, and no word of how to go on: the end only when nothing is behind the newest of them.
        if (this.#filters === false || place.position === null) {
          yield { rows: [], place: caughtUp({ ...place, link }) };
          return;
        }
        if (proving && !isNews) {
          if (ties.mayBeCut(rows)) yield* this.#page({ ...place, link: null }, loaded, signal, true);
          else yield { rows: [], place: caughtUp(place) };
          return;
        }
        proving = true;
        link = null;
      }
    } finally {
      stop.abort();
    }
  }

  /** Ordinary paging from the position, ordered by (time, key), for who may not or cannot replicate. */
  async *#page(
    from: ReplicaPlace,
    loaded: boolean,
    signal: AbortSignal,
    exactly = false,
  ): AsyncGenerator<ReplicaPage> {
    let place = from;
    const at = place.position === null ? null : instantOf(place.position.t);
    const start =
      at === null || exactly || (!loaded && place.position?.k !== null)
        ? place.position
        : { t: formatInstant(at - OVERLAP), k: null };
    await this.#prove(signal);
    for await (const page of this.#walk(place.field).pages(start, signal)) {
      if (place.position === null && !page.rows.some((row) => typeof row[place.field] === 'string')) {
        place = { ...place, field: 'ModificationTimestamp' };
      }
      const position = advancePosition(place.position, page, place.field);
      place = { ...place, link: null, position, pastFuture: false };
      yield { rows: page.rows, place };
    }
  }

  /** A chain of links from a first question to its end. */
  async *#chain(
    asked: { filter?: string; select?: string | null },
    signal: AbortSignal,
  ): AsyncGenerator<{ rows: Row[] }> {
    const followed = new FollowedLinks(this.#about.keyField);
    let link: string | null = null;
    let barren = 0;
    for (;;) {
      const page: ODataPage & { rows: Row[] } =
        link === null ? await this.#ask(asked, signal) : this.#read(await this.#follow(link, signal));
      followed.add(link, page.rows);
      barren = page.rows.length === 0 ? barren + 1 : 0;
      if (page.rows.length > 0 || page.nextLink === null || barren > MOST_BARREN_PAGES) {
        yield { rows: page.rows };
      }
      if (page.nextLink === null || barren > MOST_BARREN_PAGES) return;
      if (followed.isCircle(page.nextLink, page.rows)) {
        // The link that led to an empty page may lead to itself; any other circle hides rows.
        if (page.rows.length === 0) {
          yield { rows: [] };
          return;
        }
        throw this.#fault('its next links lead in a circle');
      }
      link = page.nextLink;
    }
  }

  async *#whole(select: string | null, signal: AbortSignal): AsyncGenerator<{ rows: Row[] }> {
    const choices = select === null ? [null] : [select, null];
    for (const choice of choices) {
      let began = false;
      try {
        for await (const page of this.#chain({ select: choice }, signal)) {
          began = true;
          yield page;
        }
        return;
      } catch (error) {
        // 400 to `$select` means that it is not done; a link that dies on the way makes the walk incomplete.
        if (began || !isRefusal(error) || choice === null) throw error;
      }
    }
  }

  /** The first page from a place: by its time, or from the beginning. */
  async #start(
    place: ReplicaPlace,
    exactly: boolean,
    signal: AbortSignal,
  ): Promise<ODataPage & { rows: Row[] }> {
    const at = place.position === null ? null : instantOf(place.position.t);
    if (place.position === null || at === null) return this.#ask({}, signal);
    // A second more, so that what `disorder` calls in order is surely asked for.
    const since = exactly ? place.position.t : formatInstant(at - OVERLAP - SECOND);
    const page = await this.#ask({ filter: `${place.field} ge ${timeLiteral(since)}` }, signal);
    this.#filters = true;
    return page;
  }

  async #ask(
    asked: { filter?: string; select?: string | null },
    signal: AbortSignal,
  ): Promise<ODataPage & { rows: Row[] }> {
    for (;;) {
      const parts: string[] = [];
      // v3 takes `$top` for the total over all pages, and its page size from Prefer.
      if (this.#about.version === 2 && this.#top !== null) parts.push(`$top=${this.#top}`);
      if (asked.select) parts.push(`$select=${encodeURIComponent(asked.select)}`);
      if (asked.filter !== undefined) parts.push(`$filter=${encodeURIComponent(asked.filter)}`);
      const suffix = `/replication${parts.length === 0 ? '' : `?${parts.join('&')}`}`;
      try {
        const page = this.#read(await this.fetch(suffix, this.#headers(), 'bulk', signal));
        this.#hasReplicated = true;
        return page;
      } catch (error) {
        if (!(error instanceof FeedError)) throw error;
        const isMissing = error.status === 403 || error.status === 404 || error.status === 501;
        const isBare = asked.filter === undefined && !asked.select;
        if (isMissing || (isBare && isRefusal(error) && this.#top === null)) {
          // The ordinary door decides what this means: for the resource itself it answers the same.
          await this.#prove(signal);
          const pause = this.#hasReplicated ? NO_LONGER_GRANTED_MS : NOT_GRANTED_MS;
          this.#deniedUntil = this.#about.now() + pause;
          throw new NotGranted();
        }
        if (!isRefusal(error) || !isBare) throw error;
        this.#top = (this.#top ?? 0) > MOST_TOP ? MOST_TOP : null;
      }
    }
  }

  async #follow(link: string, signal: AbortSignal): Promise<ODataPage> {
    const page = await this.#service.fetchPage(link, signal, { headers: this.#headers() });
    this.#brokenLinks.delete(link);
    return page;
  }

  #read(page: ODataPage): ODataPage & { rows: Row[] } {
    const rows = rowsOf(page.json);
    if (rows === undefined) throw this.#fault('the answer has no list "value"');
    return { ...page, rows };
  }

  #behind(from: ReplicaPlace, page: ODataPage & { rows: Row[] }, next: string | null): ReplicaPlace {
    let { field, pastFuture, disorder } = from;
    if (!page.rows.some((row) => typeof row[field] === 'string')) field = 'ModificationTimestamp';
    const latest = BigInt(page.serverTime) * 1_000_000n + FUTURE_SLACK;
    let newest = from.position;
    let newestAt = newest === null ? null : instantOf(newest.t);
    for (const row of page.rows) {
      const at = instantOf(row[field]);
      if (at === null) continue;
      if (at > latest) {
        pastFuture = true;
      } else if (newestAt === null || at >= newestAt) {
        newest = { t: String(row[field]).trim(), k: null };
        newestAt = at;
      } else if (at < newestAt - OVERLAP) {
        disorder = true;
      }
    }
    return { link: next, position: newest, field, pastFuture, disorder };
  }

  #isDead(link: string, error: unknown): boolean {
    if (isRefusal(error)) return true;
    const status = error instanceof FeedError ? (error.status ?? 0) : 0;
    if ([403, 404, 410].includes(status)) return true;
    if (status < 500) return false;
    const runs = (this.#brokenLinks.get(link) ?? 0) + 1;
    this.#brokenLinks.set(link, runs);
    return runs >= MOST_BROKEN_RUNS;
  }

  #headers(): Record<string, string> {
    return this.#about.version === 3 ? { prefer: `maxpagesize=${this.#about.pageSize}` } : {};
  }

  #isGranted(): boolean {
    return this.#about.now() >= this.#deniedUntil;
  }

  /** Throws what the service says to the plainest question, and learns how it spells the resource. */
  async #prove(signal: AbortSignal): Promise<void> {
    if (this.#nameIsProven) return;
    await this.fetch('?$top=1', {}, 'bulk', signal);
  }

  /** After a 404: whether the other spelling is the one. */
  async #spell(signal: AbortSignal): Promise<boolean> {
    for (const name of [this.#about.resource, this.#about.plural]) {
      try {
        await this.#service.fetchPage(`${name}?$top=1`, signal);
        const isOther = name !== this.#name;
        this.#name = name;
        this.#nameIsProven = true;
        return isOther;
      } catch (error) {
        if (!(error instanceof FeedError) || error.status !== 404) throw error;
      }
    }
    return false;
  }

  #walk(timeField: TimeField): ResourceWalk {
    const id = `${this.#name} ${timeField}`;
    let walk = this.#walks.get(id);
    if (walk === undefined) {
      const v2 = this.#about.version === 2;
      walk = new ResourceWalk(this.#service, {
        resource: this.#name,
        keyField: this.#about.keyField,
        timeField,
        pageSize: MOST_TOP,
        mostOffset: MOST_OFFSET,
        ...(v2 ? { top: MOST_TOP, prefer: null } : { prefer: `maxpagesize=${MOST_TOP}` }),
      });
      this.#walks.set(id, walk);
    }
    return walk;
  }

  #fault(message: string): FeedError {
    return new FeedError(`${this.#name}: ${message}`, {
      retryable: true,
      status: 200,
      request: `GET /${this.#name}`,
    });
  }
}

/** A link behind rows of the future is not kept: the next run asks by time. */
function caughtUp(place: ReplicaPlace): ReplicaPlace {
  return place.pastFuture ? { ...place, link: null, pastFuture: false } : place;
}

/** Which links were followed in this run, and to which pages. */
class FollowedLinks {
  readonly #keyField: string;
  readonly #times = new Map<string, number>();
  readonly #pages = new Map<string, number>();
  #pageCame = 0;

  constructor(keyField: string) {
    this.#keyField = keyField;
  }

  /** A page came; null: by no link. */
  add(link: string | null, rows: Row[]): void {
    if (link !== null) this.#times.set(link, (this.#times.get(link) ?? 0) + 1);
    this.#pageCame = 0;
    if (rows.length === 0) return;
    const stamps = rows.map((row) => [row[this.#keyField], ...TIME_FIELDS.map((field) => row[field])]);
    const page = hash('sha256', JSON.stringify(stamps), 'base64url');
    this.#pageCame = (this.#pages.get(page) ?? 0) + 1;
    this.#pages.set(page, this.#pageCame);
  }

  /**
   * Whether the link behind the page that came last leads nowhere. One that led to rows is tried once more: the server
   * may only have repeated its page. A server may also give each repeat of a page a link of its own.
   */
  isCircle(link: string, rows: Row[]): boolean {
    const times = this.#times.get(link) ?? 0;
    return times > 1 || (times === 1 && rows.length === 0) || this.#pageCame > MOST_BARREN_PAGES;
  }
}

/** The rows at the newest instant, to tell news from repeats where a server repeats its last page. */
class TieKeys {
  readonly #keyField: string;
  #at: bigint | null = null;
  #keys = new Set<string>();

  constructor(keyField: string) {
    this.#keyField = keyField;
  }

  /** Whether any of the rows was not seen before. */
  add(rows: Row[], place: ReplicaPlace): boolean {
    const at = place.position === null ? null : instantOf(place.position.t);
    let isNews = at !== this.#at;
    if (isNews) this.#keys = new Set();
    this.#at = at;
    for (const row of rows) {
      const key = keyText(row[this.#keyField]) ?? '';
      if (instantOf(row[place.field]) !== at || this.#keys.has(key)) continue;
      this.#keys.add(key);
      isNews = true;
    }
    return isNews;
  }

  /** Whether the rows, all of one instant, may be the first page of more. */
  mayBeCut(rows: Row[]): boolean {
    return this.#keys.size > 1 && rows.length <= this.#keys.size;
  }
}
