import { CLOCK_JUMP_MS, type Store, trustedFrom } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

export interface ClockParts {
  store: Pick<Store, 'clockCheck'>;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/**
 * Wraps a job that deletes by age, so that it runs only while the clock is trusted: a clock that is years ahead would
 * delete data early.
 * The clock is trusted when it is within a day of the database's, and has not stepped by more than a day recently: a
 * step is distrusted for as long as it was, between one day and one week. An outage longer than a day counts as a step.
 * Until then each run logs an error and deletes nothing, which leaves time to correct the clock.
 */
export function onTrustedClock(
  parts: ClockParts,
  work: (now: Date) => Promise<void>,
): (now: Date) => Promise<void> {
  return async (now) => {
    if (await isTrusted(parts, now)) await work(now);
  };
}

async function isTrusted({ store, log }: ClockParts, now: Date): Promise<boolean> {
  const databaseNow = await store.clockCheck.databaseNow();
  if (Math.abs(now.getTime() - databaseNow.getTime()) > CLOCK_JUMP_MS) {
    // Not recorded: the clocks of the other nodes may be right.
    log.error(
      { now, databaseNow },
      'clock differs from the database clock by more than a day; deletion by age is suspended',
    );
    return false;
  }
  const note = await store.clockCheck.note(now);
  const from = trustedFrom(note);
  if (now >= from) return true;
  if (note.jumpedFrom === null) {
    log.info({ from }, 'first clock reading for this database; deletion by age is suspended for a day');
  } else {
    log.error(
      { ...note, from },
      'clock stepped by more than a day, or the site was down that long; deletion by age is suspended',
    );
  }
  return false;
}
