import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

/** Between two looks, ms. */
const LOOK_EVERY = 30_000;

/**
 * After an import of districts or attendance areas: gives the homes theirs, a batch at a time. Looks every half a minute,
 * which is one short statement while nothing was imported.
 */
export async function keepSchoolAreas(
  { store, log }: { store: Store; log: Pick<FastifyBaseLogger, 'info' | 'warn'> },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const count = await store.refreshSchoolAreas(signal);
      if (count > 0) log.info({ count }, 'homes have other school districts or schools now');
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'homes did not get their school districts');
    }
    await sleep(LOOK_EVERY, undefined, { signal }).catch(() => undefined);
  }
}
