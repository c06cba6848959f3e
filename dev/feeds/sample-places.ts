import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  PLACE_FILES_AS_OF,
  PLACE_FILES_COUNTY,
  PLACE_FILES_SCHOOL_YEAR,
  placeFiles,
} from '../sample-market/index.ts';

/**
 * Writes the place files of the sample market into `folder` and imports them, as samples, by `run` (takes the
 * arguments of `npm run import`, returns its exit code). Skips what was imported before.
 */
export async function loadSamplePlaces({
  folder,
  size,
  run,
}: {
  folder: string;
  size: number;
  run: (args: string[]) => Promise<number | null>;
}): Promise<'imported' | 'known' | 'failed'> {
  const files = placeFiles(size);
  const hash = createHash('sha256');
  for (const { text } of files) hash.update(text);
  const version = hash.digest('hex');
  const marker = join(folder, 'imported');
  if ((await readFile(marker, 'utf8').catch(() => '')) === version) return 'known';
  await mkdir(folder, { recursive: true });
  const named: string[] = [];
  for (const { kind, name, text } of files) {
    const path = join(folder, name);
    await writeFile(path, text);
    named.push(kind, path);
  }
  const options = [
    '--sample',
    '--source',
    'Sample',
    '--as-of',
    PLACE_FILES_AS_OF,
    '--county',
    PLACE_FILES_COUNTY,
  ];
  const code = await run([...named, ...options, '--school-year', PLACE_FILES_SCHOOL_YEAR]);
  if (code !== 0) return 'failed';
  await writeFile(marker, version);
  return 'imported';
}
