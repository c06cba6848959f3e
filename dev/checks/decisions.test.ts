import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Every decision record has the same form, and their numbers have no holes. The next record takes the next number. */
const FOLDER = fileURLToPath(new URL('../../docs/decisions/', import.meta.url));
const SECTIONS = ['Status', 'Context', 'Decision', 'Consequences'];
const STATUS = /^(?:Accepted|Superseded by \d{4})\.(?: (?:Changes|Changed by|Adds to) \d{4}\.)*$/;

const names = (await readdir(FOLDER)).sort();

/** The faults of a record stored under `name`. */
function findFaults(name: string, text: string, numbers: ReadonlySet<string>): string[] {
  const [title = '', blank = '', date = ''] = text.split('\n');
  const parts = text.split(/^## /m).slice(1);
  const sections = parts.map((part) => part.slice(0, part.indexOf('\n')));
  const bodies = parts.map((part) => part.slice(part.indexOf('\n')).trim());
  const cited = (text.match(/(?<![\d,.-])00\d\d(?![\d.-])/g) ?? []).filter((one) => !numbers.has(one));
  return [
    ...(title.startsWith(`# ${name.slice(0, 4)}. `) && blank === '' ? [] : ['title']),
    ...(/^Date: \d{4}-\d{2}-\d{2}$/.test(date) ? [] : ['date']),
    ...(sections.join() === SECTIONS.join() ? [] : [`sections ${sections.join()}`]),
    ...SECTIONS.filter((_, at) => (bodies[at] ?? '') === '').map((section) => `empty ${section}`),
    ...(STATUS.test(bodies[0] ?? '') ? [] : ['status']),
    ...cited.map((number) => `cites ${number}`),
  ];
}

test('decision records are numbered from 0001 without holes', () => {
  const expected = names.map((_, at) => String(at + 1).padStart(4, '0'));
  expect(names.map((name) => name.slice(0, 4))).toEqual(expected);
  expect(names.filter((name) => !/^\d{4}-[a-z\d-]+\.md$/.test(name))).toEqual([]);
});

test('decision records follow the template and cite records that exist', async () => {
  const numbers = new Set(names.map((name) => name.slice(0, 4)));
  const faults = await Promise.all(
    names.map(async (name) =>
      findFaults(name, await readFile(join(FOLDER, name), 'utf8'), numbers).map(
        (fault) => `${name}: ${fault}`,
      ),
    ),
  );
  expect(faults.flat()).toEqual([]);
});

const RECORD =
  '# 0002. Title\n\nDate: 2026-11-22\n\n## Status\n\nAccepted. Changes 0001.\n\n## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n';

test.each([
  ['whole', RECORD, []],
  ['another number', RECORD.replace('# 0002', '# 0003'), ['title']],
  [
    'a section less',
    RECORD.replace('## Decision\n', ''),
    ['sections Status,Context,Consequences', 'empty Consequences'],
  ],
  ['an empty section', RECORD.replace('B.\n', ''), ['empty Decision']],
  ['a word of its own', RECORD.replace('Accepted.', 'Fine.'), ['status']],
  ['a record that is not there', RECORD.replace('C.', 'As 0009 says.'), ['cites 0009']],
])('faults of a decision record are found: %s', (_, text, faults) => {
  expect(findFaults('0002-title', text, new Set(['0001', '0002']))).toEqual(faults);
});
