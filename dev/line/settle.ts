import { createFeed, type FeedParts } from '@maru/mls';
import type { Store } from '@maru/store';
import { Reconciler } from '../../apps/server/src/jobs/reconcile.ts';
import { replicateOnce } from '../../apps/server/src/jobs/replicate.ts';
import type { ReplicateParts } from '../../apps/server/src/jobs/replicate-parts.ts';
import { loadSharedGazetteer } from '../../apps/server/src/testing/testing-gazetteer.ts';
import type { LineFeed } from './line-feeds.ts';

const QUIET = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} } as never;

/** The arguments of `replicate` for a feed in tests. */
export async function createParts(
  { settings }: LineFeed,
  store: Store,
  parts: FeedParts = {},
): Promise<ReplicateParts> {
  const gazetteer = await loadSharedGazetteer();
  const feed = createFeed(settings, parts);
  return { feed, settings, store, gazetteer, log: QUIET, interval: 0.02, reconcileEvery: 0.2 };
}

/** Replicates and reconciles until the store equals the feed. */
export async function settle(parts: ReplicateParts): Promise<void> {
  const { signal } = new AbortController();
  const reconciler = new Reconciler(parts);
  for (let turn = 0; turn < 3; turn += 1) {
    await replicateOnce(parts, signal);
    await reconciler.walk(signal);
  }
}
