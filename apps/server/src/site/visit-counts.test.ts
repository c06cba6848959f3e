import type { CampaignCount } from '@maru/store';
import { expect, test } from 'vitest';
import { VisitCounts } from './visit-counts.ts';

test('steps are sums a day of California, written together, and none is lost while the store is away', async () => {
  const written: CampaignCount[][] = [];
  let isAway = true;
  const add = async (counts: readonly CampaignCount[]) => {
    if (isAway) throw new Error('away');
    written.push([...counts]);
  };
  // Half past one in the morning in UTC is still the day before in California.
  const visits = new VisitCounts({ campaigns: { add } } as never, () => Date.parse('2026-11-22T01:30:00Z'));
  visits.add('radio', 'arrival');
  visits.add('radio', 'arrival');
  await visits.write();
  visits.add('radio', 'arrival');
  visits.add('radio', 'contact');
  isAway = false;
  await visits.write();
  await visits.write();
  expect(written).toEqual([
    [
      { source: 'radio', day: '2026-11-21', step: 'arrival', count: 3 },
      { source: 'radio', day: '2026-11-21', step: 'contact', count: 1 },
    ],
  ]);
});

test('whoever makes up sources fills no memory', async () => {
  let count = 0;
  const add = async (counts: readonly CampaignCount[]) => {
    count = counts.length;
  };
  const visits = new VisitCounts({ campaigns: { add } } as never, () => 0);
  for (let i = 0; i < 5_000; i += 1) visits.add(`s${i}`, 'arrival');
  await visits.write();
  expect(count).toBe(2_000);
});
