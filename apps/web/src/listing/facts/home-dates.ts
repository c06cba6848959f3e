import { LANGUAGE_TAGS, type Locale } from '@maru/words';

/** Dates and times of a home, in its own time zone. Dates without a time (`2026-11-21`) have no zone and never shift. */

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** "Nov 21, 2026" · "2026년 11월 21일". Empty for an invalid date. */
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

/** "Nov 2026" · "2026년 11월" of a date; with `long` "November 2026". */
export function formatMonth(date: string, locale: Locale, month: 'short' | 'long' = 'short'): string {
  return format(date, 'UTC', locale, { year: 'numeric', month }, { month: 'long' });
}

/** The time zone for dates of data, as the footer of each page says. */
export const SITE_ZONE = 'America/Los_Angeles';

/** "2026-11-21": the day of an instant in a time zone. A date, or an invalid text, keeps its first ten characters. */
export function dayOn(time: string, timeZone: string): string {
  const date = new Date(time);
  if (DATE_ONLY.test(time) || Number.isNaN(date.getTime())) return time.slice(0, 10);
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(date);
}

/** "PST", "HST": the name of the zone at that time. */
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

/** Formatters by language and options: creating one takes a hundred times as long as using it. */
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
