import { LANGUAGE_TAGS, type Locale } from '@maru/words';

/**
 * Dates and times of a home, always on the clock of the place where it stands (an open house at 1 is at 1 there,
 * wherever the reader sits). Dates without a time (`2026-11-21`) have no zone and never move.
 */

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** "Nov 21, 2026" · "2026년 11월 21일". Empty for what is no date. */
export function formatDay(time: string, timeZone: string, locale: Locale): string {
  return format(
    time,
    timeZone,
    locale,
    { year: 'numeric', month: 'short', day: 'numeric' },
    { month: 'long' },
  );
}

/** "Sat, Nov 21" · "11월 21일 (토)". */
export function formatWeekday(time: string, timeZone: string, locale: Locale): string {
  return format(
    time,
    timeZone,
    locale,
    { weekday: 'short', month: 'short', day: 'numeric' },
    { month: 'long' },
  );
}

/** "1:00 PM" · "오후 1:00". */
export function formatClock(time: string, timeZone: string, locale: Locale): string {
  return format(time, timeZone, locale, { hour: 'numeric', minute: '2-digit' });
}

/** The clock of the site: data is said to be of a day on it (the foot of each page says so). */
export const SITE_ZONE = 'America/Los_Angeles';

/** "2026-11-21": the day of an instant on a clock; what is a day already, or no time, keeps its first ten letters. */
export function dayOn(time: string, timeZone: string): string {
  const date = new Date(time);
  if (DATE_ONLY.test(time) || Number.isNaN(date.getTime())) return time.slice(0, 10);
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(date);
}

/** "PST", "HST": the zone as it is called there at that time. */
export function zoneName(time: string, timeZone: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return timeZone;
  const parts = getFormatter('en-US', { timeZoneName: 'short', timeZone }).formatToParts(date);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}

function format(
  time: string,
  timeZone: string,
  locale: Locale,
  options: Intl.DateTimeFormatOptions,
  korean: Intl.DateTimeFormatOptions = {},
): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  return getFormatter(LANGUAGE_TAGS[locale], {
    ...options,
    ...(locale === 'ko' ? korean : {}),
    timeZone: DATE_ONLY.test(time) ? 'UTC' : timeZone,
  })
    .format(date)
    .replace(/\u202f/g, ' ');
}

/** A page says dozens of dates in a few forms, and to make a formatter takes a hundred times what it takes to use one. */
const formatters = new Map<string, Intl.DateTimeFormat>();
function getFormatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(language, options);
    formatters.set(key, formatter);
  }
  return formatter;
}
