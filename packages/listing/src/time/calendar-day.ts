import { DAY_MS } from './durations.ts';
/** A calendar day, `YYYY-MM-DD`, without time and zone. */
export type CalendarDay = string;

/** Year, month (1–12) and day. @throws RangeError when invalid */
export function parseCalendarDay(day: CalendarDay): { year: number; month: number; day: number } {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined || !isCalendarDay(day)) throw new RangeError(`not a day: ${day}`);
  return { year: Number(year), month: Number(month), day: Number(date) };
}

export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whole days from `from` to `to`. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

export function addDays(day: CalendarDay, days: number): CalendarDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function firstOfMonthAfter(day: CalendarDay, months: number): CalendarDay {
  const { year, month } = parseCalendarDay(day);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}
