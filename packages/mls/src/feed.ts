import type { Bounds, FeedProvider, Listing, Member, Office, SearchType } from '@maru/listing';
import type { OddityCounts } from './normalize/oddities.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** One dataset of one provider, read in pages. A feed keeps no truth: the cursor that its reader stores does. */
export interface Feed {
  readonly dataset: string;
  readonly provider: FeedProvider;
  /**
   * What changed since `cursor` (null: everything), in batches; ends when caught up. Store a batch and its
   * cursor in one transaction: going on from any cursor loses nothing and may repeat a little, so upserts must
   * be idempotent. The last batch of an initial load may hold no rows and only say `initialLoadDone`.
   * @throws FeedError when the server refuses, or when all retries are used up.
   */
  changes(cursor: string | null, signal: AbortSignal): AsyncIterable<ChangeBatch>;
  /**
   * Every ListingKey that the provider has now, for finding deletions. Only a walk that ends without an error
   * was complete.
   * @throws FeedError
   */
  keys(signal: AbortSignal): AsyncIterable<string[]>;
  /** One listing, read live; `undefined` when the provider no longer has it or it cannot be read as a listing. */
  findListing(
    listingKey: string,
    signal: AbortSignal,
  ): Promise<{ listing: Listing; raw: unknown } | undefined>;
  /**
   * Listings as the provider answers them at this moment, newest change first where it can order. What it cannot
   * filter by is filtered here; rows that cannot be read are left out.
   * @throws FeedError
   */
  search(question: FeedQuestion, signal: AbortSignal): Promise<FeedAnswer>;
  /**
   * What the provider itself says must stand beside its listings, where it tells (Slipstream does, Bridge does not;
   * rule F29); `undefined` when it has nothing. The dataset's settings come first.
   * @throws FeedError
   */
  attribution?(signal: AbortSignal): Promise<FeedAttribution | undefined>;
}

/** Texts as the market writes them, unchecked: may hold markup. */
export interface FeedAttribution {
  copyright: string | null;
  disclaimer: string | null;
  logoUrl: string | null;
}

/** What may be asked of a provider live (`/source/…`). USD, sq ft; a range without an end is open there. */
export interface FeedQuestion {
  searchType: SearchType;
  city?: string;
  /** Two letters. */
  stateOrProvince?: string;
  postalCode?: string;
  price?: FeedRange;
  beds?: FeedRange;
  baths?: FeedRange;
  livingArea?: FeedRange;
  bounds?: Bounds;
  /** From 1. */
  page: number;
  pageSize: number;
}

export interface FeedRange {
  min?: number;
  max?: number;
}

export interface FeedAnswer {
  /** All that match, as the provider counts them; null when it does not say. */
  total: number | null;
  listings: { listing: Listing; raw: unknown }[];
}

export interface ChangeBatch {
  upserts: { listing: Listing; raw: unknown }[];
  /** Rows that cannot be read as a listing, each with its reason; they stop nothing. */
  quarantined: { listingKey: string | null; reason: string; raw: unknown }[];
  members: Member[];
  offices: Office[];
  /** Where to go on from after this batch; opaque. */
  cursor: string;
  /** False in the batches of the first whole read, true from its last batch on. */
  initialLoadDone: boolean;
}

/** What a feed needs from outside; each has a default, so that tests can stand in for network, clock and luck. */
export interface FeedParts {
  fetch?: typeof fetch;
  log?: (message: string, facts?: Record<string, unknown>) => void;
  /** Waits `ms`, or rejects when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 … 1, for the jitter of retries. */
  random?: () => number;
  /** ms since the epoch; used when the server sends no Date. */
  now?: () => number;
  /** A whole request, body included, in ms. Default 60,000. */
  timeoutMs?: number;
  /** Rows asked for in a page. Default 1000. */
  pageSize?: number;
  /** Bytes of one answer after decompression. Default 128 MiB. */
  maxResponseBytes?: number;
  /** Default: the one that all feeds of the same credential share in this process. */
  limiter?: RateLimiter;
  /** Counts what had to be coerced, repaired or left as unknown on the way (rule F52). */
  oddities?: OddityCounts;
}
