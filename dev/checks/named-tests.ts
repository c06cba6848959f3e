import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The rows of all tables of a Markdown page, without the header rows, as cells. */
export function parseTableRows(page: string): string[][] {
  return page
    .split('\n')
    .filter((line, at, lines) => line.startsWith('| ') && !/^\|[ -]*-/.test(lines[at + 1] ?? ''))
    .map((line) => line.slice(2, -2).split(' | '));
}

/** The faults of rows of the form: promise, test file, text that occurs in the file (usually the test's title). */
export async function missingTests(rows: readonly (readonly (string | undefined)[])[]): Promise<string[]> {
  const broken: string[] = [];
  const texts = new Map<string, string>();
  for (const [row = '', file = '', name = ''] of rows) {
    const path = file.replaceAll('`', '');
    if (name === '' || !existsSync(join(ROOT, path))) {
      broken.push(`${row}: ${path || 'no test'}`);
      continue;
    }
    if (!texts.has(path)) texts.set(path, await readFile(join(ROOT, path), 'utf8'));
    if (!texts.get(path)?.includes(name)) broken.push(`${row}: "${name}" is not in ${path}`);
  }
  return broken;
}
