import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERROR_STATUS, FIELD_REASONS } from '@maru/contract';
import { expect, test } from 'vitest';
import { parseSettings, SettingsError } from '../../apps/server/src/env.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

async function filesBelow(folder: string, pattern: RegExp): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => pattern.test(path) && !/node_modules|\/dist\//.test(path));
}
const read = (path: string) => readFile(join(ROOT, path), 'utf8');
const sources = (
  await Promise.all(['apps', 'packages'].map((folder) => filesBelow(folder, /\.tsx?$/)))
).flat();

test('the environment is read in one place', async () => {
  const broken: string[] = [];
  for (const file of sources) {
    if (file === 'apps/server/src/env.ts' || /\.test\.tsx?$|testing\.ts$/.test(file)) continue;
    if (/process\.env/.test(await read(file))) broken.push(file);
  }
  expect(broken).toEqual([]);
});

test('.env.example names every setting and nothing else', async () => {
  const settings = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    { get: (_, name) => void settings.add(String(name)) },
  );
  expect(() => parseSettings(env)).toThrow(SettingsError);
  const start = await read('dev/start.ts');
  for (const [, name = ''] of start.matchAll(/process\.env\.([A-Z0-9_]+)/g)) settings.add(name);
  const named = [...(await read('.env.example')).matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(
    (match) => match[1],
  );
  expect([...new Set(named)].sort()).toEqual([...settings].filter((name) => name !== 'MARU_MODE').sort());
});

test('every error code and reason is used somewhere', async () => {
  const givers = sources.filter(
    (path) => /^(apps\/server|packages\/listing)\/src\//.test(path) && !path.includes('.test.'),
  );
  const written = (await Promise.all(givers.map(read))).join('\n');
  const words = [...Object.keys(ERROR_STATUS), ...FIELD_REASONS];
  expect(words.filter((word) => !written.includes(`'${word}'`))).toEqual([]);
});

test("a package's index is a table of contents: names only, at most 80 of them for each entry of listing", async () => {
  const broken: string[] = [];
  for (const file of sources.filter((path) => /^packages\/listing\/src\/([^/]+\/)?index\.ts$/.test(path))) {
    const names = [...(await read(file)).matchAll(/\{([^}]*)\}/g)].flatMap((match) =>
      (match[1] as string).split(',').filter((name) => name.trim()),
    );
    if (names.length > 80) broken.push(`${file} has ${names.length} names`);
  }
  for (const file of sources.filter((path) => /^packages\/[^/]+\/src\/([^/]+\/)?index\.ts$/.test(path))) {
    const text = (await read(file)).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    if (/export (type )?\*/.test(text)) broken.push(`${file} has export *`);
    if (/\b(const|function|class|let)\b/.test(text)) broken.push(`${file} has logic`);
    if (!/export/.test(text)) broken.push(`${file} is empty`);
  }
  expect(broken).toEqual([]);
});

test('every path named by a walk, a decision or ARCHITECTURE.md exists', async () => {
  const pages = [...(await filesBelow('docs', /^docs\/(walks|decisions)\/.*\.md$/)), 'ARCHITECTURE.md'];
  const broken: string[] = [];
  for (const page of pages) {
    for (const [, path] of (await read(page)).matchAll(/`((?:apps|packages|dev|docs)\/[\w./-]+)`/g)) {
      if (!existsSync(join(ROOT, path as string))) broken.push(`${page} names ${path}`);
    }
  }
  expect(broken).toEqual([]);
});

test('every package with an install script, on any platform, is on the reviewed list', async () => {
  const { packages } = JSON.parse(await read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const { allowScripts } = JSON.parse(await read('package.json')) as {
    allowScripts: Record<string, boolean>;
  };
  // npm builds a package with a binding.gyp on install, which the lock file does not tell.
  const isBuilt = (path: string) => existsSync(join(ROOT, path, 'binding.gyp'));
  const scripted = Object.entries(packages)
    .filter(([path]) => path.startsWith('node_modules/'))
    .filter(([path, { hasInstallScript }]) => hasInstallScript || isBuilt(path))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(scripted)].sort());
});

test('no script of package.json sets a variable before its command, which Windows does not support', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  expect(Object.values(scripts).filter((script) => /(^|&& )[A-Z_]+=/.test(script))).toEqual([]);
});

test('versions are pinned exactly and the lock file names no host', async () => {
  const manifests = [
    'package.json',
    ...(await filesBelow('packages', /^packages\/[^/]+\/package\.json$/)),
    ...(await filesBelow('apps', /^apps\/[^/]+\/package\.json$/)),
  ];
  const broken: string[] = [];
  for (const file of manifests) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(await read(file)) as Record<
      string,
      Record<string, string>
    >;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) broken.push(`${file}: ${name} ${version}`);
    }
  }
  expect(broken).toEqual([]);
  expect((await read('package-lock.json')).match(/"resolved": "https?:/g)).toBeNull();
});

test('no UI text is in code', async () => {
  const broken: string[] = [];
  for (const file of sources.filter(
    (path) => path.startsWith('apps/web/src/') && path.endsWith('.tsx') && !path.includes('.test.'),
  )) {
    const text = await read(file);
    for (const [, words] of text.matchAll(
      />\s*([A-Za-z가-힣][^<>{}=;()]*[A-Za-z가-힣]{2,}[^<>{}=;()]*)\s*<\//g,
    )) {
      broken.push(`${file}: ${words?.trim()}`);
    }
    for (const [, name, words] of text.matchAll(
      /\b(aria-label|title|alt|placeholder)="([^"]*\p{L}{2,}[^"]*)"/gu,
    )) {
      broken.push(`${file}: ${name}=${words}`);
    }
  }
  expect(broken).toEqual([]);
});

test('no tracked file has a conflict marker of git', () => {
  // Exit status 1: no match. `-I` skips binary files.
  const grep = ['grep', '-nIE', '^(<{7}|={7}|>{7})'];
  const found = spawnSync('git', grep, { cwd: ROOT, encoding: 'utf8' });
  expect([found.stdout, found.stderr, found.status]).toEqual(['', '', 1]);
});

test('elements that ui has a component for are rendered by ui only', async () => {
  const raw: Record<string, RegExp> = {
    'a raw <button>': /<button\b/,
    'a raw <dialog>': /<dialog\b/,
    'a raw checkbox': /<input\b[^<]*?type="checkbox"/,
    // A form that the browser submits has a `method`; one that a script submits comes from `ui/form`.
    'a raw <form> without method': /<form\b(?![^<]*?\bmethod=)/,
  };
  const broken: string[] = [];
  for (const file of sources) {
    if (!/^apps\/web\/src\/(?!ui\/).*(?<!\.test)\.tsx$/.test(file)) continue;
    const text = await read(file);
    for (const [name, pattern] of Object.entries(raw))
      if (pattern.test(text)) broken.push(`${file}: ${name}`);
  }
  expect(broken).toEqual([]);
});
