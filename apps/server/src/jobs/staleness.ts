import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

const EVERY = 60_000;

/**
 * Every minute, hides the homes of feeds without a successful poll for longer than their license allows
 * (`display.maxStaleHours`) and shows those of recovered feeds. Every process does this, because the one that reads the
 * feed may be down.
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
      log.warn({ err: error }, 'staleness check failed');
    }
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}
