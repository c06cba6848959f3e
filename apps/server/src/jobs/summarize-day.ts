import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import { CALIFORNIA, localTime } from '../site/local-time.ts';

/** Realtors a transaction. */
const A_STEP = 200;
/** From this hour on the clock of California: nobody is woken. */
const FROM_HOUR = 8;

/**
 * Promises each realtor who wants it one letter a day while somebody waits for an answer. To be called each hour, by any
 * number of nodes: a realtor who had the day's letter gets no second one.
 */
export async function summarizeDay(
  { store, log }: { store: Pick<Store, 'realtors'>; log: Pick<FastifyBaseLogger, 'info'> },
  now: Date,
): Promise<void> {
  const { day, hour } = localTime(now.getTime(), CALIFORNIA);
  if (hour < FROM_HOUR) return;
  let seen = 0;
  for (;;) {
    const step = await store.realtors.summarize(day, now, A_STEP);
    seen += step;
    if (step < A_STEP) break;
  }
  if (seen > 0) log.info({ count: seen }, 'realtors were looked at for the letter of the day');
}
