export { addDays, type CalendarDay, isCalendarDay } from './calendar-day.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
export { findTimeZone, timeZoneAt, type ZonedPlace } from './time-zone.ts';
export { formatLocalTime, parseLocalTime } from './zoned-time.ts';
