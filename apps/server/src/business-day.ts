const DAY = 86_400_000;
const WEEKDAY = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', weekday: 'short' });

/** One business day from now, on California's calendar: the same hour of the next day that is no weekend. */
export function nextBusinessDay(now: number): Date {
  let at = now + DAY;
  while (/^S/.test(WEEKDAY.format(at))) at += DAY;
  return new Date(at);
}
