import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

/** ms. What a feed says of agents and offices themselves changes seldom. */
const EVERY = 5_000;
const PEOPLE_EVERY = 60_000;

/** Keeps the list of agents after the listings, as long as the process lives. Beside another process it waits its turn. */
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
      if (!signal.aborted) log.warn({ err: error }, 'agents could not be brought after the listings');
    }
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}
