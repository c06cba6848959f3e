import { DAY_MS } from '@maru/listing/time';
import { CALIFORNIA, localTime } from '../site/local-time.ts';

/** One business day from now in California: the same hour of the next day that is not on a weekend. */
export function nextBusinessDay(now: number): Date {
  let at = now + DAY_MS;
  while (localTime(at, CALIFORNIA).weekday.startsWith('S')) at += DAY_MS;
  return new Date(at);
}
