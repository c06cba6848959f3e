import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

/** Poll interval, in ms. */
const LOOK_EVERY = 30_000;

/**
 * Assigns districts and attendance areas to homes after an import, in batches. Without an import a poll is one short
 * statement.
 */
export async function keepSchoolAreas(
  { store, log }: { store: Store; log: Pick<FastifyBaseLogger, 'info' | 'warn'> },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const count = await store.refreshSchoolAreas(signal);
      if (count > 0) log.info({ count }, 'school areas of homes updated');
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'school area update failed');
    }
    await sleep(LOOK_EVERY, undefined, { signal }).catch(() => undefined);
  }
}
