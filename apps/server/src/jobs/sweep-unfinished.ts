import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@maru/listing';
import type { FastifyBaseLogger } from 'fastify';
import type { DiskFiles } from '../media/object-files.ts';

const EVERY = HOUR_MS;

/**
 * Deletes, at the start and then each hour, what writes have left whose process ended. Every process does so, since each has a disk of
 * its own; it is no job of the queue, which one process takes for all.
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
        if (deleted > 0) log.info({ deleted }, 'files that were not written to their end were deleted');
      } catch (error) {
        log.warn(
          { err: error },
          'a folder could not be looked through for files that were not written to their end',
        );
      }
    }
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}
