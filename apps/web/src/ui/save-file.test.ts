import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsv } from '../ui/save-file.ts';

test.each([
  ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
  ['+1', `"'+1"`],
  ['-cmd', `"'-cmd"`],
  ['@sum', `"'@sum"`],
  ['＝1+1', `"'＝1+1"`],
  ['say "hi", friend', '"say ""hi"", friend"'],
  ['김서연', '"김서연"'],
])('%s is a text in a spreadsheet, not a formula', (given, written) => {
  expect(formatCsv([[given]])).toBe(`\ufeff${written}\r\n`);
});

test('numbers stay numbers, nothing stays nothing', () => {
  expect(formatCsv([['radio', 3, null]])).toBe('\ufeff"radio",3,\r\n');
});

test('no text ever begins a cell like a formula', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(formatCsv([[text]]).slice(1)).not.toMatch(/^"[=+\-@\t\r]/);
    }),
  );
});
