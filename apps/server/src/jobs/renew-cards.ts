import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

/** Before another attempt, ms. */
const AGAIN_AFTER = 30_000;

/** Makes the cards anew that an older version has made, once a start; a database that is away is waited for. */
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
      if (count > 0) log.info({ count }, 'cards of an older version are made anew');
      return;
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'cards were not made anew');
    }
    await sleep(againAfter, undefined, { signal }).catch(() => undefined);
  }
}
