import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type HourlyParts, hourlyJobs } from '../../apps/server/src/jobs/hourly-jobs.ts';
import { DEAD_EMAIL_QUEUE, EMAIL_QUEUE } from '../../apps/server/src/jobs/work-jobs.ts';
import { EMAIL_TEMPLATES } from '../../apps/server/src/mail/send-email.ts';
import { AUDIT_ACTIONS, LETTER_KINDS, QUEUES } from '../../apps/web/src/admin/machine-names.tsx';

const ROOT = new URL('../../', import.meta.url);

test('every action that is written into the audit log has its words', () => {
  const sources = ['packages/store/src', 'apps/server/src'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/test/.test(name))
      .map((name) => readFileSync(new URL(`${folder}/${name}`, ROOT), 'utf8')),
  );
  const all = sources.join('\n');
  const found = (pattern: RegExp) => [...all.matchAll(pattern)].map(([, name]) => name ?? '');
  const written = new Set([
    ...found(/action:[^\n]*?'([a-z]+\.[a-z_]+)'/g),
    ...found(/action:[^\n]*: '([a-z]+\.[a-z_]+)'/g),
    ...found(/writeDown\('([a-z]+\.[a-z_]+)'/g),
    ...found(/const action =[^\n]*'([a-z]+\.[a-z_]+)' :/g),
    ...found(/const action =[^\n]*: '([a-z]+\.[a-z_]+)'/g),
  ]);
  expect(written.size).toBeGreaterThan(30);
  expect([...written].filter((one) => !(AUDIT_ACTIONS as readonly string[]).includes(one))).toEqual([]);
});

test('every queue of jobs and every kind of email has its words', () => {
  const hourly = Object.keys(hourlyJobs({} as HourlyParts, new AbortController().signal));
  expect([...hourly, EMAIL_QUEUE, DEAD_EMAIL_QUEUE].sort()).toEqual([...QUEUES].sort());
  expect(Object.keys(EMAIL_TEMPLATES).sort()).toEqual([...LETTER_KINDS].sort());
});
