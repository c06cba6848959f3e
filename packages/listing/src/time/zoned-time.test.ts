import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatLocalTime, parseLocalTime } from './zoned-time.ts';

test.each([
  ['2026-11-28T10:00', 'America/Los_Angeles', '2026-11-28T18:00:00.000Z'],
  ['2026-07-04T10:00', 'America/Los_Angeles', '2026-07-04T17:00:00.000Z'],
  ['2026-07-04T10:00', 'America/Phoenix', '2026-07-04T17:00:00.000Z'],
  ['2026-11-28T00:30', 'Pacific/Honolulu', '2026-11-28T10:30:00.000Z'],
  // Shown twice in that night, and skipped in the other.
  ['2026-11-01T01:30', 'America/Los_Angeles', '2026-11-01T08:30:00.000Z'],
  ['2026-03-08T02:30', 'America/Los_Angeles', '2026-03-08T10:30:00.000Z'],
])('%s in %s is %s', (typed, zone, instant) => {
  expect(parseLocalTime(typed, zone)).toBe(instant);
});

test('what is no time is none', () => {
  for (const typed of ['', 'tomorrow', '2026-02-30T10:00', '2026-11-28', '2026-11-28T25:00']) {
    expect(parseLocalTime(typed, 'UTC')).toBeUndefined();
  }
});

test('what a clock shows comes back as it was typed', () => {
  const zones = ['America/Los_Angeles', 'America/New_York', 'Pacific/Honolulu', 'Asia/Seoul'];
  const minute = fc.integer({ min: 29_000_000, max: 31_000_000 });
  fc.assert(
    fc.property(minute, fc.constantFrom(...zones), (minutes, zone) => {
      const typed = formatLocalTime(minutes * 60_000, zone);
      const instant = parseLocalTime(typed, zone) ?? '';
      expect(formatLocalTime(Date.parse(instant), zone)).toBe(typed);
    }),
    { numRuns: 200 },
  );
});
