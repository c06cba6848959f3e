import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { errand } from './errand.ts';
import { measureDifference, takeUiPicture, UI_PICTURES, UI_WAYS } from './ui-pictures.ts';

/** Share of the pixels. A button that is 1 px higher moves everything below it: far more than this. */
const MAX_SHARE = 0.0001;

const IS_LONG = process.env.MARU_TEST_LONG === '1';
/** In the short run English is light and Korean dark. */
const ways = UI_WAYS.filter(({ locale, theme }) => IS_LONG || (locale === 'en') === (theme === 'light'));

for (const way of ways) {
  errand(`primitives look like their stored pictures (${way.name})`, async ({ browser }) => {
    const stored = await readFile(join(UI_PICTURES, `${way.name}.png`));
    const now = await takeUiPicture(browser, inject('site').baseUrl, way);
    expect(
      await measureDifference(stored, now),
      'If the change is intended, run `node dev/e2e/update-ui-pictures.ts`.',
    ).toBeLessThan(MAX_SHARE);
  });
}

test('the site’s files do not contain the page of primitives', async () => {
  const dist = fileURLToPath(new URL('../../apps/web/dist/', import.meta.url));
  const filesWithIt = async (folder: string) => {
    const entries = await readdir(join(dist, folder), { recursive: true, withFileTypes: true });
    const scripts = entries.filter((entry) => entry.isFile() && /\.(js|html)$/.test(entry.name));
    const texts = await Promise.all(scripts.map((one) => readFile(join(one.parentPath, one.name), 'utf8')));
    return texts.filter((text) => text.includes('icon-outlined; CloseButton')).length;
  };
  expect([await filesWithIt('dev'), await filesWithIt('client'), await filesWithIt('server')]).toEqual([
    1, 0, 0,
  ]);
});
