import { isRefusal } from './connection.ts';
import { FeedError } from './feed-error.ts';
import { parseInstant } from './normalize/coerce.ts';
import type { ODataPage, ODataService } from './odata-service.ts';
import type { Priority } from './rate-limiter.ts';

export type Row = Record<string, unknown>;

/** `t` is the server's text, unrounded: truncated microseconds would lose or repeat rows. Without `k`: from `t` on. */
export interface Position {
  t: string;
  k: string | number | null;
}

export interface Page {
  rows: Row[];
  /** Null while unknown (unordered rows). */
  position: Position | null;
  serverTime: number;
}

/**
 * Ways of paging, best first:
 * - `keyset`: ordered by (time, key), filtered by the last row. Exact under ties and changes.
 * - `since`: ordered by time, filtered by `ge` the last timestamp; repeats are dropped by key.
 * - `walk`: unordered, by next link or offset.
 */
const ORDERS = ['keyset', 'since', 'walk'] as const;
type Order = (typeof ORDERS)[number];

/** The server accepted the request and ignored part of it; treated like a rejection. */
class Ignored extends Error {}

/** Limits cyclic next links and ignored offsets. */
const MAX_BARREN_PAGES = 3;
/** Maximum number of combinations of way and page size tried. */
const MAX_STEPS = 24;

interface Question {
  filter?: string | null;
  orderby?: string | null;
  select?: string | null;
  skip?: number;
}

/**
 * Reads a resource page by page and remembers what the server rejects (400, 501) or silently ignores. The end is an empty
 * page, never a short one.
 */
export class ResourceWalk {
  readonly #service: ODataService;
  readonly #resource: string;
  readonly #keyField: string;
  readonly #timeField: string;
  readonly #pageSize: number;
  readonly #fixedTop: number | null;
  readonly #prefer: string | null;
  readonly #mostOffset: number;
  readonly #learnsTop: boolean;
  readonly #forms: { order: Order; expand: string }[];
  #form = 0;
  /** The first expansion that worked; no others are tried. */
  #provenExpand: string | null = null;
  #top: number | null = null;
  #topBarred = false;
  #filterBarred = false;

  /** `expands`: richest first, "" for none; `top`: if the service sizes pages by `$top`; `mostOffset`: see rule F33. */
  constructor(
    service: ODataService,
    about: {
      resource: string;
      keyField: string;
      pageSize: number;
      expands?: readonly string[];
      timeField?: string;
      top?: number;
      prefer?: string | null;
      mostOffset?: number;
    },
  ) {
    this.#service = service;
    this.#resource = about.resource;
    this.#keyField = about.keyField;
    this.#timeField = about.timeField ?? 'ModificationTimestamp';
    this.#pageSize = about.pageSize;
    this.#fixedTop = about.top ?? null;
    this.#prefer = about.prefer === undefined ? `odata.maxpagesize=${about.pageSize}` : about.prefer;
    this.#learnsTop = about.prefer === undefined;
    this.#mostOffset = about.mostOffset ?? Number.POSITIVE_INFINITY;
    const expands = about.expands ?? [''];
    this.#forms = ORDERS.flatMap((order) => expands.map((expand) => ({ order, expand })));
  }

  async *pages(from: Position | null, signal: AbortSignal): AsyncGenerator<Page> {
    const place = { position: from };
    for (let steps = 0; ; steps += 1) {
      try {
        const { order } = this.#current();
        if (order === 'keyset') yield* this.#keyset(place, signal);
        else if (order === 'since') yield* this.#since(place, signal);
        else yield* this.#walk(place.position, null, signal);
        return;
      } catch (error) {
        const mayStepDown = isRefusal(error) || error instanceof Ignored || this.#breaks(error);
        if (!mayStepDown || steps >= MAX_STEPS || !this.#degrade()) throw this.#toFault(error);
      }
    }
  }

  /** Complete when it ends without an error. */
  async *keys(signal: AbortSignal): AsyncGenerator<string[]> {
    const seen = new Set<string>();
    const fresh = (rows: Row[]) => {
      const keys = rows.map((row) => keyText(row[this.#keyField])).filter((key) => key !== null);
      const found = [...new Set(keys)].filter((key) => !seen.has(key));
      for (const key of found) seen.add(key);
      return found;
    };
    try {
      let after: string | number | null = null;
      let collations = COLLATIONS;
      for (;;) {
        const { rows } = await this.#ask(
          {
            select: this.#keyField,
            orderby: `${this.#keyField} asc`,
            filter: after === null ? null : `${this.#keyField} gt ${literal(after)}`,
          },
          '',
          signal,
        );
        if (rows.length === 0) return;
        const found = fresh(rows);
        if (found.length > 0) yield found;
        // A repeated or unordered key means that the request was not followed.
        const run: string[] = after === null ? found : [String(after), ...found];
        collations = collations.filter((compare) => isSorted(run, compare));
        if (found.length < rows.length || collations.length === 0) throw new Ignored();
        after = readKey(rows.at(-1)?.[this.#keyField]);
      }
    } catch (error) {
      if (!(isRefusal(error) || error instanceof Ignored)) throw error;
    }
    for (const select of [this.#keyField, null]) {
      try {
        for await (const { rows } of this.#walk(null, select, signal)) {
          const found = fresh(rows);
          if (found.length > 0) yield found;
        }
        if (await this.isWhole(seen.size, signal)) return;
        throw new FeedError(`${this.#resource}: key walk ended early after ${seen.size} rows`, {
          retryable: true,
          request: `GET /${this.#resource}`,
        });
      } catch (error) {
        if (!isRefusal(error) || select === null) throw this.#toFault(error);
      }
    }
  }

  /** By the server's count, which may lag a little (rule F25); a service without counts is trusted. */
  async isWhole(found: number, signal: AbortSignal): Promise<boolean> {
    let count: unknown;
    try {
      const { json } = await this.#service.fetchPage(`${this.#resource}?$top=1&$count=true`, signal);
      count = (json as Row | null)?.['@odata.count'];
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    return typeof count !== 'number' || found >= count - Math.max(2, count * 0.01);
  }

  /** By filter, else by key access. */
  async findRow(key: string, signal: AbortSignal, priority: Priority = 'bulk'): Promise<Row | undefined> {
    const literals = /^\d+$/.test(key) ? [literal(key), key] : [literal(key)];
    const ways = literals.flatMap((one) =>
      [...new Set([this.#current().expand, ''])].map((expand) => ({ one, expand })),
    );
    let refused: unknown;
    for (const { one, expand } of ways) {
      try {
        const { rows } = await this.#ask({ filter: `${this.#keyField} eq ${one}` }, expand, signal, priority);
        const row = rows.find((candidate) => keyText(candidate[this.#keyField]) === key);
        if (row !== undefined || rows.length === 0) return row;
        // Other rows: the filter was ignored.
        break;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refused = error;
      }
    }
    for (const { one, expand } of ways) {
      try {
        const suffix = expand === '' ? '' : `?$expand=${expand}`;
        const path = `${this.#resource}(${encodeURIComponent(one)})${suffix}`;
        const { json } = await this.#service.fetchPage(path, signal, { priority });
        const row = readRows(json)?.[0] ?? (json as Row | null);
        return row !== null && keyText(row[this.#keyField]) === key ? row : undefined;
      } catch (error) {
        if (error instanceof FeedError && (error.status === 404 || error.status === 410)) return undefined;
        if (!isRefusal(error)) throw error;
        refused = error;
      }
    }
    throw refused;
  }

  /** Requests the next page while the caller stores the current one. */
  async *#keyset(place: { position: Position | null }, signal: AbortSignal): AsyncGenerator<Page> {
    const stop = new AbortController();
    const whileReading = AbortSignal.any([signal, stop.signal]);
    let skip = 0;
    let previous = 0;
    const askBehind = (position: Position | null) =>
      this.#ask(
        {
          filter: position === null ? null : this.#filterBehind(position),
          orderby: `${this.#timeField} asc,${this.#keyField} asc`,
          skip,
        },
        this.#current().expand,
        whileReading,
      );
    let ahead = askBehind(place.position);
    try {
      for (;;) {
        const { position } = place;
        const answer = await ahead;
        const { rows } = answer;
        if (rows.length === 0) return;
        this.#checkOrder(rows, position, true);
        this.#learnTop(previous, answer);
        previous = rows.length;
        const next = this.#readPosition(rows.at(-1));
        if (next === null) {
          // Rows without a timestamp sort first or last; only an offset skips them.
          skip += rows.length;
        } else {
          if (position !== null && next.t === position.t && next.k === position.k) throw new Ignored();
          place.position = next;
          skip = 0;
        }
        ahead = askBehind(place.position);
        // Rethrown when the page is awaited; ignored when the consumer has stopped.
        ahead.catch(() => {});
        yield { rows, position: place.position, serverTime: answer.serverTime };
      }
    } finally {
      stop.abort();
    }
  }

  async *#since(place: { position: Position | null }, signal: AbortSignal): AsyncGenerator<Page> {
    let at = place.position === null ? null : parseInstant(place.position.t);
    /** Keys delivered with timestamp `at`. */
    let seen = new Set<string>();
    let link: string | null = null;
    let skip = 0;
    let skipBarred = false;
    let deadLinks = 0;
    let barren = 0;
    let previous = 0;
    for (;;) {
      let answer: ODataPage & { rows: Row[] };
      try {
        answer =
          link === null
            ? await this.#ask(
                {
                  filter:
                    place.position === null ? null : `${this.#timeField} ge ${timeLiteral(place.position.t)}`,
                  orderby: `${this.#timeField} asc`,
                  skip,
                },
                this.#current().expand,
                signal,
              )
            : await this.#follow(link, signal);
      } catch (error) {
        // A dead link (expired token) can be replaced by the last timestamp.
        if (link !== null && isDeadLink(error) && deadLinks < MAX_BARREN_PAGES) {
          deadLinks += 1;
          link = null;
          skip = 0;
          continue;
        }
        if (skip > 0 && !skipBarred && isRefusal(error)) {
          if (this.#topBarred) throw new Ignored();
          skipBarred = true;
          skip = 0;
          this.#top = Math.max(this.#top ?? 0, previous) * 2;
          continue;
        }
        throw error;
      }
      const { rows } = answer;
      if (rows.length === 0 && answer.nextLink === null) {
        if (link === null) return;
        // The links have ended; one more request from the last timestamp verifies the end.
        link = null;
        skip = 0;
        continue;
      }
      this.#checkOrder(rows, place.position, false);
      const fresh = rows.filter((row) => {
        const key = keyText(row[this.#keyField]);
        return key === null || parseInstant(row[this.#timeField]) !== at || !seen.has(key);
      });
      const last = parseInstant(rows.at(-1)?.[this.#timeField]);
      const moved = last !== null && (at === null || last > at);
      if (moved) {
        place.position = { t: String(rows.at(-1)?.[this.#timeField]).trim(), k: null };
        at = last;
        seen = new Set();
      }
      for (const row of rows) {
        const key = keyText(row[this.#keyField]);
        if (key !== null && parseInstant(row[this.#timeField]) === at) seen.add(key);
      }
      barren = fresh.length > 0 ? 0 : barren + 1;
      if (fresh.length > 0) yield { rows: fresh, position: place.position, serverTime: answer.serverTime };
      if (barren > MAX_BARREN_PAGES) return;

      if (answer.nextLink !== null) {
        link = answer.nextLink;
      } else if (link !== null || moved) {
        link = null;
        skip = 0;
      } else if (!skipBarred) {
        // The whole page has one timestamp: only an offset, or a larger page, gets past the tie.
        skip += rows.length;
      } else {
        if (rows.length <= previous && fresh.length === 0) return;
        this.#top = rows.length * 2;
      }
      previous = rows.length;
    }
  }

  async *#walk(from: Position | null, select: string | null, signal: AbortSignal): AsyncGenerator<Page> {
    const least = from === null ? null : parseInstant(from.t);
    const { expand } = select === null ? this.#current() : { expand: '' };
    const seen = new Set<string>();
    let newest: Position | null = null;
    let newestAt: bigint | null = null;
    let link: string | null = null;
    let skip = 0;
    let barren = 0;
    let serverTime = 0;
    let offsetWorked = false;
    for (;;) {
      const filtered = from !== null && !this.#filterBarred;
      let answer: ODataPage & { rows: Row[] };
      try {
        const filter = filtered ? `${this.#timeField} ge ${timeLiteral(from.t)}` : null;
        answer =
          link === null
            ? await this.#ask({ filter, select, skip }, expand, signal)
            : await this.#follow(link, signal);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (filtered && skip === 0 && link === null) {
          this.#filterBarred = true;
          continue;
        }
        // Without links and offsets this single page is all the server provides. A limit on working offsets is not the
        // end (rule F33).
        if (skip > 0 && link === null && !offsetWorked) break;
        throw error;
      }
      ({ serverTime } = answer);
      const fresh = answer.rows.filter((row) => {
        const key = keyText(row[this.#keyField]);
        if (key === null) return true;
        if (seen.has(key)) return false;
        seen.add(key);
        return true;
      });
      if (answer.rows.length === 0 && answer.nextLink === null) break;
      if (link === null && skip > 0 && fresh.length > 0) offsetWorked = true;
      barren = fresh.length > 0 && seen.size > 0 ? 0 : barren + 1;
      if (barren > MAX_BARREN_PAGES) break;
      const changed: Row[] = [];
      for (const row of fresh) {
        const at = parseInstant(row[this.#timeField]);
        if (at !== null && (newestAt === null || at > newestAt)) {
          newestAt = at;
          newest = this.#readPosition(row);
        }
        if (least === null || at === null || at >= least) changed.push(row);
      }
      if (changed.length > 0) yield { rows: changed, position: null, serverTime };
      link = answer.nextLink;
      skip += answer.rows.length;
    }
    if (newest !== null) yield { rows: [], position: newest, serverTime };
  }

  #current(): { order: Order; expand: string } {
    return this.#forms[this.#form] as { order: Order; expand: string };
  }

  /** A 500 after all retries, for a kind of request that never succeeded, from a server that answers simpler ones. */
  #breaks(error: unknown): boolean {
    return error instanceof FeedError && error.status === 500 && this.#provenExpand === null;
  }

  #degrade(): boolean {
    if (this.#top !== null) {
      this.#top = this.#top > 200 ? 200 : null;
      this.#topBarred = this.#top === null;
      return true;
    }
    const next = this.#forms.findIndex(
      (one, index) =>
        index > this.#form && (this.#provenExpand === null || one.expand === this.#provenExpand),
    );
    if (next === -1) {
      // Nothing has succeeded: the server is failing in general.
      if (this.#provenExpand === null) this.#form = 0;
      return false;
    }
    this.#form = next;
    return true;
  }

  #toFault(error: unknown): unknown {
    if (!(error instanceof Ignored)) return error;
    return new FeedError(`${this.#resource} cannot be paged: the server ignores all paging parameters`, {
      retryable: false,
      request: `GET /${this.#resource}`,
    });
  }

  #learnTop(previous: number, answer: ODataPage & { rows: Row[] }): void {
    if (!this.#learnsTop || this.#topBarred || this.#top !== null || answer.nextLink !== null) return;
    if (previous > 0 && previous < this.#pageSize) this.#top = this.#pageSize;
  }

  async #ask(
    question: Question,
    expand: string,
    signal: AbortSignal,
    priority: Priority = 'bulk',
  ): Promise<ODataPage & { rows: Row[] }> {
    const parts: string[] = [];
    const put = (name: string, value: string | number | null | undefined) => {
      if (value) parts.push(`$${name}=${encodeURIComponent(value)}`);
    };
    put('select', question.select);
    put('filter', question.filter);
    put('orderby', question.orderby);
    put('expand', expand);
    put('skip', question.skip);
    put('top', this.#top ?? this.#fixedTop);
    if ((question.skip ?? 0) + (this.#fixedTop ?? this.#pageSize) > this.#mostOffset) throw new Ignored();
    const answer = await this.#follow(
      `${this.#resource}${parts.length ? `?${parts.join('&')}` : ''}`,
      signal,
      priority,
    );
    if (question.select === null || question.select === undefined) this.#provenExpand = expand;
    return answer;
  }

  async #follow(
    path: string,
    signal: AbortSignal,
    priority: Priority = 'bulk',
  ): Promise<ODataPage & { rows: Row[] }> {
    const headers: Record<string, string> = this.#prefer === null ? {} : { prefer: this.#prefer };
    const answer = await this.#service.fetchPage(path, signal, { headers, priority });
    const rows = readRows(answer.json);
    if (rows === undefined) {
      throw new FeedError(`${this.#resource}: response has no "value" array`, {
        retryable: false,
        status: 200,
        request: `GET /${this.#resource}`,
      });
    }
    return { ...answer, rows };
  }

  #filterBehind({ t, k }: Position): string {
    const time = this.#timeField;
    const at = timeLiteral(t);
    if (k === null) return `${time} ge ${at}`;
    return `(${time} gt ${at}) or (${time} eq ${at} and ${this.#keyField} gt ${literal(k)})`;
  }

  #readPosition(row: Row | undefined): Position | null {
    const t = row?.[this.#timeField];
    const k = readKey(row?.[this.#keyField]);
    return typeof t === 'string' && parseInstant(t) !== null && k !== null ? { t: t.trim(), k } : null;
  }

  /** Throws when the server ignores `$orderby` or `$filter`. */
  #checkOrder(rows: Row[], from: Position | null, byKeyToo: boolean): void {
    let before = from === null ? null : parseInstant(from.t);
    const ties: string[][] = [];
    rows.forEach((row, index) => {
      const at = parseInstant(row[this.#timeField]);
      if (at === null) return;
      if (before !== null && at < before) throw new Ignored();
      const key = keyText(row[this.#keyField]) ?? '';
      if (index > 0 && at === before && ties.length > 0) ties.at(-1)?.push(key);
      else ties.push([key]);
      before = at;
    });
    if (byKeyToo && !COLLATIONS.some((compare) => ties.every((tie) => isSorted(tie, compare)))) {
      throw new Ignored();
    }
  }
}

/** Timestamps further ahead of the server's clock are errors and not used as positions; ns. */
export const FUTURE_SLACK = 60n * 1_000_000_000n;

/** Never backwards, and never in the future: a cursor years ahead would find nothing until then (rule F26). */
export function advancePosition(from: Position | null, page: Page, timeField: string): Position | null {
  const { position, serverTime } = page;
  if (position === null) return from;
  const latest = BigInt(serverTime) * 1_000_000n + FUTURE_SLACK;
  const fromAt = from === null ? null : parseInstant(from.t);
  const candidates: Position[] = [position];
  for (const row of page.rows.toReversed()) {
    const stamp = row[timeField];
    if (typeof stamp === 'string') candidates.push({ t: stamp.trim(), k: null });
  }
  for (const candidate of candidates) {
    const at = parseInstant(candidate.t);
    if (at === null || at > latest) continue;
    return fromAt !== null && at < fromAt ? from : candidate;
  }
  return from;
}

/** Collations that a server may use for `ListingKey asc`. */
const COLLATIONS: ((a: string, b: string) => number)[] = [
  (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  new Intl.Collator('en').compare,
  new Intl.Collator('en', { numeric: true }).compare,
  (a, b) => Number(a) - Number(b),
];

function isSorted(keys: string[], compare: (a: string, b: string) => number): boolean {
  return keys.every((key, index) => index === 0 || compare(keys[index - 1] as string, key) <= 0);
}

function isDeadLink(error: unknown): boolean {
  return isRefusal(error) || (error instanceof FeedError && (error.status === 404 || error.status === 410));
}

export function readRows(json: unknown): Row[] | undefined {
  const list = Array.isArray(json) ? json : (json as { value?: unknown } | null)?.value;
  if (!Array.isArray(list)) return undefined;
  return list.filter((row): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row));
}

/** Numbers stay unquoted, for numeric keys. */
export function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

/** Timestamp literal: Edm.DateTimeOffset requires "T" and a zone, which some servers omit. */
export function timeLiteral(text: string): string {
  const literalText = text.replace(' ', 'T');
  if (!literalText.includes('T')) return `${literalText}T00:00:00Z`;
  return /(Z|[+-]\d{2}:?\d{2})$/i.test(literalText) ? literalText : `${literalText}Z`;
}

function readKey(value: unknown): string | number | null {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : null;
}

export function keyText(value: unknown): string | null {
  const key = readKey(value);
  return key === null ? null : String(key);
}
