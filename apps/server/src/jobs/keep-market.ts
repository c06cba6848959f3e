import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

/** Poll interval in ms, short enough for a first load or a purge. */
const EVERY = 15_000;

/** Keeps the monthly market figures up to date until the signal aborts. One process computes them. */
export async function keepMarket(
  {
    store,
    log,
    every = EVERY,
  }: { store: Pick<Store, 'refreshMarket'>; log: Pick<FastifyBaseLogger, 'warn' | 'info'>; every?: number },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const began = Date.now();
      if (await store.refreshMarket(new Date())) {
        log.info({ ms: Date.now() - began }, 'market months computed');
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'market months could not be computed');
    }
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}
