import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The typeface of the site; it covers all 11,172 Hangul syllables. */
export const FONT_FAMILY = 'Pretendard';

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
