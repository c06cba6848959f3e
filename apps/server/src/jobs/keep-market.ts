import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

/** ms between two looks at whether the months are due: soon after a first load, and after a purge. */
const EVERY = 15_000;

/** Keeps the market's months after the listings, as long as the process lives. Beside another process it finds them done. */
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
        log.info({ ms: Date.now() - began }, 'the months of the market were made');
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'the months of the market could not be made');
    }
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}
