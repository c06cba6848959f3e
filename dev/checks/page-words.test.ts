import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findWordPart, WORD_PARTS, type WordPart, wordsOfParts } from '@maru/words/parts';
import { CATALOGUES } from '@maru/words/server';
import { expect, test } from 'vitest';
import { ROUTES } from '../../apps/web/src/boot/routes.ts';
import { HOME_LATE_WORDS } from '../../apps/web/src/routes/home/home-late-words.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WEB = join(ROOT, 'apps/web/src');
/** The table of routes names all pages and their titles, so each page is analyzed without it. */
const TABLE = join(WEB, 'boot/routes.ts');
/** Files whose imports are not followed: pages are loaded separately, and the build inlines the API's addresses. */
const LEAVES = [TABLE, join(ROOT, 'packages/contract/src/client/addresses.ts')];
/**
 * Modules that are loaded later, with the message parts that come with them (docs/decisions/0037-late-sections.md).
 */
const LATE: Record<string, readonly WordPart[]> = {
  [join(WEB, 'routes/home/home-bodies.tsx')]: HOME_LATE_WORDS,
};
const KEYS = Object.keys(CATALOGUES.en);

interface Source {
  /** Its imports except type imports, static and dynamic. */
  imports: string[];
  /** The message keys in it, including prefixes of computed ones (`t(`status.${one}`)`). */
  says: string[];
}

const sources = new Map<string, Source>();

function analyzeFile(file: string): Source {
  let source = sources.get(file);
  if (source === undefined) {
    source = LEAVES.includes(file) ? { imports: [], says: [] } : readSource(file);
    sources.set(file, source);
  }
  return source;
}

function readSource(file: string): Source {
  const text = readWithoutComments(file);
  const named = [
    ...text.matchAll(/^(?:import|export)\s+(?!type\b)[^;'"]*?from\s+'([^']+)'/gm),
    ...text.matchAll(/^import\s+'([^']+)'/gm),
    ...text.matchAll(/\bimport\('([^']+)'\)/g),
  ].map((match) => match[1] as string);
  return { imports: named.flatMap((name) => resolveImport(file, name) ?? []), says: findMessageKeys([text]) };
}

/** The source without comments. */
function readWithoutComments(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** The message keys that one of the texts contains, fully or as a prefix. */
function findMessageKeys(texts: readonly string[]): string[] {
  const found = (pattern: RegExp) =>
    new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[2] as string)));
  const whole = found(/(['"`])([a-z]\w*(?:\.\w+)+)\1/g);
  const beginnings = [...found(/(`)([a-z]\w*\.[\w.]*)\$\{/g)];
  return KEYS.filter((key) => whole.has(key) || beginnings.some((one) => key.startsWith(one)));
}

/** The file of the repository that an import resolves to. */
function resolveImport(from: string, name: string): string | undefined {
  const own = /^@maru\/([\w-]+)(?:\/([\w-]+))?$/.exec(name);
  if (own === null && !name.startsWith('.')) return undefined;
  const folder = own === null ? '' : join(ROOT, 'packages', own[1] as string);
  const file =
    own === null
      ? resolve(dirname(from), name)
      : join(folder, readExports(folder)[own[2] === undefined ? '.' : `./${own[2]}`] ?? '');
  return /\.tsx?$/.test(file) && existsSync(file) ? file : undefined;
}

function readExports(folder: string): Record<string, string | undefined> {
  return (
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { exports: Record<string, string> }
  ).exports;
}

interface Reach {
  files: Set<string>;
  /** All message keys used by them. */
  said: Set<string>;
}

/** The files that a file imports, transitively, except those behind the `late` ones. */
function collectReach(file: string, late: readonly string[] = []): Reach {
  const files = new Set<string>();
  const said = new Set<string>();
  const visit = (one: string) => {
    if (files.has(one)) return;
    files.add(one);
    if (late.includes(one)) return;
    const { imports, says } = analyzeFile(one);
    for (const key of says) said.add(key);
    imports.forEach(visit);
  };
  visit(file);
  return { files, said };
}

test('every message belongs to one part, by a dedicated row', () => {
  for (const key of KEYS) expect(WORD_PARTS).toContain(findWordPart(key));
  const sizes = WORD_PARTS.map((part) => Object.keys(wordsOfParts(CATALOGUES.ko, [part])).length);
  expect(sizes.every((size) => size > 0)).toBe(true);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(KEYS.length);
});

test('what every page loads uses messages of the common part only', () => {
  const beyond = [...collectReach(join(WEB, 'boot/entry.client.tsx')).said].filter(
    (key) => findWordPart(key) !== 'site',
  );
  expect(beyond).toEqual([]);
});

test('each page declares exactly the message parts that it uses', () => {
  for (const { name, file, title, words = [], browserOnly } of ROUTES) {
    // A page that is rendered in the browser only starts with its late parts.
    const late = browserOnly === true ? [] : Object.keys(LATE);
    const said = [title, ...collectReach(join(ROOT, 'apps/web', file), late).said];
    const came: readonly WordPart[] = ['site', ...words];
    const missing = said.filter((key) => !came.includes(findWordPart(key)));
    const idle = words.filter((part) => !said.some((key) => findWordPart(key) === part));
    const parts = [...new Set(missing.map(findWordPart))].sort();
    expect({ name, parts, missing, idle }).toEqual({ name, parts: [], missing: [], idle: [] });
  }
});

test('the late sections of a page declare exactly the message parts that they add', () => {
  for (const [file, late] of Object.entries(LATE)) {
    const { said } = collectReach(file);
    const pages = ROUTES.filter((row) => collectReach(join(ROOT, 'apps/web', row.file)).files.has(file));
    expect(pages.map(({ name }) => name)).toContain('listing');
    for (const { name, words = [] } of pages) {
      const came: readonly WordPart[] = ['site', ...words, ...late];
      const missing = [...said].filter((key) => !came.includes(findWordPart(key)));
      expect({ name, missing }).toEqual({ name, missing: [] });
    }
    expect(late.filter((part) => ![...said].some((key) => findWordPart(key) === part))).toEqual([]);
  }
});

test('every message is used', () => {
  const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx,json}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$|(en-US|ko-KR)\.json$/.test(file),
  );
  const said = new Set(findMessageKeys(files.map((file) => readWithoutComments(join(ROOT, file)))));
  expect(KEYS.filter((key) => !said.has(key))).toEqual([]);
});
