import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@maru/listing/time';
import type { FastifyBaseLogger } from 'fastify';
import type { DiskFiles } from '../media/object-files.ts';

const EVERY = HOUR_MS;

/**
 * Deletes partial files of interrupted writes, on start and hourly. Runs in every process, because each has its own
 * disk; a queue job would run on one node only.
 */
export async function sweepUnfinished(
  {
    folders,
    log,
    every = EVERY,
  }: {
    folders: readonly Pick<DiskFiles, 'sweep'>[];
    log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
    every?: number;
  },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const folder of folders) {
      try {
        const deleted = await folder.sweep(Date.now());
        if (deleted > 0) log.info({ deleted }, 'partial files deleted');
      } catch (error) {
        log.warn({ err: error }, 'sweep of partial files failed');
      }
    }
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}
