import { expect, test } from 'vitest';
import { nextBusinessDay } from './business-day.ts';

test.each([
  ['a Tuesday', '2026-11-17T18:00:00Z', '2026-11-18T18:00:00.000Z'],
  ['a Friday', '2026-11-20T18:00:00Z', '2026-11-23T18:00:00.000Z'],
  ['a Saturday', '2026-11-21T18:00:00Z', '2026-11-23T18:00:00.000Z'],
  ['a Sunday', '2026-11-22T18:00:00Z', '2026-11-23T18:00:00.000Z'],
  [
    'a Thursday night in California, when London has Friday',
    '2026-11-20T05:00:00Z',
    '2026-11-21T05:00:00.000Z',
  ],
])('after %s', (_, now, then) => {
  expect(nextBusinessDay(Date.parse(now)).toISOString()).toBe(then);
});
