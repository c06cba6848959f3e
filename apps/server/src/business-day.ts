import { CALIFORNIA, localTime } from './local-time.ts';

const DAY = 86_400_000;

/** One business day from now, on California's calendar: the same hour of the next day that is no weekend. */
export function nextBusinessDay(now: number): Date {
  let at = now + DAY;
  while (localTime(at, CALIFORNIA).weekday.startsWith('S')) at += DAY;
  return new Date(at);
}
