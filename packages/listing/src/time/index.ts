export { addDays, type CalendarDay, isCalendarDay } from './calendar-day.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
export { timeZoneAt, timeZoneOf, type ZonedPlace } from './time-zone.ts';
export { instantOf, typedOf } from './zoned-time.ts';
