import { expect, test } from 'vitest';
import { migrationChecksum } from './migration-checksum.ts';

const SQL = `-- What a home's rows are.
CREATE TABLE home (id text, /* of the feed */ note text DEFAULT 'it''s -- a /* text', "a -- b" int);`;

test.each([
  ['a comment that says something else', SQL.replace("What a home's rows are", 'Rows, 2026')],
  ['no comment', SQL.replace(/^.*\n/, '').replace(' /* of the feed */', '')],
  ['line breaks and indentation', SQL.replaceAll(', ', ',\r\n    ').replaceAll('(id', '(id')],
])('a migration file with %s has the same checksum', (_, sql) => {
  const isSame = migrationChecksum(sql) === migrationChecksum(SQL.replaceAll(', ', ',  '));
  expect(isSame).toBe(true);
});

test.each([
  ['a statement', SQL.replace('note text', 'note int')],
  ['one more statement', `${SQL}\nDROP TABLE home;`],
  ['a text that looks like a comment', SQL.replace('-- a', '-- b')],
  ['blanks in a text', SQL.replace('-- a', '--  a')],
  ['a name that looks like a comment', SQL.replace('"a -- b"', '"a -- c"')],
  ['a statement that became a comment', SQL.replace('CREATE', '-- CREATE')],
])('a change of %s is one', (_, sql) => {
  expect(migrationChecksum(sql)).not.toBe(migrationChecksum(SQL));
});

test('apostrophes in comments begin no text', () => {
  const texts = ["it's", 'its'].map((word) => migrationChecksum(`select 1; -- ${word} one\nselect 2;`));
  expect(texts[0]).toBe(texts[1]);
});
