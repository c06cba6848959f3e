import { Gazetteer } from '@maru/gazetteer';
import { createFeed, type FeedParts } from '@maru/mls';
import type { Store } from '@maru/store';
import { Reconciler } from '../../apps/server/src/jobs/reconcile.ts';
import { replicateOnce } from '../../apps/server/src/jobs/replicate.ts';
import type { ReplicateParts } from '../../apps/server/src/jobs/replicate-parts.ts';
import type { LineFeed } from './line-feeds.ts';

const QUIET = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} } as never;

/** What replication of that feed works with, in a test. */
export async function partsOf(
  { settings }: LineFeed,
  store: Store,
  parts: FeedParts = {},
): Promise<ReplicateParts> {
  const gazetteer = await Gazetteer.load();
  const feed = createFeed(settings, parts);
  return { feed, settings, store, gazetteer, log: QUIET, interval: 0.02, reconcileEvery: 0.2 };
}

/** As many turns and key walks as it takes until what the feed has now is all in the store, and nothing else. */
export async function settle(parts: ReplicateParts): Promise<void> {
  const { signal } = new AbortController();
  const reconciler = new Reconciler(parts);
  for (let turn = 0; turn < 3; turn += 1) {
    await replicateOnce(parts, signal);
    await reconciler.walk(signal);
  }
}
