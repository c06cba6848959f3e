import { MINUTE_MS, statusFilterOf } from '@maru/listing';
import { type ChangeBatch, FeedError } from '@maru/mls';
import type { KeyWalk } from '@maru/store';
import { DatasetWriter } from './dataset-writer.ts';
import type { ReplicateParts } from './replicate-parts.ts';

/** A walk that finds fewer than this share of our keys is a broken walk, not a mass withdrawal, until it is confirmed. */
const LEAST_SHARE_LEFT = 0.8;
/** Below this share no number of walks is believed: the owner must say so (`npm run replicate -- --accept-shrink`). */
const LEAST_SHARE_EVER = 0.5;
/** Of a walk that misses many, so many listings are read one by one; all must be gone. */
const SAMPLES = 20;
/** Keys missing for the first time are read by themselves when they are not more than these. */
const MOST_ASKED = 50;
/** Listings that the feed has and we have not are read one by one, so many a walk. */
const MOST_FETCHED = 200;
/** A provider that breaks on more keys than these in one walk is down; on fewer, each is passed over. */
const MOST_BROKEN = 5;
/** Refused for these, a question says nothing of the key that it was about. */
const NOT_OF_A_KEY = new Set<number | null>([null, 401, 403, 429, 503]);
/** A key that could not be read as a listing is not asked for again so soon (ms). */
const ASK_AGAIN_AFTER = 60 * MINUTE_MS;
const MOST_REMEMBERED = 100_000;
const DEFAULT_EVERY = 600;
/** A walk may take a tenth of the time at most: providers count every question. */
const LEAST_REST = 10;

export interface Reconciled {
  walk: KeyWalk;
  removed: number;
  fetched: number;
  /** Whether the feed has so much that we have not that it is quicker to read all of it anew. */
  hasHoles: boolean;
}

/**
 * Finds by the feed's list of keys what its changes do not tell (rule F46): listings that are gone,
 * and listings that are back without a new stamp. Remembers in the store what was missing, so that two strikes
 * count over a restart.
 */
export class Reconciler {
  readonly #parts: ReplicateParts;
  /** Keys that were asked for in vain, and when (ms). */
  readonly #asked = new Map<string, number>();
  /** Keys on which the provider broke, and when (ms). */
  readonly #brokenAt = new Map<string, number>();
  /** How many of them in this walk. */
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
   * One walk and what follows from it.
   *
   * A key that is missing is gone when it was missing in the last walk too, or when the feed has no such listing on the
   * market (asked for up to 50 a walk). A walk that twice misses more than these is not believed while one of a sample
   * of them can be read. One that lost more than a fifth of our keys is not believed: nothing is removed,
   * it is logged and shown in the feed clock. It is believed when a second one after it misses the same keys, a
   * sample of them read one by one is gone, and at least half of our listings would stay; below that only with
   * `acceptShrink`. A feed without a single key is never believed: to end a dataset there is `npm run purge`.
   */
  async walk(signal: AbortSignal, options: { acceptShrink?: boolean } = {}): Promise<Reconciled> {
    const { feed, store, settings, log, metrics } = this.#parts;
    const { dataset } = settings;
    const began = Date.now();
    // Also when it fails: a feed whose list of keys is broken must not be kept from telling its changes.
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
      // What stays in `unknown` is what the feed has and we have not.
      for (const key of keys) if (!unknown.delete(key)) gone.push(key);
    }

    const before = new Set(last?.missing);
    const twice = gone.filter((key) => before.has(key));
    const left = ours - gone.length;
    const isShrunk = ours > 0 && left < ours * LEAST_SHARE_LEFT;
    let removed = 0;
    let shrinkingSince: Date | null = null;
    const isBelieved = isShrunk
      ? await this.#isConfirmed({ theirs, ours, twice, last, ...options }, signal)
      : twice.length <= MOST_ASKED || (await this.#isSampleGone(twice, signal));
    if (!isBelieved) {
      shrinkingSince = last?.shrinkingSince ?? new Date(began);
      log.error({ dataset, ours, theirs, missing: gone.length }, 'a key walk misses too much: not believed');
    } else {
      const once = isShrunk ? [] : gone.filter((key) => !before.has(key));
      const asked = once.length <= MOST_ASKED ? await this.#goneOf(once, signal) : [];
      removed = await writer.remove(
        [...twice, ...asked].map((listingKey) => ({ listingKey, reason: 'not in the feed' })),
      );
    }
    const walk: KeyWalk = { walkedAt: new Date(), theirs, ours, shrinkingSince, missing: gone };
    await store.saveKeyWalk(dataset, walk);
    const took = Date.now() - began;
    this.#dueAt = Date.now() + Math.max(this.#every(), took * LEAST_REST);
    metrics?.keyWalk(dataset, { theirs, ours, removed, shrinking: shrinkingSince !== null });

    const { found, asked } = await this.#fetch(unknown, signal);
    const fetched = await writer.writeListings(found);
    await writer.writeListings(await this.#readFutureOnes(signal));
    const hasHoles = unknown.size > asked && found.length > asked / 2;
    log.debug({ dataset, theirs, ours, missing: gone.length, removed, fetched, ms: took }, 'a key walk');
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
    if (!acceptShrink && ours - twice.length < ours * LEAST_SHARE_EVER) return false;
    return await this.#isSampleGone(twice, signal);
  }

  async #isSampleGone(keys: readonly string[], signal: AbortSignal): Promise<boolean> {
    const samples = sampleOf(keys, SAMPLES);
    return (await this.#goneOf(samples, signal)).length === samples.length;
  }

  /** Those that the feed does not have on the market, read one by one; some providers still answer what has left it. */
  async #goneOf(keys: string[], signal: AbortSignal): Promise<string[]> {
    const gone: string[] = [];
    for (const key of keys) {
      const found = await this.#find(key, signal);
      if (found === 'broken') continue;
      if (found === undefined || statusFilterOf(found.listing.standardStatus) === undefined) gone.push(key);
    }
    return gone;
  }

  /** One listing by its key; undefined where the feed has none, `broken` where it breaks on this one. */
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
      if (this.#broken > MOST_BROKEN) throw error;
      return 'broken';
    }
  }

  async #fetch(
    unknown: Set<string>,
    signal: AbortSignal,
  ): Promise<{ found: ChangeBatch['upserts']; asked: number }> {
    const now = Date.now();
    if (this.#asked.size > MOST_REMEMBERED) this.#asked.clear();
    const found: ChangeBatch['upserts'] = [];
    let asked = 0;
    for (const key of unknown) {
      if (asked >= MOST_FETCHED) break;
      if ((this.#asked.get(key) ?? 0) > now - ASK_AGAIN_AFTER) continue;
      asked += 1;
      const one = await this.#find(key, signal);
      if (one === undefined) this.#asked.set(key, now);
      else if (one !== 'broken') found.push(one);
    }
    return { found, asked };
  }

  /** What is stamped in the future may have been set right since, with a stamp that no increment asks for. */
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

/** So many of them, each as likely as the other. */
function sampleOf<T>(all: readonly T[], count: number): T[] {
  const left = [...all];
  for (let at = 0; at < Math.min(count, left.length); at += 1) {
    const other = at + Math.floor(Math.random() * (left.length - at));
    [left[at], left[other]] = [left[other] as T, left[at] as T];
  }
  return left.slice(0, count);
}
