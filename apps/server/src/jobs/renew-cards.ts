import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

/** Retry delay in ms. */
const AGAIN_AFTER = 30_000;

/** Rebuilds cards of an older format once per start. Retries while the database is unavailable. */
export async function renewCards(
  {
    store,
    log,
    againAfter = AGAIN_AFTER,
  }: {
    store: Pick<Store, 'refreshCards'>;
    log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
    againAfter?: number;
  },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const count = await store.refreshCards(new Date(), signal);
      if (count > 0) log.info({ count }, 'cards of an older format rebuilt');
      return;
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'card rebuild failed');
    }
    await sleep(againAfter, undefined, { signal }).catch(() => undefined);
  }
}
