import { CLOCK_JUMP_MS, type Store, trustedFrom } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

export interface ClockParts {
  store: Pick<Store, 'clockCheck'>;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/**
 * A job that deletes by age, done only while the clock can be trusted: a clock that is wrong by years would delete what is to be
 * kept for years.
 *
 * A clock is trusted when it differs from the database's by a day at most, and when from one look to the next it has taken no
 * step of more than a day for as long as its last such step was, at least a day and at most a week. A pause of the site that was
 * longer than a day looks like a jump too. Meanwhile each run logs an error and deletes nothing: time for somebody to set the
 * clock right. Old rows then go some days late.
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
    // Not noted: the clocks of the other nodes may be right.
    log.error(
      { now, databaseNow },
      'the clocks of this process and of the database differ by more than a day: nothing is deleted by age',
    );
    return false;
  }
  const note = await store.clockCheck.note(now);
  const from = trustedFrom(note);
  if (now >= from) return true;
  if (note.jumpedFrom === null) {
    log.info({ from }, 'the clock is new to this database: nothing is deleted by age for a day');
  } else {
    log.error(
      { ...note, from },
      'the clock jumped by more than a day, or the site was off for as long: nothing is deleted by age until then',
    );
  }
  return false;
}
