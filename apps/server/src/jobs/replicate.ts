import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@maru/listing';
import { FeedError, NORMALIZER_VERSION, normalizeRaw } from '@maru/mls';
import { isUnavailable, StaleCursor } from '@maru/store';
import { DatasetWriter } from './dataset-writer.ts';
import { Reconciler } from './reconcile.ts';
import { placed, type ReplicateParts } from './replicate-parts.ts';

/** The longest rest after failures, in seconds: of a feed, and of our own database. */
const LONGEST_REST = 300;
const LONGEST_REST_OF_DATABASE = 10;
/** A process that waits for another one to let go of a feed looks so often, in seconds. */
const STANDBY = 5;
/** All of a feed is read anew, for the holes that a key walk found, at most so often (ms). */
const REREAD_EVERY = 6 * HOUR_MS;
/** Why a dataset is hidden by its own feed, which shows it again; what the owner has hidden stays so. */
export const LICENCE_LOST = 'the provider refuses the dataset (403)';

/**
 * Follows one feed until the signal aborts: changes every `interval`, removals and returns by walks over its keys.
 * Of several processes only the one that holds the feed's lease asks it anything; the others stand by.
 */
export async function replicate(parts: ReplicateParts, signal: AbortSignal): Promise<void> {
  const { settings, store, log, metrics } = parts;
  const { dataset } = settings;
  let failures = 0;
  let isStandby = false;
  while (!signal.aborted) {
    try {
      const lease = await store.takeLease(dataset);
      metrics?.lease(dataset, lease !== undefined);
      if (lease === undefined) {
        if (!isStandby) log.info({ dataset }, 'another process reads this feed');
        isStandby = true;
        await rest(Math.min(parts.interval, STANDBY), signal);
        continue;
      }
      isStandby = false;
      failures = 0;
      try {
        await followFeed(parts, AbortSignal.any([signal, lease.lost]));
      } finally {
        await lease.release();
        metrics?.lease(dataset, false);
      }
      if (!signal.aborted) log.warn({ dataset }, 'the lease of a feed was lost');
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      log.warn({ dataset, failures, message: messageOf(error) }, 'a feed could not be followed');
      await rest(backoff(1, failures, LONGEST_REST_OF_DATABASE), signal);
    }
  }
}

/** Turn after turn, as long as the lease holds. */
async function followFeed(parts: ReplicateParts, signal: AbortSignal): Promise<void> {
  const { settings, store, log, interval, metrics } = parts;
  const { dataset, provider } = settings;
  const reconciler = new Reconciler(parts);
  let failures = 0;
  let isAnnounced = false;
  let rereadAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    let wait = interval;
    try {
      if (!isAnnounced) {
        await store.saveDataset({ dataset, provider, rules: settings.display });
        // Of an earlier process: the alert on the last good turn is to see a feed that fails from the start on.
        const last = (await store.loadCursor(dataset))?.lastSuccessAt;
        if (last) metrics?.feedSucceeded(dataset, last);
        await replayQuarantine(parts);
        // A licence that is back: whatever hid the dataset, the feed answers again when this turn has ended well.
        failures = Math.max(failures, 1);
        isAnnounced = true;
      }
      await replicateOnce(parts, signal);
      if (await reconciler.isDue()) {
        const { hasHoles } = await reconciler.walk(signal);
        if (hasHoles && Date.now() - rereadAt > REREAD_EVERY) {
          rereadAt = Date.now();
          log.warn({ dataset }, 'the feed has much that we have not: all of it is read anew');
          await replicateOnce(parts, signal, { anew: true });
        }
      }
      const at = new Date();
      await store.recordFeedState(dataset, provider, { kind: 'success', at, initialLoadDone: true });
      metrics?.feedSucceeded(dataset, at);
      if (failures > 0) {
        const shown = await store.showDataset(dataset, LICENCE_LOST);
        await store.applyStaleness(at);
        if (shown > 0) log.info({ dataset, shown }, 'the feed answers again: its homes are shown');
      }
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      wait = await tellFailure(parts, error, failures, signal);
    }
    await rest(wait, signal);
  }
}

/** Writes down why a turn failed, hides what may no longer be shown; answers how long to rest, in seconds. */
async function tellFailure(
  parts: ReplicateParts,
  error: unknown,
  failures: number,
  signal: AbortSignal,
): Promise<number> {
  const { settings, store, log, interval, metrics } = parts;
  const { dataset, provider } = settings;
  const message = messageOf(error);
  log.warn({ dataset, failures, message }, 'a turn of a feed failed');
  // Our own database is away, or another writer was quicker: nothing that the feed could help.
  if (isUnavailable(error)) return backoff(1, failures, LONGEST_REST_OF_DATABASE);
  if (error instanceof StaleCursor) return interval;
  metrics?.feedFailed(dataset, error instanceof FeedError ? error.status : null);
  await store
    .recordFeedState(dataset, provider, { kind: 'failure', at: new Date(), message })
    .catch(() => undefined);
  if (await isLicenceLost(parts, error, signal)) {
    // Rule F58: contracts require it at once.
    const hidden = await store.hideDataset(dataset, LICENCE_LOST, { unlessHidden: true }).catch(() => 0);
    log.error({ dataset, hidden }, 'the licence of a dataset is lost: its homes are hidden');
  }
  const told = error instanceof FeedError ? (error.retryAfterMs ?? 0) / 1000 : 0;
  return Math.max(told, backoff(interval, failures, LONGEST_REST));
}

/**
 * Whether the dataset itself is refused, and not only one of its resources or ways. Where the client has not asked
 * twice already, the list of keys is asked for.
 */
async function isLicenceLost(
  { feed }: ReplicateParts,
  error: unknown,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(error instanceof FeedError)) return false;
  if (error.licenceLost || error.status !== 403 || error.fromProxy) return error.licenceLost;
  try {
    for await (const _ of feed.keys(signal)) return false;
    return false;
  } catch (again) {
    return again instanceof FeedError && again.status === 403 && !again.fromProxy;
  }
}

/**
 * One turn: everything that changed since the stored cursor, batch by batch, each in one transaction; `anew`
 * reads all of it from the beginning. Answers how many rows came.
 */
export async function replicateOnce(
  parts: ReplicateParts,
  signal: AbortSignal,
  options: { anew?: boolean } = {},
): Promise<number> {
  const { feed, store, settings } = parts;
  const state = await store.loadCursor(settings.dataset);
  const cursor = state?.cursor ?? null;
  const writer = new DatasetWriter(parts, cursor);
  let rows = 0;
  for await (const batch of oneAhead(feed.changes(options.anew ? null : cursor, signal))) {
    await writer.write(batch);
    rows += batch.upserts.length;
    if (!state?.initialLoadDone && batch.upserts.length > 0) {
      parts.onProgress?.(`${settings.dataset}: ${rows.toLocaleString('en-US')} listings`);
    }
    signal.throwIfAborted();
  }
  return rows;
}

/**
 * What was quarantined before may be readable now: our reader may have learned since. `again` also tries what this
 * version of it has tried.
 */
export async function replayQuarantine(
  parts: Pick<ReplicateParts, 'store' | 'gazetteer' | 'log'> & {
    settings: Pick<ReplicateParts['settings'], 'dataset' | 'provider' | 'providerDataset'>;
  },
  options: { again?: boolean } = {},
): Promise<{ replayed: number; left: number }> {
  const { settings, store, log } = parts;
  const { dataset } = settings;
  if (!options.again && !(await store.needsReplay(dataset, NORMALIZER_VERSION))) {
    return { replayed: 0, left: 0 };
  }
  const outcome = await store.replayQuarantine(dataset, NORMALIZER_VERSION, (raw) => {
    const read = normalizeRaw(raw, settings);
    return 'listing' in read ? placed({ listing: read.listing, raw }, parts) : read.reason;
  });
  if (outcome.replayed > 0) log.info({ dataset, ...outcome }, 'quarantined rows can be read now');
  return outcome;
}

/**
 * Asks for the next batch while this one is being written: network and database then work at once, and a slow
 * database slows the reading, since never more than one batch waits.
 */
export async function* oneAhead<T>(batches: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const iterator = batches[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = iterator.next();
      // A failure of the batch ahead is thrown when it is its turn.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Doubles with each failure up to `most`, in seconds. */
function backoff(first: number, failures: number, most: number): number {
  return Math.min(most, first * 2 ** Math.min(failures, 8));
}

/** With jitter: feeds of one provider must not all ask at the same moment (rule F28). */
async function rest(seconds: number, signal: AbortSignal): Promise<void> {
  const ms = seconds * 1000 * (0.9 + Math.random() * 0.2);
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
