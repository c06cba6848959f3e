import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, LETTER_KINDS, QUEUES } from './machine-names.tsx';

const ROOT = new URL('../../../../', import.meta.url);

/** The product's own sources, without tests. */
function sources(folder: string): string[] {
  return readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/test/.test(name))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, ROOT), 'utf8'));
}

const all = [...sources('packages/store/src'), ...sources('apps/server/src')].join('\n');
const found = (pattern: RegExp, text = all) => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? '')),
];

test('whatever is written down has its words', () => {
  const said = [
    ...found(/action:[^\n]*?'([a-z]+\.[a-z_]+)'/g),
    ...found(/action:[^\n]*: '([a-z]+\.[a-z_]+)'/g),
    ...found(/writeDown\('([a-z]+\.[a-z_]+)'/g),
    ...found(/const action =[^\n]*'([a-z]+\.[a-z_]+)' :/g),
    ...found(/const action =[^\n]*: '([a-z]+\.[a-z_]+)'/g),
  ];
  expect(said.length).toBeGreaterThan(30);
  expect(said.filter((one) => !(AUDIT_ACTIONS as readonly string[]).includes(one))).toEqual([]);
});

test('whatever waits in a queue has its words', () => {
  const jobs = readFileSync(new URL('apps/server/src/jobs/hourly-jobs.ts', ROOT), 'utf8');
  const hourly = found(/^ {4}'([a-z-]+)': /gm, jobs);
  const own = found(/const (?:DEAD_)?EMAIL_QUEUE = '([a-z-]+)'/g);
  expect([...hourly, ...own].sort()).toEqual([...QUEUES].sort());
  const letters = readFileSync(new URL('apps/server/src/mail/send-email.ts', ROOT), 'utf8');
  const table = letters.slice(letters.indexOf('EMAIL_TEMPLATES:'), letters.indexOf('};'));
  expect(found(/^ {2}'?([a-z-]+)'?[:,]/gm, table).sort()).toEqual([...LETTER_KINDS].sort());
});
