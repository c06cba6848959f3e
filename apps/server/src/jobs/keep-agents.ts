import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

/** Poll intervals in ms. Members and offices change rarely. */
const EVERY = 5_000;
const PEOPLE_EVERY = 60_000;

/** Keeps the agents derived from listings up to date until the signal aborts. One process works at a time. */
export async function keepAgents(
  {
    store,
    log,
    every = EVERY,
  }: {
    store: Pick<Store, 'refreshAgents' | 'refreshPeople'>;
    log: Pick<FastifyBaseLogger, 'warn'>;
    every?: number;
  },
  signal: AbortSignal,
): Promise<void> {
  let peopleAt = 0;
  while (!signal.aborted) {
    try {
      await store.refreshAgents(signal);
      if (Date.now() >= peopleAt) {
        await store.refreshPeople(signal);
        peopleAt = Date.now() + PEOPLE_EVERY;
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'agent refresh failed');
    }
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}
