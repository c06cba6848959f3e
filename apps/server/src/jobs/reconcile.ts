import { toStatusFilter } from '@maru/listing';
import { MINUTE_MS } from '@maru/listing/time';
import { type ChangeBatch, FeedError } from '@maru/mls';
import type { KeyWalk } from '@maru/store';
import { DatasetWriter } from './dataset-writer.ts';
import type { ReplicateParts } from './replicate-parts.ts';

/** A key walk that returns less than this share of our keys counts as broken until it is confirmed. */
const MIN_SHARE_LEFT = 0.8;
/** Below this share a walk is never accepted without `npm run replicate -- --accept-shrink`. */
const MIN_SHARE_EVER = 0.5;
/** Listings sampled to confirm a walk that misses many keys; all must be gone. */
const SAMPLES = 20;
/** Up to this many newly missing keys are verified one by one. */
const MAX_ASKED = 50;
/** Maximum number of unknown listings fetched one by one per walk. */
const MAX_FETCHED = 200;
/** More keys than this that fail with a provider error mean the provider is down; fewer are skipped. */
const MAX_BROKEN = 5;
/** Statuses that concern the connection, not the requested key. */
const NOT_OF_A_KEY = new Set<number | null>([null, 401, 403, 429, 503]);
/** Pause in ms before an unreadable key is requested again. */
const ASK_AGAIN_AFTER = 60 * MINUTE_MS;
const MAX_REMEMBERED = 100_000;
const DEFAULT_EVERY = 600;
/** A walk may take at most a tenth of the time, since providers count requests. */
const MIN_REST = 10;

export interface Reconciled {
  walk: KeyWalk;
  removed: number;
  fetched: number;
  /** Whether so many listings are missing that a full resync is cheaper. */
  hasHoles: boolean;
}

/**
 * Compares the feed's list of keys with the store to find what the change stream does not report (rule F46): removed
 * listings, and returned ones without a new timestamp. Missing keys are persisted, so that the two-walk rule holds
 * across restarts.
 */
export class Reconciler {
  readonly #parts: ReplicateParts;
  /** Keys that could not be read as a listing, with the time of the attempt in ms. */
  readonly #asked = new Map<string, number>();
  /** Keys on which the provider failed, with the time in ms. */
  readonly #brokenAt = new Map<string, number>();
  /** Number of such failures in this walk. */
  #broken = 0;
  #dueAt: number | undefined;

  constructor(parts: ReplicateParts) {
    this.#parts = parts;
  }

  /** Whether it is time for a walk. */
  async isDue(now = Date.now()): Promise<boolean> {
    const every = this.#every();
    if (this.#dueAt === undefined) {
      const last = await this.#parts.store.loadKeyWalk(this.#parts.settings.dataset);
      this.#dueAt = (last?.walkedAt.getTime() ?? now) + every;
    }
    return now >= this.#dueAt;
  }

  /**
   * Runs one walk and applies its result.
   * A missing key is removed when the previous walk missed it too, or when the feed does not return the listing (up to
   * 50 requests per walk). When more keys are missing in two walks, they are removed only if a sample of them cannot be
   * read either.
   * An accepted walk confirms the listings that it found (rule R1).
   * A walk that lost more than a fifth of our keys removes nothing; it is logged and shown in the feed clock. It is
   * accepted when a second walk misses the same keys, a sample of them is gone and at least half of our listings would
   * stay; below that only with `acceptShrink`. A feed without any keys is never accepted: use `npm run purge` to end a
   * dataset.
   */
  async walk(signal: AbortSignal, options: { acceptShrink?: boolean } = {}): Promise<Reconciled> {
    const { feed, store, settings, log, metrics } = this.#parts;
    const { dataset } = settings;
    const began = Date.now();
    // Also after a failure: a broken key list must not stop incremental replication.
    this.#dueAt = began + this.#every();
    this.#broken = 0;
    const writer = new DatasetWriter(this.#parts, (await store.loadCursor(dataset))?.cursor ?? null);
    const last = await store.loadKeyWalk(dataset);

    const unknown = new Set<string>();
    for await (const keys of feed.keys(signal)) for (const key of keys) unknown.add(key);
    const theirs = unknown.size;
    let ours = 0;
    const gone: string[] = [];
    for await (const keys of store.listKeys(dataset)) {
      ours += keys.length;
      // What stays in `unknown` is in the feed but not in the store.
      for (const key of keys) if (!unknown.delete(key)) gone.push(key);
    }

    const before = new Set(last?.missing);
    const twice = gone.filter((key) => before.has(key));
    const left = ours - gone.length;
    const isShrunk = ours > 0 && left < ours * MIN_SHARE_LEFT;
    let removed = 0;
    let shrinkingSince: Date | null = null;
    const isBelieved = isShrunk
      ? await this.#isConfirmed({ theirs, ours, twice, last, ...options }, signal)
      : twice.length <= MAX_ASKED || (await this.#isSampleGone(twice, signal));
    if (!isBelieved) {
      shrinkingSince = last?.shrinkingSince ?? new Date(began);
      log.error(
        { dataset, ours, theirs, missing: gone.length },
        'key walk misses too many keys; not accepted',
      );
    } else {
      const once = isShrunk ? [] : gone.filter((key) => !before.has(key));
      const asked = once.length <= MAX_ASKED ? await this.removedKeys(once, signal) : [];
      removed = await writer.remove(
        [...twice, ...asked].map((listingKey) => ({ listingKey, reason: 'not in the feed' })),
      );
    }
    const believedAt = last?.believedAt ?? null;
    const newlyGone = gone.filter((key) => !before.has(key));
    if (believedAt !== null && newlyGone.length > 0) {
      await store.keepConfirmation(dataset, newlyGone, believedAt);
    }
    const walk: KeyWalk = {
      walkedAt: new Date(),
      theirs,
      ours,
      shrinkingSince,
      missing: gone,
      believedAt: isBelieved ? new Date(began) : believedAt,
    };
    await store.saveKeyWalk(dataset, walk);
    const took = Date.now() - began;
    this.#dueAt = Date.now() + Math.max(this.#every(), took * MIN_REST);
    metrics?.keyWalk(dataset, { theirs, ours, removed, shrinking: shrinkingSince !== null });

    const { found, asked } = await this.#fetch(unknown, signal);
    const fetched = await writer.writeListings(found);
    await writer.writeListings(await this.#readFutureOnes(signal));
    const hasHoles = unknown.size > asked && found.length > asked / 2;
    log.debug(
      { dataset, theirs, ours, missing: gone.length, removed, fetched, ms: took },
      'key walk finished',
    );
    return { walk, removed, fetched, hasHoles };
  }

  async #isConfirmed(
    facts: {
      theirs: number;
      ours: number;
      twice: string[];
      last: KeyWalk | undefined;
      acceptShrink?: boolean;
    },
    signal: AbortSignal,
  ): Promise<boolean> {
    const { theirs, ours, twice, last, acceptShrink = false } = facts;
    if (theirs === 0 || last?.shrinkingSince == null || twice.length === 0) return false;
    if (!acceptShrink && ours - twice.length < ours * MIN_SHARE_EVER) return false;
    return await this.#isSampleGone(twice, signal);
  }

  async #isSampleGone(keys: readonly string[], signal: AbortSignal): Promise<boolean> {
    const samples = randomSample(keys, SAMPLES);
    return (await this.removedKeys(samples, signal)).length === samples.length;
  }

  /** Returns the keys that are not on the market, read one by one; some providers still return withdrawn listings. */
  async removedKeys(keys: string[], signal: AbortSignal): Promise<string[]> {
    const gone: string[] = [];
    for (const key of keys) {
      const found = await this.#find(key, signal);
      if (found === 'broken') continue;
      if (found === undefined || toStatusFilter(found.listing.standardStatus) === undefined) gone.push(key);
    }
    return gone;
  }

  /** Fetches one listing by key; undefined when there is none, `broken` when the provider fails on it. */
  async #find(
    key: string,
    signal: AbortSignal,
  ): Promise<ChangeBatch['upserts'][number] | undefined | 'broken'> {
    const now = Date.now();
    if ((this.#brokenAt.get(key) ?? 0) > now - ASK_AGAIN_AFTER) return 'broken';
    try {
      return await this.#parts.feed.findListing(key, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FeedError) || NOT_OF_A_KEY.has(error.status)) throw error;
      this.#brokenAt.set(key, now);
      this.#broken += 1;
      if (this.#broken > MAX_BROKEN) throw error;
      return 'broken';
    }
  }

  async #fetch(
    unknown: Set<string>,
    signal: AbortSignal,
  ): Promise<{ found: ChangeBatch['upserts']; asked: number }> {
    const now = Date.now();
    if (this.#asked.size > MAX_REMEMBERED) this.#asked.clear();
    const found: ChangeBatch['upserts'] = [];
    let asked = 0;
    for (const key of unknown) {
      if (asked >= MAX_FETCHED) break;
      if ((this.#asked.get(key) ?? 0) > now - ASK_AGAIN_AFTER) continue;
      asked += 1;
      const one = await this.#find(key, signal);
      if (one === undefined) this.#asked.set(key, now);
      else if (one !== 'broken') found.push(one);
    }
    return { found, asked };
  }

  /** Rereads listings with a future timestamp: a correction may carry an earlier one, which incremental reads skip. */
  async #readFutureOnes(signal: AbortSignal): Promise<ChangeBatch['upserts']> {
    const { store, settings } = this.#parts;
    const listings: ChangeBatch['upserts'] = [];
    for (const key of await store.listFutureKeys(settings.dataset, new Date())) {
      const one = await this.#find(key, signal);
      if (one !== undefined && one !== 'broken') listings.push(one);
    }
    return listings;
  }

  #every(): number {
    return (this.#parts.reconcileEvery ?? DEFAULT_EVERY) * 1000;
  }
}

function randomSample<T>(all: readonly T[], count: number): T[] {
  const left = [...all];
  for (let at = 0; at < Math.min(count, left.length); at += 1) {
    const other = at + Math.floor(Math.random() * (left.length - at));
    [left[at], left[other]] = [left[other] as T, left[at] as T];
  }
  return left.slice(0, count);
}
