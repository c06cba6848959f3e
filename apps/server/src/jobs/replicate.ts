import { setTimeout as sleep } from 'node:timers/promises';
import type { Gazetteer } from '@maru/gazetteer';
import { mayDisplayAddress } from '@maru/listing';
import type { ChangeBatch, Feed, FeedSettings } from '@maru/mls';
import type { ChangeSet, PlacedListing, Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

/** Between two walks over all keys of a feed, in ms; a key that is missing in two walks is gone (R1). */
const RECONCILE_EVERY = 10 * 60_000;
/** A walk that finds fewer than this share of our keys is a broken walk, not a mass withdrawal. */
const LEAST_SHARE_LEFT = 0.8;

export interface ReplicateParts {
  feed: Feed;
  settings: FeedSettings;
  store: Store;
  gazetteer: Gazetteer;
  log: FastifyBaseLogger;
  /** Seconds between two looks at the feed. */
  interval: number;
  onProgress?: (line: string) => void;
}

/** Follows one feed until the signal aborts: changes every `interval`, removals by walking its keys. */
export async function replicate(parts: ReplicateParts, signal: AbortSignal): Promise<void> {
  const { settings, store, log, interval } = parts;
  const { dataset, provider } = settings;
  const missing = new Set<string>();
  let reconciledAt = Date.now();
  let failures = 0;
  let announced = false;
  while (!signal.aborted) {
    try {
      if (!announced) await store.saveDataset({ dataset, provider, rules: settings.display });
      announced = true;
      await replicateOnce(parts, signal);
      if (Date.now() - reconciledAt > RECONCILE_EVERY) {
        await reconcile(parts, missing, signal);
        reconciledAt = Date.now();
      }
      await store.recordFeedState(dataset, provider, {
        kind: 'success',
        at: new Date(),
        initialLoadDone: true,
      });
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      const message = error instanceof Error ? error.message : String(error);
      log.warn({ dataset, failures, message }, 'a feed did not answer');
      // The database may be what is away; the stamp then waits for the next turn.
      await store
        .recordFeedState(dataset, provider, { kind: 'failure', at: new Date(), message })
        .catch(() => undefined);
    }
    const wait = failures === 0 ? interval : Math.min(300, interval * 2 ** Math.min(failures, 6));
    await sleep(wait * 1000 * (0.9 + Math.random() * 0.2), undefined, { signal }).catch(() => undefined);
  }
}

/** One turn: everything that changed since the stored cursor, batch by batch, each in one transaction. */
export async function replicateOnce(parts: ReplicateParts, signal: AbortSignal): Promise<number> {
  const { feed, store, settings } = parts;
  const state = await store.loadCursor(settings.dataset);
  let rows = 0;
  for await (const batch of oneAhead(feed.changes(state?.cursor ?? null, signal))) {
    await store.applyChanges(changeSetOf(batch, parts));
    rows += batch.upserts.length;
    if (!state?.initialLoadDone && batch.upserts.length > 0) {
      parts.onProgress?.(`${settings.dataset}: ${rows.toLocaleString('en-US')} listings`);
    }
    signal.throwIfAborted();
  }
  return rows;
}

/** Asks for the next batch while this one is being written: network and database then work at once. */
async function* oneAhead<T>(batches: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
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

function changeSetOf(batch: ChangeBatch, { settings, gazetteer }: ReplicateParts): ChangeSet {
  return {
    dataset: settings.dataset,
    provider: settings.provider,
    rules: settings.display,
    seenAt: new Date(),
    cursor: batch.cursor,
    initialLoadDone: batch.initialLoadDone,
    upserts: batch.upserts.map(({ listing, raw }): PlacedListing => {
      // By its ZIP alone when the address is withheld: the neighbourhood would tell more.
      const known = mayDisplayAddress(listing) ? listing : { ...listing, latitude: null, longitude: null };
      return { listing, raw, ...gazetteer.locate(known) };
    }),
    removals: [],
    quarantined: batch.quarantined,
    members: batch.members,
    offices: batch.offices,
  };
}

/**
 * Retires what the feed no longer has: a key missing in two complete walks, or missing once and gone when read
 * by itself. A walk that shrank too much is not believed.
 */
export async function reconcile(
  { feed, store, settings, log }: ReplicateParts,
  missing: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const { dataset, provider, display } = settings;
  const theirs = new Set<string>();
  for await (const keys of feed.keys(signal)) for (const key of keys) theirs.add(key);
  let ours = 0;
  const gone: string[] = [];
  for await (const keys of store.listKeys(dataset)) {
    ours += keys.length;
    gone.push(...keys.filter((key) => !theirs.has(key)));
  }
  if (ours > 0 && theirs.size < ours * LEAST_SHARE_LEFT) {
    log.error({ dataset, ours, theirs: theirs.size }, 'a key walk shrank too much and is not believed');
    return;
  }
  const removals: { listingKey: string; reason: string }[] = [];
  for (const listingKey of gone) {
    const struckTwice = missing.has(listingKey);
    if (struckTwice || (gone.length <= 50 && (await feed.findListing(listingKey, signal)) === undefined)) {
      removals.push({ listingKey, reason: 'not in the feed' });
    }
  }
  missing.clear();
  for (const key of gone) missing.add(key);
  if (removals.length === 0) return;
  await store.applyChanges({
    dataset,
    provider,
    rules: display,
    seenAt: new Date(),
    cursor: null,
    upserts: [],
    removals,
    quarantined: [],
  });
}
