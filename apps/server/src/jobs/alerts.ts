import type { LoanTerms } from '@maru/listing/money';
import { hasKeywords, type KeywordQuery, parseKeyword, type SearchQuery } from '@maru/listing/search';
import { DAY_MS, HOUR_MS } from '@maru/listing/time';
import { SearchMatcher } from '@maru/search-index';
import { type AlertEvent, DEFAULT_ZONE, type Store, type WaitingAlert } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import { isDue } from '../alerts/alert-times.ts';
import { parseSavedPath } from '../search/saved-path.ts';
import { repeat } from './repeat.ts';

/** Changes matched against saved searches in one transaction. */
const BATCH = 500;
const SEARCHES_A_PAGE = 5_000;
const EMAILS_PER_POLL = 1_000;
const POLL_INTERVAL = 5_000;
/** Clock skew tolerated between nodes, in ms: saved searches of this period are read again. */
const CLOCK_SKEW = 10_000;
const TOLD_IS_KEPT = 180 * DAY_MS;

interface AlertParts {
  store: Store;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  now: () => number;
  /** Loan terms for `monthly` filters of searches whose URL has none. */
  findLoan: (query: SearchQuery) => LoanTerms | undefined;
}

/**
 * Matches changes against saved searches and homes and enqueues due emails (rule R30). All durable state is in the
 * store; the index of searches in memory is rebuilt on start.
 */
export class AlertJob {
  readonly #parts: AlertParts;
  readonly #matcher = new SearchMatcher();
  /** Searches with keywords, which the index does not match. */
  readonly #worded = new Map<string, KeywordQuery>();
  #readUntil: Date | undefined;
  #lastSweep = 0;

  constructor(parts: AlertParts) {
    this.#parts = parts;
  }

  /** Runs until the signal aborts. Retries while the database is unavailable. */
  async run(signal: AbortSignal): Promise<void> {
    const { log } = this.#parts;
    await repeat(() => this.round(), { every: POLL_INTERVAL, log, failure: 'alert poll failed' }, signal);
  }

  /** One poll. Returns the number of matches and of enqueued emails. */
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
      await store.alerts.deleteSent(new Date(now() - TOLD_IS_KEPT));
      await this.#forgetGone();
    }
    return { found, letters };
  }

  async #readSearches(): Promise<void> {
    const { store, findLoan, now } = this.#parts;
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
        this.#matcher.put(searchId, query, findLoan(query));
        const words = parseKeyword(query.q, query.not);
        if (words.wanted.length + words.unwanted.length > 0) this.#worded.set(searchId, words);
      }
      const last = page.at(-1);
      isMore = page.length === SEARCHES_A_PAGE && last?.updatedAt.getTime() !== this.#readUntil?.getTime();
      if (last !== undefined) this.#readUntil = last.updatedAt;
    }
    const settled = new Date(began - CLOCK_SKEW);
    if (this.#readUntil !== undefined && this.#readUntil > settled) this.#readUntil = settled;
  }

  /** Evicts deleted searches, which would otherwise stay for the life of the process. */
  async #forgetGone(): Promise<void> {
    const ids = [...this.#matcher.ids()];
    for (let at = 0; at < ids.length; at += SEARCHES_A_PAGE) {
      for (const id of await this.#parts.store.alerts.listDeleted(ids.slice(at, at + SEARCHES_A_PAGE))) {
        this.#matcher.remove(id);
        this.#worded.delete(id);
      }
    }
  }

  /** Number of saved searches in memory. */
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
    // Addresses that bounced get no further emails.
    const bounced = await store.alerts.stopBounced(new Date(now()));
    if (bounced > 0) {
      log.info({ bounced }, 'emails bounced; alerts to these addresses are stopped');
      due = await this.#listDue();
    }
    let letters = 0;
    for (const waiting of due) {
      if ((await store.alerts.enqueueAlert(waiting, new Date(now()))) !== undefined) letters += 1;
    }
    return letters;
  }

  async #listDue(): Promise<WaitingAlert[]> {
    const { store, now } = this.#parts;
    const waiting = await store.alerts.listWaiting(EMAILS_PER_POLL, new Date(now()));
    return waiting.filter((one) => isDue({ ...one, timeZone: one.timeZone ?? DEFAULT_ZONE }, now()));
  }
}
