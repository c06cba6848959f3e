import { DAY_MS } from './durations.ts';

/** Conversion of `datetime-local` values (`2026-11-28T10:00`) in the time zone of a home. */

const TYPED = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/** UTC ISO; undefined when invalid. Ambiguous times use the first occurrence; skipped times are shifted by the gap. */
export function parseLocalTime(typed: string, timeZone: string): string | undefined {
  const parts = TYPED.exec(typed)?.slice(1).map(Number);
  if (parts === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts;
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  if (new Date(wall).toISOString().slice(0, 16) !== typed) return undefined;
  const before = wall - offsetAt(wall - DAY_MS, timeZone);
  const after = wall - offsetAt(wall + DAY_MS, timeZone);
  const fits = [before, after].filter((at) => at + offsetAt(at, timeZone) === wall);
  return new Date(fits.length > 0 ? Math.min(...fits) : before).toISOString();
}

/** The local time of an instant (ms) as a `datetime-local` value. */
export function formatLocalTime(at: number, timeZone: string): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16);
}

/** UTC offset in ms. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return wall - Math.floor(at / 60_000) * 60_000;
}
