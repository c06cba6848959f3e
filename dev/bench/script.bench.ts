import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { BenchRow } from './row.ts';

const CLIENT = fileURLToPath(new URL('../../apps/web/dist/client/', import.meta.url));
/** The limit for the first script of the front page, brotli. */
const LIMIT_KB = 120;

interface Chunk {
  file: string;
  imports?: string[];
}

/** What the browser must load before a page works, brotli, beside the limit. The map comes later. */
export async function scriptRows(): Promise<BenchRow[]> {
  const manifest = JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const files = (key: string): string[] => {
    const chunk = manifest[key];
    return chunk === undefined ? [] : [chunk.file, ...(chunk.imports ?? []).flatMap(files)];
  };
  const sizeOf = async (page: string) => {
    const all = new Set([...files('src/entry.client.tsx'), ...files(page)]);
    const sizes = await Promise.all(
      [...all].map(async (file) => brotliCompressSync(await readFile(join(CLIENT, file))).length),
    );
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
  const pages = [
    ['front page', 'src/routes/front.tsx'],
    ['list page', 'src/routes/search.tsx'],
    ['listing page', 'src/routes/listing.tsx'],
  ] as const;
  const rows: BenchRow[] = [];
  for (const [name, file] of pages) {
    const ours = await sizeOf(file);
    rows.push({
      name: `script of the ${name}, brotli · limit`,
      ours,
      baseline: LIMIT_KB,
      ratio: LIMIT_KB / ours,
      unit: 'KB',
      ...(name === 'front page' ? { atLeast: 1 } : {}),
    });
  }
  return rows;
}
