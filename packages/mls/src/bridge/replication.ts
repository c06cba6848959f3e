import { hash } from 'node:crypto';
import { HOUR_MS } from '@maru/listing/time';
import { isRefusal } from '../connection.ts';
import { FeedError } from '../feed-error.ts';
import { formatInstant, parseInstant } from '../normalize/coerce.ts';
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
  readRows,
  timeLiteral,
} from '../resource-walk.ts';

/** `ModificationTimestamp` comes from the MLS and does not move when Bridge changes a row (rule F5): only a fallback. */
export const TIME_FIELDS = ['BridgeModificationTimestamp', 'ModificationTimestamp'] as const;
type TimeField = (typeof TIME_FIELDS)[number];

/** From server responses only. */
export interface ReplicaPlace {
  /** The next link, or the last one to poll again when caught up; relative to the service root. */
  link: string | null;
  /** The newest change read, excluding future ones; fallback for a dead link. */
  position: Position | null;
  field: TimeField;
  /** The link points behind rows dated in the future, where nothing new will appear (rule F26). */
  pastFuture: boolean;
  /** Rows were not in ascending order, so `position` does not cover later rows. */
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
  place: ReplicaPlace;
}

export interface ReplicationSetup {
  /** `Property`; Bridge also knows the plural, and some servers only one of them. */
  resource: string;
  plural: string;
  keyField: string;
  version: 2 | 3;
  /** At most 2,000. */
  pageSize: number;
  log: (message: string, facts?: Record<string, unknown>) => void;
  now: () => number;
}

const SECOND = 1_000_000_000n;
/** Providers commit out of order, so filters look back this far (rule F43). */
export const OVERLAP = 600n * SECOND;
/** Page size of ordinary paging, and its maximum offset (rule F63). */
export const MAX_TOP = 200;
export const MAX_OFFSET = 10_000;
const MAX_REPLICATION_TOP = 2000;
/** Consecutive empty pages with a next link that are treated as the end. */
const MAX_BARREN_PAGES = 3;
const MAX_DEAD_LINKS = 3;
/** A link that causes server errors in this many runs is dead. */
const MAX_BROKEN_RUNS = 3;
/** Pause before replication is requested again after a 403; shorter where it was granted before. */
const NOT_GRANTED_MS = HOUR_MS;
const NO_LONGER_GRANTED_MS = 300_000;

class NotGranted extends Error {}

/**
 * Reads one resource of a Bridge dataset with `/replication` (rule F65), or with ordinary paging where that is not
 * granted. The end is never inferred from a short page, because `$top` differs between API versions (rule F3).
 */
export class Replication {
  readonly #service: ODataService;
  readonly #about: ReplicationSetup;
  #name: string;
  #nameIsProven = false;
  /** Null while unknown. */
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
    this.#top = Math.min(about.pageSize, MAX_REPLICATION_TOP);
  }

  /** May repeat rows but never skips any. */
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
        this.#about.log('replication not granted; falling back to paging', { resource: this.#name });
      }
    }
    // Unordered rows without links cannot be resumed in the middle.
    if (place.disorder && !loaded) place = BEGINNING;
    yield* this.#page({ ...place, link: null }, loaded, signal);
  }

  /** Rereads the overlap (`since` in ns), for rows committed late. Ordinary paging already looks back. */
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

  /** @throws FeedError instead of ending early */
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
        // Links that end after a full page may be incomplete.
        const isSure = endWasSeen && seen.size > 0;
        if (isSure || (await this.#walk(TIME_FIELDS[0]).isWhole(seen.size, signal))) return;
        this.#about.log('replication ended early; walking the keys by pages', { resource: this.#name });
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

  /** One row by `Property('{key}')` with doubled apostrophes (rule F22); undefined when missing. */
  async findRow(key: string, priority: Priority, signal: AbortSignal): Promise<Row | undefined> {
    const { keyField } = this.#about;
    let json: unknown;
    try {
      ({ json } = await this.fetch(`(${encodeURIComponent(literal(key))})`, {}, priority, signal));
    } catch (error) {
      if (error instanceof FeedError && (error.status === 404 || error.status === 410)) return undefined;
      if (!isRefusal(error)) throw error;
      // Key access is unsupported, or keys are numbers.
      return this.#walk(TIME_FIELDS[0]).findRow(key, signal, priority);
    }
    const rows = readRows(json) ?? [json as Row | null];
    if (rows.length === 0) return undefined;
    const row = rows.find((one) => keyText(one?.[keyField]) === key);
    // Must not be mistaken for a deletion.
    if (!row) throw this.#fault(`response for ${key} is another row`);
    return row;
  }

  /** Uses whichever of the two names the service knows. `suffix`: "('key')", "?$top=1", "/replication". */
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
    /** From here on only rows after `position` are requested, to verify the end. */
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
            // Replication has no filter: find the position with ordinary paging.
            this.#filters = false;
            yield* this.#page(place, loaded, signal);
            return;
          }
          if (link === null || !this.#isDead(link, error)) throw error;
          deadLinks += 1;
          if (deadLinks > MAX_DEAD_LINKS) throw error;
          this.#about.log('next link expired; continuing from the last change', { resource: this.#name });
          link = null;
          place = place.disorder && !loaded ? BEGINNING : { ...place, link: null, pastFuture: false };
          continue;
        } finally {
          ahead = null;
        }
        const { rows } = page;
        followed.add(link, rows);
        let next = page.nextLink;
        if (next !== null && followed.isCircle(next, rows)) next = null;
        if (rows.length === 0) {
          barren += 1;
          if (next !== null && barren <= (loaded ? 1 : MAX_BARREN_PAGES)) {
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
          // Rethrown when the page is awaited; ignored when the consumer has stopped.
          ahead.catch(() => {});
        }
        yield { rows, place };
        if (next !== null) {
          link = next;
          continue;
        }
        // Rows without a next link: the end only when nothing follows the newest row.
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

  /** Ordinary paging from the position, ordered by (time, key), where replication is unavailable. */
  async *#page(
    from: ReplicaPlace,
    loaded: boolean,
    signal: AbortSignal,
    exactly = false,
  ): AsyncGenerator<ReplicaPage> {
    let place = from;
    const at = place.position === null ? null : parseInstant(place.position.t);
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

  async *#chain(
    options: { filter?: string; select?: string | null },
    signal: AbortSignal,
  ): AsyncGenerator<{ rows: Row[] }> {
    const followed = new FollowedLinks(this.#about.keyField);
    let link: string | null = null;
    let barren = 0;
    for (;;) {
      const page: ODataPage & { rows: Row[] } =
        link === null ? await this.#ask(options, signal) : this.#read(await this.#follow(link, signal));
      followed.add(link, page.rows);
      barren = page.rows.length === 0 ? barren + 1 : 0;
      if (page.rows.length > 0 || page.nextLink === null || barren > MAX_BARREN_PAGES) {
        yield { rows: page.rows };
      }
      if (page.nextLink === null || barren > MAX_BARREN_PAGES) return;
      if (followed.isCircle(page.nextLink, page.rows)) {
        // The link to an empty page may point to itself; any other cycle hides rows.
        if (page.rows.length === 0) {
          yield { rows: [] };
          return;
        }
        throw this.#fault('next links are cyclic');
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
        // 400 for `$select` means unsupported; a link that fails later makes the walk incomplete.
        if (began || !isRefusal(error) || choice === null) throw error;
      }
    }
  }

  async #start(
    place: ReplicaPlace,
    exactly: boolean,
    signal: AbortSignal,
  ): Promise<ODataPage & { rows: Row[] }> {
    const at = place.position === null ? null : parseInstant(place.position.t);
    if (place.position === null || at === null) return this.#ask({}, signal);
    // One extra second, to include everything that `disorder` treats as ordered.
    const since = exactly ? place.position.t : formatInstant(at - OVERLAP - SECOND);
    const page = await this.#ask({ filter: `${place.field} ge ${timeLiteral(since)}` }, signal);
    this.#filters = true;
    return page;
  }

  async #ask(
    options: { filter?: string; select?: string | null },
    signal: AbortSignal,
  ): Promise<ODataPage & { rows: Row[] }> {
    for (;;) {
      const parts: string[] = [];
      // v3 uses `$top` for the total and Prefer for the page size.
      if (this.#about.version === 2 && this.#top !== null) parts.push(`$top=${this.#top}`);
      if (options.select) parts.push(`$select=${encodeURIComponent(options.select)}`);
      if (options.filter !== undefined) parts.push(`$filter=${encodeURIComponent(options.filter)}`);
      const suffix = `/replication${parts.length === 0 ? '' : `?${parts.join('&')}`}`;
      try {
        const page = this.#read(await this.fetch(suffix, this.#headers(), 'bulk', signal));
        this.#hasReplicated = true;
        return page;
      } catch (error) {
        if (!(error instanceof FeedError)) throw error;
        const isMissing = error.status === 403 || error.status === 404 || error.status === 501;
        const isBare = options.filter === undefined && !options.select;
        if (isMissing || (isBare && isRefusal(error) && this.#top === null)) {
          // Check with an ordinary request, which answers the same if the resource itself is refused.
          await this.#prove(signal);
          const pause = this.#hasReplicated ? NO_LONGER_GRANTED_MS : NOT_GRANTED_MS;
          this.#deniedUntil = this.#about.now() + pause;
          throw new NotGranted();
        }
        if (!isRefusal(error) || !isBare) throw error;
        this.#top = (this.#top ?? 0) > MAX_TOP ? MAX_TOP : null;
      }
    }
  }

  async #follow(link: string, signal: AbortSignal): Promise<ODataPage> {
    const page = await this.#service.fetchPage(link, signal, { headers: this.#headers() });
    this.#brokenLinks.delete(link);
    return page;
  }

  #read(page: ODataPage): ODataPage & { rows: Row[] } {
    const rows = readRows(page.json);
    if (rows === undefined) throw this.#fault('response has no "value" array');
    return { ...page, rows };
  }

  #behind(from: ReplicaPlace, page: ODataPage & { rows: Row[] }, next: string | null): ReplicaPlace {
    let { field, pastFuture, disorder } = from;
    if (!page.rows.some((row) => typeof row[field] === 'string')) field = 'ModificationTimestamp';
    const latest = BigInt(page.serverTime) * 1_000_000n + FUTURE_SLACK;
    let newest = from.position;
    let newestAt = newest === null ? null : parseInstant(newest.t);
    for (const row of page.rows) {
      const at = parseInstant(row[field]);
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
    return runs >= MAX_BROKEN_RUNS;
  }

  #headers(): Record<string, string> {
    return this.#about.version === 3 ? { prefer: `maxpagesize=${this.#about.pageSize}` } : {};
  }

  #isGranted(): boolean {
    return this.#about.now() >= this.#deniedUntil;
  }

  /** Sends the simplest request; throws its error and learns the spelling of the resource. */
  async #prove(signal: AbortSignal): Promise<void> {
    if (this.#nameIsProven) return;
    await this.fetch('?$top=1', {}, 'bulk', signal);
  }

  /** After a 404: whether the other spelling works. */
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
        pageSize: MAX_TOP,
        mostOffset: MAX_OFFSET,
        ...(v2 ? { top: MAX_TOP, prefer: null } : { prefer: `maxpagesize=${MAX_TOP}` }),
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

/** The next run continues by time. */
function caughtUp(place: ReplicaPlace): ReplicaPlace {
  return place.pastFuture ? { ...place, link: null, pastFuture: false } : place;
}

class FollowedLinks {
  readonly #keyField: string;
  readonly #times = new Map<string, number>();
  readonly #pages = new Map<string, number>();
  #pageCame = 0;

  constructor(keyField: string) {
    this.#keyField = keyField;
  }

  /** `link` is null for a page that was not reached by a link. */
  add(link: string | null, rows: Row[]): void {
    if (link !== null) this.#times.set(link, (this.#times.get(link) ?? 0) + 1);
    this.#pageCame = 0;
    if (rows.length === 0) return;
    const stamps = rows.map((row) => [row[this.#keyField], ...TIME_FIELDS.map((field) => row[field])]);
    const page = hash('sha256', JSON.stringify(stamps), 'base64url');
    this.#pageCame = (this.#pages.get(page) ?? 0) + 1;
    this.#pages.set(page, this.#pageCame);
  }

  /** A link that has returned rows is tried once more, because servers may repeat a page, also under new links. */
  isCircle(link: string, rows: Row[]): boolean {
    const times = this.#times.get(link) ?? 0;
    return times > 1 || (times === 1 && rows.length === 0) || this.#pageCame > MAX_BARREN_PAGES;
  }
}

/** Keys at the newest timestamp, to tell new rows from a repeated last page. */
class TieKeys {
  readonly #keyField: string;
  #at: bigint | null = null;
  #keys = new Set<string>();

  constructor(keyField: string) {
    this.#keyField = keyField;
  }

  add(rows: Row[], place: ReplicaPlace): boolean {
    const at = place.position === null ? null : parseInstant(place.position.t);
    let isNews = at !== this.#at;
    if (isNews) this.#keys = new Set();
    this.#at = at;
    for (const row of rows) {
      const key = keyText(row[this.#keyField]) ?? '';
      if (parseInstant(row[place.field]) !== at || this.#keys.has(key)) continue;
      this.#keys.add(key);
      isNews = true;
    }
    return isNews;
  }

  /** Whether the rows, all with one timestamp, may be an incomplete page. */
  mayBeCut(rows: Row[]): boolean {
    return this.#keys.size > 1 && rows.length <= this.#keys.size;
  }
}
