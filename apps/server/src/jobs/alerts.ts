import { setTimeout as sleep } from 'node:timers/promises';
import {
  DAY_MS,
  HOUR_MS,
  hasKeywords,
  type KeywordQuery,
  type LoanTerms,
  parseKeyword,
  type SearchQuery,
} from '@maru/listing';
import { SearchMatcher } from '@maru/search-index';
import { type AlertEvent, DEFAULT_ZONE, type Store, type WaitingAlert } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import { isDue } from '../alerts/alert-times.ts';
import { parseSavedPath } from '../search/saved-path.ts';

/** Changes that are held against the searches in one transaction. */
const BATCH = 500;
const SEARCHES_A_PAGE = 5_000;
const LETTERS_A_ROUND = 1_000;
/** Between two looks, ms. */
const ROUND = 5_000;
/** Another node's clock may be behind ours by so much, ms: what it has saved is read again. */
const CLOCKS_APART = 10_000;
const TOLD_IS_KEPT = 180 * DAY_MS;

interface AlertParts {
  store: Store;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  now: () => number;
  /** With which `monthly` is computed where the address of the search does not say. */
  loanOf: (query: SearchQuery) => LoanTerms | undefined;
}

/**
 * Holds what changes against saved searches and homes, and promises the letters that are due (rule R30). Everything
 * that must not be lost or doubled is in the store; what is here can be thrown away: the index of searches is read
 * again.
 */
export class AlertJob {
  readonly #parts: AlertParts;
  readonly #matcher = new SearchMatcher();
  /** Searches with words, which the index does not read. */
  readonly #worded = new Map<string, KeywordQuery>();
  #readUntil: Date | undefined;
  #lastSweep = 0;

  constructor(parts: AlertParts) {
    this.#parts = parts;
  }

  /** Until the signal. A database that is away is waited for. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.round();
      } catch (error) {
        if (!signal.aborted) this.#parts.log.warn({ err: error }, 'alerts could not be looked at');
      }
      await sleep(ROUND, undefined, { signal }).catch(() => undefined);
    }
  }

  /** One look: how much was found, how many letters were promised. */
  async round(): Promise<{ found: number; letters: number }> {
    const { store, now } = this.#parts;
    let found = 0;
    for (let isMore = true; isMore; ) {
      const step = await store.alerts.match((event) => this.#searchesFor(event), {
        now: new Date(now()),
        limit: BATCH,
        refresh: () => this.#readSearches(),
      });
      found += step.found;
      isMore = step.more;
    }
    const letters = await this.#promiseLetters();
    if (now() - this.#lastSweep > HOUR_MS) {
      this.#lastSweep = now();
      await store.alerts.forgetTold(new Date(now() - TOLD_IS_KEPT));
      await this.#forgetGone();
    }
    return { found, letters };
  }

  async #readSearches(): Promise<void> {
    const { store, loanOf, now } = this.#parts;
    const began = now();
    for (let isMore = true; isMore; ) {
      const page = await store.alerts.listSearches(this.#readUntil, SEARCHES_A_PAGE);
      for (const { searchId, path, frequency } of page) {
        const query = frequency === 'off' ? undefined : parseSavedPath(path)?.query;
        this.#worded.delete(searchId);
        if (query === undefined) {
          this.#matcher.remove(searchId);
          continue;
        }
        this.#matcher.put(searchId, query, loanOf(query));
        const words = parseKeyword(query.q, query.not);
        if (words.wanted.length + words.unwanted.length > 0) this.#worded.set(searchId, words);
      }
      const last = page.at(-1);
      isMore = page.length === SEARCHES_A_PAGE && last?.updatedAt.getTime() !== this.#readUntil?.getTime();
      if (last !== undefined) this.#readUntil = last.updatedAt;
    }
    const settled = new Date(began - CLOCKS_APART);
    if (this.#readUntil !== undefined && this.#readUntil > settled) this.#readUntil = settled;
  }

  /** Of searches that were deleted nothing is told: they would stay for as long as the process lives. */
  async #forgetGone(): Promise<void> {
    const ids = [...this.#matcher.ids()];
    for (let at = 0; at < ids.length; at += SEARCHES_A_PAGE) {
      for (const id of await this.#parts.store.alerts.listGone(ids.slice(at, at + SEARCHES_A_PAGE))) {
        this.#matcher.remove(id);
        this.#worded.delete(id);
      }
    }
  }

  /** How many searches are held against what changes. */
  get watched(): number {
    return this.#matcher.size;
  }

  #searchesFor({ card, remarks }: AlertEvent): string[] {
    if (card === null) return [];
    return this.#matcher.matches(card, this.#parts.now()).filter((id) => {
      const words = this.#worded.get(id);
      return words === undefined || hasKeywords(remarks, words);
    });
  }

  async #promiseLetters(): Promise<number> {
    const { store, now, log } = this.#parts;
    let due = await this.#listDue();
    if (due.length === 0) return 0;
    // Not one more to an address that has sent the last one back.
    const bounced = await store.alerts.noteBounces(new Date(now()));
    if (bounced > 0) {
      log.info({ bounced }, 'letters came back: their readers get no more');
      due = await this.#listDue();
    }
    let letters = 0;
    for (const waiting of due) {
      if ((await store.alerts.promiseLetter(waiting, new Date(now()))) !== undefined) letters += 1;
    }
    return letters;
  }

  async #listDue(): Promise<WaitingAlert[]> {
    const { store, now } = this.#parts;
    const waiting = await store.alerts.listWaiting(LETTERS_A_ROUND);
    return waiting.filter((one) => isDue({ ...one, timeZone: one.timeZone ?? DEFAULT_ZONE }, now()));
  }
}
