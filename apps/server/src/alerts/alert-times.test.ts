import { expect, test } from 'vitest';
import { isDue } from './alert-times.ts';

const LA = 'America/Los_Angeles';
/** Saturday. In Los Angeles it is eight hours earlier, in Seoul nine hours later. */
const at = (time: string, day = '2026-11-21') => Date.parse(`${day}T${time}:00Z`);
const told = (time: string, day?: string) => new Date(at(time, day));

test('at once means an hour after the last letter, and never between 21 and 8 where the reader lives', () => {
  const due = (now: number, toldAt: Date | null, timeZone = LA) =>
    isDue({ frequency: 'instant', toldAt, timeZone }, now);
  expect(due(at('18:00'), null)).toBe(true);
  expect(due(at('18:00'), told('17:01'))).toBe(false);
  expect(due(at('18:00'), told('17:00'))).toBe(true);
  // 07:59 and 08:00 in Los Angeles.
  expect(due(at('15:59'), null)).toBe(false);
  expect(due(at('16:00'), null)).toBe(true);
  // 21:00 there.
  expect(due(at('05:00'), null)).toBe(false);
  // In Seoul it is 14:00 then.
  expect(due(at('05:00'), null, 'Asia/Seoul')).toBe(true);
});

test('daily is once on each day of the reader, weekly on Mondays', () => {
  const due = (frequency: 'daily' | 'weekly', now: number, toldAt: Date | null) =>
    isDue({ frequency, toldAt, timeZone: LA }, now);
  expect(due('daily', at('18:00'), told('16:30'))).toBe(false);
  expect(due('daily', at('18:00'), told('18:00', '2026-11-20'))).toBe(true);
  // 20:30 of the day before in Los Angeles, though the same day in UTC.
  expect(due('daily', at('16:00'), told('04:30'))).toBe(true);
  expect(due('weekly', at('18:00'), null)).toBe(false);
  expect(due('weekly', at('18:00', '2026-11-23'), told('18:00', '2026-11-16'))).toBe(true);
  expect(due('weekly', at('19:00', '2026-11-23'), told('18:00', '2026-11-23'))).toBe(false);
});

test('off is never, and a zone that nobody knows is that of the customers', () => {
  expect(isDue({ frequency: 'off', toldAt: null, timeZone: LA }, at('18:00'))).toBe(false);
  expect(isDue({ frequency: 'instant', toldAt: null, timeZone: 'Mars/Olympus' }, at('15:00'))).toBe(false);
  expect(isDue({ frequency: 'instant', toldAt: null, timeZone: 'Mars/Olympus' }, at('17:00'))).toBe(true);
});
