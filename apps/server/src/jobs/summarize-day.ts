import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

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
  const { day, hour } = californian(now);
  if (hour < FROM_HOUR) return;
  let seen = 0;
  for (;;) {
    const step = await store.realtors.summarize(day, now, A_STEP);
    seen += step;
    if (step < A_STEP) break;
  }
  if (seen > 0) log.info({ count: seen }, 'realtors were looked at for the letter of the day');
}

function californian(now: Date): { day: string; hour: number } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Los_Angeles',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: `${of('year')}-${of('month')}-${of('day')}`, hour: Number(of('hour')) };
}
