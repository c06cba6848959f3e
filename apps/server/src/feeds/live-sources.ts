import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Listing } from '@maru/listing';
import {
  type DisplayRules,
  mayDisplay,
  mayDisplayAddress,
  publicListing,
  withholdAgentContacts,
} from '@maru/listing/display';
import { createFeed, type Feed, FeedError, type FeedParts, type FeedSettings } from '@maru/mls';
import { runningVisit } from '../front-door/current-visit.ts';
import { ApiError } from '../http/api-error.ts';
import { placed, type ReplicateParts } from '../jobs/replicate-parts.ts';

/** A configured feed that supports live queries. */
export interface LiveSource {
  settings: FeedSettings;
  feed: Feed;
}

export type LiveQuestion = Parameters<Feed['search']>[0];

/** Cache lifetime in ms, and number of cached pages: a page of listings is half a MB. */
const CACHE_LIFETIME = 60_000;
const MAX_KEPT = 100;
/** Request timeout in ms (504): a visitor is waiting. */
const TIMEOUT = 20_000;
const REQUEST_PATIENCE = 15_000;
/** Rate limit waits longer than this (ms) are reported to the visitor instead. */
const LONGEST_WAIT = 3_000;

export interface LivePage {
  total: number | null;
  listings: Listing[];
  /** Time of the provider's response, ISO. */
  asOf: string;
}

/**
 * The feeds as live sources (`/source/…`), with the same opt-outs and display limits as everywhere else. Provider
 * errors are never passed on (rule F17). Concurrent equal requests share one provider request, and responses are cached
 * for a minute, since providers count requests; the addresses share what visitors may use of a quota (`RateLimiter`).
 */
export class LiveSources {
  readonly #sources: readonly LiveSource[];
  readonly #patience: number;
  /** State of the current request: whether it reached the provider, the status of the last response, and the visitor's address. */
  readonly #asking = new AsyncLocalStorage<{ isBroken: boolean; status: number | null; address: string }>();
  readonly #gazetteer: ReplicateParts['gazetteer'];
  readonly #now: () => number;
  readonly #isTakenDown: (listing: Listing) => boolean;
  readonly #kept = new Map<string, { answer: Promise<unknown>; until: number }>();

  /** `watch` instruments the feed clients. */
  constructor(options: {
    feeds: readonly FeedSettings[];
    gazetteer: ReplicateParts['gazetteer'];
    watch?: (dataset: string) => FeedParts;
    now?: () => number;
    isTakenDown?: (listing: Listing) => boolean;
    /** Timeout in ms. */
    patience?: number;
  }) {
    this.#sources = options.feeds.map((settings) => ({
      settings,
      feed: createFeed(settings, this.#impatient(options.watch?.(settings.dataset) ?? {})),
    }));
    this.#gazetteer = options.gazetteer;
    this.#now = options.now ?? Date.now;
    this.#isTakenDown = options.isTakenDown ?? (() => false);
    this.#patience = options.patience ?? TIMEOUT;
  }

  /**
   * The named dataset of a provider, or its first one; undefined when not configured, or when its homes may not be shown.
   */
  find(
    provider: FeedSettings['provider'],
    dataset?: string,
    isHidden: (dataset: string) => boolean = () => false,
  ): LiveSource | undefined {
    return this.#sources.find(
      ({ settings }) =>
        settings.provider === provider &&
        (dataset === undefined || settings.dataset === dataset) &&
        !isHidden(settings.dataset),
    );
  }

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
          // A bounds search that finds a home with a withheld address would reveal its location.
          if (question.bounds !== undefined && !mayDisplayAddress(listing)) return [];
          return this.#shown(listing, display);
        });
        // Listings that may not be displayed are excluded from the count, as far as known.
        const hidden = answer.listings.length - shown.length;
        const isWhole = question.page === 1 && answer.total !== null && answer.total <= question.pageSize;
        const counted = isWhole ? shown.length : answer.total === null ? null : answer.total - hidden;
        const total = counted === null ? null : Math.min(most, Math.max(0, counted));
        return { total, listings: shown.slice(0, Math.max(0, most - first)), asOf };
      },
    );
    // A take-down may be newer than the cached page.
    const listings = page.listings.filter((one) => !this.#isTakenDown(one));
    const gone = page.listings.length - listings.length;
    return gone === 0 ? page : { ...page, listings, total: page.total === null ? null : page.total - gone };
  }

  /** Undefined when the dataset has no such listing or it may not be displayed. @throws ApiError */
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
    return [withholdAgentContacts(publicListing(listing, postalCentre), rules)];
  }

  async #once<T>(key: string, dataset: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const now = this.#now();
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.until > now) return (await kept.answer) as T;
    // Not the visitor's own signal: others may share this request.
    const signal = AbortSignal.timeout(this.#patience);
    const answer = this.#asking
      .run({ isBroken: false, status: null, address: runningVisit()?.address ?? '' }, () => ask(signal))
      .catch((error: unknown) => {
        this.#kept.delete(key);
        throw toApiError(signal.aborted ? signal.reason : error, dataset);
      });
    this.#kept.delete(key);
    this.#kept.set(key, { answer, until: now + CACHE_LIFETIME });
    for (const [oldest, { until }] of this.#kept) {
      if (this.#kept.size <= MAX_KEPT && until > now) break;
      this.#kept.delete(oldest);
    }
    return await answer;
  }

  /** Gives up where replication would wait, since both share the provider's rate limits. */
  #impatient(parts: FeedParts): FeedParts {
    return {
      ...parts,
      requester: () => this.#asking.getStore()?.address,
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
          // Before the first request the wait is our own rate limiter's.
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
 * Maps a provider error to an API error, without the provider's URL, headers or text. Errors 401 and 403 of the
 * provider concern our license, token or query: they become 502, never the visitor's 401 or 400.
 */
function toApiError(error: unknown, dataset: string): unknown {
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

/** The request timed out. */
function isSilence(error: FeedError): boolean {
  const { cause } = error;
  return (
    error.status === null &&
    cause instanceof Error &&
    (cause.name === 'TimeoutError' || cause.name === 'AbortError')
  );
}
