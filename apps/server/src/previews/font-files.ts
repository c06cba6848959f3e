import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The typeface of the site, from its package: it has all 11,172 syllables of Hangul. */
export const FONT_FAMILY = 'Pretendard';

/** The files of both weights. */
export async function readFontFiles(): Promise<[regular: Buffer, bold: Buffer]> {
  const folder = join(
    createRequire(import.meta.url).resolve('pretendard/package.json'),
    '../dist/public/static',
  );
  return Promise.all([
    readFile(join(folder, 'Pretendard-Regular.otf')),
    readFile(join(folder, 'Pretendard-Bold.otf')),
  ]);
}
