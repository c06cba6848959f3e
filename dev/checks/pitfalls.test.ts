import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Each pitfall of docs/feeds.md (F1 to F33) has a test whose name starts with its number.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PITFALLS = [...(await readFile(join(ROOT, 'docs/feeds.md'), 'utf8')).matchAll(/^- \*\*F(\d+)\*\*/gm)]
  .map(([, number]) => Number(number))
  .filter((number) => number < 40);

test('every pitfall of docs/feeds.md has a test that names it', async () => {
  const named = new Set<number>();
  for (const folder of ['apps', 'packages', 'dev']) {
    for (const entry of await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const path = relative(ROOT, join(entry.parentPath, entry.name));
      if (!/\.test\.tsx?$/.test(path) || /node_modules|[\\/]dist[\\/]/.test(path)) continue;
      if (path.endsWith('pitfalls.test.ts')) continue;
      const text = await readFile(join(ROOT, path), 'utf8');
      // Test titles: the text after `test(`, `it(`, `describe(`, or `test.each(…)(`.
      for (const [, , name = ''] of text.matchAll(
        /(?:\b(?:test|it|describe)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\n])*)\1/g,
      )) {
        for (const [, number] of name.matchAll(/pitfall F(\d+)\b/g)) named.add(Number(number));
      }
    }
  }
  expect(PITFALLS).toHaveLength(32);
  expect(PITFALLS.filter((number) => !named.has(number)).map((number) => `F${number}`)).toEqual([]);
});
