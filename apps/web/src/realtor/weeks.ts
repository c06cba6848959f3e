import { DAY_MS } from '@maru/listing/time';

export interface Week {
  /** Its first day, YYYY-MM-DD. */
  from: string;
  received: number;
  answered: number;
}

/** The days of a time as weeks, oldest first, the last one ending with `to` (UTC ISO); weeks without anything are there too. */
export function weeksOf(
  days: readonly { day: string; received: number; answered: number }[],
  { to, weeks }: { to: string; weeks: number },
): Week[] {
  const end = Date.parse(`${to.slice(0, 10)}T00:00:00Z`) + DAY_MS;
  return Array.from({ length: weeks }, (_, at) => {
    const from = end - (weeks - at) * 7 * DAY_MS;
    const own = days.filter(({ day }) => {
      const time = Date.parse(`${day}T00:00:00Z`);
      return time >= from && time < from + 7 * DAY_MS;
    });
    return {
      from: new Date(from).toISOString().slice(0, 10),
      received: own.reduce((sum, one) => sum + one.received, 0),
      answered: own.reduce((sum, one) => sum + one.answered, 0),
    };
  });
}
