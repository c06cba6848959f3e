import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Subsets of the typeface for the first view: Latin with punctuation, and every Hangul syllable of our messages and
 * place names. A Korean page has both in one file, since two files arriving one after the other would reflow each
 * line twice. An English page has Latin, and the Hangul subset only if its text contains Hangul. Other syllables of
 * listings come on Korean pages in Pretendard's own slices (rare-letters.ts), loaded when a page contains one. Made
 * at build time; about 100 KB instead of a dozen slices of 30 KB.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = join(ROOT, 'apps/web/src/fonts');
const require = createRequire(join(ROOT, 'apps/web/package.json'));

/** Weights that the site uses; the variable axis is limited to them. */
const WEIGHTS = { min: 400, max: 700 };
/**
 * OpenType features that the site uses: kerning, tabular digits, composition. All others (small capitals, fractions,
 * alternates) are dropped, which halves the Latin file.
 */
const FEATURES = ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk'];
const LATIN: [from: number, to: number][] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2010, 0x2027],
  [0x2030, 0x203a],
  [0x20a9, 0x20a9],
  [0x20ac, 0x20ac],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2248, 0x2248],
  [0x2264, 0x2265],
  [0x33a1, 0x33a1],
];
/** Hangul on English pages: the name, the language switch, the unit. */
const ON_EVERY_PAGE = '마루한국어평';

/** Everything in one file. Missing characters fall back to the next family, so it needs no unicode-range. */
const KOREAN = 'Pretendard Korean';

/** Builds fonts that are missing or older than the messages; returns whether any was built. */
export async function buildFonts(): Promise<boolean> {
  const hangul = await listUsedHangul();
  const latin = LATIN.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
  const manifest = require.resolve('pretendard/package.json');
  const stamp = createHash('sha256')
    .update(await readFile(manifest))
    .update(await readFile(fileURLToPath(import.meta.url)))
    .update(hangul.join())
    .digest('hex');
  const stampFile = join(OUT, 'stamp.txt');
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return false;

  const subsetFont = require('subset-font') as (
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Record<string, { min: number; max: number }>;
      keepFeatures: readonly string[];
    },
  ) => Promise<Buffer>;
  const whole = await readFile(join(manifest, '../dist/web/variable/woff2/PretendardVariable.woff2'));
  const every = [...ON_EVERY_PAGE].map((letter) => letter.codePointAt(0) as number);
  const faces: { name: string; family: string; codes: number[] }[] = [
    { name: 'latin', family: 'Pretendard Variable', codes: [...latin, ...every] },
    {
      name: 'hangul',
      family: 'Pretendard Variable',
      codes: hangul.filter((code) => !every.includes(code)),
    },
    { name: 'korean', family: KOREAN, codes: [...latin, ...hangul] },
  ];
  await mkdir(OUT, { recursive: true });
  let css = '';
  for (const { name, family, codes } of faces) {
    const text = String.fromCodePoint(...codes);
    const font = await subsetFont(whole, text, {
      targetFormat: 'woff2',
      variationAxes: { wght: WEIGHTS },
      keepFeatures: FEATURES,
    });
    await writeFile(join(OUT, `${name}.woff2`), font);
    css += formatFontFace({ name, family, codes });
  }
  await writeFile(join(OUT, 'fonts.css'), css);
  await writeFile(stampFile, stamp);
  return true;
}

/** Code points of all Hangul syllables in the Korean messages and the place names, sorted. */
async function listUsedHangul(): Promise<number[]> {
  const names = join(ROOT, 'packages/gazetteer/src/names');
  const files = [
    join(ROOT, 'packages/words/src/ko-KR.json'),
    ...(await readdir(names)).sort().map((file) => join(names, file)),
  ];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const syllables = new Set(texts.join('').match(/[가-힣]/g));
  return [...syllables].map((letter) => letter.codePointAt(0) as number).sort((a, b) => a - b);
}

/**
 * A face with the weights of the typeface's own slices and, on English pages, their family, declared after them: of
 * two faces with a character, the later one is used.
 */
function formatFontFace({
  name,
  family,
  codes,
}: {
  name: string;
  family: string;
  codes: readonly number[];
}): string {
  const runs: [from: number, to: number][] = [];
  for (const code of [...codes].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && code === last[1] + 1) last[1] = code;
    else runs.push([code, code]);
  }
  const hex = (code: number) => code.toString(16);
  const ranges = runs
    .map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`))
    .join(', ');
  return `@font-face {
  font-family: "${family}";
  font-style: normal;
  font-display: swap;
  font-weight: 45 920;
  src: url("./${name}.woff2") format("woff2-variations");${family === KOREAN ? '' : `\n  unicode-range: ${ranges};`}
}
`;
}
