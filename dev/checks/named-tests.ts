import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The rows of all tables of a page of docs, without their heads; each as its cells. */
export function rowsOf(page: string): string[][] {
  return page
    .split('\n')
    .filter((line, at, lines) => line.startsWith('| ') && !/^\|[ -]*-/.test(lines[at + 1] ?? ''))
    .map((line) => line.slice(2, -2).split(' | '));
}

/** What is wrong with rows of what is promised, the file of its test, and how the test's name begins. */
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
