import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

const EVERY = 60_000;

/**
 * Hides, each minute, the homes of feeds that have been away for longer than their licence allows
 * (`display.maxStaleHours`), and shows those of feeds that are back. Any process may do so, also one that reads no
 * feed: the one that should may be what is down.
 */
export async function sweepStaleness(
  {
    store,
    log,
    every = EVERY,
  }: { store: Pick<Store, 'applyStaleness'>; log: FastifyBaseLogger; every?: number },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await store.applyStaleness(new Date());
    } catch (error) {
      log.warn({ err: error }, 'feeds could not be looked through for staleness');
    }
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}
