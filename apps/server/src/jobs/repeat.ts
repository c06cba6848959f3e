import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Runs `work` until the signal aborts or it returns `done`, with a pause of `every` ms after each run. A failed run is logged with
 * the message `failure` and repeated like any other.
 */
export async function repeat(
  work: () => Promise<unknown>,
  { every, log, failure }: { every: number; log: Pick<FastifyBaseLogger, 'warn'>; failure: string },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if ((await work()) === 'done') return;
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, failure);
    }
    await pause(every, signal);
  }
}

/** Resolves after `ms`, or when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
