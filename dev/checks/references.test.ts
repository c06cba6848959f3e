import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Numbers of rules (R, S, F, L) that code and documents cite are defined in docs/rules.md, docs/feeds.md and
 * docs/look.md, and every document that they name is in the repository.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROOMS = ['apps', 'packages', 'dev', 'docs', 'deploy'];
const PAGES = { 'docs/rules.md': 'RS', 'docs/feeds.md': 'F', 'docs/look.md': 'L' };

const DEFINITION = /^- \*\*([A-Z][\d.]+)\*\* .+ (\[[^\]]+\])$/;
const NUMBER = /(?<![\w%'"`.#/-])(?:[RFL]\d{1,3}|S\d{1,2}\.\d{1,2})(?=[ab]?(?![\w%'"`-]))/g;
/** In test titles, which are strings, only after a word that says what kind of reference follows. */
const CITED = /\b(?:rules?|pitfall) (?:[RFL]\d|S\d+\.)[\w.]*(?:(?:, | and |–)(?:[RFL]\d|S\d+\.)[\w.]*)*/g;
/**
 * References without a target: `pitfall 7`, `idea 3`, a decision by its number alone, and `(R16)` in a test title.
 */
const NOWHERE =
  /\b(?:pitfall|ideas?) \d[\d.]*|\bdecisions\/\d{4}(?![\d-])|\((?:[RFL]\d+|S\d+\.\d+)[ab]?(?=[,):])/g;
const DOCUMENT = /(?<![\w/.-])(?:\.{0,2}\/)?[\w-][\w./-]*\.md\b/g;

const COMMENTS: Record<string, RegExp> = {
  ts: /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm,
  css: /\/\*[\s\S]*?\*\//g,
  sql: /--.*$/gm,
  md: /[\s\S]+/g,
};

async function documentsAndSources(): Promise<string[]> {
  const found = (await readdir(ROOT)).filter((name) => name.endsWith('.md'));
  for (const room of ROOMS) {
    for (const entry of await readdir(join(ROOT, room), { recursive: true, withFileTypes: true })) {
      const path = relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
      if (!/\.(tsx?|css|sql|md)$/.test(path) || /(^|\/)(node_modules|dist)\//.test(path)) continue;
      found.push(path);
    }
  }
  return found;
}

/** References of a text that are neither in `defined` nor a file relative to it or to the root. */
function unresolved(path: string, text: string, defined: ReadonlySet<string>): string[] {
  const kind = path.slice(path.lastIndexOf('.') + 1).replace('tsx', 'ts');
  const said = [...text.matchAll(COMMENTS[kind]!)].map(([comment]) => comment).join('\n');
  const cited = [...text.matchAll(CITED)].flatMap(([run]) => run.match(/[RFL]\d+|S\d+\.\d+/g) ?? []);
  const numbers = new Set([...cited, ...(said.match(NUMBER) ?? [])]);
  const isThere = (name: string) =>
    existsSync(join(ROOT, name)) || existsSync(join(ROOT, dirname(path), name));
  return [
    ...[...numbers].filter((number) => !defined.has(number)),
    ...(text.match(NOWHERE) ?? []),
    ...(text.match(DOCUMENT) ?? []).filter((name) => !isThere(name)),
  ];
}

const rules = await Promise.all(
  Object.entries(PAGES).map(async ([page, letters]) =>
    (await readFile(join(ROOT, page), 'utf8'))
      .split('\n')
      .filter((line) => line.startsWith('- **'))
      .map((line) => ({ line, number: DEFINITION.exec(line)?.[1] ?? '', letters })),
  ),
).then((pages) => pages.flat());
const defined = new Set(rules.map(({ number }) => number));

test('every rule is one line with a unique number and its source', () => {
  const misplaced = rules.filter(({ number, letters }) => number === '' || !letters.includes(number[0]!));
  expect(misplaced.map(({ line }) => line)).toEqual([]);
  expect(defined.size).toBe(rules.length);
  expect(rules.length).toBeGreaterThan(150);
});

test('every reference resolves to a rule or to a document of this repository', async () => {
  const broken: string[] = [];
  for (const path of await documentsAndSources()) {
    if (path === 'dev/checks/references.test.ts') continue;
    const text = await readFile(join(ROOT, path), 'utf8');
    broken.push(...unresolved(path, text, defined).map((what) => `${path} cites ${what}`));
  }
  expect(broken).toEqual([]);
});

test.each([
  ['x.ts', '/** Unknown is not zero (rule R999). */', ['R999']],
  ['x.ts', '// As R998 says, and S4.99.', ['R998', 'S4.99']],
  ['x.ts', "test('pitfall F77: a row', () => {});", ['F77']],
  ['x.ts', "test('the same (rules R16, R997)', () => {});", ['R997']],
  ['x.ts', "test('pitfall 7.6: a row', () => {});", ['pitfall 7.6']],
  ['x.ts', "/** Each feed's age (idea 11). */", ['idea 11']],
  ['x.ts', '// As docs/decisions/0007 says.', ['decisions/0007']],
  ['x.ts', "test('the same homes (R16)', () => {});", ['(R16']],
  ['x.tsx', '{/* NOWHERE.md, section 3 */}', ['NOWHERE.md']],
  ['x.sql', '-- Each box of a form (NOWHERE.md 3.4).', ['NOWHERE.md']],
  ['docs/x.md', 'See [rules](rules.md), [no](../no.md), R996.', ['R996', '../no.md']],
  ['x.ts', "server.listings = [anItem('R500')]; // docs/rules.md, R16", []],
])('a reference without a target is found in %s: %s', (path, text, found) => {
  expect(unresolved(path, text, defined)).toEqual(found);
});
