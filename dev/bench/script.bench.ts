import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type WordPart, wordsOfParts } from '@maru/words/parts';
import { CATALOGUES } from '@maru/words/server';
import { ROUTES } from '../../apps/web/src/boot/routes.ts';
import type { BenchRow } from './row.ts';

const CLIENT = fileURLToPath(new URL('../../apps/web/dist/client/', import.meta.url));
/** Limits for the initial script (brotli): of the front page, and of a home's page beyond the common part. */
const LIMIT_KB = 120;
const HOME_LIMIT_KB = 60;

const SHELL = 'src/boot/entry.client.tsx';

interface Chunk {
  file: string;
  imports?: string[];
}

/**
 * The size (brotli) of what the browser must load before a page works, beside the limit: scripts and messages. The
 * map is loaded later.
 */
export async function scriptRows(): Promise<BenchRow[]> {
  const manifest = JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  /** A chunk and its transitive imports; chunks may import each other in a cycle. */
  const collect = (key: string, found: Set<string>): Set<string> => {
    const chunk = manifest[key];
    if (chunk === undefined || found.has(chunk.file)) return found;
    found.add(chunk.file);
    for (const one of chunk.imports ?? []) collect(one, found);
    return found;
  };
  const measureSize = async (...keys: string[]) => {
    const missing = keys.find((key) => manifest[key] === undefined);
    if (missing !== undefined) throw new Error(`the build manifest does not name ${missing}`);
    const all = keys.reduce((found, key) => collect(key, found), new Set<string>());
    const sizes = await Promise.all(
      [...all].map(async (file) => brotliCompressSync(await readFile(join(CLIENT, file))).length),
    );
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
  const pages = [
    ['front page', 'src/routes/front.tsx'],
    ['list page', 'src/routes/search.tsx'],
    ['listing page', 'src/routes/home/listing.tsx'],
  ] as const;
  const rows: BenchRow[] = [];
  for (const [name, file] of pages) {
    const ours = await measureSize(SHELL, file);
    rows.push({
      name: `script of the ${name}, brotli · limit`,
      ours,
      baseline: LIMIT_KB,
      ratio: LIMIT_KB / ours,
      unit: 'KB',
      ...(name === 'front page' ? { atLeast: 1 } : {}),
    });
  }
  const home = (await measureSize(SHELL, 'src/routes/home/listing.tsx')) - (await measureSize(SHELL));
  rows.push({
    name: 'script of the listing page beyond the shell, brotli · limit',
    ours: home,
    baseline: HOME_LIMIT_KB,
    ratio: HOME_LIMIT_KB / home,
    unit: 'KB',
    atLeast: 1,
  });
  const packed = (words: object) => brotliCompressSync(JSON.stringify(words)).length / 1000;
  const all = packed(CATALOGUES.en);
  for (const [name, file] of pages) {
    const own = ROUTES.find((row) => row.file === file)?.words ?? [];
    const ours = packed(wordsOfParts(CATALOGUES.en, ['site', ...own] satisfies WordPart[]));
    rows.push({
      name: `words of the ${name}, brotli · all words`,
      ours,
      baseline: all,
      ratio: all / ours,
      unit: 'KB',
    });
  }
  return rows;
}
