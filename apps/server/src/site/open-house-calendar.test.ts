import { describe, expect, it } from 'vitest';
import { openHouseCalendar } from './open-house-calendar.ts';

const entry = {
  id: 'h7k2m9-1764442800000@maru',
  start: new Date('2026-11-29T19:00:00Z'),
  end: new Date('2026-11-29T22:00:00Z'),
  summary: 'Open house: 123 Oak St, Unit 4; Irvine',
  location: '123 Oak St, Irvine, CA 92620',
  description: 'Shoes off,\nplease\\',
  url: 'https://maru.example/ca/irvine/123-oak-st-92620/h7k2m9',
};
const made = (timeZone: string, more: Partial<typeof entry> = {}) =>
  openHouseCalendar([{ ...entry, ...more }], {
    timeZone,
    name: 'x',
    stamp: new Date('2026-11-21T00:00:00Z'),
  });
/** As a calendar reads it: folded lines together again. */
const lines = (text: string) => text.replace(/\r\n /g, '').split('\r\n');

describe('the calendar file of an open house', () => {
  it('is on the clock of the home, with the rules of that clock', () => {
    const text = lines(made('America/Los_Angeles'));
    expect(text).toContain('DTSTART;TZID=America/Los_Angeles:20261129T110000');
    expect(text).toContain('DTEND;TZID=America/Los_Angeles:20261129T140000');
    expect(text).toContain('TZID:America/Los_Angeles');
    expect(text).toContain('TZOFFSETTO:-0700');
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU');
    const summer = { start: new Date('2027-07-03T19:00:00Z'), end: new Date('2027-07-03T21:00:00Z') };
    expect(lines(made('America/Los_Angeles', summer))).toContain(
      'DTSTART;TZID=America/Los_Angeles:20270703T120000',
    );
    const honolulu = lines(made('Pacific/Honolulu'));
    expect(honolulu).toContain('DTSTART;TZID=Pacific/Honolulu:20261129T090000');
    expect(honolulu.filter((line) => line.startsWith('RRULE'))).toEqual([]);
    expect(lines(made('UTC'))).toContain('DTSTART:20261129T190000Z');
  });

  it('escapes what a feed may write, and ends each line as the standard has it', () => {
    const text = made('America/Los_Angeles', { summary: 'a,b;c\r\nBEGIN:VALARM\u0000' });
    expect(lines(text)).toContain('SUMMARY:a\\,b\\;c\\nBEGIN:VALARM ');
    expect(lines(text)).toContain('DESCRIPTION:Shoes off\\,\\nplease\\\\');
    expect(lines(text)).toContain('LOCATION:123 Oak St\\, Irvine\\, CA 92620');
    expect(text.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });
});
