import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type DisplayRules, type Listing, mayDisplay, mayDisplayAddress, publicListing } from '@maru/listing';
import { createFeed, type Feed, FeedError, type FeedParts, type FeedSettings } from '@maru/mls';
import { ApiError } from '../http/api-error.ts';
import { placed, type ReplicateParts } from '../jobs/replicate-parts.ts';

/** A configured feed that can be asked at this moment. */
export interface LiveSource {
  settings: FeedSettings;
  feed: Feed;
}

export type LiveQuestion = Parameters<Feed['search']>[0];

/** An equal question is answered from memory for so long (ms); of so many questions: a page of listings is half a MB. */
const KEPT_FOR = 60_000;
const MOST_KEPT = 100;
/** A visitor is waiting: longer than this (ms) and it is 504. */
const PATIENCE = 20_000;
const REQUEST_PATIENCE = 15_000;
/** Where the provider wants us to wait longer than this (ms), the visitor is told so instead. */
const LONGEST_WAIT = 3_000;

export interface LivePage {
  total: number | null;
  listings: Listing[];
  /** When the provider was asked, ISO. */
  asOf: string;
}

/**
 * The feeds as live sources (`/source/…`): what the provider answers, with the same opt-outs and limits as
 * everything else that visitors see, and never a word of its own errors (rule F17). Equal questions at
 * the same time are asked once, and their answer is kept for a minute: providers count every question.
 */
export class LiveSources {
  readonly #sources: readonly LiveSource[];
  readonly #patience: number;
  /** Of the question that is being asked: whether the provider's last answer to it was a plea for patience. */
  readonly #asking = new AsyncLocalStorage<{ isBroken: boolean; status: number | null }>();
  readonly #gazetteer: ReplicateParts['gazetteer'];
  readonly #now: () => number;
  readonly #isTakenDown: (listing: Listing) => boolean;
  readonly #kept = new Map<string, { answer: Promise<unknown>; until: number }>();

  /** `watch` makes the parts that a feed's client counts its requests with. */
  constructor(options: {
    feeds: readonly FeedSettings[];
    gazetteer: ReplicateParts['gazetteer'];
    watch?: (dataset: string) => FeedParts;
    now?: () => number;
    /** Whether somebody has had its home taken down. */
    isTakenDown?: (listing: Listing) => boolean;
    /** ms. */
    patience?: number;
  }) {
    this.#sources = options.feeds.map((settings) => ({
      settings,
      feed: createFeed(settings, this.#impatient(options.watch?.(settings.dataset) ?? {})),
    }));
    this.#gazetteer = options.gazetteer;
    this.#now = options.now ?? Date.now;
    this.#isTakenDown = options.isTakenDown ?? (() => false);
    this.#patience = options.patience ?? PATIENCE;
  }

  /** The dataset of that provider, or its first one; undefined when it is not configured. */
  find(provider: FeedSettings['provider'], dataset?: string): LiveSource | undefined {
    return this.#sources.find(
      ({ settings }) =>
        settings.provider === provider && (dataset === undefined || settings.dataset === dataset),
    );
  }

  /** The datasets that are configured. */
  get datasets(): readonly string[] {
    return this.#sources.map(({ settings }) => settings.dataset);
  }

  /** @throws ApiError */
  async search(source: LiveSource, question: LiveQuestion): Promise<LivePage> {
    const { dataset, display } = source.settings;
    const page = await this.#once<LivePage>(
      `${dataset} ${JSON.stringify(question)}`,
      dataset,
      async (signal) => {
        const first = (question.page - 1) * question.pageSize;
        const most = display.maxResults ?? Number.POSITIVE_INFINITY;
        const asOf = new Date(this.#now()).toISOString();
        if (first >= most) return { total: null, listings: [], asOf };
        const answer = await source.feed.search(question, signal);
        const shown = answer.listings.flatMap(({ listing }) => {
          // Which bounds find a home with a withheld address would tell where it is.
          if (question.bounds !== undefined && !mayDisplayAddress(listing)) return [];
          return this.#shown(listing, display);
        });
        // What may not be shown is in no count either, as far as it can be known.
        const hidden = answer.listings.length - shown.length;
        const isWhole = question.page === 1 && answer.total !== null && answer.total <= question.pageSize;
        const counted = isWhole ? shown.length : answer.total === null ? null : answer.total - hidden;
        const total = counted === null ? null : Math.min(most, Math.max(0, counted));
        return { total, listings: shown.slice(0, Math.max(0, most - first)), asOf };
      },
    );
    // A home may have been taken down since the answer was kept.
    const listings = page.listings.filter((one) => !this.#isTakenDown(one));
    const gone = page.listings.length - listings.length;
    return gone === 0 ? page : { ...page, listings, total: page.total === null ? null : page.total - gone };
  }

  /** Undefined when the dataset has no such listing, or none that may be shown. @throws ApiError */
  async findListing(
    source: LiveSource,
    listingKey: string,
  ): Promise<{ listing: Listing; asOf: string } | undefined> {
    const { dataset, display } = source.settings;
    const answer = await this.#once(`${dataset} = ${listingKey}`, dataset, async (signal) => {
      const asOf = new Date(this.#now()).toISOString();
      const found = await source.feed.findListing(listingKey, signal);
      const [listing] = found === undefined ? [] : this.#shown(found.listing, display);
      return listing === undefined ? undefined : { listing, asOf };
    });
    return answer === undefined || this.#isTakenDown(answer.listing) ? undefined : answer;
  }

  #shown(listing: Listing, rules: DisplayRules): Listing[] {
    if (!mayDisplay(listing, rules) || this.#isTakenDown(listing)) return [];
    const { postalCentre } = placed({ listing, raw: null }, { gazetteer: this.#gazetteer });
    return [publicListing(listing, postalCentre)];
  }

  async #once<T>(key: string, dataset: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const now = this.#now();
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.until > now) return (await kept.answer) as T;
    // Not the visitor's own signal: others may be waiting for the same answer.
    const signal = AbortSignal.timeout(this.#patience);
    const answer = this.#asking
      .run({ isBroken: false, status: null }, () => ask(signal))
      .catch((error: unknown) => {
        this.#kept.delete(key);
        throw refusalOf(signal.aborted ? signal.reason : error, dataset);
      });
    this.#kept.delete(key);
    this.#kept.set(key, { answer, until: now + KEPT_FOR });
    for (const [oldest, { until }] of this.#kept) {
      if (this.#kept.size <= MOST_KEPT && until > now) break;
      this.#kept.delete(oldest);
    }
    return await answer;
  }

  /** A client that gives up where replication would wait: the limits of the provider are shared with that. */
  #impatient(parts: FeedParts): FeedParts {
    return {
      ...parts,
      timeoutMs: REQUEST_PATIENCE,
      fetch: async (input, init) => {
        const question = this.#asking.getStore();
        if (question !== undefined) Object.assign(question, { isBroken: true, status: null });
        const response = await (parts.fetch ?? fetch)(input, init);
        const { status, headers } = response;
        const isBusy = status === 429 || (status === 503 && headers.has('retry-after'));
        if (question !== undefined) Object.assign(question, { isBroken: !isBusy, status });
        return response;
      },
      sleep: async (ms, signal) => {
        if (ms > LONGEST_WAIT) {
          // Before anything was asked it is our own limiter that waits for the provider's limits.
          const { isBroken, status } = this.#asking.getStore() ?? { isBroken: false, status: null };
          throw new FeedError('the provider asks for more patience than a visitor has', {
            retryable: true,
            request: 'none',
            status: isBroken ? status : 429,
            retryAfterMs: isBroken ? null : ms,
          });
        }
        await (parts.sleep ?? ((rest, stop) => pause(rest, undefined, { signal: stop })))(ms, signal);
      },
    };
  }
}

/**
 * What a visitor hears of a provider's error: our words and a status, never its address, headers or text. The
 * provider's own refusals of us (a lost licence, a bad token, a query that it does not take) are our fault or its:
 * 502, never the visitor's 401 or 400.
 */
function refusalOf(error: unknown, dataset: string): unknown {
  const data = { dataset };
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  if (isTimeout) return new ApiError(504, 'source_timeout', { data });
  if (!(error instanceof FeedError)) return error;
  if (error.status === 408 || error.status === 504 || isSilence(error)) {
    return new ApiError(504, 'source_timeout', { data });
  }
  const { status, retryAfterMs } = error;
  if (status === 404 || status === 410) return new ApiError(404, 'listing_not_found', { data });
  if (status === 429 || (status === 503 && retryAfterMs !== null)) {
    const seconds = Math.max(1, Math.ceil((retryAfterMs ?? 5_000) / 1000));
    return new ApiError(503, 'source_busy', { data, retryAfter: seconds });
  }
  return new ApiError(502, 'source_failed', { data });
}

/** No answer within the time that the feed's client gives a request. */
function isSilence(error: FeedError): boolean {
  const { cause } = error;
  return (
    error.status === null &&
    cause instanceof Error &&
    (cause.name === 'TimeoutError' || cause.name === 'AbortError')
  );
}
