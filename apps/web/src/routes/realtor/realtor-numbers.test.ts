import { expect, test } from 'vitest';
import { groupByWeek } from './realtor-numbers.tsx';

test('every day stands in one week, and quiet weeks are there', () => {
  const days = [
    { day: '2026-11-21', received: 3, answered: 1 },
    { day: '2026-11-15', received: 2, answered: 2 },
    { day: '2026-11-14', received: 1, answered: 0 },
  ];
  expect(groupByWeek(days, { to: '2026-11-21T23:00:00.000Z', weeks: 3 })).toEqual([
    { from: '2026-11-01', received: 0, answered: 0 },
    { from: '2026-11-08', received: 1, answered: 0 },
    { from: '2026-11-15', received: 5, answered: 3 },
  ]);
});
