import { expect, test } from 'vitest';
import { type HourlyParts, hourlyJobs } from '../../apps/server/src/jobs/hourly-jobs.ts';
import { DEAD_EMAIL_QUEUE, EMAIL_QUEUE } from '../../apps/server/src/jobs/work-jobs.ts';
import { EMAIL_TEMPLATES } from '../../apps/server/src/mail/send-email.ts';
import { LETTER_KINDS, QUEUES } from '../../apps/web/src/admin/machine-names.tsx';

test('every job queue and every kind of email has its messages', () => {
  const hourly = Object.keys(hourlyJobs({} as HourlyParts, new AbortController().signal));
  expect([...hourly, EMAIL_QUEUE, DEAD_EMAIL_QUEUE].sort()).toEqual([...QUEUES].sort());
  expect(Object.keys(EMAIL_TEMPLATES).sort()).toEqual([...LETTER_KINDS].sort());
});
