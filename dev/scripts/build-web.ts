import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LOCALES, localePath } from '@maru/words';
import { createBuilder } from 'vite';
import type * as WebServer from '../../apps/web/src/boot/entry.server.tsx';
import { buildFonts } from './build-fonts.ts';
import { buildLicenses } from './build-licenses.ts';
import { isRunning } from './is-running.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const WEB = join(ROOT, 'apps/web');
/** Sources of the build; other changes need no new build. */
export const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/vite.config.ts',
  'packages/words/src',
  'packages/contract/src',
  'packages/listing/src',
  'package-lock.json',
];

/** One week. */
const KEEP_MS = 7 * 86_400_000;

/** Builds the web app when its sources have changed (or `force`); returns whether it did. */
export async function buildWeb(force = false): Promise<boolean> {
  return withLock(join(WEB, '.building'), () => buildChanged(force));
}

async function buildChanged(force: boolean): Promise<boolean> {
  await buildFonts();
  await buildLicenses();
  const stampFile = join(WEB, 'dist/sources.txt');
  const stamp = await hashFiles(SOURCES.map((source) => join(ROOT, source)));
  const made = existsSync(stampFile) ? await readFile(stampFile, 'utf8') : '';
  if (!force && made === stamp) return false;
  const builder = await createBuilder({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'error',
    mode: 'production',
  });
  await builder.buildApp();
  const paths = await writePayloads(join(WEB, 'dist/client'));
  await nameBuild(join(WEB, 'dist/client'), stamp.slice(0, 16), paths);
  await dropOldFiles(join(WEB, 'dist/client/assets'));
  await compressFolder(join(WEB, 'dist/client'));
  await writeFile(stampFile, stamp);
  return true;
}

/**
 * Serializes builds of one checkout by a lock file. It names its process, so that the lock of a killed build is taken
 * over.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (
    !(await writeFile(file, String(process.pid), { flag: 'wx' }).then(
      () => true,
      () => false,
    ))
  ) {
    const holder = Number(await readFile(file, 'utf8').catch(() => '0'));
    if (holder > 0 && isRunning(holder)) await sleep(200);
    else await rm(file, { force: true });
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Files that identify the build to open pages after a deployment (rule S7.4): `latest.json` and the build's own
 * manifest, which names the prerendered pages.
 */
async function nameBuild(client: string, id: string, prerendered: string[]): Promise<void> {
  const build = { id, timestamp: Date.now() };
  await mkdir(join(client, 'builds/meta'), { recursive: true });
  await writeFile(join(client, 'builds/latest.json'), JSON.stringify(build));
  await writeFile(join(client, 'builds/meta', `${id}.json`), JSON.stringify({ ...build, prerendered }));
}

/** Data of the legal pages, beside their addresses, for navigation within the site. */
async function writePayloads(client: string): Promise<string[]> {
  const bundle = pathToFileURL(join(WEB, 'dist/server/entry.server.js')).href;
  const { LEGAL_NAMES, legalPayload } = (await import(`${bundle}?${Date.now()}`)) as typeof WebServer;
  const paths: string[] = [];
  for (const name of LEGAL_NAMES) {
    for (const locale of LOCALES) {
      const path = localePath(locale, `/${name}`);
      await mkdir(join(client, path), { recursive: true });
      await writeFile(join(client, path, '_payload.json'), JSON.stringify(legalPayload(name, locale)));
      paths.push(path);
    }
  }
  return paths;
}

/** Scripts and styles of former builds stay for a week, since open pages may need them. */
async function dropOldFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > KEEP_MS) await rm(join(folder, name));
  }
}

/** A hash over names and contents of all files below the given paths. */
export async function hashFiles(places: string[]): Promise<string> {
  const hash = createHash('sha256').update(process.versions.node);
  for (const place of places) {
    const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => undefined);
    const files =
      entries === undefined
        ? [place]
        : entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(file.slice(ROOT.length)).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** Compresses files at build time, so that serving them needs no CPU. */
async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !['.js', '.css', '.svg', '.json', '.txt'].includes(extname(file))) continue;
    const made = await stat(`${file}.br`).catch(() => undefined);
    if (made !== undefined && made.mtimeMs >= (await stat(file)).mtimeMs) continue;
    const content = await readFile(file);
    if (content.length < 1_000) continue;
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
      promisify(gzip)(content, { level: 9 }),
    ]);
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await buildWeb(process.argv.includes('--force'));
  process.stdout.write(built ? 'The web app is built.\n' : 'The web app is up to date.\n');
}
