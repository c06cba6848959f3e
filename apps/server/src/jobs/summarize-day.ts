import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import { CALIFORNIA, localTime } from '../site/local-time.ts';

/** Realtors per transaction. */
const A_STEP = 200;
/** No emails before this hour in California. */
const FROM_HOUR = 8;

/**
 * Enqueues one daily email for each subscribed realtor with unanswered contacts. Runs hourly and on any number of
 * nodes; the second attempt of a day enqueues nothing.
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
  if (seen > 0) log.info({ count: seen }, 'realtors checked for the daily email');
}
