import { HOUR_MS } from '@maru/listing/time';
import { FeedError, NORMALIZER_VERSION, normalizeRaw } from '@maru/mls';
import { isUnavailable, StaleCursor } from '@maru/store';
import { DatasetWriter } from './dataset-writer.ts';
import { Reconciler } from './reconcile.ts';
import { pause } from './repeat.ts';
import { placed, type ReplicateParts } from './replicate-parts.ts';

/** Maximum backoff in seconds, for a feed and for our own database. */
const MAX_BACKOFF = 300;
const MAX_DATABASE_BACKOFF = 10;
/** Poll interval of a standby process for the lease, in seconds. */
const STANDBY = 5;
/** Minimum interval in ms between full resyncs caused by key walks. */
const RESYNC_INTERVAL = 6 * HOUR_MS;
/** Reason recorded when the provider's 403 hides a dataset. Only such datasets are shown again automatically. */
export const LICENSE_REVOKED = 'the provider refuses the dataset (403)';

/**
 * Follows one feed until the signal aborts: polls for changes every `interval` and finds removals by key walks. Only
 * the process that holds the feed's lease sends requests; others stand by.
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
        if (!isStandby) log.info({ dataset }, 'feed lease is held by another process; standing by');
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
      if (!signal.aborted) log.warn({ dataset }, 'feed lease lost');
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      log.warn({ dataset, failures, message: errorMessage(error) }, 'feed replication failed');
      await rest(backoff(1, failures, MAX_DATABASE_BACKOFF), signal);
    }
  }
}

/** Polls as long as the lease holds. */
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
        // Seeds the metric from an earlier process, so that the alert also fires for a feed that fails from the start.
        const last = (await store.loadCursor(dataset))?.lastSuccessAt;
        if (last) metrics?.feedSucceeded(dataset, last);
        await replayQuarantine(parts);
        // After a regained license the dataset is shown again once a poll succeeds.
        failures = Math.max(failures, 1);
        isAnnounced = true;
      }
      await replicateOnce(parts, signal);
      if (await reconciler.isDue()) {
        const { hasHoles } = await reconciler.walk(signal);
        if (hasHoles && Date.now() - rereadAt > RESYNC_INTERVAL) {
          rereadAt = Date.now();
          log.warn({ dataset }, 'listings missing; starting a full resync');
          await replicateOnce(parts, signal, { anew: true });
        }
      }
      const at = new Date();
      await store.recordFeedState(dataset, provider, { kind: 'success', at, initialLoadDone: true });
      metrics?.feedSucceeded(dataset, at);
      if (failures > 0) {
        const shown = await store.showDataset(dataset, LICENSE_REVOKED);
        await store.applyStaleness(at);
        if (shown > 0) log.info({ dataset, shown }, 'feed recovered; its homes are shown again');
      }
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      wait = await handleFailure(parts, error, failures, signal);
    }
    await rest(wait, signal);
  }
}

/** Records why a poll failed, hides the dataset after a 403, and returns the delay in seconds. */
async function handleFailure(
  parts: ReplicateParts,
  error: unknown,
  failures: number,
  signal: AbortSignal,
): Promise<number> {
  const { settings, store, log, interval, metrics } = parts;
  const { dataset, provider } = settings;
  const message = errorMessage(error);
  log.warn({ dataset, failures, message }, 'feed poll failed');
  // Our own database is unavailable, or another writer was faster: not the feed's fault.
  if (isUnavailable(error)) return backoff(1, failures, MAX_DATABASE_BACKOFF);
  if (error instanceof StaleCursor) return interval;
  metrics?.feedFailed(dataset, error instanceof FeedError ? error.status : null);
  await store
    .recordFeedState(dataset, provider, { kind: 'failure', at: new Date(), message })
    .catch(() => undefined);
  if (await isLicenseRevoked(parts, error, signal)) {
    // Rule F58: contracts require it immediately.
    const hidden = await store.hideDataset(dataset, LICENSE_REVOKED, { unlessHidden: true }).catch(() => 0);
    log.error({ dataset, hidden }, 'dataset license revoked; its homes are hidden');
  }
  const told = error instanceof FeedError ? (error.retryAfterMs ?? 0) / 1000 : 0;
  return Math.max(told, backoff(interval, failures, MAX_BACKOFF));
}

/**
 * Whether the whole dataset is forbidden, not only one resource. Confirms with the key list unless the client has
 * already retried.
 */
async function isLicenseRevoked(
  { feed }: ReplicateParts,
  error: unknown,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(error instanceof FeedError)) return false;
  if (error.licenseLost || error.status !== 403 || error.fromProxy) return error.licenseLost;
  try {
    for await (const _ of feed.keys(signal)) return false;
    return false;
  } catch (again) {
    return again instanceof FeedError && again.status === 403 && !again.fromProxy;
  }
}

/**
 * One poll: reads all changes since the stored cursor and commits each batch with its cursor. `anew` starts from the
 * beginning. Returns the number of rows.
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

/** Retries quarantined rows with the current normalizer. `again` includes rows that this version has already tried. */
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
  if (outcome.replayed > 0) log.info({ dataset, ...outcome }, 'quarantined rows replayed');
  return outcome;
}

/**
 * Fetches the next batch while the current one is written. Holds at most one batch, so a slow database applies
 * backpressure.
 */
export async function* oneAhead<T>(batches: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const iterator = batches[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = iterator.next();
      // Rethrown when the batch is awaited; avoids an unhandled rejection.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Exponential backoff in seconds, at most `most`. */
function backoff(first: number, failures: number, most: number): number {
  return Math.min(most, first * 2 ** Math.min(failures, 8));
}

/** With jitter, so that feeds of one provider do not poll at the same moment (rule F28). */
async function rest(seconds: number, signal: AbortSignal): Promise<void> {
  await pause(seconds * 1000 * (0.9 + Math.random() * 0.2), signal);
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
