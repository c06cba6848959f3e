import { expect, test } from 'vitest';
import { dayOn, formatClock, formatDay, formatWeekday, SITE_ZONE, zoneName } from './home-dates.ts';

const PACIFIC = 'America/Los_Angeles';

test('a time is said on the clock of the home, not of the reader', () => {
  expect(formatClock('2026-11-21T21:00:00Z', PACIFIC, 'en')).toBe('1:00 PM');
  expect(formatClock('2026-11-21T21:00:00Z', 'Pacific/Honolulu', 'en')).toBe('11:00 AM');
  expect(formatClock('2026-11-21T21:00:00Z', PACIFIC, 'ko')).toBe('오후 1:00');
  expect(zoneName('2026-11-21T21:00:00Z', PACIFIC)).toBe('PST');
  expect(zoneName('2026-07-21T21:00:00Z', PACIFIC)).toBe('PDT');
});

test('a day late in the evening is still that day at the home', () => {
  expect(formatDay('2026-11-22T05:30:00Z', PACIFIC, 'en')).toBe('Nov 21, 2026');
  expect(formatDay('2026-11-22T05:30:00Z', PACIFIC, 'ko')).toBe('2026년 11월 21일');
  expect(formatWeekday('2026-11-22T05:30:00Z', PACIFIC, 'en')).toBe('Sat, Nov 21');
  expect(formatWeekday('2026-11-22T05:30:00Z', PACIFIC, 'ko')).toBe('11월 21일 (토)');
});

test('data is of the day that it is in California, not of tomorrow', () => {
  expect(dayOn('2026-11-22T05:30:00Z', SITE_ZONE)).toBe('2026-11-21');
  expect(dayOn('2026-11-22T09:30:00Z', SITE_ZONE)).toBe('2026-11-22');
  expect(dayOn('2026-11-22', SITE_ZONE)).toBe('2026-11-22');
  expect(dayOn('soon', SITE_ZONE)).toBe('soon');
});

test('a date without a time never moves', () => {
  for (const zone of [PACIFIC, 'Pacific/Honolulu', 'Asia/Seoul', 'UTC']) {
    expect(formatDay('2026-11-21', zone, 'en')).toBe('Nov 21, 2026');
  }
});

test('what is no date breaks nothing', () => {
  expect(formatDay('soon', PACIFIC, 'en')).toBe('');
});
