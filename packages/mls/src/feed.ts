import type { FeedProvider, Listing, Member, Office, SearchType } from '@maru/listing';
import type { Bounds } from '@maru/listing/search';
import type { OddityCounts } from './normalize/oddities.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** One dataset of one provider, read in pages. Stateless: the position is in the cursor that the caller stores. */
export interface Feed {
  readonly dataset: string;
  readonly provider: FeedProvider;
  /**
   * Changes since `cursor` (null: everything), until caught up. Store a batch and its cursor in one transaction: resuming
   * loses nothing but may repeat rows, so upserts must be idempotent. A batch may be empty.
   * @throws FeedError when rejected, or after the last retry
   */
  changes(cursor: string | null, signal: AbortSignal): AsyncIterable<ChangeBatch>;
  /** All current ListingKeys, for finding deletions. Complete only if it ends without an error. @throws FeedError */
  keys(signal: AbortSignal): AsyncIterable<string[]>;
  /** `undefined` when the provider no longer has it or it is unreadable. */
  findListing(
    listingKey: string,
    signal: AbortSignal,
  ): Promise<{ listing: Listing; raw: unknown } | undefined>;
  /** Newest change first where the provider can sort; unreadable rows are skipped. @throws FeedError */
  search(question: FeedQuestion, signal: AbortSignal): Promise<FeedAnswer>;
  /** Required attribution, where the provider publishes it (rule F29). The dataset's settings win. @throws FeedError */
  attribution?(signal: AbortSignal): Promise<FeedAttribution | undefined>;
}

/** Unsanitized; may contain markup. */
export interface FeedAttribution {
  copyright: string | null;
  disclaimer: string | null;
  logoUrl: string | null;
}

/** A live query (`/source/…`). USD, sq ft; ranges may be open. */
export interface FeedQuestion {
  searchType: SearchType;
  city?: string;
  stateOrProvince?: string;
  postalCode?: string;
  price?: FeedRange;
  beds?: FeedRange;
  baths?: FeedRange;
  livingArea?: FeedRange;
  bounds?: Bounds;
  /** Starting at 1. */
  page: number;
  pageSize: number;
}

export interface FeedRange {
  min?: number;
  max?: number;
}

export interface FeedAnswer {
  /** Null when not reported. */
  total: number | null;
  listings: { listing: Listing; raw: unknown }[];
}

export interface ChangeBatch {
  upserts: { listing: Listing; raw: unknown }[];
  quarantined: { listingKey: string | null; reason: string; raw: unknown }[];
  members: Member[];
  offices: Office[];
  cursor: string;
  /** False until the last batch of the initial load. */
  initialLoadDone: boolean;
}

/** Each has a default and can be replaced in tests. */
export interface FeedParts {
  fetch?: typeof fetch;
  log?: (message: string, facts?: Record<string, unknown>) => void;
  /** Waits `ms`, or rejects when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 … 1, for jitter. */
  random?: () => number;
  /** ms since the epoch; used when the server sends no Date. */
  now?: () => number;
  /** Of a request including its body. Default 60,000. */
  timeoutMs?: number;
  /** Rows per page. Default 1000. */
  pageSize?: number;
  /** After decompression. Default 128 MiB. */
  maxResponseBytes?: number;
  /** Default: the one shared by all feeds of the credential in this process. */
  limiter?: RateLimiter;
  /** Whose live request is running, such as an address: requesters share the quotas fairly. */
  requester?: () => string | undefined;
  /** Counts coerced, repaired and rejected values (rule F52). */
  oddities?: OddityCounts;
}
