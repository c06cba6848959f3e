import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';

/** The stored pictures of `/dev/ui`. */
export const UI_PICTURES = fileURLToPath(new URL('ui-pictures/', import.meta.url));

/** All variants of the page. */
export const UI_WAYS = (['en', 'ko'] as const).flatMap((locale) =>
  ([390, 1440] as const).flatMap((width) =>
    (['light', 'dark'] as const).map((theme) => ({
      locale,
      width,
      theme,
      name: `ui-${locale}-${width}-${theme}`,
    })),
  ),
);

/** The whole page as a PNG. */
export async function takeUiPicture(
  browser: Browser,
  baseUrl: string,
  { locale, width, theme }: (typeof UI_WAYS)[number],
): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    await page.goto(`${baseUrl}/dev/ui?locale=${locale}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    return await page.screenshot({ fullPage: true, animations: 'disabled' });
  } finally {
    await context.close();
  }
}

/** The picture as stored: 64 colors are enough for `measureDifference`. */
export async function reduceColors(picture: Buffer): Promise<Buffer> {
  return await sharp(picture).png({ palette: true, colors: 64, compressionLevel: 9 }).toBuffer();
}

/** Of 255: a smaller difference is antialiasing or a color of the palette. */
const MAX_DIFFERENCE = 48;

/** The share of visibly different pixels; 1 when the sizes differ. */
export async function measureDifference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((picture) =>
      sharp(picture).flatten().removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    ),
  );
  if (a === undefined || b === undefined) return 1;
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return 1;
  let different = 0;
  const [left, right] = [a.data, b.data];
  // Plain loops, since there are about ten million pixels.
  for (let at = 0; at < left.length; at += 3) {
    const isDifferent =
      Math.abs((left[at] ?? 0) - (right[at] ?? 0)) > MAX_DIFFERENCE ||
      Math.abs((left[at + 1] ?? 0) - (right[at + 1] ?? 0)) > MAX_DIFFERENCE ||
      Math.abs((left[at + 2] ?? 0) - (right[at + 2] ?? 0)) > MAX_DIFFERENCE;
    if (isDifferent) different += 1;
  }
  return different / (a.info.width * a.info.height);
}
