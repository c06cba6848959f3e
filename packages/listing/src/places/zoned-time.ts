import { DAY_MS } from './durations.ts';

/**
 * Times as they are typed (`2026-11-28T10:00`, a `datetime-local` field) on the clock of a home's place, wherever the
 * one who types sits.
 */

const TYPED = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/**
 * The instant (UTC ISO) at which the clock there shows what was typed; undefined for what is no time. Shown twice in a
 * night, it is the first; skipped in a night, it is as much later.
 */
export function instantOf(typed: string, timeZone: string): string | undefined {
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

/** What the clock there shows at an instant (ms), as such a field has it. */
export function typedOf(at: number, timeZone: string): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16);
}

/** How far the clock there is ahead of UTC, ms. */
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
